import { isObject, membersOf, type Member, type SchemaName, type SchemaTypes } from '../../spec/index.ts';
import { changing, type BodySchema, type Example } from './example.ts';

/**
 * Members that refer to each other, or without which an answer could not be recognized or keep its own shape: they are
 * never left out.
 */
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

/** What stays when all else is left out: what people are found again by, which line a coverage is of, and the lists. */
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
  // Of members that are one of several ways to give something, one is needed.
  const mayBeAbsent = ({ presence = 'always' }: Member) => presence !== 'always' && presence !== 'either';
  return [...membersOf(schema).values()].filter((member) => mayBeAbsent(member) && !kept.includes(member.path));
}

/**
 * The members that a body can do without at once, by their paths: the optional ones, but for what people are found again
 * by, lines, and lists, which keep an item.
 */
export function dispensableMembers(schema: SchemaName): ReadonlySet<string> {
  const members = optionalMembers(schema).filter(
    ({ path, kind }) => kind !== 'list' && !lastToGo.includes(nameOf(path)),
  );
  return new Set(members.map(({ path }) => path));
}

/**
 * The optional members of each object that has several, by the object's path: those that go together. What people are
 * found again by, lines and lists stay.
 */
export function optionalTogether(schema: SchemaName): ReadonlyMap<string, readonly string[]> {
  const paths = optionalMembers(schema)
    .map(({ path }) => path)
    .filter((path) => path.includes('.') && !lastToGo.includes(nameOf(path)));
  const owned = Map.groupBy(paths, (path) => path.slice(0, path.lastIndexOf('.')));
  return new Map([...owned].filter(([, own]) => own.length > 1).map(([owner, own]) => [owner, own.map(nameOf)]));
}

/** What else has to go, where one member goes, for the rest to make sense. */
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

/**
 * Bodies with optional members left out: all of them, those of each object that has several, and each alone, wherever it
 * occurs. Which ones a target needs is not shown, but for two (`spec/documents/2-resources.md`, Enrolled member).
 */
export function absences<Name extends BodySchema>(schema: Name): readonly Example<SchemaTypes[Name]>[] {
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
