import {
  firstOfMonth,
  isDay,
  shifted,
  yearOf,
  type MemberSnapshotInput,
  type RenewalDecisionInput,
} from '../../spec/index.ts';
import { onRenewalDate, withPeriods } from '../bodies/decision-body.ts';
import type { GenerationContext } from '../bodies/generation-context.ts';
import { changing, type Example, type ExamplePart } from './example.ts';

/** The date for a member, by its path and the number of dates before it in the body; undefined leaves it as it is. */
type DateOf = (path: string, index: number) => string | undefined;

function dated(name: string, dateOf: DateOf, part: ExamplePart = 'dates'): Example<MemberSnapshotInput> {
  return changing('member-snapshot-input', part, name, () => {
    let dates = 0;
    return ({ kind, path }, value) => (kind === 'date' ? (dateOf(path, dates++) ?? value) : value);
  });
}

const hire = 'employee.employment.employment_dates.hire_date';
const fullTime = 'employee.employment.employment_dates.full_time_start';
const salary = 'employee.employment.salary.effective_date';
const employeeBirth = 'employee.person.date_of_birth';
const dependentBirth = 'dependents[].person.date_of_birth';
const member = 'coverages[].enrolled_members[]';
const start = `${member}.effective_start_date`;
const change = `${member}.latest_change_effective_date`;
const end = `${member}.effective_end_date`;

/** The last leap year that ended at least a year ago, and the first one that lies wholly after a day. */
const pastLeapYear = (today: string): number => lastLeapYear(yearOf(today) - 2);
const comingLeapYear = (day: string): number => lastLeapYear(yearOf(day) + 4);

const lastLeapYear = (year: number): number => (isDay(`${year}-02-29`) ? year : lastLeapYear(year - 1));

/** Years from a leap year to each date of a snapshot; the same day in all these years is in a sensible order. */
const yearsFromLeapYear: Readonly<Record<string, number>> = {
  [employeeBirth]: -40,
  [dependentBirth]: -12,
  [hire]: -8,
  [fullTime]: -8,
  [salary]: -4,
  'events[].date': 0,
  'coverages[].signature_date': 0,
  [start]: 0,
  [change]: 0,
  [end]: 4,
};

/** Days that date arithmetic gets wrong, and how many years after the leap years they are taken. */
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

/** Days for some dates of a snapshot only: first plausible ones, then some long ago or far ahead. */
function someSnapshotDates({ today }: GenerationContext): readonly (readonly [name: string, dateOf: DateOf])[] {
  const first = firstOfMonth(today, 1);
  const [year, leapYear] = [yearOf(first), pastLeapYear(today)];
  const [newYear, endOfYear, leapDay] = [`${year}-01-01`, `${year}-12-31`, `${leapYear}-02-29`];
  return [
    ['coverages of a calendar year', days({ [start]: newYear, [change]: newYear, [end]: endOfYear })],
    ['coverages of one month', days({ [start]: first, [change]: first, [end]: shifted(firstOfMonth(first, 1), -1) })],
    ['coverages of one day', days({ [start]: leapDay, [change]: leapDay, [end]: leapDay })],
    ['open and closed ends side by side', (path, at) => (path === end && at % 2 === 0 ? endOfYear : undefined)],
    ['a latest change on the first day of a coverage', days({ [start]: first, [change]: first })],
    ['a latest change on the last day of a coverage', days({ [change]: endOfYear, [end]: endOfYear })],
    ['coverages that end on the day before the open end', days({ [end]: '9999-12-30' })],
    ['births on either side of 1970', days({ [employeeBirth]: '1969-12-31', [dependentBirth]: '1970-01-01' })],
    ['births long ago', days({ [employeeBirth]: '1929-12-31', [dependentBirth]: '1936-02-29' })],
    ['births on the first of a summer month', days({ [employeeBirth]: '1985-07-01', [dependentBirth]: '2014-06-01' })],
    ['a hire before 1970', days({ [employeeBirth]: '1946-05-14', [hire]: '1968-06-04', [fullTime]: '1969-02-11' })],
    ['signatures on a day to come', days({ 'coverages[].signature_date': shifted(today, 9) })],
    ['days of century years', days({ [dependentBirth]: '2000-02-29', [end]: '2100-02-28' })],
    ['days past what 32 bits of seconds count', days({ [salary]: '2038-01-20', [end]: '2038-01-20' })],
    ['coverages that start in another century', days({ [start]: '2100-01-01', [change]: '2100-01-01' })],
    ['a hire on a day to come', days({ [hire]: shifted(today, 40), [fullTime]: shifted(today, 40) })],
  ];
}

