import {
  openEnd,
  present,
  uuidFor,
  vocabulary,
  withChanged,
  yearOf,
  type Coverage,
  type EnrolledMember,
  type MemberSnapshotInput,
} from '../../spec/index.ts';
import { familyNameFor, isPlainFamilyName, phoneFor, socialSecurityNumberFor } from '../values/people.ts';
import type { PlanFormVariation, Variation } from './decision-body.ts';

type Edit = (body: MemberSnapshotInput) => MemberSnapshotInput;

export function without<T extends object, K extends keyof T>(value: T, ...names: readonly K[]): Omit<T, K> {
  return present({ ...value, ...Object.fromEntries(names.map((name) => [name, undefined])) }) as Omit<T, K>;
}

/** A snapshot with every coverage changed, or dropped if `change` returns nothing. */
export function mapCoverages(
  body: MemberSnapshotInput,
  change: (coverage: Coverage, index: number) => Coverage | undefined,
): MemberSnapshotInput {
  const coverages = (body.coverages ?? []).flatMap((coverage, index) => change(coverage, index) ?? []);
  return { ...body, coverages };
}

export function mapEnrolled(
  body: MemberSnapshotInput,
  change: (members: readonly EnrolledMember[], coverage: Coverage, index: number) => EnrolledMember[],
): MemberSnapshotInput {
  return mapCoverages(body, (coverage, index) => ({
    ...coverage,
    enrolled_members: change(coverage.enrolled_members ?? [], coverage, index),
  }));
}

export function mapMembers(
  body: MemberSnapshotInput,
  change: (member: EnrolledMember) => EnrolledMember | undefined,
): MemberSnapshotInput {
  return mapEnrolled(body, (members) => members.flatMap((member) => change(member) ?? []));
}

function keepCoverages(fits: (coverage: Coverage) => boolean): Edit {
  return (body) => mapCoverages(body, (coverage) => (fits(coverage) ? coverage : undefined));
}

const onlyById = keepCoverages(({ plan_id: id }) => id !== undefined);
const onlyByName = keepCoverages(({ plan_id: id }) => id === undefined);
const withoutLife = keepCoverages(({ line_of_coverage: line }) => line !== 'life');
const withoutLifeOfDependents: Edit = (body) =>
  mapEnrolled(body, (members, { line_of_coverage: line }) =>
    members.filter(({ individual_type: type }) => line !== 'life' || type !== 'dependent'),
  );
const onlyOfLine = (line: string): Edit => {
  const only = keepCoverages(({ line_of_coverage: one }) => one === line);
  return (body) => (only(body).coverages?.length === 0 ? body : only(body));
};

const withoutLatestChange: Edit = (body) =>
  mapMembers(body, (member) => without(member, 'latest_change_effective_date'));
const withoutVolume: Edit = (body) => mapMembers(body, (member) => without(member, 'volume'));

const withClosedEnds: Edit = (body) =>
  mapMembers(body, (member) => {
    const { effective_start_date: start } = member;
    return start === undefined ? member : { ...member, effective_end_date: `${yearOf(start)}-12-31` };
  });

export const withoutDependents: Edit = (body) => ({
  ...mapMembers(body, (member) => (member.individual_type === 'dependent' ? undefined : member)),
  dependents: [],
});

const withOpenEnds: Edit = (body) => mapMembers(body, (member) => ({ ...member, effective_end_date: openEnd }));

/** An enrolled member whose latest change is the start of its enrolment, if it has one. */
export function changedAtStart(member: EnrolledMember): EnrolledMember {
  return { ...member, ...present({ latest_change_effective_date: member.effective_start_date }) };
}

const withLatestChanges: Edit = (body) => mapMembers(body, changedAtStart);

const withVolumes: Edit = (body) => {
  const all = (body.coverages ?? []).flatMap(({ enrolled_members: members = [] }) => members);
  const volume = all.find((member) => member.volume !== undefined)?.volume ?? 50_000;
  return mapMembers(body, (member) => ({ volume, ...member }));
};

export const memberOptions: readonly { readonly name: string; readonly give: Edit; readonly leaveOut: Edit }[] = [
  { name: 'latest_change_effective_date', give: withLatestChanges, leaveOut: withoutLatestChange },
  {
    name: 'volume',
    give: withVolumes,
    leaveOut: (body) =>
      mapEnrolled(body, (members, { line_of_coverage: line }) =>
        line === 'life' ? [...members] : members.map((member) => without(member, 'volume')),
      ),
  },
];

