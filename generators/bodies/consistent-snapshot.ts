import {
  earlier,
  firstOfMonth,
  lastOfMonth,
  later,
  openEnd,
  shifted,
  uuidFor,
  yearOf,
  yearsAfter,
  type Coverage,
  type Dependent,
  type Employee,
  type EnrolledMember,
  type MemberSnapshotInput,
  type Person,
  type SnapshotEvent,
} from '../../spec/index.ts';
import { distinct } from '../values/values.ts';
import { giveOwnTraits, ownName, roles, zipCodeIn } from '../values/people.ts';
import { chosen, type GenerationContext } from './generation-context.ts';
import { oncePerLine, withCoveragesOf } from './known-plans.ts';

/** Words for relationships and marital states, in whatever list a target has. */
const words = {
  married: /^m(?:arried)?$/i,
  single: /^s(?:ingle)?$|unmarried|never/i,
  spouse: /spouse|husband|wife/i,
  partner: /partner/i,
  child: /child|daughter|\bson\b|stepson|grandson/i,
} as const;

type Word = keyof typeof words;

const says = (word: Word, value: string | undefined): boolean => value !== undefined && words[word].test(value);
const isPartner = ({ relationship }: Dependent): boolean =>
  says('spouse', relationship) || says('partner', relationship);

/** Minimum years between parents and children, and years by which a partner is made older than a child would be. */
const generation = 16;
const partnersAge = 28;
const adult = 18;

function locatePerson({ home_address: home, mailing_address: mailing }: Person): void {
  for (const address of [home, mailing]) {
    if (address?.state === undefined || address.zip_code === undefined) continue;
    address.zip_code = zipCodeIn(address.state, address.zip_code);
  }
}

type Find = (key: 'marital_status' | 'relationship', word: Word) => string | undefined;

/** Gives a person a marital state that fits: married for spouses, single for children, anything but married otherwise. */
function arrangeState(person: Person, find: Find, fits: 'married' | 'single' | 'not married'): void {
  const { marital_status: status } = person;
  if (status === undefined || (fits === 'not married' && !says('married', status))) return;
  person.marital_status = find('marital_status', fits === 'married' ? 'married' : 'single') ?? status;
}

function arrangeDependent(dependent: Dependent, person: Person, find: Find, today: string, parent = ''): void {
  const { date_of_birth: birth = '' } = person;
  if (isPartner(dependent)) {
    arrangeState(person, find, says('spouse', dependent.relationship) ? 'married' : 'not married');
    // A partner as young as a child becomes one of the generation before, born on the same day of the year.
    if (birth !== '' && yearsAfter(birth, adult) > today) person.date_of_birth = yearsAfter(birth, -partnersAge);
  } else if (says('child', dependent.relationship)) {
    arrangeState(person, find, 'single');
    if (birth !== '' && parent !== '') person.date_of_birth = later(birth, yearsAfter(parent, generation));
  }
}

/** Changes a snapshot so that its people make sense; absent members stay absent, and unknown codes stay as they are. */
export function arrangePeople({ employee, dependents = [] }: MemberSnapshotInput, context: GenerationContext): void {
  const find: Find = (key, word) => context.vocabulary[key].find((value) => says(word, value));
  const [partner, ...otherPartners] = dependents.filter(isPartner);
  // Any other partner becomes a child, if there is a word for that.
  const child = otherPartners.length > 0 ? find('relationship', 'child') : undefined;
  if (child !== undefined) for (const other of otherPartners) other.relationship = child;
  const { person: parent } = employee ?? {};
  if (parent !== undefined) {
    locatePerson(parent);
    const isMarried = says('spouse', partner?.relationship);
    if (partner !== undefined) arrangeState(parent, find, isMarried ? 'married' : 'not married');
  }
  for (const dependent of dependents) {
    if (dependent.person === undefined) continue;
    locatePerson(dependent.person);
    arrangeDependent(dependent, dependent.person, find, context.today, parent?.date_of_birth);
  }
}

/** What stands for a date until the day that it is counted from is known. */
export const untilKnown = {
  /** Of the start of an enrolled member: the snapshot's, or a month later; anything else sets the snapshot's month. */
  start: { usual: '', joining: 'later' },
  /** Of its end: open, or the last day of the year; anything else is a number of months after the start. */
  end: { open: '', ofYear: 'year' },
} as const;

interface Frame {
  readonly people: readonly Required<Pick<EnrolledMember, 'individual_id' | 'individual_type'>>[];
  readonly eventIds: readonly string[];
  readonly today: string;
  readonly start: string;
}

/** The last day that has passed everywhere in the world. */
const yesterday = (today: string): string => shifted(today, -1);

/** Days before a coverage begins within which a signature is given, and an event happens. */
const signedWithin = 30;
const happenedWithin = 31;

/** The first day of the snapshot's coverages: in the month that a member was drawn with, or else in the next one. */
function startOf({ coverages = [] }: MemberSnapshotInput, today: string): string {
  const { usual, joining } = untilKnown.start;
  for (const { enrolled_members: members = [] } of coverages) {
    for (const { effective_start_date: drawn = usual } of members)
      if (drawn !== usual && drawn !== joining) return firstOfMonth(today, Number(drawn));
  }
  return firstOfMonth(today, 1);
}

