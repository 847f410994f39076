import type { Observation, ObservationChange, Report, RequirementResult, Seen } from './report.ts';
import { filled, seenValues, valueLists } from '../spec/index.ts';
import { furtherItems } from './printable.ts';
import { watchedAsLong } from './run-scope.ts';

type Thing = Pick<Seen, 'topic' | 'value' | 'words'>;

interface Rule {
  readonly ids: readonly string[];
  /** Why some differences between two runs are not differences between two targets. */
  readonly why: string;
  /** The statements that a thing makes about the target; empty if it only concerns the run. Default: its value. */
  readonly statements?: (thing: Thing) => readonly string[];
  /** The statements that a pin compares, if they are more than those compared between two runs. */
  readonly pins?: (thing: Thing) => readonly string[];
  /**
   * `topic`: only topics about which both runs make a statement are compared. `appearing`: missing values say nothing.
   */
  readonly compares?: 'topic' | 'appearing';
  /** Whether the two runs saw the point under similar circumstances; default: yes. */
  readonly comparable?: (were: readonly Thing[], are: readonly Thing[], watchedAsLong: boolean) => boolean;
  /** It shows only with time: a run that does not wait may miss it. */
  readonly takesTime?: true;
}

/** Statuses that the documents name: whether a record reaches one depends on how long a run watches it. */
const documentedStatuses: ReadonlySet<string> = new Set([
  ...valueLists['renewal-status'],
  ...seenValues['snapshot-status'],
  ...seenValues['fulfillment-status'],
]);

const lastStatuses: readonly string[] = ['completed', 'done'];

function takenBodies({ value }: Thing): readonly string[] {
  const [, what, members = ''] = /^not taken: (left out|given|"[^"]*") \(([^()]*)\)$/.exec(value) ?? [];
  if (what !== undefined) return members.split(', ').map((member) => `not taken: ${member} ${what}`);
  return /^(?:taken$|refused with |not taken: )/.test(value) ? [] : [value];
}

const pageOfShorterList = / \(a shorter list\)$/;

/** Whether the service may grow its pages with the list: then the page of a short list is only its smallest. */
const growsMaybe = (short: readonly Thing[], long: readonly Thing[]): boolean =>
  short.some(({ value }) => pageOfShorterList.test(value)) &&
  long.some(({ value }) => value.includes(': the whole list'));

const isSlowedDown = (things: readonly Thing[]): boolean => things.some(({ value }) => value === 'answers 429');

const rules: readonly Rule[] = [
  {
    ids: ['connections.accepts-generated', 'renewals.accepts-generated', 'snapshots.accepts-generated'],
    why: 'Members are left out, and words of the vocabulary sent, in every run. Which texts, numbers and days are tried is drawn.',
    statements: takenBodies,
    // Some bodies are accepted in every run, or in none.
    pins: (thing) => (thing.value === 'taken' ? [thing.value] : takenBodies(thing)),
  },
  {
    ids: ['paging.defaults'],
    why: 'A page that is as long as its list does not show whether a longer list is cut. Of one that is longer than its list the size counts, unless it grows with longer lists.',
    statements: ({ value }) =>
      value.endsWith('(a list no longer than that)') ? [] : [value.replace(pageOfShorterList, '')],
    compares: 'topic',
    comparable: (were, are) => !growsMaybe(were, are) && !growsMaybe(are, were),
  },
  {
    ids: ['input.error-shape'],
    why: 'A shape is observed for each kind of failure that the run met.',
    compares: 'topic',
  },
  {
    ids: ['token.expires-in-unit'],
    why: 'The unit and the lifetime of a token are observed separately: units are compared with units, lifetimes with lifetimes.',
    compares: 'topic',
  },
  {
    ids: ['renewals.transitions', 'snapshots.fulfillment'],
    why: 'Which states are seen depends on how long the run looks, and on when: a word is new where the earlier run has watched as long, or has seen records arrive.',
    statements: ({ topic = '', words = [] }) =>
      words.filter((word) => !documentedStatuses.has(word)).map((word) => `${topic}: ${word}`),
    compares: 'appearing',
    // A run that saw a documented final status has watched long enough to have seen the earlier ones.
    comparable: (were, _are, watchedAsLong) =>
      watchedAsLong || were.some(({ words = [] }) => words.some((word) => lastStatuses.includes(word))),
    takesTime: true,
  },
  {
    ids: ['wire.rate-limits'],
    why: 'Whether a run is slowed down depends on how fast it asks, and headers may come with a 429 alone.',
    comparable: (were, are) => isSlowedDown(were) === isSlowedDown(are),
  },
];

