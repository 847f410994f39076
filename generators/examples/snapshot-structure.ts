import {
  firstOfMonth,
  present,
  shifted,
  uuidFor,
  withChanged,
  type Change,
  type Coverage,
  type Dependent,
  type EnrolledMember,
  type MemberSnapshotInput,
  type SnapshotEvent,
} from '../../spec/index.ts';
import { carriersOf, plansOf, type GenerationContext } from '../bodies/generation-context.ts';
import { giveOwnTraits, ownName, roles } from '../values/people.ts';
import { canonicalSnapshot } from '../bodies/snapshot-body.ts';
import { changedAtStart, mapCoverages, mapEnrolled, mapMembers, without } from '../bodies/snapshot-edits.ts';
import { copied } from '../values/values.ts';
import type { Example } from './example.ts';

type Body = MemberSnapshotInput;
type Edit = (body: Body) => Body;
type Row = readonly [name: string, apply: Edit];

const names = ['Robin', 'Sasha', 'Kim', 'Alex', 'Noor'] as const;

const betweenBirths = 320;

function another(like: Dependent, place: number, { runTag }: GenerationContext): Dependent {
  const name = ownName(runTag, roles.dependent(place));
  const own: Dependent = { ...copied(like), id: uuidFor(name), custom_individual_id: name };
  const { person } = own;
  if (person === undefined) return own;
  giveOwnTraits(person, name);
  person.first_name = names[(place - 1) % names.length] ?? names[0];
  const { date_of_birth: birth } = person;
  if (birth !== undefined) person.date_of_birth = shifted(birth, (place - 1) * betweenBirths);
  return own;
}

function withDependents(body: Body, count: number, context: GenerationContext): Body {
  const own = body.dependents ?? [];
  const [like = {}] = [...own, ...(canonicalSnapshot(context).dependents ?? [])];
  const dependents = Array.from({ length: count }, (_, index) => own[index] ?? another(like, index + 1, context));
  const isDependent = ({ individual_type: type }: EnrolledMember) => type === 'dependent';
  const enrolled = (members: readonly EnrolledMember[]): EnrolledMember[] => {
    const employees = members.filter((member) => !isDependent(member));
    const pattern = members.find(isDependent) ?? employees[0];
    const ids = pattern === undefined ? [] : dependents.flatMap(({ id }) => id ?? []);
    return [
      ...employees,
      ...ids.map((id) => ({ ...pattern, individual_id: id, individual_type: 'dependent' as const })),
    ];
  };
  return { ...mapEnrolled(body, enrolled), dependents };
}

function withTwins(body: Body): Body {
  const [first] = body.dependents ?? [];
  const { last_name, date_of_birth } = first?.person ?? {};
  const born = present({ last_name, date_of_birth });
  return {
    ...body,
    dependents: (body.dependents ?? []).map((one) => ({ ...one, person: { ...one.person, ...born } })),
  };
}

/** `count` copies of the coverages at the carriers in turn, no line twice at one; fewer if the lines run out. */
function withCoverages(body: Body, count: number, carriers: number, context: GenerationContext): Body {
  const templates = body.coverages ?? [];
  const ids = carriersOf(context).slice(0, carriers);
  const plans = plansOf(context);
  const coverages = Array.from({ length: count }, (_, index): Coverage[] => {
    const [at, round] = [index % ids.length, Math.floor(index / ids.length)];
    // Each carrier starts with a different line.
    const template = round < templates.length ? templates[(at + round) % templates.length] : undefined;
    if (template === undefined) return [];
    const plan =
      at > 0 && template.plan_id !== undefined ? { plan_id: plans[at % plans.length] ?? template.plan_id } : {};
    return [{ ...template, carrier_id: ids[at] ?? template.carrier_id ?? '', ...plan }];
  });
  return { ...body, coverages: coverages.flat() };
}

const mostCarriers = 4;

function ofOneName(body: Body, context: GenerationContext): Body {
  const first = { ...body, coverages: (body.coverages ?? []).slice(0, 1) };
  return mapCoverages(withCoverages(first, 2, 2, context), (coverage) => byName(coverage, context));
}

/** A body with a coverage at each of up to four known carriers; undefined if only one is known. */
export function atSeveralCarriers(body: Body, context: GenerationContext): Body | undefined {
  const carriers = Math.min(mostCarriers, new Set(carriersOf(context)).size);
  if (carriers < 2) return undefined;
  return withCoverages(body, Math.max(carriers, (body.coverages ?? []).length), carriers, context);
}

export function withAnotherDependent(body: Body, context: GenerationContext): Body {
  return withDependents(body, (body.dependents ?? []).length + 1, context);
}

