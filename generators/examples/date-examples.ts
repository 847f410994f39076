import type { MemberSnapshotInput, RenewalDecisionInput, SchemaTypes } from '../../spec/index.ts';
import { shifted } from '../values/calendar-dates.ts';
import { changing, type BodySchema, type Example, type ExamplePart } from './example.ts';

/** The date of a member by its path, and how many dates came before it in the body; undefined leaves it as it is. */
type DateOf = (path: string, index: number) => string | undefined;

function dated<Name extends BodySchema>(
  schema: Name,
  name: string,
  dateOf: DateOf,
  part: ExamplePart = 'dates',
): Example<SchemaTypes[Name]> {
  return changing(schema, part, name, () => {
    let dates = 0;
    return ({ kind, path }, value) => (kind === 'date' ? (dateOf(path, dates++) ?? value) : value);
  });
}

const employeeBirth = 'employee.person.date_of_birth';
const dependentBirth = 'dependents[].person.date_of_birth';
const member = 'coverages[].enrolled_members[]';
const start = `${member}.effective_start_date`;
const change = `${member}.latest_change_effective_date`;
const end = `${member}.effective_end_date`;
const periodStart = 'body.carriers[].lines_of_coverage.*.open_enrollment_start_date';
const periodEnd = 'body.carriers[].lines_of_coverage.*.open_enrollment_end_date';
const renewal = 'renewal_date';

/** A leap year for every date; the same day of all these years is in a sensible order. */
const leapYears: Readonly<Record<string, number>> = {
  [employeeBirth]: 1984,
  [dependentBirth]: 2012,
  'employee.employment.employment_dates.hire_date': 2016,
  'employee.employment.employment_dates.full_time_start': 2016,
  'employee.employment.salary.effective_date': 2020,
  'events[].date': 2020,
  'coverages[].signature_date': 2020,
  [start]: 2024,
  [change]: 2024,
  [end]: 2028,
  [periodStart]: 2024,
  [periodEnd]: 2024,
  [renewal]: 2028,
};

/** Days of a year that date arithmetic goes wrong on, and how many years after the leap years they are taken. */
const everyDate: readonly (readonly [name: string, day: string, yearsLater?: number])[] = [
  ['every date a leap day', '02-29'],
  ['every date the last day of a year', '12-31'],
  ['every date the first day of a year', '01-01'],
  ['every date the last day of a month of 31 days', '01-31'],
  ['every date the last day of a month of 30 days', '04-30'],
  ['every date the day before a leap day', '02-28'],
  ['every date the day after a leap day', '03-01'],
  ['every date the last day of February in a common year', '02-28', 1],
  ['every date the first day of a month', '10-01'],
  ['every date with a day that could be a month', '03-04'],
];

function days(dates: Readonly<Record<string, string>>): DateOf {
  return (path) => dates[path];
}

/** Days that some dates alone can sensibly have. */
type SomeDates = readonly (readonly [name: string, dateOf: DateOf])[];

const someSnapshotDates: SomeDates = [
  ['coverages that end on the day before the open end', days({ [end]: '9999-12-30' })],
  ['open and closed ends side by side', (path, at) => (path === end && at % 2 === 0 ? '2031-12-31' : undefined)],
  ['coverages of one day', days({ [start]: '2024-02-29', [change]: '2024-02-29', [end]: '2024-02-29' })],
  ['a latest change on the first day of a coverage', days({ [start]: '2022-01-01', [change]: '2022-01-01' })],
  ['a latest change on the last day of a coverage', days({ [change]: '2024-12-31', [end]: '2024-12-31' })],
  ['births on either side of 1970', days({ [employeeBirth]: '1969-12-31', [dependentBirth]: '1970-01-01' })],
  ['births long ago', days({ [employeeBirth]: '1930-01-01', [dependentBirth]: '1936-02-29' })],
  ['days of century years', days({ [dependentBirth]: '2000-02-29', [end]: '2100-02-28' })],
  ['an end past what 32 bits of seconds count', days({ [end]: '2038-01-20' })],
];

const someDecisionDates: SomeDates = [
  [
    'an enrollment that ends on the day before the renewal',
    days({ [periodStart]: '2023-12-01', [periodEnd]: '2023-12-31', [renewal]: '2024-01-01' }),
  ],
  [
    'an enrollment over a leap day',
    days({ [periodStart]: '2024-02-28', [periodEnd]: '2024-03-01', [renewal]: '2024-07-01' }),
  ],
  [
    'an enrollment of a single day on the last day of a year',
    days({ [periodStart]: '2022-12-31', [periodEnd]: '2022-12-31', [renewal]: '2023-02-28' }),
  ],
  ['a renewal on a leap day', days({ [renewal]: '2024-02-29' })],
  ['a renewal in the middle of a month', days({ [renewal]: '2022-07-15' })],
  ['a renewal years ahead', days({ [renewal]: '2035-12-31' })],
];

/** The day of a date's own leap year, or of so many years later. */
function inOwnYear(path: string, day: string, yearsLater = 0): string | undefined {
  const year = leapYears[path];
  return year === undefined ? undefined : `${String(year + yearsLater)}-${day}`;
}

/** What both kinds of body have: no two dates the same day, so that mixing two of them up shows, and {@link everyDate}. */
function dates<Name extends BodySchema>(schema: Name, some: SomeDates): readonly Example<SchemaTypes[Name]>[] {
  const eachAnother: DateOf = (path, index) => {
    const first = inOwnYear(path, '03-03');
    return first === undefined ? undefined : shifted(first, index * 2 + (path === end ? 200 : 0));
  };
  return [
    dated(schema, 'every date another day', eachAnother, 'distinct'),
    ...everyDate.map(([name, day, yearsLater]) => dated(schema, name, (path) => inOwnYear(path, day, yearsLater))),
    ...some.map(([name, dateOf]) => dated(schema, name, dateOf)),
  ];
}

/** Snapshots with days at edges of the calendar and of each other. */
export const snapshotDates: readonly Example<MemberSnapshotInput>[] = dates('member-snapshot-input', someSnapshotDates);

/** Decisions with days at edges of the calendar and of each other. */
export const decisionDates: readonly Example<RenewalDecisionInput>[] = dates(
  'renewal-decision-input',
  someDecisionDates,
);