/** Snapshots with days at the edges of the calendar and of each other; one of them has no date twice. */
export function snapshotDates(context: GenerationContext): readonly Example<MemberSnapshotInput>[] {
  const leapYear = pastLeapYear(context.today);
  const inOwnYear = (path: string, day: string, yearsLater = 0): string | undefined => {
    const years = yearsFromLeapYear[path];
    return years === undefined ? undefined : `${leapYear + years + yearsLater}-${day}`;
  };
  const eachAnother: DateOf = (path, index) => {
    const first = inOwnYear(path, '03-03');
    return first === undefined ? undefined : shifted(first, index * 2 + (path === end ? 200 : 0));
  };
  return [
    dated('every date another day', eachAnother, 'distinct'),
    ...everyDate.map(([name, day, yearsLater]) => dated(name, (path) => inOwnYear(path, day, yearsLater))),
    ...someSnapshotDates(context).map(([name, dateOf]) => dated(name, dateOf)),
  ];
}

type Periods = readonly (readonly [name: string, first: string, last: string, renewal: string])[];

function periods({ renewalDays }: GenerationContext): Periods {
  const [year, leapYear] = [yearOf(renewalDays.first) + 1, comingLeapYear(renewalDays.first)];
  const before = year - 1;
  const common = leapYear + 1;
  return [
    ['an enrollment up to the day before the renewal', `${before}-12-01`, `${before}-12-31`, `${year}-01-01`],
    ['an enrollment over a leap day', `${leapYear}-02-15`, `${leapYear}-03-10`, `${leapYear}-04-01`],
    ['an enrollment from a leap day', `${leapYear}-02-29`, `${leapYear}-03-20`, `${leapYear}-05-01`],
    ['an enrollment up to a leap day', `${leapYear}-02-01`, `${leapYear}-02-29`, `${leapYear}-04-01`],
    ['an enrollment from the day after a leap day', `${leapYear}-03-01`, `${leapYear}-03-31`, `${leapYear}-05-01`],
    ['an enrollment up to the last day of February', `${common}-02-01`, `${common}-02-28`, `${common}-04-01`],
    ['an enrollment from the last day of a year', `${before}-12-31`, `${year}-01-20`, `${year}-03-01`],
    ['an enrollment from the first day of a year', `${year}-01-01`, `${year}-01-31`, `${year}-03-01`],
    ['an enrollment up to the last day of a year', `${before}-11-30`, `${before}-12-31`, `${year}-02-01`],
    ['an enrollment on days that could be months', `${year}-03-04`, `${year}-04-03`, `${year}-06-01`],
    ['an enrollment of the last day of a year alone', `${before}-12-31`, `${before}-12-31`, `${year}-03-01`],
  ];
}

/** Renewal dates; the open enrollment of the body moves with each. */
function renewals({ today, renewalDays }: GenerationContext): readonly (readonly [name: string, date: string])[] {
  const [year, leapYear] = [yearOf(renewalDays.first) + 1, comingLeapYear(renewalDays.first)];
  return [
    ['a renewal on a leap day', `${leapYear}-02-29`],
    ['a renewal on the day before a leap day', `${leapYear}-02-28`],
    ['a renewal on the day after a leap day', `${leapYear}-03-01`],
    ['a renewal on the last day of February in a common year', `${leapYear + 1}-02-28`],
    ['a renewal on the last day of a year', `${year}-12-31`],
    ['a renewal on the last day of a month of 31 days', `${year}-01-31`],
    ['a renewal on the last day of a month of 30 days', `${year}-04-30`],
    ['a renewal on the first day of a month', `${year}-10-01`],
    ['a renewal on a day that could be a month', `${year}-03-04`],
    ['a renewal in the middle of a month', `${year}-07-15`],
    ['a renewal years ahead', `${yearOf(today) + 9}-12-31`],
    ['a renewal that has passed', firstOfMonth(today, -2)],
  ];
}

export function decisionDates(context: GenerationContext): readonly Example<RenewalDecisionInput>[] {
  const example = (name: string, apply: Example<RenewalDecisionInput>['apply']) =>
    ({ name, part: 'dates', apply }) as const;
  // Gives the open enrollment of each line its own days, no two of them the same.
  const onOwnDays = (body: RenewalDecisionInput) => {
    let dates = 0;
    return withPeriods(body, (day) => shifted(day, dates++ * 2 - 11));
  };
  return [
    { name: 'every date another day', part: 'distinct', apply: onOwnDays },
    ...periods(context).map(([name, first, last, renewal]) =>
      example(name, (body) => ({
        ...withPeriods(body, (_, end) => (end === 'first' ? first : last)),
        renewal_date: renewal,
      })),
    ),
    ...renewals(context).map(([name, date]) => example(name, (body) => onRenewalDate(body, date))),
  ];
}
