import type {
  Coverage,
  Dependent,
  Employee,
  EnrolledMember,
  MemberSnapshotInput,
  SnapshotEvent,
} from '../../spec/index.ts';
import { distinct } from '../distinct.ts';
import { inOrder } from '../values/calendar-dates.ts';
import { uuidFor } from '../values/scalars.ts';
import { chosen } from './overrides.ts';

type Individual = Pick<EnrolledMember, 'individual_id' | 'individual_type'>;

/** What the members of a body may refer to, once its people and events have their names. */
interface Referable {
  readonly people: readonly Individual[];
  readonly eventIds: readonly string[];
}

function given<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

/** A name of our own for a person: the run tag, the person's role, and an ending if one was drawn. */
function individualName(tag: string, role: string, ending = ''): string {
  return ending === '' ? `${tag}-${role}` : `${tag}-${role}-${ending}`;
}

function consistentEvents(events: readonly SnapshotEvent[]): SnapshotEvent[] {
  const taken = new Set<string>();
  return events.map((event, index) => {
    const id = event.id === undefined || taken.has(event.id) ? `event-${String(index + 1)}-again` : event.id;
    taken.add(id);
    return { ...event, id };
  });
}

function consistentEmployee(employee: Employee, tag: string, eventIds: readonly string[]): Employee {
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

function consistentDependents(
  dependents: readonly Dependent[],
  employeeId: string | undefined,
  tag: string,
  eventIds: readonly string[],
): Dependent[] {
  const taken = new Set([employeeId?.toLowerCase()]);
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

function consistentMember(member: EnrolledMember, { people, eventIds }: Referable, hasVolume: boolean): EnrolledMember {
  const [start, end] = inOrder(member.effective_start_date, member.effective_end_date);
  const { latest_change_effective_date: change, volume, ...rest } = member;
  const [, notBefore] = inOrder(start, change);
  const [within] = inOrder(notBefore, end);
  return {
    ...rest,
    ...chosen(people, member.individual_id),
    ...given({
      event_id: chosen(eventIds, member.event_id),
      effective_start_date: start,
      effective_end_date: end,
      latest_change_effective_date: change === undefined ? undefined : within,
      volume: hasVolume ? volume : undefined,
    }),
  };
}

function consistentCoverage<T extends Coverage>(coverage: T, referable: Referable): T {
  const { enrolled_members: members = [], line_of_coverage: line } = coverage;
  const changed = members.map((member) => consistentMember(member, referable, line === 'life'));
  return { ...coverage, enrolled_members: distinct(changed, (member) => (member.individual_id ?? '').toLowerCase()) };
}

/**
 * Makes a snapshot's members agree: people and events have names of their own and are referred to by them, nobody is
 * twice in a coverage, no line twice at a carrier, days are in their order, a volume is with life coverages alone.
 *
 * @param drawn a body whose references are placeholders, and whose people's own names are endings
 * @param tag the run tag that every person's own name begins with
 */
export function makeConsistent(drawn: MemberSnapshotInput, tag: string): MemberSnapshotInput {
  const events = consistentEvents(drawn.events ?? []);
  const eventIds = events.flatMap(({ id }) => id ?? []);
  const employee = consistentEmployee(drawn.employee ?? {}, tag, eventIds);
  const dependents = consistentDependents(drawn.dependents ?? [], employee.id, tag, eventIds);
  const people: Individual[] = [
    { ...given({ individual_id: employee.id }), individual_type: 'employee' },
    ...dependents.map(({ id }): Individual => ({ ...given({ individual_id: id }), individual_type: 'dependent' })),
  ];
  const coverages = distinct(drawn.coverages ?? [], ({ carrier_id: carrier, line_of_coverage: line }) =>
    JSON.stringify([carrier?.toLowerCase(), line]),
  ).map((coverage) => consistentCoverage(coverage, { people, eventIds }));
  return { ...drawn, employee, dependents, coverages, events };
}
