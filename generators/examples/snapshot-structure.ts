import type { Coverage, Dependent, EnrolledMember, MemberSnapshotInput, SnapshotEvent } from '../../spec/index.ts';
import { carriersOf, plansOf, type GenerationContext } from '../bodies/context.ts';
import { mapMembers, without } from '../bodies/edit-snapshot.ts';
import { canonicalSnapshot } from '../bodies/snapshot.ts';
import { shifted } from '../values/dates.ts';
import { socialSecurityNumberFor } from '../values/people.ts';
import { uuidFor } from '../values/uuid.ts';
import type { Example } from './example.ts';
import { withChanged } from './members.ts';

type Body = MemberSnapshotInput;

const names = ['Robin', 'Sasha', 'Kim', 'Alex', 'Noor'] as const;

/** A dependent like another one, but another person. */
function another(like: Dependent, place: number, { runTag }: GenerationContext): Dependent {
  const { person } = like;
  const words = [runTag, 'dependent', String(place)] as const;
  const name = names[(place - 1) % names.length] ?? names[0];
  return {
    ...like,
    id: uuidFor(...words),
    custom_individual_id: `${runTag}-dependent-${String(place)}`,
    ...(person === undefined
      ? {}
      : {
          person: {
            ...person,
            first_name: name,
            date_of_birth: shifted(person.date_of_birth ?? '2014-09-30', place * 40),
            ssn: socialSecurityNumberFor(...words),
            ...(person.contact === undefined
              ? {}
              : { contact: { ...person.contact, email_address: `${name.toLowerCase()}@example.com` } }),
          },
        }),
  };
}

/** A body with so many dependents, each of them in every coverage. */
function withDependents(body: Body, count: number, context: GenerationContext): Body {
  const own = body.dependents ?? [];
  const [like = {}] = [...own, ...(canonicalSnapshot(context).dependents ?? [])];
  const dependents = Array.from({ length: count }, (_, index) => own[index] ?? another(like, index + 1, context));
  const enrolled = (members: readonly EnrolledMember[]): EnrolledMember[] => {
    const employees = members.filter(({ individual_type: type }) => type !== 'dependent');
    const [pattern] = [...members.filter(({ individual_type: type }) => type === 'dependent'), ...employees];
    if (pattern === undefined) return [...members];
    return [
      ...employees,
      ...dependents.flatMap(({ id }) =>
        id === undefined ? [] : [{ ...pattern, individual_id: id, individual_type: 'dependent' as const }],
      ),
    ];
  };
  return {
    ...mapCoverages(body, (coverage) => ({ enrolled_members: enrolled(coverage.enrolled_members ?? []) })),
    dependents,
  };
}

function mapCoverages(body: Body, change: (coverage: Coverage, index: number) => Partial<Coverage>): Body {
  const coverages = (body.coverages ?? []).map((coverage, index) => ({ ...coverage, ...change(coverage, index) }));
  return { ...body, coverages };
}

/**
 * A body with so many coverages at so many carriers in turn: copies of its own ones, no line twice at a carrier. Fewer
 * where its lines do not suffice.
 */
function withCoverages(body: Body, count: number, carriers: number, context: GenerationContext): Body {
  const templates = body.coverages ?? [];
  const ids = carriersOf(context).slice(0, carriers);
  const plans = plansOf(context);
  const free = ids.map((_, at) => [
    ...templates.slice(at % templates.length),
    ...templates.slice(0, at % templates.length),
  ]);
  const coverages = Array.from({ length: count }, (_, index): Coverage[] => {
    const at = index % ids.length;
    const template = free[at]?.shift();
    if (template === undefined) return [];
    const plan =
      at > 0 && template.plan_id !== undefined ? { plan_id: plans[at % plans.length] ?? template.plan_id } : {};
    return [{ ...template, carrier_id: ids[at] ?? template.carrier_id ?? '', ...plan }];
  });
  return { ...body, coverages: coverages.flat() };
}

const counted = (count: number, one: string, many: string): string => `${String(count)} ${count === 1 ? one : many}`;

