/** How the values of an open point are told apart from the draw and the length of a run. */
interface Rule {
  readonly ids: readonly string[];
  /** Why not every difference between two runs is one between two targets. */
  readonly why: string;
  /** What of a value is a statement on the target; none: it tells of the run alone. */
  readonly statements: (value: string) => readonly string[];
  /** `topic`: only topics that both runs have a statement on are compared. `appearing`: a value that is missing says nothing. */
  readonly compares?: 'topic' | 'appearing';
  /** Whether the two runs saw the point under like circumstances, by all their values; yes, unless this says otherwise. */
  readonly comparable?: (were: readonly string[], are: readonly string[]) => boolean;
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

/** Ends of the ways that are shown: a run that saw one has looked long enough to have seen what lies before. */
const sawAnEnd = (values: readonly string[]): boolean => values.some((value) => /\b(?:completed|done)\b/.test(value));

const slowedDown = 'answers 429';

const rules: readonly Rule[] = [
  {
    ids: ['connections.accepts-generated', 'renewals.accepts-generated', 'snapshots.accepts-generated'],
    why: 'Members are left out, and words of the vocabulary sent, in every run. Which texts, numbers and days are tried is drawn.',
    statements: (value) => {
      if (/^not taken: (?:left out|given|"[^"]*") \([^()]*\)$/.test(value)) return eachMember(value);
      return /^(?:taken$|refused with |not taken: )/.test(value) ? [] : [value];
    },
  },
  {
    ids: ['paging.defaults'],
    why: 'A list that is shorter than a page does not show whether it is cut into pages.',
    statements: (value) => (value.endsWith('(a list no longer than that)') ? [] : [value]),
    compares: 'topic',
  },
  {
    ids: ['input.error-shape'],
    why: 'A shape is told for each kind of failure that the run met.',
    statements: (value) => [value],
    compares: 'topic',
  },
  {
    ids: ['renewals.transitions', 'snapshots.fulfillment'],
    why: 'Which states are seen hangs on how long the run looks, and on when: a word is new where the earlier run has seen records arrive.',
    statements: statuses,
    compares: 'appearing',
    comparable: sawAnEnd,
  },
  {
    ids: ['wire.rate-limits'],
    why: 'Whether a run is slowed down hangs on how fast it asks, and headers may come with a 429 alone.',
    statements: (value) => [value],
    comparable: (were, are) => were.includes(slowedDown) === are.includes(slowedDown),
  },
];

const plain: Rule = { ids: [], why: '', statements: (value) => [value] };

const without = (values: readonly string[], others: readonly string[]): readonly string[] =>
  values.filter((value) => !others.includes(value));

const topicOf = (value: string): string => value.split(': ')[0] ?? '';

/** The values of an observation: a run that saw several has joined them. */
function valuesOf(text: string): readonly string[] {
  return text.split(separator).filter((part) => part !== '');
}

/**
 * Whether a value that an open point is pinned to tells of something that the observation tells of too. Where it does not,
 * as the topic is another or the value was not written by a report, no observation can differ from it.
 */
export function tellsOfTheSame(id: string, pinned: string, observed: string): boolean {
  const compares = rules.find(({ ids }) => ids.includes(id))?.compares;
  if (compares === undefined) return true;
  const seen = new Set(valuesOf(observed).map(topicOf));
  return valuesOf(pinned).some((value) => seen.has(topicOf(value)));
}

/** Values that only one of two runs observed at an open point, as far as these are statements on the target. */
export function differingValues(
  id: string,
  before: string,
  after: string,
): { readonly appeared: readonly string[]; readonly vanished: readonly string[] } {
  const { statements, compares, comparable = () => true } = rules.find(({ ids }) => ids.includes(id)) ?? plain;
  if (!comparable(valuesOf(before), valuesOf(after))) return { appeared: [], vanished: [] };
  const statementsOf = (text: string): readonly string[] => [...new Set(valuesOf(text).flatMap(statements))];
  const [were, are] = [statementsOf(before), statementsOf(after)];
  const [appeared, vanished] = [without(are, were), without(were, are)];
  if (compares === 'appearing') return { appeared, vanished: [] };
  if (compares === undefined) return { appeared, vanished };
  const shared = (value: string): boolean =>
    [were, are].every((values) => values.some((other) => topicOf(other) === topicOf(value)));
  return { appeared: appeared.filter(shared), vanished: vanished.filter(shared) };
}
