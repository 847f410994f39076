import { byTopic, ruleOf, statementsIn, valuesOf, without } from './compare-observations.ts';
import type { Rule } from './compare-observations.ts';

/** How much of a target a run shows. */
export interface Sight {
  /** Whether it looked at all there is to see. */
  readonly isWhole: boolean;
  /** Whether it waited for records to move on by themselves. */
  readonly waits: boolean;
}

/**
 * What becomes of a pin: `held`, but for the statements that the run did not see; `broken`; `unseen`: the run saw nothing of
 * it; `void`: nothing that it says is a statement on the target by the rules.
 */
export type PinState =
  | { readonly state: 'held'; readonly unseen: readonly string[] }
  | { readonly state: 'broken'; readonly sawNothing: boolean }
  | { readonly state: 'unseen' }
  | { readonly state: 'void'; readonly why: string };

/** What a pin says of one topic, held against what was seen of it. */
interface Held {
  readonly isBroken: boolean;
  /** Whether the run saw something that the pin could be held against. */
  readonly isSeen: boolean;
  readonly unseen: readonly string[];
}

function holdTopic(rule: Rule, pinned: readonly string[], seen: readonly string[] | undefined, sight: Sight): Held {
  const { compares, statements, pins = statements, comparable = () => true, takesTime } = rule;
  const wanted = statementsIn(pinned, pins);
  if (seen === undefined) return { isBroken: sight.isWhole, isSeen: false, unseen: pinned };
  const found = statementsIn(seen, pins);
  if (!comparable(pinned, seen, true)) return { isBroken: false, isSeen: false, unseen: [] };
  if (compares === 'topic' && (wanted.length === 0 || found.length === 0))
    return { isBroken: false, isSeen: false, unseen: wanted };
  const missing = without(wanted, found);
  const wouldShow = sight.isWhole && (takesTime === undefined || sight.waits);
  const isBroken = without(found, wanted).length > 0 || (wouldShow && missing.length > 0);
  const isSeen = compares === 'appearing' || missing.length < wanted.length;
  return { isBroken, isSeen, unseen: missing };
}

/**
 * Holds an observation against the value that its open point is pinned to. A pin holds a target to more than an earlier
 * run does: a value that it names and the run would have seen is not missing by chance, and a word that it does not
 * name is another one however long anybody looked. A topic that it does not name is free.
 */
export function holdPin(id: string, pinned: string, observed: string, sight: Sight): PinState {
  const rule = ruleOf(id);
  const topicsOf = (text: string) => byTopic(valuesOf(text), rule.compares === undefined ? undefined : rule.statements);
  const seen = topicsOf(observed);
  const topics = [...topicsOf(pinned)].map(([topic, values]) => holdTopic(rule, values, seen.get(topic), sight));
  const unseen = topics.flatMap((topic) => topic.unseen);
  const sawNothing = !topics.some(({ isSeen }) => isSeen);
  if (topics.some(({ isBroken }) => isBroken)) return { state: 'broken', sawNothing };
  if (!sawNothing) return { state: 'held', unseen };
  return unseen.length > 0 ? { state: 'unseen' } : { state: 'void', why: rule.why };
}