export function withMoreOfEach(body: Body, context: GenerationContext): Body {
  const events = body.events ?? [];
  const more = withAnotherDependent(body, context);
  return events.length === 0 ? more : withEvents(more, events.length + 1);
}

function changed(change: Change): Edit {
  return (body) => withChanged('member-snapshot-input', body, change);
}

/** A body with `count` events, which the people and the coverages refer to in turn. */
function withEvents(body: Body, count: number): Body {
  const [first = {}] = body.events ?? [];
  const events = Array.from({ length: count }, (_, index): SnapshotEvent => ({
    ...first,
    ...(index === 0 || first.id === undefined ? {} : { id: `${first.id}-${index + 1}` }),
    ...(first.date === undefined ? {} : { date: shifted(first.date, -index) }),
  }));
  const refer: Change = ({ path }, value, ordinal) =>
    path.endsWith('event_id') ? (events[ordinal % count]?.id ?? value) : value;
  return changed(refer)({ ...body, events });
}

function byName(coverage: Coverage, { planNames }: GenerationContext): Coverage {
  const { plan_id: _, ...rest } = { plan_id: undefined, ...coverage };
  const line = coverage.line_of_coverage ?? 'medical';
  return { ...rest, plan_name: coverage.plan_name ?? planNames[0] ?? `Example ${line} 500` };
}

function byIdentifier(coverage: Coverage, index: number, context: GenerationContext): Coverage {
  const { plan_name: _, ...rest } = { plan_name: undefined, ...coverage };
  const plans = plansOf(context);
  return { ...rest, plan_id: coverage.plan_id ?? plans[index % plans.length] ?? plans[0] };
}

/** Unusual keys: other letter cases, characters of paths and patterns, and names that every object has. */
const strangeKeys = [
  'snake_case',
  'camelCase',
  'PascalCase',
  'kebab-case',
  'UPPER',
  'upper',
  'with space',
  'dotted.key',
  'a/b',
  'a~1b',
  '$ref',
  '@type',
  'id',
  'constructor',
  'toString',
  '10',
  '9',
  'ключ',
  '😀',
  'e\u0301',
  '\u00e9',
  ' ',
  '',
] as const;

const textsLikeJson = ['true', 'false', 'null', '1', '1.0', '{}', '[]'] as const;

/** @param valueOf - the value of the key at an index; default: another one for each key */
function withClassifications(
  keys: readonly string[],
  valueOf: (index: number) => string = (index) => `class ${index + 1}`,
): Edit {
  return (body) => {
    const classifications = Object.fromEntries(keys.map((key, index) => [key, valueOf(index)]));
    return { ...body, employee: { ...body.employee, classifications } };
  };
}

function upperCaseDependents(body: Body): Body {
  const ids = new Set((body.dependents ?? []).flatMap(({ id }) => id ?? []));
  return changed(({ kind }, value) =>
    kind === 'id' && typeof value === 'string' && ids.has(value) ? value.toUpperCase() : value,
  )(body);
}

const lettersOfOurOwn = /(?:^|\.)(?:email_address|custom_individual_id|event_id|events\[\]\.id)$/u;

function oneCarrierInBothCases(body: Body): Body {
  const [first] = body.coverages ?? [];
  return mapCoverages(body, (coverage, index) =>
    index === 1 && first !== undefined ? { ...coverage, carrier_id: String(first.carrier_id).toUpperCase() } : coverage,
  );
}

function withOwnStarts(body: Body): Body {
  return mapEnrolled(body, (members) =>
    members.map((member, at) =>
      at === 0 || member.effective_start_date === undefined
        ? member
        : { ...member, effective_start_date: firstOfMonth(member.effective_start_date, at) },
    ),
  );
}

/** A body with capital letters in e-mail addresses and in free-form identifiers, in what follows the run's tag. */
const withCapitals = changed(({ path }, value) =>
  typeof value === 'string' && lettersOfOurOwn.test(path)
    ? value.replace(/[a-z]+(?=-?\d*(?:@|$))/u, (word) => word.toUpperCase())
    : value,
);

function eachCoverage(change: (coverage: Coverage, index: number) => Coverage): Edit {
  return (body) => mapCoverages(body, change);
}

