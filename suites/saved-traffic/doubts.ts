import { idKey, type JsonObject } from '../../spec/index.ts';
import { isSuccess, type AnsweredExchange } from '../../target/exchange.ts';
import { lostForms, placeholders } from '../../target/redaction.ts';
import type { Violation } from '../engine/assertions.ts';
import { ruleOn, ruleTable, type Doubt, type RuleOf, type Rules } from '../engine/definition.ts';
import type { Memory, Slot } from '../engine/memory.ts';
import { definitions, rules as allRules } from '../index.ts';
import { brokenAsSent, isMalformed, noteMalformedOrigin } from '../judging/malformed-origin.ts';
import { recordsOf } from '../judging/reading.ts';
import type { SavedTraffic } from './saved-traffic.ts';

/** Whether a doubt makes a violation at the pointer uncertain. */
function hides(doubt: Doubt, pointer: string): boolean {
  if (doubt === 'answer body') return !pointer.startsWith('#');
  return doubt !== 'answer headers' || pointer.startsWith('#headers/');
}

const redacted: readonly string[] = [...lostForms, ...Object.values(placeholders)];

/** Whether a text contains something that the suite has redacted. */
export function isRedacted(text: string): boolean {
  return redacted.some((form) => text.includes(form));
}

/** What tools that save HAR files write instead of a value: masks, replacement characters, UTF-8 read as Latin-1. */
export const usualMasks: readonly RegExp[] = [
  /^(?:[*•●█#]{3,}|x{4,})$/i,
  /^[[<({]?\s*(?:redacted|masked|hidden|removed|filtered|sanitized|anonymized)\s*[\]>)}]?$/i,
  /\u{FFFD}/u,
  /[\u00c2-\u00f4][\u0080-\u00bf]/,
];

/** Returns a test for values that a tool has masked, or that contain a masked value. */
export function maskTest(masks: readonly RegExp[]): SavedTraffic['isMask'] {
  return function isMask(value) {
    if (typeof value === 'string') return masks.some((mask) => mask.test(value));
    return typeof value === 'object' && value !== null && Object.values(value).some(isMask);
  };
}

/** The rules of a run, limited to what an exchange that was saved with these doubts can show. */
export function savedRules({ isWhole, isMask }: SavedTraffic): (doubts: readonly Doubt[]) => Rules {
  const isMasked = ({ expected, actual }: Violation): boolean =>
    isMask([expected, actual]) || isRedacted(JSON.stringify([expected, actual]));

  const reduced = ({ id, judge }: RuleOf, doubts: readonly Doubt[]): RuleOf => {
    const { notShownBy = [], judgesStatusAlone = false } = definitions[id];
    const relevant = doubts.filter(
      (doubt) => notShownBy.includes(doubt) || (doubt === 'answer body' && !judgesStatusAlone),
    );
    const judgeShown = ruleOn(judge.subject ?? {}, (exchange, memory) => {
      // Called in any case, since rules remember what they see.
      const violations = judge(exchange, memory);
      if (violations === undefined || (violations.length === 0 && relevant.length === 0)) return violations;
      const certain = violations.filter(
        (violation) => !isMasked(violation) && relevant.every((doubt) => !hides(doubt, violation.pointer)),
      );
      return certain.length === 0 ? undefined : certain;
    });
    return { id, judge: judgeShown };
  };

  const known = new Map<string, Rules>();
  return (doubts) => {
    const key = doubts.join();
    const rules = known.get(key) ?? {
      notes: isWhole ? allRules.notes : [...allRules.notes, noteLikelyOrigin],
      rules: ruleTable(allRules.rules.all.map((rule) => reduced(rule, doubts))),
      exchangeRules: [],
    };
    known.set(key, rules);
    return rules;
  };
}

/** Records known to be made from well-formed bodies: groups and snapshots by id, decisions by id and version. */
const soundRecords: Slot<Set<string>> = () => new Set();

const versionKey = ({ id, version }: JsonObject): string => `${idKey(id)} ${idKey(version)}`;

/** For each endpoint that creates or edits: the key of the resulting record. */
const keysOfMade: Readonly<Partial<Record<string, (record: JsonObject) => string>>> = {
  E2: (record) => idKey(record['group_id']),
  E3: versionKey,
  E4: versionKey,
  E6: (record) => idKey(record['id']),
};

/**
 * If traffic is not whole, a record may have been made from a malformed body that was not saved. This is assumed for a
 * record that breaks a type in a member taken from a request, unless it is known to be made from a well-formed body.
 */
function noteLikelyOrigin(exchange: AnsweredExchange, memory: Memory): void {
  const known = memory.at(soundRecords);
  const keyOfMade = keysOfMade[exchange.request.endpoint];
  if (keyOfMade !== undefined && isSuccess(exchange) && !isMalformed(exchange))
    for (const { record } of recordsOf(exchange)) known.add(keyOfMade(record));
  for (const record of brokenAsSent(exchange))
    if (!known.has(idKey(record['id'])) && !known.has(versionKey(record))) noteMalformedOrigin(record['id'], memory);
}
