import { vocabulary, type VocabularyKey } from '../../spec/index.ts';
import { membersOf, type Member } from '../../generators/index.ts';
import { counted, edge, type Edge } from './edge.ts';
import { has, is } from './body-facts.ts';
import type { FeatureName } from './features.ts';
import type { SnapshotShape } from './snapshot-shape.ts';

const shapes: readonly (readonly [fact: SnapshotShape, about: string])[] = [
  ...([0, 1, 2, 3, 4, 5] as const).map((count) => [`${count} dependents`, 'only the first few are kept'] as const),
  ...([1, 2, 3, 4] as const).map((count) => [`${count} carriers`, 'the summary lacks or repeats a carrier'] as const),
  ...([0, 1, 2, 3, 4, 5, 6] as const).map((count) => [`${count} coverages`, 'only the first few are kept'] as const),
  ...([1, 2, 3, 6] as const).map((count) => [`${count} enrolled members`, 'only the first few are kept'] as const),
  ...([0, 1, 2, 3] as const).map((count) => [`${count} events`, 'only the first is kept'] as const),
  ['0 classifications', 'an empty object is taken for none'],
  ['more than 4 classifications', 'only the first few are kept'],
  ['keys of classifications that differ in case alone', 'keys are compared or stored in one letter case'],
  ['a carrier with several coverages', 'the summary repeats the carrier'],
  ['plans by identifier alone', 'one of the two forms is expected'],
  ['plans by name alone', 'one of the two forms is expected'],
  ['plans in both forms', 'one coverage is read like the other'],
  ['plans in both forms at one carrier', 'one coverage takes the place of the other'],
  ['a life coverage with volumes', 'the volume is lost or becomes text'],
  ['a life coverage without volumes', 'a volume is made up'],
  ['everybody with a latest change', 'the day is lost'],
  ['nobody with a latest change', 'a day is made up'],
  ['latest changes of some', 'the day of one goes to another'],
  ['a coverage of one day', 'an end on the first day is taken for none'],
  ['a coverage of the employee alone', 'dependents are added'],
  ['a coverage of dependents alone', 'the employee is added'],
  ['other people in each coverage', 'the people of one coverage go to another'],
  ['open and closed ends', 'one end is taken for all'],
  ['closed ends alone', 'every coverage is taken for open-ended'],
  ['an identifier in capital letters', 'identifiers are compared as text'],
];

const numbers: readonly (readonly [what: string, path: string, features: readonly FeatureName[]])[] = [
  [
    'a salary',
    'employee.employment.salary.amount',
    ['zero', 'decimals', 'more than two decimals', 'past 32 bits', 'the largest exact integer'],
  ],
  ['a volume', 'coverages[].enrolled_members[].volume', ['zero', 'decimals', 'past 32 bits']],
  ['hours worked', 'employee.employment.hours_worked', ['zero', 'decimals']],
];

const aboutNumbers: Readonly<Partial<Record<FeatureName, string>>> = {
  zero: 'zero is taken for none',
  decimals: 'the number becomes an integer or text',
  'more than two decimals': 'the number is rounded to cents',
  'past 32 bits': 'the number does not fit an integer of 32 bits',
  'the largest exact integer': 'the number does not fit a float',
};

function isVocabularyKey(key: string | undefined): key is VocabularyKey {
  return key !== undefined && Object.hasOwn(vocabulary, key);
}

/** The coded members of a body that have several values: another value than the one that is always sent. */
function otherValues({ path, vocabulary: key }: Member): readonly string[] {
  const values = isVocabularyKey(key) ? vocabulary[key] : [];
  const [plainest] = [...values].sort((one, other) => Number(other.shown) - Number(one.shown));
  return values.filter((one) => one !== plainest).map(({ value }) => is(path, value));
}

const coded = [...membersOf('member-snapshot-input').values()].filter(({ vocabulary: key }) => isVocabularyKey(key));

/** Edges of how snapshots that were taken are put together (E6). */
export const snapshotEdges: readonly Edge[] = [
  ...shapes.map(([fact, about]) => edge(['E6'], `a snapshot: ${counted(fact)}`, about, fact)),
  ...numbers.flatMap(([what, path, features]) =>
    features.map((feature) => edge(['E6'], `${what}: ${feature}`, aboutNumbers[feature] ?? '', has(path, feature))),
  ),
  edge(['E6'], 'a snapshot: members are linked', 'true and false are mixed up', is('enable_member_auto_link', true)),
  edge(['E6'], 'a snapshot: members are not linked', 'false is taken for none', is('enable_member_auto_link', false)),
  edge(
    ['E6'],
    'a snapshot: a coded member of the employee with another value',
    'every value is taken for the first one',
    ...coded.filter(({ path }) => path.startsWith('employee.')).flatMap(otherValues),
  ),
  edge(
    ['E6'],
    'a snapshot: another relationship',
    'every dependent is taken for a child',
    ...coded.filter(({ path }) => path === 'dependents[].relationship').flatMap(otherValues),
  ),
  edge(
    ['E6'],
    'a snapshot: another event type or reason',
    'every event is taken for open enrollment',
    ...coded.filter(({ path }) => path.startsWith('events[].')).flatMap(otherValues),
  ),
  edge(
    ['E6'],
    'a snapshot: another mode',
    'every mode is taken for the first one',
    ...coded.filter(({ path }) => path === 'snapshot_mode').flatMap(otherValues),
  ),
];
