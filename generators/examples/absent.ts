import type { GroupConnectionInput, MemberSnapshotInput, RenewalDecisionInput, SchemaName } from '../../spec/index.ts';
import { isObject } from '../schema/node.ts';
import type { Example } from './example.ts';
import { membersOf, withChanged, type Member } from './members.ts';

/**
 * Members that a body is tied together by, or that an answer could not be told apart or keep its own shape without:
 * they are never left out.
 */
const ties: Readonly<Partial<Record<SchemaName, readonly string[]>>> = {
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
const marks: readonly string[] = [
  'custom_individual_id',
  'line_of_coverage',
  'dependents',
  'coverages',
  'events',
  'plans',
];

const nameOf = (path: string): string => path.split('.').at(-1)?.replace('[]', '') ?? path;

/** Whether nothing says that a member has to be there: one of several ways to give something is needed. */
function mayBeAbsent({ presence }: Member): boolean {
  return presence === 'unstated' || presence === 'expected' || presence === 'optional';
}

/** The members of a body that can be left out one at a time, in the order of the documents. */
export function optionalMembers(schema: SchemaName): readonly Member[] {
  const tied = ties[schema] ?? [];
  return [...membersOf(schema).values()].filter((member) => mayBeAbsent(member) && !tied.includes(member.path));
}

function leavingOut<T>(schema: SchemaName, name: string, paths: ReadonlySet<string>): Example<T> {
  return {
    name,
    part: 'absent',
    apply: (body) => withChanged(schema, body, ({ path }, value) => (paths.has(path) ? undefined : value)),
  };
}

/** One example for each optional member, without it wherever it occurs. */
function oneAtATime<T>(schema: SchemaName): readonly Example<T>[] {
  return optionalMembers(schema).map(({ path }) => leavingOut<T>(schema, `without ${path}`, new Set([path])));
}

/**
 * The optional members of each object that has several, by the object's path: those that go together. What people are
 * found again by, lines and lists stay.
 */
export function optionalTogether(schema: SchemaName): ReadonlyMap<string, readonly string[]> {
  const owned = new Map<string, string[]>();
  for (const { path } of optionalMembers(schema)) {
    const name = nameOf(path);
    if (marks.includes(name)) continue;
    const owner = path.split('.').slice(0, -1).join('.');
    owned.set(owner, [...(owned.get(owner) ?? []), name]);
  }
  return new Map([...owned].filter(([owner, names]) => owner !== '' && names.length > 1));
}

/** For each object with several optional members, an example without all of them; and one without any of the body's. */
function together<T>(schema: SchemaName): readonly Example<T>[] {
  const all = optionalMembers(schema)
    .map(({ path }) => path)
    .filter((path) => !marks.includes(nameOf(path)));
  return [
    leavingOut<T>(schema, 'without any optional member', new Set(all)),
    ...[...optionalTogether(schema)].map(([owner, names]) =>
      leavingOut<T>(
        schema,
        `without any optional member in ${owner}`,
        new Set(names.map((name) => `${owner}.${name}`)),
      ),
    ),
  ];
}

/** What else has to go for the rest to make sense. */
const consequences: Readonly<Record<string, (body: MemberSnapshotInput) => MemberSnapshotInput>> = {
  'without events': (body) =>
    withChanged('member-snapshot-input', body, ({ path }, value) => (nameOf(path) === 'event_id' ? undefined : value)),
  'without dependents': (body) =>
    withChanged('member-snapshot-input', body, ({ path }, value) =>
      path === 'coverages[].enrolled_members[]' && isObject(value) && value['individual_type'] === 'dependent'
        ? undefined
        : value,
    ),
};

/**
 * Snapshots with optional members left out, one at a time and together. Which ones a target needs is not shown, but for
 * two (`spec/documents/2-resources.md`, Enrolled member).
 */
export const snapshotAbsences: readonly Example<MemberSnapshotInput>[] = [
  ...together<MemberSnapshotInput>('member-snapshot-input'),
  ...oneAtATime<MemberSnapshotInput>('member-snapshot-input').map(({ name, part, apply }) => ({
    name,
    part,
    apply: (body: MemberSnapshotInput) => apply(consequences[name]?.(body) ?? body),
  })),
];

/** Decisions with optional members left out. */
export const decisionAbsences: readonly Example<RenewalDecisionInput>[] = [
  ...together<RenewalDecisionInput>('renewal-decision-input'),
  ...oneAtATime<RenewalDecisionInput>('renewal-decision-input'),
];

/** Connections with optional members left out. */
export const connectionAbsences: readonly Example<GroupConnectionInput>[] = [
  ...together<GroupConnectionInput>('group-connection-input'),
  ...oneAtATime<GroupConnectionInput>('group-connection-input'),
];
