import { edge, type Edge } from './edge.ts';
import { has } from './body-facts.ts';
import type { FeatureName } from './features.ts';

type Place = readonly [name: string, path: string];

const calendar: readonly (readonly [feature: FeatureName, about: string])[] = [
  ['leap day', 'a date made of parts, or a year added to, gives another day'],
  ['last day of a year', 'a shift by a time zone, or an end that is left out, gives another year'],
  ['first day of a year', 'a shift by a time zone gives the year before'],
  ['first day of a month', 'a shift by a time zone gives the month before'],
  ['last day of a month', 'a month added gives a day that the month does not have'],
];

const line = 'body.carriers[].lines_of_coverage.*';
const member = 'coverages[].enrolled_members[]';

/** Dates of the body of a decision, and of a snapshot: the ones that much hangs on, and the others. */
const renewalDate: Place = ['the renewal date', 'renewal_date'];
const ofEnrollment: readonly Place[] = [
  ['the first day of an enrollment', `${line}.open_enrollment_start_date`],
  ['the last day of an enrollment', `${line}.open_enrollment_end_date`],
];
const ofCoverages: readonly Place[] = [
  ['the first day of a coverage', `${member}.effective_start_date`],
  ['the last day of a coverage', `${member}.effective_end_date`],
];
const ofPeople: readonly Place[] = [
  ["the employee's birth", 'employee.person.date_of_birth'],
  ["a dependent's birth", 'dependents[].person.date_of_birth'],
];
const others: readonly Place[] = [
  ['the day of a latest change', `${member}.latest_change_effective_date`],
  ['the day of hire', 'employee.employment.employment_dates.hire_date'],
  ['the start of full-time work', 'employee.employment.employment_dates.full_time_start'],
  ['the day of a salary', 'employee.employment.salary.effective_date'],
  ['the day of an event', 'events[].date'],
  ['the day of a signature', 'coverages[].signature_date'],
];

function table(
  endpoint: 'E3' | 'E4' | 'E6',
  what: string,
  places: readonly Place[],
  features: typeof calendar,
): readonly Edge[] {
  return places.flatMap(([name, path]) =>
    features.map(([feature, about]) => edge([endpoint], `${what}: ${name} is a ${feature}`, about, has(path, feature))),
  );
}

const [leapDay, lastOfYear] = calendar;
const fewest = [leapDay, lastOfYear].filter((one) => one !== undefined);

/** Edges of dates that were sent and taken. */
export const dateEdges: readonly Edge[] = [
  ...table('E3', 'a new decision', [renewalDate], calendar),
  ...table('E3', 'a new decision', ofEnrollment, fewest),
  ...table('E4', 'an edit', [renewalDate, ...ofEnrollment], fewest),
  ...table('E6', 'a snapshot', ofCoverages, calendar),
  ...table('E6', 'a snapshot', [...ofPeople, ...others], fewest),
  edge(
    ['E6'],
    'a snapshot: a coverage has no end',
    '9999-12-31 is past what many a date or number of seconds can hold',
    has(`${member}.effective_end_date`, 'open end'),
  ),
  edge(
    ['E6'],
    'a snapshot: a coverage ends on the day before the open end',
    'a comparison with the open end takes it for one',
    has(`${member}.effective_end_date`, 'day before the open end'),
  ),
  edge(
    ['E6'],
    'a snapshot: a coverage ends past 2038-01-19',
    'seconds since 1970 do not fit into 32 bits with a sign',
    has(`${member}.effective_end_date`, 'day past 2038-01-19'),
  ),
  edge(
    ['E6'],
    'a snapshot: a birth before 1970',
    'seconds since 1970 are below zero',
    ...ofPeople.map(([, path]) => has(path, 'day before 1970')),
  ),
];
