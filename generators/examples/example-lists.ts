import {
  isObject,
  membersOf,
  type GroupConnectionInput,
  type Member,
  type MemberSnapshotInput,
  type RenewalDecisionInput,
  type SchemaName,
  type SchemaTypes,
} from '../../spec/index.ts';
import { withPlansOfLines } from '../bodies/decision-body.ts';
import { carriersOf, isVocabularyKey, type GenerationContext } from '../bodies/generation-context.ts';
import { arrangePeople } from '../bodies/consistent-snapshot.ts';
import { copied } from '../values/values.ts';
import { decisionDates, snapshotDates } from './date-examples.ts';
import { decisionStructures } from './decision-structure.ts';
import { changing, exampleParts, type BodySchema, type Example } from './example.ts';
import { namelessDependents, snapshotStructures, unidentifiedPeople } from './snapshot-structure.ts';
import { connectionTexts, decisionTexts, snapshotTexts } from './text-examples.ts';

function inOrder<T>(examples: readonly Example<T>[]): readonly Example<T>[] {
  return exampleParts.flatMap((part) => examples.filter((example) => example.part === part));
}

const numbers: readonly (readonly [name: string, hours: number, amount: number, volume: number])[] = [
  ['numbers with decimals', 37.5, 1234567.89, 25_000.5],
  ['numbers that binary fractions miss', 0.1, 0.1, 0.3],
  ['numbers of nothing', 0, 0, 0],
  ['an amount below zero', 0.25, -250.5, 10_000],
  ['numbers of a cent', 0.01, 0.01, 0.01],
  ['numbers with three decimals', 37.125, 0.005, 1.005],
  ['numbers below a ten-thousandth', 0.00005, 0.00001, 0.00002],
  ['numbers past 32 bits', 168, 4_294_967_297, 2_147_483_648],
  ['hours of a year', 2080, 52_000, 25_000],
  ['large numbers', 168, 1e12, 1e12],
  ['the largest exact integer', 168, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
];

const snapshotNumbers: readonly Example<MemberSnapshotInput>[] = [
  ...numbers.map(([name, hours, amount, volume]) =>
    changing('member-snapshot-input', 'numbers', name, () => ({ kind, path }, value) => {
      if (kind !== 'number') return value;
      if (path.endsWith('hours_worked')) return hours;
      return path.endsWith('volume') ? volume : amount;
    }),
  ),
  changing(
    'member-snapshot-input',
    'distinct',
    'every number another one',
    () =>
      ({ kind }, value, ordinal) =>
        kind === 'number' ? 20 + ordinal / 4 : value,
  ),
];

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'] as const;

/** Every coded member at its next value, until each was used; most values are assumed and may be refused. */
function codes<Name extends BodySchema>(
  schema: Name,
  context: GenerationContext,
  agreeing: (body: SchemaTypes[Name]) => SchemaTypes[Name],
): readonly Example<SchemaTypes[Name]>[] {
  const keys = [...membersOf(schema).values()].map(({ vocabulary: key }) => key).filter(isVocabularyKey);
  const most = Math.max(1, ...keys.map((key) => context.vocabulary[key].length));
  return ordinals.slice(1, most).map((ordinal, index) => {
    const name = `every coded member at its ${ordinal} value`;
    const { apply, ...example } = changing(schema, 'codes', name, () => ({ vocabulary: key }, value) => {
      const values = isVocabularyKey(key) ? context.vocabulary[key] : [];
      return values[(index + 1) % values.length] ?? value;
    });
    return { ...example, apply: (body) => agreeing(apply(body)) };
  });
}

/** Members that are never left out: others refer to them, or responses could not be recognized without them. */
const needed: Readonly<Partial<Record<SchemaName, readonly string[]>>> = {
  'member-snapshot-input': [
    'employee',
    'employee.id',
    'dependents[].id',
    'events[].id',
    'coverages[].carrier_id',
    'coverages[].enrolled_members[].individual_id',
    'coverages[].enrolled_members[].individual_type',
  ],
  'renewal-decision-input': [
    'renewal_date',
    'body',
    'body.carriers',
    'body.carriers[].carrier_id',
    'body.carriers[].lines_of_coverage',
  ],
  // The name of the group carries the run tag.
  'group-connection-input': ['carrier_id', 'group_data', 'group_data.group_name'],
};

/** What stays when all else is left out: what identifies people, the line of a coverage, and the lists. */
const lastToGo: readonly string[] = [
  'custom_individual_id',
  'line_of_coverage',
  'dependents',
  'coverages',
  'events',
  'plans',
];

const nameOf = (path: string): string => path.split('.').at(-1)?.replace('[]', '') ?? path;

/** The members of a body that can be left out one at a time, in the order of the documents. */
export function optionalMembers(schema: SchemaName): readonly Member[] {
  const kept = needed[schema] ?? [];
  // Of members that are alternatives to each other, one is needed.
  const mayBeAbsent = ({ presence = 'always' }: Member) => presence !== 'always' && presence !== 'either';
  return [...membersOf(schema).values()].filter((member) => mayBeAbsent(member) && !kept.includes(member.path));
}

/** Paths of the members that a body can do without all at once: not lists, lines and what identifies people. */
export function dispensableMembers(schema: SchemaName): ReadonlySet<string> {
  const members = optionalMembers(schema).filter(
    ({ path, kind }) => kind !== 'list' && !lastToGo.includes(nameOf(path)),
  );
  return new Set(members.map(({ path }) => path));
}

/** The names of the members that an object can do without, by its path, for each object that has several of them. */
export function optionalTogether(schema: SchemaName): ReadonlyMap<string, readonly string[]> {
  const paths = optionalMembers(schema)
    .map(({ path }) => path)
    .filter((path) => path.includes('.') && !lastToGo.includes(nameOf(path)));
  const owned = Map.groupBy(paths, (path) => path.slice(0, path.lastIndexOf('.')));
  return new Map([...owned].filter(([, own]) => own.length > 1).map(([owner, own]) => [owner, own.map(nameOf)]));
}

/** What else has to go together with a member for the rest to make sense. */
const goesWith: Readonly<Record<string, (path: string, value: unknown) => boolean>> = {
  events: (path) => nameOf(path) === 'event_id',
  dependents: (path, value) =>
    path === 'coverages[].enrolled_members[]' && isObject(value) && value['individual_type'] === 'dependent',
};

function leavingOut<Name extends BodySchema>(
  schema: Name,
  name: string,
  paths: readonly string[],
): Example<SchemaTypes[Name]> {
  return changing(schema, 'absent', name, () => ({ path }, value) => {
    const isLeftOut = paths.includes(path) || paths.some((gone) => goesWith[gone]?.(path, value) === true);
    return isLeftOut ? undefined : value;
  });
}

/** Bodies without optional members: without all of them, without all in an object that has several, without each. */
function absences<Name extends BodySchema>(schema: Name): readonly Example<SchemaTypes[Name]>[] {
  const paths = optionalMembers(schema).map(({ path }) => path);
  const together = [...optionalTogether(schema)].map(([owner, names]) =>
    leavingOut(
      schema,
      `without any optional member in ${owner}`,
      names.map((name) => `${owner}.${name}`),
    ),
  );
  const all = paths.filter((path) => !lastToGo.includes(nameOf(path)));
  return [
    leavingOut(schema, 'without any optional member', all),
    ...together,
    ...paths.map((path) => leavingOut(schema, `without ${path}`, [path])),
  ];
}

/** The snapshots to send in every run before random ones, apart from those in `snapshotVariations`. */
export function snapshotExamples(context: GenerationContext): readonly Example<MemberSnapshotInput>[] {
  return inOrder([
    ...snapshotDates(context),
    ...snapshotStructures(context),
    ...snapshotTexts(context),
    ...snapshotNumbers,
    ...codes('member-snapshot-input', context, (body) => {
      const copy = copied(body);
      arrangePeople(copy, context);
      return copy;
    }),
    ...absences('member-snapshot-input'),
    namelessDependents(context),
    ...unidentifiedPeople,
  ]);
}

/** The decisions to send in every run before random ones, apart from those in `decisionVariations`. */
export function decisionExamples(context: GenerationContext): readonly Example<RenewalDecisionInput>[] {
  return inOrder([
    ...decisionDates(context),
    ...decisionStructures(context),
    ...decisionTexts(context),
    ...codes('renewal-decision-input', context, withPlansOfLines),
    ...absences('renewal-decision-input'),
  ]);
}

/** The group connections to send in every run before random ones: one at each carrier, and texts of every kind. */
export function connectionExamples(context: GenerationContext): readonly Example<GroupConnectionInput>[] {
  const carriers = [...new Set(carriersOf(context))].slice(1, 4);
  return inOrder([
    ...carriers.map((carrier, index): Example<GroupConnectionInput> => ({
      name: `a connection to carrier ${index + 2}`,
      part: 'structure',
      apply: (body) => ({ ...body, carrier_id: carrier }),
    })),
    ...connectionTexts(context),
    { name: 'an empty employer number', part: 'texts', apply: (body) => ({ ...body, federal_ein: '' }) },
    ...absences('group-connection-input'),
  ]);
}