export const withMemberOptions: Edit = (body) => memberOptions.reduce((whole, { give }) => give(whole), body);

const accepts = 'snapshots.accepts-generated';

/** The forms of plans in a snapshot (`spec/documents/2-resources.md`, Coverage). */
export const snapshotPlanForms: readonly PlanFormVariation<MemberSnapshotInput>[] = [
  { name: 'plans by identifier alone', requirement: 'snapshots.plan-forms', form: { by: 'id' }, apply: onlyById },
  { name: 'plans by name alone', requirement: 'snapshots.plan-forms', form: { by: 'name' }, apply: onlyByName },
];

/** The variations of the canonical snapshot (`spec/documents/2-resources.md`, Coverage and Enrolled member). */
export const snapshotVariations: readonly Variation<MemberSnapshotInput>[] = [
  ...snapshotPlanForms,
  { name: 'no day of a latest change', requirement: 'snapshots.optional-members', apply: withoutLatestChange },
  { name: 'a day of a latest change for everybody', requirement: accepts, apply: withLatestChanges },
  {
    name: 'coverages with an end, and no day of a latest change',
    requirement: 'snapshots.optional-members',
    apply: (body) => withClosedEnds(withoutLatestChange(body)),
    // A service may accept no coverages that end: then it refuses this as well.
    control: (body) => withLatestChanges(withClosedEnds(body)),
  },
  {
    name: 'no volume, and no life coverage',
    requirement: 'snapshots.optional-members',
    apply: (body) => withoutVolume(withoutLife(body)),
    // A service may require a life coverage: then it refuses this as well.
    control: (body) => withVolumes(withoutLife(body)),
  },
  { name: 'a life coverage without volume', requirement: accepts, apply: withoutVolume },
  {
    name: 'coverages without an end',
    requirement: 'wire.open-ended',
    apply: withOpenEnds,
    // A service may limit the coverage of children, and life coverage, by age.
    ofLess: [withoutDependents, onlyOfLine('medical'), onlyOfLine('dental')].map(
      (lessen) => (body) => withOpenEnds(lessen(withoutDependents(body))),
    ),
  },
  { name: 'no coverages', requirement: accepts, apply: (body) => ({ ...body, coverages: [] }) },
  { name: 'coverages with an end', requirement: accepts, apply: (body) => withClosedEnds(withoutLatestChange(body)) },
];

/** The snapshot without life coverage, and with a coverage of a line that it lacks, by a plan name if it has any. */
const alsoOfLine =
  (line: string): Edit =>
  (body) => {
    const { coverages: others = [] } = withoutLife(body);
    const like = others.find(({ plan_name: name }) => name !== undefined) ?? others[0];
    if (like === undefined) return body;
    const plan = like.plan_name === undefined ? {} : { plan_name: `Example ${line}` };
    return { ...body, coverages: [...others, { ...like, ...plan, line_of_coverage: line }] };
  };

/** A coverage without volume, of a line that the plain one lacks. @param fitted - gives the coverage a plan of its line */
export function lineWithoutVolume(line: string, fitted: Edit): Variation<MemberSnapshotInput> {
  const ofLine: Edit = (body) => fitted(alsoOfLine(line)(body));
  return {
    name: `no volume, and a ${line} coverage in place of life`,
    requirement: 'snapshots.optional-members',
    apply: (body) => withoutVolume(ofLine(body)),
    control: (body) => withVolumes(ofLine(body)),
  };
}

/** The vocabularies for which the documents show no value: all of their values are assumed. */
const assumed: ReadonlySet<string | undefined> = new Set(
  Object.entries(vocabulary).flatMap(([key, values]) => (values.some(({ shown }) => shown) ? [] : key)),
);

const withoutAssumedCodes: Edit = (body) =>
  withChanged('member-snapshot-input', body, ({ vocabulary: key }, value) => (assumed.has(key) ? undefined : value));

const withoutEmployeeId: Edit = (body) => ({ ...body, employee: without(body.employee ?? {}, 'id') });

/** The snapshot with the employee in a given group, if it names a group. */
export const withGroup = (body: MemberSnapshotInput, group: string): MemberSnapshotInput =>
  withChanged('member-snapshot-input', body, ({ path }, value) => (path === 'employee.group_id' ? group : value));

const withoutEmployeeReferences: Edit = (body) =>
  mapMembers(body, (member) => (member.individual_type === 'employee' ? without(member, 'individual_id') : member));