function arrangeEvents(
  events: readonly SnapshotEvent[],
  { today, runTag }: GenerationContext,
  start: string,
): string[] {
  const taken = new Set<string>();
  // In the past, if that is near enough to the start.
  const latest = later(yesterday(today), shifted(start, -happenedWithin));
  events.forEach((event, index) => {
    const { id = '', date: days } = event;
    event.id = id === '' || taken.has(id) ? ownName(runTag, `event-${index + 1}`) : id;
    taken.add(event.id);
    if (days !== undefined) event.date = earlier(shifted(start, -Number(days)), latest);
  });
  return [...taken];
}

function referToEvent(one: { event_id?: string }, eventIds: readonly string[]): void {
  const id = chosen(eventIds, one.event_id);
  if (id !== undefined) one.event_id = id;
}

function arrangeEmployment({ employment, person }: Employee): void {
  const { employment_dates: dates, salary } = employment ?? {};
  if (dates?.hire_date === undefined) return;
  const { date_of_birth: birth } = person ?? {};
  if (birth !== undefined) dates.hire_date = later(dates.hire_date, yearsAfter(birth, adult));
  const { hire_date: hired, full_time_start: days } = dates;
  if (days !== undefined) dates.full_time_start = shifted(hired, Number(days));
  if (salary?.effective_date !== undefined) salary.effective_date = later(salary.effective_date, hired);
}

function arrangeEmployee(employee: Employee, { runTag, employeeId }: GenerationContext): string {
  const { custom_individual_id: ending = '', id = '' } = employee;
  const name = ownName(runTag, roles.employee, ending);
  employee.custom_individual_id = name;
  // The plain employee, whom the target may know, is the same in all bodies.
  employee.id = ending === '' || id === '' ? (employeeId ?? uuidFor(name)) : id;
  giveOwnTraits(employee.person ?? {}, name);
  arrangeEmployment(employee);
  return employee.id;
}

function arrangeDependents(dependents: readonly Dependent[], employeeId: string, tag: string): string[] {
  const taken = new Set([employeeId.toLowerCase()]);
  return dependents.map((dependent, index) => {
    const { custom_individual_id: ending = '', id = '' } = dependent;
    const name = ownName(tag, roles.dependent(index + 1), ending);
    dependent.custom_individual_id = name;
    const isOwn = ending === '' || id === '' || taken.has(id.toLowerCase());
    dependent.id = isOwn ? uuidFor(name) : id;
    taken.add(dependent.id.toLowerCase());
    giveOwnTraits(dependent.person ?? {}, name);
    return dependent.id;
  });
}

function endOf(start: string, drawn: string): string {
  if (drawn === untilKnown.end.open) return openEnd;
  return drawn === untilKnown.end.ofYear ? `${yearOf(start)}-12-31` : lastOfMonth(start, Number(drawn));
}

function arrangeMember(member: EnrolledMember, frame: Frame, place: number): void {
  const { effective_start_date: when, effective_end_date: until = '', latest_change_effective_date: months } = member;
  // Somebody is covered from the first day of a coverage on.
  const start = place > 0 && when === untilKnown.start.joining ? firstOfMonth(frame.start, 1) : frame.start;
  const end = endOf(start, until);
  Object.assign(member, chosen(frame.people, member.individual_id));
  referToEvent(member, frame.eventIds);
  member.effective_start_date = start;
  member.effective_end_date = end;
  if (months === undefined) return;
  const change = firstOfMonth(start, Number(months));
  member.latest_change_effective_date = change > end ? start : change;
}

/** The day of a signature: one of the last days before the start that have passed already. */
function signedOn(days: string, { today, start }: Frame): string {
  const latest = earlier(yesterday(today), shifted(start, -1));
  const earliest = earlier(latest, shifted(start, -signedWithin));
  return later(earliest, shifted(latest, 1 - Number(days)));
}

function arrangeCoverage(coverage: Coverage, frame: Frame): void {
  const { enrolled_members: members = [], line_of_coverage: line, signature_date: signed } = coverage;
  if (signed !== undefined) coverage.signature_date = signedOn(signed, frame);
  members.forEach((member, place) => arrangeMember(member, frame, place));
  const own = distinct(members, ({ individual_id: id = '' }) => id.toLowerCase());
  const { volume: ofEmployee = Infinity } = own.find(({ individual_type: type }) => type === 'employee') ?? {};
  coverage.enrolled_members = own.map((member) => {
    const { volume, ...others } = member;
    if (line !== 'life') return others;
    // The volume of a dependent is at most half of the employee's.
    return volume === undefined || member.individual_type === 'employee'
      ? member
      : { ...member, volume: Math.min(volume, ofEmployee / 2) };
  });
}

/** Makes a snapshot consistent, in place; it holds placeholders for references and dates, and endings of own names. */
export function makeConsistent(body: MemberSnapshotInput, context: GenerationContext): MemberSnapshotInput {
  const { employee = {}, dependents = [], coverages = [], events = [] } = body;
  const { today, runTag } = context;
  const start = startOf(body, today);
  const eventIds = arrangeEvents(events, context, start);
  const employeeId = arrangeEmployee(employee, context);
  const dependentIds = arrangeDependents(dependents, employeeId, runTag);
  for (const person of [employee, ...dependents]) referToEvent(person, eventIds);
  const people = [
    { individual_id: employeeId, individual_type: 'employee' } as const,
    ...dependentIds.map((id) => ({ individual_id: id, individual_type: 'dependent' }) as const),
  ];
  body.coverages = oncePerLine(withCoveragesOf({ coverages }, context.plans).coverages ?? []);
  for (const coverage of body.coverages) arrangeCoverage(coverage, { people, eventIds, today, start });
  arrangePeople(body, context);
  return body;
}
