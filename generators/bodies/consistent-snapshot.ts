import type {
  Coverage,
  Dependent,
  Employee,
  EnrolledMember,
  MemberSnapshotInput,
  SnapshotEvent,
} from '../../spec/index.ts';
import { distinct } from '../distinct.ts';
import {
  earlier,
  firstOfMonth,
  lastOfMonth,
  later,
  openEnd,
  shifted,
  yearOf,
  yearsAfter,
} from '../values/calendar-dates.ts';
import type { GenerationContext } from './generation-context.ts';
import { identityOf, roles, withOwnNumbers } from './identity.ts';
import { chosen } from './overrides.ts';
import { withPlausiblePeople } from './plausible-people.ts';

type Individual = Pick<EnrolledMember, 'individual_id' | 'individual_type'>;

/** What stands for a date until it is known from which day it is counted. */
export const untilKnown = {
  /** Of the start of an enrolled member: that of the snapshot, or a month after it; anything else is the month of the snapshot. */
  start: { usual: '', joining: 'later' },
  /** Of its end: none, or the last day of the year; anything else is a number of months after the start. */
  end: { open: '', ofYear: 'year' },
} as const;

/** What the members of a body may refer to, and the days that they are counted from. */
interface Frame {
  readonly people: readonly Individual[];
  readonly eventIds: readonly string[];
  readonly today: string;
  /** The first day of the snapshot's coverages. */
  readonly start: string;
}

function given<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const held: { [K in keyof T]?: T[K] } = {};
  for (const name in members) if (members[name] !== undefined) held[name] = members[name];
  return held as { [K in keyof T]?: Exclude<T[K], undefined> };
}

/** The last day that has passed wherever in the world a service is. */
const yesterday = (today: string): string => shifted(today, -1);

/** Days in which a signature is given, and an event happens, before a coverage begins. */
const signedWithin = 30;
const happenedWithin = 31;

function consistentEvents(
  events: readonly SnapshotEvent[],
  { today, runTag }: GenerationContext,
  start: string,
): SnapshotEvent[] {
  const taken = new Set<string>();
  return events.map((event, index) => {
    const id =
      event.id === undefined || event.id === '' || taken.has(event.id)
        ? `${runTag}-event-${String(index + 1)}`
        : event.id;
    taken.add(id);
    const { date: days } = event;
    // In the past where that is near the start.
    const latest = later(yesterday(today), shifted(start, -happenedWithin));
    return { ...event, id, ...(days === undefined ? {} : { date: earlier(shifted(start, -Number(days)), latest) }) };
  });
}

/** The age, in years, from which people are employed. */
const adult = 18;

function consistentEmployment({ employment, person }: Employee): Pick<Employee, 'employment'> {
  if (employment === undefined) return {};
  const { employment_dates: dates, salary } = employment;
  const { hire_date: drawn, full_time_start: days } = dates ?? {};
  const birth = person?.date_of_birth;
  const hired = drawn === undefined || birth === undefined ? drawn : later(drawn, yearsAfter(birth, adult));
  const fullTime = hired === undefined || days === undefined ? days : shifted(hired, Number(days));
  const paidFrom = salary?.effective_date;
  return {
    employment: {
      ...employment,
      ...(dates === undefined
        ? {}
        : { employment_dates: { ...dates, ...given({ hire_date: hired, full_time_start: fullTime }) } }),
      ...(salary === undefined || hired === undefined || paidFrom === undefined
        ? {}
        : { salary: { ...salary, effective_date: later(paidFrom, hired) } }),
    },
  };
}

function consistentEmployee(employee: Employee, context: GenerationContext, eventIds: readonly string[]): Employee {
  const { custom_individual_id: ending = '', id, person } = employee;
  const own = identityOf(context.runTag, roles.employee, ending);
  return {
    ...employee,
    ...own,
    // The plain employee, whom the target may know, is the same in all bodies.
    ...(ending === '' || id === undefined || id === '' ? given({ id: context.employeeId }) : { id }),
    ...given({ event_id: chosen(eventIds, employee.event_id) }),
    ...consistentEmployment(employee),
    ...(person === undefined ? {} : { person: withOwnNumbers(person, own.custom_individual_id) }),
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
    const { custom_individual_id: ending = '', id: drawn = '', person } = dependent;
    const own = identityOf(tag, roles.dependent(index + 1), ending);
    const id = ending === '' || drawn === '' || taken.has(drawn.toLowerCase()) ? own.id : drawn;
    taken.add(id.toLowerCase());
    return {
      ...dependent,
      ...own,
      id,
      ...given({ event_id: chosen(eventIds, dependent.event_id) }),
      ...(person === undefined ? {} : { person: withOwnNumbers(person, own.custom_individual_id) }),
    };
  });
}

