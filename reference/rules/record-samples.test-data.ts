import type { RuleName } from './rules.ts';
import {
  amount,
  born,
  both,
  changed,
  connection,
  decision,
  described,
  differing,
  edit,
  elsewhere,
  enrolled,
  hired,
  list,
  once,
  openEnrollment,
  otherPeople,
  pause,
  person,
  plans,
  snapshot,
  values,
  type Samples,
} from './sample-requests.test-data.ts';

const start = 'effective_start_date';
const end = `${enrolled}/0/effective_end_date`;
const february = { '/renewal_date': '2027-02-01' };
const newYear = (year: number) => `01 Jan ${year} 00:00:00 GMT`;
const decisionOfDay: Samples = {
  holds: [decision(), decision(february), edit(february)],
  breaks: [decision(), edit()],
};

/** Samples of rules of days, of the records that there are, and of requests. */
export const recordSamples: Readonly<Partial<Record<RuleName, Samples>>> = {
  'renewal-first-of-quarter': values(decision, '/renewal_date', ['2027-04-01'], ['2027-05-01', '2027-04-02']),
  'renewal-first-of-month': values(decision, '/renewal_date', ['2027-02-01'], ['2027-02-02', '2027-01-31']),
  'renewal-last-of-month': values(decision, '/renewal_date', ['2027-02-28'], ['2027-02-27', '2028-02-28']),
  'renewal-on-workday': values(decision, '/renewal_date', ['2027-02-01'], ['2027-02-06', '2027-02-07']),
  'renewal-30-to-180-days-ahead': values(
    decision,
    '/renewal_date',
    ['2026-02-14', '2026-07-14'],
    ['2026-02-13', '2026-07-15'],
  ),
  'renewal-at-new-year': values(decision, '/renewal_date', ['2028-01-01'], ['2027-04-01']),
  'renewal-not-past': values(decision, '/renewal_date', ['2026-01-15'], ['2026-01-14']),
  'renewal-30-days-ahead': values(decision, '/renewal_date', ['2026-02-14'], ['2026-02-13', '2020-01-01']),
  'renewal-within-12-months': values(decision, '/renewal_date', ['2027-01-15', '2020-01-01'], ['2027-01-16']),
  'renewal-within-18-months': values(decision, '/renewal_date', ['2027-07-15', '2020-01-01'], ['2027-07-16']),
  'enrollment-not-over': enrollment('2026-01-01', '2026-01-15', '2026-01-01', '2026-01-14'),
  'enrollment-ends-before-renewal': enrollment('2026-12-01', '2026-12-31', '2026-12-01', '2027-01-01'),
  'enrollment-120-days-before': enrollment('2026-09-03', '2026-12-31', '2026-09-02', '2026-12-31'),
  'enrollment-5-days': enrollment('2026-11-01', '2026-11-05', '2026-11-01', '2026-11-04'),
  'enrollment-60-days': enrollment('2026-11-01', '2026-12-30', '2026-11-01', '2026-12-31'),
  'coverage-not-past': coverageFrom(['2026-01-15'], ['2026-01-14']),
  'coverage-within-90-days': coverageFrom(['2026-04-15'], ['2026-04-16', '2025-10-16']),
  'coverage-first-of-month': coverageFrom(['2026-02-01'], ['2026-02-02']),
  'coverage-within-12-months': coverageFrom(['2025-01-15', '2027-01-15'], ['2025-01-14', '2027-01-16']),
  'coverage-ends-within-a-year': values(snapshot, end, ['9999-12-31', '2027-02-01'], ['2027-02-02']),
  'coverage-ends-with-month': values(snapshot, end, ['9999-12-31', '2028-02-29'], ['2028-02-28', '2026-12-30']),
  'coverage-open-ended': values(snapshot, end, ['9999-12-31'], ['2026-12-31']),
  'born-after-1900': values(snapshot, born, ['1901-01-01', '2026-01-15'], ['1900-12-31', '2026-01-16']),
  'hired-after-1950': values(snapshot, hired, ['1951-01-01', '2026-01-15'], ['1950-12-31', '2026-01-16']),
  'event-not-future': values(snapshot, '/events/0/date', ['2026-01-15'], ['2026-01-16']),
  'decision-once': decisionOfDay,
  'one-decision-of-date': decisionOfDay,
  'one-decision-of-month': {
    holds: [decision(), decision(february), edit(february)],
    breaks: [decision({ '/renewal_date': '2027-01-31' }), edit()],
  },
  'one-decision-of-group': {
    holds: [decision(), edit(february), connection(), elsewhere],
    breaks: [decision(february)],
  },
  'ten-decisions-of-group': { holds: Array.from({ length: 10 }, () => decision()), breaks: [decision()] },
  'renewals-in-order': { holds: [decision(), decision(february)], breaks: [decision()] },
  'one-edit': { holds: [decision(), edit(february)], breaks: [edit()] },
  'person-once': { holds: [snapshot(), snapshot()], breaks: [snapshot(otherPeople)] },
  'fifty-employees-of-group': {
    holds: Array.from({ length: 50 }, (_unused, at) =>
      snapshot({ '/employee/id': `00000000-0000-4000-8000-0000000000${String(at + 10)}`, '/coverages': [] }),
    ),
    breaks: [snapshot()],
  },
  'event-id-once': { holds: [snapshot()], breaks: [snapshot(otherPeople)] },
  'edit-when-processed': { holds: [decision(), pause, edit(february)], breaks: [edit()] },
  'edit-until-processed': {
    holds: [decision(), edit({ [plans]: [described] })],
    breaks: [edit(february)],
  },
  'group-settled': { holds: [pause, connection(), decision()], breaks: [elsewhere] },
  'twenty-connections': { holds: Array.from({ length: 20 }, () => connection()), breaks: [connection()] },
  'group-name-once': values(connection, '/group_data/group_name', ['One', 'Two'], ['One']),
  'ein-once': values(connection, '/federal_ein', ['00-3000001', '00-3000002'], ['003000001']),
  'carrier-group-id-once': {
    holds: [connection(), connection(({ carrierIds }) => ({ '/carrier_id': carrierIds[1] }))],
    breaks: [connection({ '/federal_ein': '00-3000002' })],
  },
  'carriers-fixed': {
    holds: [decision(), edit(february)],
    breaks: [edit(({ carrierIds: [, other] }) => ({ '/body/carriers/0/carrier_id': other }))],
  },
  'snapshot-changes': changed(snapshot, [{}, { [amount]: 5000 }, {}], [{}]),
  'ssn-once': once('/person/ssn', ['900-00-0001', '900-00-0002', '900-00-0003', '900-00-0004']),
  'custom-id-once': once('/custom_individual_id', ['A', 'B', 'C', 'D']),
  'email-once': once('/person/contact/email_address', ['a@b.com', 'b@b.com', 'c@b.com', 'd@b.com']),
  'phone-once': changed(
    snapshot,
    [phonesOf('1', '2'), phonesOf('1', '3'), { ...otherPeople, ...phonesOf('4', '5') }],
    [{ ...otherPeople, ...phonesOf('1', '6') }, phonesOf('1', '4')],
  ),
  'one-write-of-group': { holds: [decision(), pause, snapshot(), pause, decision()], breaks: [snapshot(), decision()] },
  'edit-changes': {
    holds: [decision(), edit(february), edit({ [plans]: [described] })],
    breaks: [edit({ [plans]: [described] })],
  },
  'renewal-date-fixed': { holds: [decision(), edit({ [plans]: [described] })], breaks: [edit(february)] },
  'done-is-final': {
    holds: [decision({ '/renewal_date': '2026-01-01' }), edit({ '/renewal_date': '2026-01-01' }), pause],
    breaks: [edit()],
  },
  'one-snapshot-in-process': { holds: [snapshot(), snapshot(otherPeople), pause, snapshot()], breaks: [snapshot()] },
  'ten-snapshots': {
    holds: [...Array.from({ length: 10 }, () => snapshot()), snapshot(otherPeople)],
    breaks: [snapshot()],
  },
  'employee-ids-assigned': changed(snapshot, [{ '/employee/id': undefined, '/coverages': [] }], [{}]),
  'employee-keeps-birth-date': {
    holds: [snapshot(), snapshot(), snapshot({ ...otherPeople, [`${person}/date_of_birth`]: '1990-01-01' })],
    breaks: [snapshot({ [`${person}/date_of_birth`]: '1990-01-01' })],
  },
  'range-in-order': {
    holds: [list({ start_date: `Thu, ${newYear(2026)}`, end_date: `Thu, ${newYear(2026)}` })],
    breaks: [list({ start_date: 'Fri, 02 Jan 2026 00:00:00 GMT', end_date: `Thu, ${newYear(2026)}` })],
  },
  'range-of-31-days': {
    holds: [list({ start_date: `Sat, ${newYear(2022)}`, end_date: 'Tue, 01 Feb 2022 00:00:00 GMT' })],
    breaks: [list({ start_date: `Sat, ${newYear(2022)}`, end_date: 'Wed, 02 Feb 2022 00:00:00 GMT' })],
  },
  'range-of-days': {
    holds: [list({ start_date: `Sat, ${newYear(2022)}`, end_date: 'Sun, 02 Jan 2022 00:00:00 GMT' })],
    breaks: [list({ start_date: `Sat, ${newYear(2022)}`, end_date: `Sat, ${newYear(2022)}` })],
  },
  'range-of-two-years': {
    holds: [
      list({ start_date: `Sat, ${newYear(2022)}` }),
      list({ end_date: `Mon, ${newYear(2024)}` }),
      list({ start_date: `Sat, ${newYear(2022)}`, end_date: `Mon, ${newYear(2024)}` }),
    ],
    breaks: [list({ start_date: `Fri, ${newYear(2021)}`, end_date: `Mon, ${newYear(2024)}` })],
  },
};

/** The phones of the employee and of the dependent. */
function phonesOf(one: string, other: string) {
  return {
    ...differing('/person/contact/home_phone', [one, other]),
    ...differing('/person/contact/work_phone', [one, other]),
  };
}

/** Decisions with a period of open enrollment that holds, and with one that breaks a rule. */
function enrollment(holdsFrom: string, holdsTo: string, breaksFrom: string, breaksTo: string): Samples {
  return changed(decision, [openEnrollment(holdsFrom, holdsTo)], [openEnrollment(breaksFrom, breaksTo)]);
}

/** Snapshots in which everybody is covered from one of these days. */
function coverageFrom(holds: readonly string[], breaks: readonly string[]): Samples {
  const from = (days: readonly string[]) => days.map((day) => both(start, day));
  return changed(snapshot, from(holds), from(breaks));
}
