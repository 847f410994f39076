import type {
  Coverage,
  Dependent,
  Employee,
  EnrolledMember,
  MemberSnapshotInput,
  SnapshotEvent,
} from '../../spec/index.ts';
import { inOrder } from '../values/dates.ts';
import { uuidFor } from '../values/uuid.ts';
import { distinct } from '../distinct.ts';
import { chosen } from './override.ts';

/** The line of coverage that a volume goes with. */
const lineWithVolume = 'life';

type Individual = Pick<EnrolledMember, 'individual_id' | 'individual_type'>;

/** What a body is made of once its people and events have their names; choices are made among these. */
interface Cast {
  readonly people: readonly Individual[];
  readonly eventIds: readonly string[];
}

/** Leaves out what is undefined: a member that a draft lacks is not to be there with no value. */
function given<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

/** A name of our own for a person: the run tag, the part the person plays, and an ending if one was drawn. */
function individualName(tag: string, role: string, ending: string | undefined): string {
  return ending === undefined || ending === '' ? `${tag}-${role}` : `${tag}-${role}-${ending}`;
}

function settleEvents(events: readonly SnapshotEvent[]): SnapshotEvent[] {
  const taken = new Set<string>();
  return events.map((event, index) => {
    const id = event.id === undefined || taken.has(event.id) ? `event-${String(index + 1)}-again` : event.id;
    taken.add(id);
    return { ...event, id };
  });
}

function settleEmployee(employee: Employee, tag: string, eventIds: readonly string[]): Employee {
  const { employment } = employee;
  const dates = employment?.employment_dates;
  const [hired, fullTime] = inOrder(dates?.hire_date, dates?.full_time_start);
  const ordered = { ...dates, ...given({ hire_date: hired, full_time_start: fullTime }) };
  return {
    ...employee,
    custom_individual_id: individualName(tag, 'employee', employee.custom_individual_id),
    ...given({ event_id: chosen(eventIds, employee.event_id) }),
    ...(employment === undefined ? {} : { employment: { ...employment, employment_dates: ordered } }),
  };
}

function settleDependents(
  dependents: readonly Dependent[],
  employee: Employee,
  tag: string,
  eventIds: readonly string[],
): Dependent[] {
  const taken = new Set([employee.id?.toLowerCase()]);
  return dependents.map((dependent, index) => {
    const place = String(index + 1);
    const isTaken = taken.has(dependent.id?.toLowerCase());
    const id = isTaken || dependent.id === undefined ? uuidFor(tag, 'dependent', place) : dependent.id;
    taken.add(id.toLowerCase());
    return {
      ...dependent,
      id,
      custom_individual_id: individualName(tag, `dependent-${place}`, dependent.custom_individual_id),
      ...given({ event_id: chosen(eventIds, dependent.event_id) }),
    };
  });
}

function settleMember(member: EnrolledMember, cast: Cast, line: string | undefined): EnrolledMember {
  const [start, end] = inOrder(member.effective_start_date, member.effective_end_date);
  const { latest_change_effective_date: change, volume, ...rest } = member;
  const [, notBefore] = inOrder(start, change);
  const [within] = inOrder(notBefore, end);
  return {
    ...rest,
    ...chosen(cast.people, member.individual_id),
    ...given({
      event_id: chosen(cast.eventIds, member.event_id),
      effective_start_date: start,
      effective_end_date: end,
      latest_change_effective_date: change === undefined ? undefined : within,
      volume: line === lineWithVolume ? volume : undefined,
    }),
  };
}

function settleCoverage<T extends Coverage>(coverage: T, cast: Cast): T {
  const { enrolled_members: members } = coverage;
  if (members === undefined) return coverage;
  const settled = members.map((member) => settleMember(member, cast, coverage.line_of_coverage));
  return { ...coverage, enrolled_members: distinct(settled, (member) => (member.individual_id ?? '').toLowerCase()) };
}

/**
 * Makes a drafted snapshot one that makes sense: names of people and events that are told apart and referred to, nobody
 * twice in a coverage, no line twice at a carrier, days in their order, a volume with life coverages alone.
 *
 * @param draft a body whose references are choices yet, and whose people's own names are endings yet
 * @param tag the run tag that every person's own name begins with
 */
export function settleSnapshot(draft: MemberSnapshotInput, tag: string): MemberSnapshotInput {
  const events = settleEvents(draft.events ?? []);
  const eventIds = events.flatMap(({ id }) => id ?? []);
  const employee = settleEmployee(draft.employee ?? {}, tag, eventIds);
  const dependents = settleDependents(draft.dependents ?? [], employee, tag, eventIds);
  const people: Individual[] = [
    { ...given({ individual_id: employee.id }), individual_type: 'employee' },
    ...dependents.map(({ id }): Individual => ({ ...given({ individual_id: id }), individual_type: 'dependent' })),
  ];
  const coverages = distinct(draft.coverages ?? [], ({ carrier_id: carrier, line_of_coverage: line }) =>
    JSON.stringify([carrier?.toLowerCase(), line]),
  ).map((coverage) => settleCoverage(coverage, { people, eventIds }));
  return { ...draft, employee, dependents, coverages, events };
}