/** The first day of the snapshot's coverages: of the month that a member was drawn with, else of the next one. */
function startOf({ coverages = [] }: MemberSnapshotInput, today: string): string {
  const { usual, joining } = untilKnown.start;
  const drawn = coverages
    .flatMap(({ enrolled_members: members = [] }) => members.map(({ effective_start_date: start }) => start))
    .find((start) => start !== undefined && start !== usual && start !== joining);
  return firstOfMonth(today, Number(drawn ?? 1));
}

/** The end of what starts on a day, from what stands for it. */
function endOf(start: string, drawn: string): string {
  if (drawn === untilKnown.end.open) return openEnd;
  return drawn === untilKnown.end.ofYear ? `${String(yearOf(start))}-12-31` : lastOfMonth(start, Number(drawn));
}

function consistentMember(drawn: EnrolledMember, frame: Frame, place: number, hasVolume: boolean): EnrolledMember {
  const { effective_start_date: when, effective_end_date: until, latest_change_effective_date: months } = drawn;
  const { latest_change_effective_date: _, volume, ...rest } = drawn;
  // A coverage has somebody from its first day on.
  const isJoining = place > 0 && when === untilKnown.start.joining;
  const start = firstOfMonth(frame.start, isJoining ? 1 : 0);
  const end = until === undefined ? openEnd : endOf(start, until);
  const change = months === undefined ? undefined : firstOfMonth(start, Number(months));
  return {
    ...rest,
    ...chosen(frame.people, drawn.individual_id),
    ...given({
      event_id: chosen(frame.eventIds, drawn.event_id),
      effective_start_date: start,
      effective_end_date: end,
      latest_change_effective_date: change !== undefined && change > end ? start : change,
      volume: hasVolume ? volume : undefined,
    }),
  };
}

/** The day of a signature: in the last days before the start, as far as these have passed. */
function signedOn(days: string, { today, start }: Frame): string {
  const latest = earlier(yesterday(today), shifted(start, -1));
  const earliest = earlier(latest, shifted(start, -signedWithin));
  return later(earliest, shifted(latest, 1 - Number(days)));
}

function consistentCoverage<T extends Coverage>(coverage: T, frame: Frame): T {
  const { enrolled_members: members = [], line_of_coverage: line, signature_date: signed } = coverage;
  const changed = members.map((member, index) => consistentMember(member, frame, index, line === 'life'));
  return {
    ...coverage,
    ...(signed === undefined ? {} : { signature_date: signedOn(signed, frame) }),
    enrolled_members: distinct(changed, (member) => (member.individual_id ?? '').toLowerCase()),
  };
}

/**
 * Makes a snapshot's members agree: people and events have names of their own and are referred to by them, nobody is
 * twice in a coverage, no line twice at a carrier, days are in their order and near the day of the run, families make
 * sense, a volume is with life coverages alone.
 *
 * @param drawn a body whose references and dates are placeholders, and whose people's own names are endings
 */
export function makeConsistent(drawn: MemberSnapshotInput, context: GenerationContext): MemberSnapshotInput {
  const { today, runTag } = context;
  const start = startOf(drawn, today);
  const events = consistentEvents(drawn.events ?? [], context, start);
  const eventIds = events.flatMap(({ id }) => id ?? []);
  const employee = consistentEmployee(drawn.employee ?? {}, context, eventIds);
  const dependents = consistentDependents(drawn.dependents ?? [], employee.id, runTag, eventIds);
  const people: Individual[] = [
    { ...given({ individual_id: employee.id }), individual_type: 'employee' },
    ...dependents.map(({ id }): Individual => ({ ...given({ individual_id: id }), individual_type: 'dependent' })),
  ];
  const coverages = distinct(drawn.coverages ?? [], ({ carrier_id: carrier, line_of_coverage: line }) =>
    JSON.stringify([carrier?.toLowerCase(), line]),
  ).map((coverage) => consistentCoverage(coverage, { people, eventIds, today, start }));
  return withPlausiblePeople({ ...drawn, employee, dependents, coverages, events }, context);
}