const withoutMembers =
  (paths: RegExp): Edit =>
  (body) =>
    withChanged('member-snapshot-input', body, ({ path }, value) => (paths.test(path) ? undefined : value));

/** What can be taken out of a snapshot for a strict target, each on its own; the plan forms exclude each other. */
export const snapshotReductions = [
  { part: 'life of dependents', name: 'dependents in life coverages', apply: withoutLifeOfDependents },
  { part: 'plans by name', name: 'coverages whose plan is given by name', apply: onlyById },
  { part: 'plans by id', name: 'coverages whose plan is given by identifier', apply: onlyByName },
  { part: 'lines', name: 'life coverage', apply: withoutLife },
  { part: 'lines', name: 'coverages other than medical', apply: onlyOfLine('medical') },
  { part: 'lines', name: 'coverages other than dental', apply: onlyOfLine('dental') },
  { part: 'lines', name: 'coverages other than life', apply: onlyOfLine('life') },
  { part: 'open ends', name: 'open ends', apply: withClosedEnds },
  { part: 'latest changes', name: 'days of a latest change', apply: withoutLatestChange },
  { part: 'assumed codes', name: 'assumed coded values', apply: withoutAssumedCodes },
  {
    part: 'events of people',
    name: 'events of people',
    apply: withoutMembers(/^(?:employee|dependents\[\])\.event_id$/u),
  },
  { part: 'events of people', name: 'references to events', apply: withoutMembers(/\.event_id$/u) },
  { part: 'dependents', name: 'dependents', apply: withoutDependents },
  { part: 'id of the employee', name: 'id of the employee', apply: withoutEmployeeId },
  {
    part: 'references to the employee',
    name: 'id of the employee and references to it',
    apply: (body) => withoutEmployeeId(withoutEmployeeReferences(body)),
  },
] as const satisfies readonly { readonly part: string; readonly name: string; readonly apply: Edit }[];

export type SnapshotPart = (typeof snapshotReductions)[number]['part'];

/** Another social security number in the same notation; if the first one begins with zeros, so does it. */
function ownNumber(number: string, tag: string): string {
  const dashed = socialSecurityNumberFor(number, tag);
  const own = number.includes('-') ? dashed : dashed.replaceAll('-', '');
  return number.startsWith('000') ? `000${own.slice(3)}` : own;
}

/** Another phone number in the same notation; one outside North America's fictional range stays. */
function ownPhone(phone: string, tag: string): string {
  const digits = phone.replaceAll(/\D/gu, '');
  if (!/^1?[2-9]\d\d55501\d\d$/u.test(digits)) return phone;
  const own = Array.from(phoneFor(phone, tag).slice(-digits.length));
  return phone.replaceAll(/\d/gu, (digit) => own.shift() ?? digit);
}

/** An address with a tag, of the same length if possible because services limit that, else longer (RFC 5321). */
function tagged(address: string, tag: string): string {
  const at = address.lastIndexOf('@');
  const word = address.lastIndexOf('-', at);
  const cut = word - tag.length - 1;
  if (cut > 0) return `${address.slice(0, cut)}-${tag}${address.slice(word)}`;
  return `${address.slice(0, Math.min(at, 63 - tag.length))}-${tag}${address.slice(at)}`;
}

/** The snapshot with what distinguishes people made its own; all else stays, capital letters of identifiers too. */
export function withOwnPeople(body: MemberSnapshotInput, tag: string): MemberSnapshotInput {
  const ids = [body.employee, ...(body.dependents ?? [])].flatMap((person) => person?.id ?? []);
  const ownId = (id: string) => (id === id.toUpperCase() ? uuidFor(tag, id).toUpperCase() : uuidFor(tag, id));
  const own: Readonly<Record<string, (value: string) => string>> = {
    custom_individual_id: (value) => value.replace(/ *$/u, (blanks) => `-${tag}${blanks}`),
    ssn: (value) => ownNumber(value, tag),
    email_address: (value) => tagged(value, tag),
    home_phone: (value) => ownPhone(value, tag),
    work_phone: (value) => ownPhone(value, tag),
    last_name: (value) => (isPlainFamilyName(value) ? familyNameFor(value, tag) : value),
  };
  return withChanged('member-snapshot-input', body, ({ path }, value) => {
    if (typeof value !== 'string') return value;
    const isOfPerson = /^(?:employee|dependents\[\])\.id$|\.individual_id$/u.test(path);
    if (isOfPerson && ids.includes(value)) return ownId(value);
    return own[path.slice(path.lastIndexOf('.') + 1)]?.(value) ?? value;
  });
}