const ruleOf = (id: string): Rule => rules.find(({ ids }) => ids.includes(id)) ?? { ids: [], why: '' };

export const without = (values: readonly string[] = [], others: readonly string[] = []): readonly string[] =>
  values.filter((value) => !others.includes(value));

function statementsIn(
  things: readonly Thing[],
  statements: Rule['statements'] = ({ value }) => [value],
): readonly string[] {
  return [...new Set(things.flatMap(statements))];
}

const byTopic = (things: readonly Thing[], isByTopic: boolean): ReadonlyMap<string, readonly Thing[]> =>
  Map.groupBy(things, ({ topic = '' }) => (isByTopic ? topic : ''));

type Difference = Pick<ObservationChange, 'appeared' | 'vanished'>;

const noDifference: Difference = { appeared: [], vanished: [] };

/** The statements about the target that only one of two runs made at an open point. */
function differenceOf(id: string, before: Observation, after: Observation, watchedAsLong: boolean): Difference {
  // Early reports have only the line.
  if (before.seen === undefined || after.seen === undefined)
    return before.value === after.value ? noDifference : { appeared: [after.value], vanished: [before.value] };
  const { statements, compares, comparable = () => true } = ruleOf(id);
  const [earlier, later] = [byTopic(before.seen, compares === 'topic'), byTopic(after.seen, compares === 'topic')];
  const differing = [...new Set([...earlier.keys(), ...later.keys()])].map((topic): Difference => {
    const [old, latest] = [earlier.get(topic) ?? [], later.get(topic) ?? []];
    // A run that saw nothing of a topic, such as members of issues, may have met no record that shows it.
    const known = latest.filter((thing) => compares !== 'appearing' || old.some((one) => one.topic === thing.topic));
    const [were, are] = [statementsIn(old, statements), statementsIn(known, statements)];
    const isUnknown = compares === 'topic' && (were.length === 0 || are.length === 0);
    if (isUnknown || !comparable(old, latest, watchedAsLong)) return noDifference;
    return { appeared: without(are, were), vanished: compares === 'appearing' ? [] : without(were, are) };
  });
  return {
    appeared: differing.flatMap(({ appeared }) => appeared),
    vanished: differing.flatMap(({ vanished }) => vanished),
  };
}

function turnedIn(
  id: string,
  before: Observation,
  after: Observation,
  { appeared, vanished }: Difference,
): NonNullable<ObservationChange['turned']> {
  const { statements } = ruleOf(id);
  const wordsIn = ({ seen = [] }: Observation, changed: readonly string[]): ReadonlyMap<string, string> =>
    new Map(
      [...byTopic(seen, true)].flatMap(([topic, things]) => {
        const [only = '', ...others] = statementsIn(things, statements).filter((said) => changed.includes(said));
        const start = `${topic}: `;
        return others.length === 0 && topic !== '' && only.startsWith(start) ? [[topic, only.slice(start.length)]] : [];
      }),
    );
  const [from, to] = [wordsIn(before, vanished), wordsIn(after, appeared)];
  const alike = Map.groupBy(
    [...from.keys()].filter((topic) => to.has(topic)),
    (topic) => JSON.stringify([from.get(topic), to.get(topic)]),
  );
  return [...alike.values()].flatMap((topics) => {
    const [first = ''] = topics;
    return topics.length < 2 ? [] : [{ from: from.get(first) ?? '', to: to.get(first) ?? '', topics }];
  });
}

const mostValues = 20;

function firstOf(values: readonly string[]): readonly string[] {
  const more = values.length - mostValues;
  return more > 0 ? [...values.slice(0, mostValues), furtherItems(more)] : values;
}

/**
 * The open points with other observations, in the order of the new report. A point at which a run observed nothing was
 * not reached: that is no change.
 */
export function observationChanges(old: Report, latest: Report): readonly ObservationChange[] {
  const earlier = new Map(old.observations.map((observation) => [observation.id, observation]));
  const resultOf = (report: Report, id: string) => report.requirements.find((result) => result.id === id);
  return latest.observations.flatMap((after) => {
    const { id } = after;
    const before = earlier.get(id);
    if (before === undefined) return [];
    const difference = differenceOf(id, before, after, watchedAsLong(old.run, latest.run));
    // A missing value says nothing if part of the check got no answer.
    const [was, is] = [resultOf(old, id), resultOf(latest, id)];
    const appeared = was?.partly === true ? [] : firstOf(difference.appeared);
    const vanished = is?.partly === true ? [] : firstOf(difference.vanished);
    if (appeared.length === 0 && vanished.length === 0) return [];
    const turned = turnedIn(id, before, after, { appeared, vanished });
    const title = (is ?? was)?.title ?? id;
    return [{ id, title, before: before.value, after: after.value, appeared, vanished, ...filled({ turned }) }];
  });
}

