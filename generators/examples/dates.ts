import type { MemberSnapshotInput, RenewalDecisionInput, SchemaName } from '../../spec/index.ts';
import { shifted } from '../values/dates.ts';
import type { Example } from './example.ts';
import { withChanged } from './members.ts';

/** The date of a member by its path; undefined leaves it as it is. */
type Dating = (path: string, ordinal: number) => string | undefined;

function dated<T>(schema: SchemaName, name: string, dating: Dating): Example<T> {
  return {
    name,
    part: 'dates',
    apply: (body) => {
      let dates = 0;
      return withChanged(schema, body, ({ kind, path }, value) => {
        if (kind !== 'date') return value;
        dates += 1;
        return dating(path, dates - 1) ?? value;
      });
    },
  };
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

/** A leap year for every date, such that the same day of all these years is in a sensible order. */
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

function onDay<T>(schema: SchemaName): readonly Example<T>[] {
  return everyDate.map(([name, day, yearsLater = 0]) =>
    dated<T>(schema, name, (path) => {
      const year = leapYears[path];
      return year === undefined ? undefined : `${String(year + yearsLater)}-${day}`;
    }),
  );
}

/** No two dates of a body are the same day: mixing two of them up shows. */
function eachAnother<T>(schema: SchemaName): Example<T> {
  return {
    ...dated<T>(schema, 'every date another day', (path, ordinal) => {
      const year = leapYears[path];
      return year === undefined ? undefined : shifted(`${String(year)}-03-03`, ordinal * 2 + (path === end ? 200 : 0));
    }),
    part: 'distinct',
  };
}

const only =
  (dates: Readonly<Record<string, string>>): Dating =>
  (path) =>
    dates[path];

/** Departures of a snapshot's dates: {@link everyDate}, and days that some dates alone can sensibly have. */
export const snapshotDates: readonly Example<MemberSnapshotInput>[] = [
  eachAnother('member-snapshot-input'),
  ...onDay<MemberSnapshotInput>('member-snapshot-input'),
  ...(
    [
      ['coverages that end on the day before the open end', only({ [end]: '9999-12-30' })],
      ['open and closed ends side by side', (path, at) => (path === end && at % 2 === 0 ? '2031-12-31' : undefined)],
      ['coverages of one day', only({ [start]: '2024-02-29', [change]: '2024-02-29', [end]: '2024-02-29' })],
      ['a latest change on the first day of a coverage', only({ [start]: '2022-01-01', [change]: '2022-01-01' })],
      ['a latest change on the last day of a coverage', only({ [change]: '2024-12-31', [end]: '2024-12-31' })],
      ['births on either side of 1970', only({ [employeeBirth]: '1969-12-31', [dependentBirth]: '1970-01-01' })],
      ['births long ago', only({ [employeeBirth]: '1930-01-01', [dependentBirth]: '1936-02-29' })],
      ['days of century years', only({ [dependentBirth]: '2000-02-29', [end]: '2100-02-28' })],
      ['an end past what 32 bits of seconds count', only({ [end]: '2038-01-20' })],
    ] satisfies readonly (readonly [string, Dating])[]
  ).map(([name, dating]) => dated<MemberSnapshotInput>('member-snapshot-input', name, dating)),
];

/** Departures of a decision's dates: {@link everyDate}, and how its days lie to each other. */
export const decisionDates: readonly Example<RenewalDecisionInput>[] = [
  eachAnother('renewal-decision-input'),
  ...onDay<RenewalDecisionInput>('renewal-decision-input'),
  ...(
    [
      [
        'an enrollment that ends on the day before the renewal',
        only({ [periodStart]: '2023-12-01', [periodEnd]: '2023-12-31', [renewal]: '2024-01-01' }),
      ],
      [
        'an enrollment over a leap day',
        only({ [periodStart]: '2024-02-28', [periodEnd]: '2024-03-01', [renewal]: '2024-07-01' }),
      ],
      [
        'an enrollment of a single day on the last day of a year',
        only({ [periodStart]: '2022-12-31', [periodEnd]: '2022-12-31', [renewal]: '2023-02-28' }),
      ],
      ['a renewal on a leap day', only({ [renewal]: '2024-02-29' })],
      ['a renewal in the middle of a month', only({ [renewal]: '2022-07-15' })],
      ['a renewal years ahead', only({ [renewal]: '2035-12-31' })],
    ] satisfies readonly (readonly [string, Dating])[]
  ).map(([name, dating]) => dated<RenewalDecisionInput>('renewal-decision-input', name, dating)),
];