/** Other orders, empty and large collections, and other ways to say the same. */
const shapes = (context: GenerationContext): readonly Row[] => [
  [
    'coverages of one person each',
    (body) => mapEnrolled(body, (members, _, index) => members.filter((_person, at) => at === index % members.length)),
  ],
  ['coverages in another order', (body) => ({ ...body, coverages: (body.coverages ?? []).toReversed() })],
  ['enrolled members in another order', (body) => mapEnrolled(body, (members) => members.toReversed())],
  ['every plan by identifier', eachCoverage((coverage, index) => byIdentifier(coverage, index, context))],
  ['every plan by name', eachCoverage((coverage) => byName(coverage, context))],
  ['members linked to existing ones', (body) => ({ ...body, enable_member_auto_link: true })],
  ['two events', (body) => withEvents(body, 2)],
  ['three events', (body) => withEvents(body, 3)],
  ['twelve events', (body) => withEvents(body, 12)],
  [
    'an event that nobody names',
    (body) => ({ ...body, events: [...(body.events ?? []), { ...body.events?.[0], id: 'event-unnamed' }] }),
  ],
  [
    'no event, and none named',
    (body) => ({ ...changed(({ path }, value) => (path.endsWith('event_id') ? undefined : value))(body), events: [] }),
  ],
  ['no classification', withClassifications([])],
  ['three classifications', withClassifications(['group', 'location', 'union'])],
  ['twenty classifications', withClassifications(Array.from({ length: 20 }, (_, index) => `class ${index + 1}`))],
  [
    'classifications with strange keys, and values that look like JSON',
    withClassifications(strangeKeys, (index) => textsLikeJson[index % textsLikeJson.length] ?? ''),
  ],
  [
    'a latest change for dependents alone',
    (body) =>
      mapMembers(body, (member) =>
        member.individual_type === 'dependent'
          ? changedAtStart(member)
          : without(member, 'latest_change_effective_date'),
      ),
  ],
  ['dependents with identifiers in capital letters', upperCaseDependents],
  ['e-mail addresses and identifiers in mixed letter case', withCapitals],
  ['one carrier in both letter cases', oneCarrierInBothCases],
  ['three dependents, enrolled one after another', (body) => withOwnStarts(withDependents(body, 3, context))],
  ['coverages without anybody', (body) => mapEnrolled(body, () => [])],
  ['no coverage', (body) => ({ ...body, coverages: [] })],
  [
    'empty objects for addresses, contact and employment',
    changed(({ path }, value) =>
      /(?:_address|\.contact|\.employment)$/u.test(path) && typeof value === 'object' ? {} : value,
    ),
  ],
];

/** How many of each part a snapshot holds, and what refers to what (`2-resources.md`, Member snapshot input). */
export function snapshotStructures(context: GenerationContext): readonly Example<MemberSnapshotInput>[] {
  const carriers = Math.min(mostCarriers, new Set(carriersOf(context)).size);
  const linesOf = (body: Body) => Math.max(1, (body.coverages ?? []).length);
  const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;
  const family =
    (count: number): Edit =>
    (body) =>
      withDependents(body, count, context);
  const atCarriers =
    (count: number): Edit =>
    (body) =>
      withCoverages(body, Math.max(count, (body.coverages ?? []).length), count, context);
  const severalCarriers: readonly Row[] = [
    ...[2, 3, 4].slice(0, carriers - 1).map((count): Row => [`coverages at ${count} carriers`, atCarriers(count)]),
    ['one name of a plan at two carriers', (body) => ofOneName(body, context)],
  ];
  const rows: readonly Row[] = [
    ...[0, 2, 3, 5, 4, 12].map((count): Row => [counted(count, 'dependent', 'dependents'), family(count)]),
    ...(carriers < 2 ? [] : severalCarriers),
    ...[1, 2, 4, 5, 6, 8].map((count): Row => [
      counted(count, 'coverage', 'coverages'),
      (body) => withCoverages(body, count, Math.min(carriers, Math.ceil(count / linesOf(body))), context),
    ]),
    ['five dependents in six coverages', (body) => withCoverages(family(5)(body), 6, carriers, context)],
    ['twins', (body) => withTwins(family(2)(body))],
    ...shapes(context),
  ];
  return rows.map(([name, apply]) => ({ name, part: 'structure', apply }));
}

export function namelessDependents(context: GenerationContext): Example<MemberSnapshotInput> {
  const withoutNames = changed(({ path }, value) => (path === 'dependents[].custom_individual_id' ? undefined : value));
  return {
    name: 'two dependents without a custom_individual_id',
    part: 'absent',
    apply: (body) => withoutNames(withDependents(body, 2, context)),
  };
}

/** Without the identifiers that coverages refer to, and without coverages. */
const unidentified = (whose: string, member: string): Example<MemberSnapshotInput> => ({
  name: `without ${whose}`,
  part: 'absent',
  apply: (body) => ({
    ...changed(({ path }, value) => (path === member ? undefined : value))(body),
    coverages: [],
  }),
});

export const unidentifiedPeople: readonly Example<MemberSnapshotInput>[] = [
  unidentified('an identifier of the employee', 'employee.id'),
  unidentified('identifiers of the dependents', 'dependents[].id'),
];