/** A body with so many events, named in turn by the people and the coverages. */
function withEvents(body: Body, count: number): Body {
  const [first = {}] = body.events ?? [];
  const events = Array.from({ length: count }, (_, index): SnapshotEvent => ({
    ...first,
    id: `event-${String(index + 1)}`,
    ...(first.date === undefined ? {} : { date: shifted(first.date, -index) }),
  }));
  return withChanged('member-snapshot-input', { ...body, events }, ({ path }, value, ordinal) =>
    path.endsWith('event_id') ? (events[ordinal % count]?.id ?? value) : value,
  );
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

function withClassifications(body: Body, classifications: Readonly<Record<string, string>>): Body {
  return { ...body, employee: { ...body.employee, classifications: { ...classifications } } };
}

/** Keys as others write them: a change of case, a path's or a pattern's signs, and names that objects have themselves. */
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

const keyed = (keys: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(keys.map((key, index) => [key, `class ${String(index + 1)}`]));

/** Who is in a coverage: each of the people by turns alone, so that coverages differ in whom they cover. */
function onePersonEach(body: Body): Body {
  return mapCoverages(body, ({ enrolled_members: members = [] }, index) => ({
    enrolled_members: members.filter((_, at) => at === index % members.length),
  }));
}

function structure(name: string, apply: (body: Body) => Body): Example<Body> {
  return { name, part: 'structure', apply };
}

/** How many of everything a snapshot holds, and what refers to what (`spec/documents/2-resources.md`, Member snapshot input). */
export function snapshotStructures(context: GenerationContext): readonly Example<MemberSnapshotInput>[] {
  const carriers = Math.min(4, new Set(carriersOf(context)).size);
  const numbers = (from: number, to: number): readonly number[] =>
    Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
  return [
    ...[0, 2, 3, 5, 4].map((count) =>
      structure(counted(count, 'dependent', 'dependents'), (body) => withDependents(body, count, context)),
    ),
    ...numbers(2, carriers).map((count) =>
      structure(`coverages at ${counted(count, 'carrier', 'carriers')}`, (body) =>
        withCoverages(body, Math.max(count, (body.coverages ?? []).length), count, context),
      ),
    ),
    ...[1, 2, 4, 5, 6].map((count) =>
      structure(counted(count, 'coverage', 'coverages'), (body) => {
        const lines = Math.max(1, (body.coverages ?? []).length);
        return withCoverages(body, count, Math.min(carriers, Math.ceil(count / lines)), context);
      }),
    ),
    structure('five dependents in six coverages', (body) =>
      withCoverages(withDependents(body, 5, context), 6, carriers, context),
    ),
    structure('coverages of one person each', onePersonEach),
    structure('coverages in another order', (body) => ({ ...body, coverages: (body.coverages ?? []).toReversed() })),
    structure('enrolled members in another order', (body) =>
      mapCoverages(body, ({ enrolled_members: members = [] }) => ({ enrolled_members: members.toReversed() })),
    ),
    structure('every plan by identifier', (body) => ({
      ...body,
      coverages: (body.coverages ?? []).map((coverage, index) => byIdentifier(coverage, index, context)),
    })),
    structure('every plan by name', (body) => ({
      ...body,
      coverages: (body.coverages ?? []).map((coverage) => byName(coverage, context)),
    })),
    structure('members linked to existing ones', (body) => ({ ...body, enable_member_auto_link: true })),
    structure('two events', (body) => withEvents(body, 2)),
    structure('three events', (body) => withEvents(body, 3)),
    structure('an event that nobody names', (body) => ({
      ...body,
      events: [...(body.events ?? []), { ...body.events?.[0], id: 'event-unnamed' }],
    })),
    structure('no event, and none named', (body) => ({
      ...withChanged('member-snapshot-input', body, ({ path }, value) =>
        path.endsWith('event_id') ? undefined : value,
      ),
      events: [],
    })),
    structure('no classification', (body) => withClassifications(body, {})),
    structure('three classifications', (body) => withClassifications(body, keyed(['group', 'location', 'union']))),
    structure('twenty classifications', (body) =>
      withClassifications(body, keyed(numbers(1, 20).map((number) => `class ${String(number)}`))),
    ),
    structure('classifications with strange keys', (body) => withClassifications(body, keyed(strangeKeys))),
    structure('a latest change for dependents alone', (body) =>
      mapMembers(body, (member) =>
        member.individual_type === 'dependent'
          ? { ...member, latest_change_effective_date: member.effective_start_date ?? '2022-01-01' }
          : without(member, 'latest_change_effective_date'),
      ),
    ),
    structure('dependents with identifiers in capital letters', (body) => {
      const ids = new Set((body.dependents ?? []).flatMap(({ id }) => id ?? []));
      return withChanged('member-snapshot-input', body, ({ kind }, value) =>
        kind === 'id' && typeof value === 'string' && ids.has(value) ? value.toUpperCase() : value,
      );
    }),
    structure('coverages without anybody', (body) => mapCoverages(body, () => ({ enrolled_members: [] }))),
    structure('empty objects for addresses, contact and employment', (body) =>
      withChanged('member-snapshot-input', body, ({ path }, value) =>
        /(?:_address|\.contact|\.employment)$/u.test(path) && typeof value === 'object' ? {} : value,
      ),
    ),
  ];
}
