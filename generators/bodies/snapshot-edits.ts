import { vocabulary, type Coverage, type EnrolledMember, type MemberSnapshotInput } from '../../spec/index.ts';
import { withChanged } from '../schema/schema-members.ts';
import { openEnd } from '../values/calendar-dates.ts';
import { uuidFor } from '../values/scalars.ts';
import type { Variation } from './decision-body.ts';

type Edit = (body: MemberSnapshotInput) => MemberSnapshotInput;

/** A copy without some of its members. */
export function without<T extends object, K extends keyof T>(value: T, ...names: readonly K[]): Omit<T, K> {
  const kept = Object.entries(value).filter(([name]) => !names.some((other) => other === name));
  return Object.fromEntries(kept) as Omit<T, K>;
}

/** A snapshot with every coverage changed, or left out where `change` gives nothing. */
export function mapCoverages(
  body: MemberSnapshotInput,
  change: (coverage: Coverage, index: number) => Coverage | undefined,
): MemberSnapshotInput {
  const coverages = (body.coverages ?? []).flatMap((coverage, index) => change(coverage, index) ?? []);
  return { ...body, coverages };
}

/** A snapshot with every enrolled member changed, or left out where `change` gives nothing. */
export function mapMembers(
  body: MemberSnapshotInput,
  change: (member: EnrolledMember) => EnrolledMember | undefined,
): MemberSnapshotInput {
  return mapCoverages(body, (coverage) => ({
    ...coverage,
    enrolled_members: (coverage.enrolled_members ?? []).flatMap((member) => change(member) ?? []),
  }));
}

function keepCoverages(fits: (coverage: Coverage) => boolean): Edit {
  return (body) => mapCoverages(body, (coverage) => (fits(coverage) ? coverage : undefined));
}

const onlyById = keepCoverages(({ plan_id: id }) => id !== undefined);
const onlyByName = keepCoverages(({ plan_id: id }) => id === undefined);
const withoutLife = keepCoverages(({ line_of_coverage: line }) => line !== 'life');

const withoutLatestChange: Edit = (body) =>
  mapMembers(body, (member) => without(member, 'latest_change_effective_date'));
const withoutVolume: Edit = (body) => mapMembers(body, (member) => without(member, 'volume'));

/** Ends every coverage on the last day of the year in which it starts. */
const withClosedEnds: Edit = (body) =>
  mapMembers(body, (member) => ({
    ...member,
    effective_end_date: `${(member.effective_start_date ?? '2022-01-01').slice(0, 4)}-12-31`,
  }));

/** The named variations of the canonical snapshot (`spec/documents/2-resources.md`, Coverage and Enrolled member). */
export const snapshotVariations: readonly Variation<MemberSnapshotInput>[] = [
  { name: 'plans by identifier alone', requirement: 'snapshots.plan-forms', apply: onlyById },
  { name: 'plans by name alone', requirement: 'snapshots.plan-forms', apply: onlyByName },
  { name: 'no day of a latest change', requirement: 'snapshots.optional-members', apply: withoutLatestChange },
  {
    name: 'a day of a latest change for everybody',
    requirement: 'snapshots.accepts-generated',
    apply: (body) =>
      mapMembers(body, (member) => ({
        ...member,
        latest_change_effective_date: member.effective_start_date ?? '2022-01-01',
      })),
  },
  {
    name: 'no volume, and no life coverage',
    requirement: 'snapshots.optional-members',
    apply: (body) => withoutVolume(withoutLife(body)),
  },
  { name: 'a life coverage without volume', requirement: 'snapshots.accepts-generated', apply: withoutVolume },
  {
    name: 'coverages without an end',
    requirement: 'wire.open-ended',
    apply: (body) => mapMembers(body, (member) => ({ ...member, effective_end_date: openEnd })),
  },
  {
    name: 'no coverages',
    requirement: 'snapshots.accepts-generated',
    apply: (body) => ({ ...body, coverages: [] }),
  },
  {
    name: 'coverages with an end',
    requirement: 'snapshots.accepts-generated',
    apply: (body) => withClosedEnds(withoutLatestChange(body)),
  },
];

/** The vocabularies of which the documents show no value: all of their values are assumed. */
const assumed: ReadonlySet<string | undefined> = new Set(
  Object.entries(vocabulary).flatMap(([key, values]) => (values.some(({ shown }) => shown) ? [] : key)),
);

const withoutAssumedCodes: Edit = (body) =>
  withChanged('member-snapshot-input', body, ({ vocabulary: key }, value) => (assumed.has(key) ? undefined : value));

const withoutEmployeeId: Edit = (body) => ({ ...body, employee: without(body.employee ?? {}, 'id') });

/** What can be taken out of a snapshot that a strict target might not accept, each alone; those of the two plan forms exclude each other. */
export const snapshotReductions: readonly { readonly name: string; readonly apply: Edit }[] = [
  { name: 'coverages whose plan is given by name', apply: onlyById },
  { name: 'coverages whose plan is given by identifier', apply: onlyByName },
  { name: 'the life coverage', apply: withoutLife },
  { name: 'open ends', apply: withClosedEnds },
  { name: 'days of a latest change', apply: withoutLatestChange },
  { name: 'assumed coded values', apply: withoutAssumedCodes },
  {
    name: 'the dependents',
    apply: (body) => ({
      ...mapMembers(body, (member) => (member.individual_type === 'dependent' ? undefined : member)),
      dependents: [],
    }),
  },
  { name: 'the id of the employee', apply: withoutEmployeeId },
  {
    name: 'the id of the employee and references to it',
    apply: (body) =>
      withoutEmployeeId(
        mapMembers(body, (member) =>
          member.individual_type === 'employee' ? without(member, 'individual_id') : member,
        ),
      ),
  },
];

/**
 * The snapshot with other people in it: identifiers of their own, by which a service distinguishes them from those of
 * other snapshots. Everything else stays as it is, capital letters of identifiers included.
 *
 * @param tag distinguishes these people from all others
 */
export function withOwnPeople(body: MemberSnapshotInput, tag: string): MemberSnapshotInput {
  const ids = [body.employee, ...(body.dependents ?? [])].flatMap((person) => person?.id ?? []);
  const ownId = (id: string) => (id === id.toUpperCase() ? uuidFor(tag, id).toUpperCase() : uuidFor(tag, id));
  return withChanged('member-snapshot-input', body, ({ path }, value) => {
    if (path.endsWith('.custom_individual_id')) return `${String(value)}-${tag}`;
    const isOfPerson = /^(?:employee|dependents\[\])\.id$|\.individual_id$/u.test(path);
    return isOfPerson && typeof value === 'string' && ids.includes(value) ? ownId(value) : value;
  });
}
