import type { ObservationChange, Report } from './report.ts';
import { watchedAsLong } from './run-scope.ts';

/** How the values of an open point are told apart from the draw and the length of a run. */
export interface Rule {
  readonly ids: readonly string[];
  /** Why not every difference between two runs is one between two targets. */
  readonly why: string;
  /** What of a value is a statement on the target; none: it tells of the run alone. */
  readonly statements: (value: string) => readonly string[];
  /** What of a value a pin holds the target to, where that is more than a statement between two runs. */
  readonly pins?: (value: string) => readonly string[];
  /** `topic`: only topics that both runs have a statement on are compared. `appearing`: a value that is missing says nothing. */
  readonly compares?: 'topic' | 'appearing';
  /** Whether the two runs saw the point under like circumstances, by all their values; yes, unless this says otherwise. */
  readonly comparable?: (were: readonly string[], are: readonly string[], watchedAsLong: boolean) => boolean;
  /** A value shows in time alone: a run that does not wait may miss it. */
  readonly takesTime?: true;
}

const separator = '; ';

/** `left out (a, b)` as one statement for each member. */
function eachMember(value: string): readonly string[] {
  const [, what = '', members = ''] = /^not taken: (left out|given|".*") \((.+)\)$/.exec(value) ?? [];
  return members.split(', ').map((member) => `not taken: ${member} ${what}`);
}

/** Status words that the documents name: whether a record gets there in time hangs on how long a run looks at it. */
const documentedStatuses: ReadonlySet<string> = new Set([
  'submitted',
  'not_ready',
  'ready',
  'done',
  'processing',
  'completed',
]);

const statuses = (value: string): readonly string[] => {
  const [topic = '', words = ''] = value.split(/: (.*)/s);
  return words
    .split(', ')
    .filter((word) => word !== '' && !documentedStatuses.has(word))
    .map((word) => `${topic}: ${word}`);
};

/**
 * A run that watched as long as the later one would have seen the same words. So would one that saw an end of the ways
 * that are shown: it has looked long enough to have seen what lies before.
 */
const sawLongEnough = (were: readonly string[], _are: readonly string[], watchedAsLong: boolean): boolean =>
  watchedAsLong || were.some((value) => /\b(?:completed|done)\b/.test(value));