/** How much of a target a run shows: whether it looks at everything, and whether it waits for records to progress. */
interface Sight {
  readonly isWhole: boolean;
  readonly waits: boolean;
}

const mostSeen = 50;

/** The things seen at a point, sorted, with a line that lists them; undefined if none. Too many are counted. */
export function observationOfThings(id: string, things: readonly Seen[]): Observation | undefined {
  if (things.length === 0) return undefined;
  const all = things.toSorted((one, other) => (one.value < other.value ? -1 : 1));
  const seen = all.slice(0, mostSeen);
  const more = all.length - seen.length;
  const parts = [...seen.map(({ value }) => value), ...(more > 0 ? [furtherItems(more)] : [])];
  return { id, value: parts.join('; '), cases: all.reduce((sum, { cases }) => sum + cases, 0), seen };
}

/** The observed values of an open point that say something which its pin does not. */
export function departingFrom(id: string, pin: string, seen: readonly Thing[]): readonly string[] {
  const { statements, pins = statements } = ruleOf(id);
  const wanted = statementsIn(pinnedThings(pin), pins);
  return seen.filter((thing) => without(statementsIn([thing], pins), wanted).length > 0).map(({ value }) => value);
}

function pinnedThings(pin: string): readonly Thing[] {
  const values = pin.split('; ').filter((value) => value !== '' && !/^… and \d+ more$/.test(value));
  return values.map((value) => {
    const [, topic, rest = ''] = /^(.*?): (.*)$/s.exec(value) ?? [];
    return topic === undefined ? { value } : { topic, value, words: rest.split(', ').filter((word) => word !== '') };
  });
}

/** `isSeen`: whether the run saw anything that the pin could be compared with. */
function comparedTopic(rule: Rule, pinned: readonly Thing[], seen: readonly Thing[] | undefined, sight: Sight) {
  const { compares, statements, pins = statements, comparable = () => true, takesTime } = rule;
  const wanted = statementsIn(pinned, pins);
  const wouldShow = sight.isWhole && (takesTime === undefined || sight.waits);
  if (seen === undefined) return { isBroken: wouldShow, isSeen: false, unseen: pinned.map(({ value }) => value) };
  const found = statementsIn(seen, pins);
  if (!comparable(pinned, seen, true)) return { isBroken: false, isSeen: false, unseen: [] };
  if (compares === 'topic' && (wanted.length === 0 || found.length === 0))
    return { isBroken: false, isSeen: false, unseen: wanted };
  const missing = without(wanted, found);
  const isBroken = without(found, wanted).length > 0 || (wouldShow && missing.length > 0);
  const isSeen = compares === 'appearing' || missing.length < wanted.length;
  return { isBroken, isSeen, unseen: missing };
}

/**
 * The result of an open point with a pin, if the run looked at it: any other value than the pinned one fails. A pin is
 * stricter than a comparison with an earlier run: a value that it names must not be missing if the run would have seen
 * it, and a word that it does not name is a difference however long the run watched. Topics that it does not name are
 * free.
 */
export function pinnedResult(
  id: string,
  pin: NonNullable<RequirementResult['pin']>,
  { value, seen = [] }: Pick<Observation, 'value' | 'seen'>,
  sight: Sight,
): Pick<RequirementResult, 'outcome' | 'reason' | 'detail' | 'pin'> {
  const rule = ruleOf(id);
  const isByTopic = rule.compares !== undefined;
  const found = byTopic(seen, isByTopic);
  const topics = [...byTopic(pinnedThings(pin.to), isByTopic)].map(([topic, things]) =>
    comparedTopic(rule, things, found.get(topic), sight),
  );
  const unseen = topics.flatMap((topic) => topic.unseen);
  const isSeen = topics.some((topic) => topic.isSeen);
  const [words, observed] = [`pinned by expect to "${pin.to}"`, `observed "${value}"`];
  const sawNothing = `${words}, of which the run saw nothing; ${observed}`;
  if (topics.some(({ isBroken }) => isBroken))
    return { outcome: 'fail', detail: isSeen ? `${words}, ${observed}` : sawNothing };
  if (isSeen) return { outcome: 'pass', ...filled({ pin: unseen.length === 0 ? undefined : { ...pin, unseen } }) };
  // The rules take nothing in the pin as a statement about the target.
  const detail = unseen.length > 0 ? sawNothing : `this pin cannot be held (${words}, ${observed}): ${rule.why}`;
  return { outcome: 'inconclusive', reason: 'not-reached', detail };
}