/** What bodies a service takes, without what is drawn. */
const takenBodies = (value: string): readonly string[] => {
  if (/^not taken: (?:left out|given|"[^"]*") \([^()]*\)$/.test(value)) return eachMember(value);
  return /^(?:taken$|refused with |not taken: )/.test(value) ? [] : [value];
};

/** A page size that a shorter list shows is the same one as where a list is cut. */
const pageOfShorterList = / \(a shorter list\)$/;

/** Whether the page of a short list may be the least of a service that makes its pages as long as longer lists are. */
const growsMaybe = (short: readonly string[], long: readonly string[]): boolean =>
  short.some((value) => pageOfShorterList.test(value)) && long.some((value) => value.includes(': the whole list'));

const slowedDown = 'answers 429';

const rules: readonly Rule[] = [
  {
    ids: ['connections.accepts-generated', 'renewals.accepts-generated', 'snapshots.accepts-generated'],
    why: 'Members are left out, and words of the vocabulary sent, in every run. Which texts, numbers and days are tried is drawn.',
    statements: takenBodies,
    // Some bodies are taken in every run, or in none.
    pins: (value) => (value === 'taken' ? [value] : takenBodies(value)),
  },
  {
    ids: ['paging.defaults'],
    why: 'A page that is as long as its list does not show whether a longer list is cut. Of one that is longer than its list the size counts, unless it grows with longer lists.',
    statements: (value) =>
      value.endsWith('(a list no longer than that)') ? [] : [value.replace(pageOfShorterList, '')],
    compares: 'topic',
    comparable: (were, are) => !growsMaybe(were, are) && !growsMaybe(are, were),
  },
  {
    ids: ['input.error-shape'],
    why: 'A shape is told for each kind of failure that the run met.',
    statements: (value) => [value],
    compares: 'topic',
  },
  {
    ids: ['token.expires-in-unit'],
    why: 'The unit is told as its word alone, and the lifetime of a token beside it: each is compared with its like.',
    statements: (value) => [value.startsWith('lifetime: ') ? value : `unit: ${value}`],
    compares: 'topic',
  },
  {
    ids: ['renewals.transitions', 'snapshots.fulfillment'],
    why: 'Which states are seen hangs on how long the run looks, and on when: a word is new where the earlier run has watched as long, or has seen records arrive.',
    statements: statuses,
    compares: 'appearing',
    comparable: sawLongEnough,
    takesTime: true,
  },
  {
    ids: ['wire.rate-limits'],
    why: 'Whether a run is slowed down hangs on how fast it asks, and headers may come with a 429 alone.',
    statements: (value) => [value],
    comparable: (were, are) => were.includes(slowedDown) === are.includes(slowedDown),
  },
];

const plain: Rule = { ids: [], why: '', statements: (value) => [value] };

/** The rule that the values of an open point are compared by. */
export function ruleOf(id: string): Rule {
  return rules.find(({ ids }) => ids.includes(id)) ?? plain;
}

/** The values that others lack. */
export function without(values: readonly string[], others: readonly string[]): readonly string[] {
  return values.filter((value) => !others.includes(value));
}

/** The statements that values make, each once. */
export function statementsIn(
  values: readonly string[],
  statements: (value: string) => readonly string[],
): readonly string[] {
  return [...new Set(values.flatMap(statements))];
}

/** How many more values there are than are told: no value. */
const untold = /^… and \d+ more$/;

/** The values of an observation: a run that saw several has joined them. */
export function valuesOf(text: string): readonly string[] {
  return text.split(separator).filter((part) => part !== '' && !untold.test(part));
}

/** Values by what they are about; those of a point that knows no topics are about one. */
export function byTopic(
  values: readonly string[],
  statements: Rule['statements'] | undefined,
): ReadonlyMap<string, readonly string[]> {
  const topicOf = (value: string): string => (statements?.(value)[0] ?? value).split(': ')[0] ?? '';
  return Map.groupBy(values, (value) => (statements === undefined ? '' : topicOf(value)));
}

/**
 * Values that only one of two runs observed at an open point, as far as these are statements on the target.
 *
 * @param watchedAsLong - whether the earlier run left records the same time to move on as the later one
 */
export function differingValues(
  id: string,
  before: string,
  after: string,
  watchedAsLong: boolean,
): { readonly appeared: readonly string[]; readonly vanished: readonly string[] } {
  const { statements, compares, comparable = () => true } = ruleOf(id);
  const topicsOf = (text: string) => byTopic(valuesOf(text), compares === 'topic' ? statements : undefined);
  const [earlier, later] = [topicsOf(before), topicsOf(after)];
  const differing = [...new Set([...earlier.keys(), ...later.keys()])].map((topic) => {
    const [old, latest] = [earlier.get(topic) ?? [], later.get(topic) ?? []];
    const [were, are] = [statementsIn(old, statements), statementsIn(latest, statements)];
    const isUnknown = compares === 'topic' && (were.length === 0 || are.length === 0);
    if (isUnknown || !comparable(old, latest, watchedAsLong)) return { appeared: [], vanished: [] };
    return { appeared: without(are, were), vanished: compares === 'appearing' ? [] : without(were, are) };
  });
  return {
    appeared: differing.flatMap(({ appeared }) => appeared),
    vanished: differing.flatMap(({ vanished }) => vanished),
  };
}

function isInPart({ requirements }: Report, id: string): boolean {
  return requirements.some((result) => result.id === id && result.partly === true);
}

/** Values that a change tells at the most, on either side. */
const mostValues = 20;

function firstOf(values: readonly string[]): readonly string[] {
  const more = values.length - mostValues;
  return more > 0 ? [...values.slice(0, mostValues), `… and ${more} more`] : values;
}

/**
 * The open points where something else was observed, in the new report's order. A point that one of the runs observed
 * nothing of was not reached there, which says nothing of the target.
 */
export function observationChanges(old: Report, latest: Report): readonly ObservationChange[] {
  const earlier = new Map(old.observations.map(({ id, value }) => [id, value]));
  const titles = new Map<string, string>(
    [...old.requirements, ...latest.requirements].map(({ id, title }) => [id, title]),
  );
  return latest.observations.flatMap(({ id, value: after }) => {
    const before = earlier.get(id);
    if (before === undefined) return [];
    const differing = differingValues(id, before, after, watchedAsLong(old.run, latest.run));
    // A value that is missing where part of the check got no answer says nothing.
    const appeared = isInPart(old, id) ? [] : differing.appeared;
    const vanished = isInPart(latest, id) ? [] : differing.vanished;
    if (appeared.length === 0 && vanished.length === 0) return [];
    const told = { appeared: firstOf(appeared), vanished: firstOf(vanished) };
    return [{ id, title: titles.get(id) ?? id, before, after, ...told }];
  });
}
