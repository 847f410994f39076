import type { RuleName } from './rules.ts';
import {
  amount,
  born,
  both,
  connection,
  decision,
  described,
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

/** Samples of rules of days, of the records that there are, and of requests. */
export const recordSamples: Readonly<Partial<Record<RuleName, Samples>>> = {
  'renewal-first-of-quarter': values(decision, '/renewal_date', ['2027-04-01'], ['2027-05-01', '2027-04-02']),
  'renewal-at-new-year': values(decision, '/renewal_date', ['2028-01-01'], ['2027-04-01']),
  'enrollment-not-over': {
    holds: [decision(openEnrollment('2026-01-01', '2026-01-15'))],
    breaks: [decision(openEnrollment('2026-01-01', '2026-01-14'))],
  },
  'coverage-not-past': {
    holds: [snapshot(both('effective_start_date', '2026-01-15'))],
    breaks: [snapshot(both('effective_start_date', '2026-01-14'))],
  },
  'coverage-within-90-days': {
    holds: [snapshot(both('effective_start_date', '2026-04-15'))],
    breaks: [
      snapshot(both('effective_start_date', '2026-04-16')),
      snapshot(both('effective_start_date', '2025-10-16')),
    ],
  },
  'decision-once': {
    holds: [decision(), decision({ '/renewal_date': '2027-02-01' }), edit({ '/renewal_date': '2027-02-01' })],
    breaks: [decision(), edit()],
  },
  'group-settled': { holds: [pause, connection(), decision()], breaks: [elsewhere] },
  'twenty-connections': { holds: Array.from({ length: 20 }, () => connection()), breaks: [connection()] },
  'group-name-once': {
    holds: [connection({ '/group_data/group_name': 'One' }), connection({ '/group_data/group_name': 'Two' })],
    breaks: [connection({ '/group_data/group_name': 'One' })],
  },
  'carriers-fixed': {
    holds: [decision(), edit({ '/renewal_date': '2027-02-01' })],
    breaks: [edit(({ carrierIds: [, other] }) => ({ '/body/carriers/0/carrier_id': other }))],
  },
  'snapshot-changes': {
    holds: [snapshot(), snapshot({ [amount]: 5000 }), snapshot()],
    breaks: [snapshot()],
  },
  'range-in-order': {
    holds: [list({ start_date: 'Thu, 01 Jan 2026 00:00:00 GMT', end_date: 'Thu, 01 Jan 2026 00:00:00 GMT' })],
    breaks: [list({ start_date: 'Fri, 02 Jan 2026 00:00:00 GMT', end_date: 'Thu, 01 Jan 2026 00:00:00 GMT' })],
  },
  'renewal-first-of-month': values(decision, '/renewal_date', ['2027-02-01'], ['2027-02-02', '2027-01-31']),
  'renewal-not-past': values(decision, '/renewal_date', ['2026-01-15'], ['2026-01-14']),
  'renewal-30-days-ahead': values(decision, '/renewal_date', ['2026-02-14'], ['2026-02-13', '2020-01-01']),
  'renewal-within-18-months': values(decision, '/renewal_date', ['2027-07-15', '2020-01-01'], ['2027-07-16']),
  'enrollment-ends-before-renewal': {
    holds: [decision(openEnrollment('2026-12-01', '2026-12-31'))],
    breaks: [decision(openEnrollment('2026-12-01', '2027-01-01'))],
  },
  'enrollment-120-days-before': {
    holds: [decision(openEnrollment('2026-09-03', '2026-12-31'))],
    breaks: [decision(openEnrollment('2026-09-02', '2026-12-31'))],
  },
  'enrollment-5-days': {
    holds: [decision(openEnrollment('2026-11-01', '2026-11-05'))],
    breaks: [decision(openEnrollment('2026-11-01', '2026-11-04'))],
  },
  'enrollment-60-days': {
    holds: [decision(openEnrollment('2026-11-01', '2026-12-30'))],
    breaks: [decision(openEnrollment('2026-11-01', '2026-12-31'))],
  },
  'coverage-first-of-month': { holds: [snapshot()], breaks: [snapshot(both('effective_start_date', '2026-02-02'))] },
  'coverage-within-12-months': {
    holds: [snapshot(both('effective_start_date', '2025-01-15')), snapshot(both('effective_start_date', '2027-01-15'))],
    breaks: [
      snapshot(both('effective_start_date', '2025-01-14')),
      snapshot(both('effective_start_date', '2027-01-16')),
    ],
  },
  'coverage-ends-within-a-year': values(
    snapshot,
    `${enrolled}/0/effective_end_date`,
    ['9999-12-31', '2027-02-01'],
    ['2027-02-02'],
  ),
  'coverage-ends-with-month': values(
    snapshot,
    `${enrolled}/0/effective_end_date`,
    ['9999-12-31', '2028-02-29'],
    ['2028-02-28', '2026-12-30'],
  ),
  'coverage-open-ended': values(snapshot, `${enrolled}/0/effective_end_date`, ['9999-12-31'], ['2026-12-31']),
  'born-after-1900': values(snapshot, born, ['1901-01-01', '2026-01-15'], ['1900-12-31', '2026-01-16']),
  'hired-after-1950': values(snapshot, hired, ['1951-01-01', '2026-01-15'], ['1950-12-31', '2026-01-16']),
  'event-not-future': values(snapshot, '/events/0/date', ['2026-01-15'], ['2026-01-16']),
  'one-decision-of-date': {
    holds: [decision(), decision({ '/renewal_date': '2027-02-01' }), edit({ '/renewal_date': '2027-02-01' })],
    breaks: [decision(), edit()],
  },
  'ein-once': {
    holds: [connection(), connection({ '/federal_ein': '00-3000002' })],
    breaks: [connection({ '/federal_ein': '003000001' })],
  },
  'carrier-group-id-once': {
    holds: [connection(), connection(({ carrierIds }) => ({ '/carrier_id': carrierIds[1] }))],
    breaks: [connection({ '/federal_ein': '00-3000002' })],
  },
  'ssn-once': once('/person/ssn', ['900-00-0001', '900-00-0002', '900-00-0003', '900-00-0004']),
  'custom-id-once': once('/custom_individual_id', ['A', 'B', 'C', 'D']),
  'email-once': once('/person/contact/email_address', [
    'a@example.com',
    'b@example.com',
    'c@example.com',
    'd@example.com',
  ]),
  'edit-changes': {
    holds: [decision(), edit({ '/renewal_date': '2027-02-01' }), edit({ [plans]: [described] })],
    breaks: [edit({ [plans]: [described] })],
  },
  'renewal-date-fixed': {
    holds: [decision(), edit({ [plans]: [described] })],
    breaks: [edit({ '/renewal_date': '2027-02-01' })],
  },
  'done-is-final': {
    holds: [decision({ '/renewal_date': '2026-01-01' }), edit({ '/renewal_date': '2026-01-01' }), pause],
    breaks: [edit()],
  },
  'one-snapshot-in-process': {
    holds: [snapshot(), snapshot(otherPeople), pause, snapshot()],
    breaks: [snapshot()],
  },
  'ten-snapshots': {
    holds: [...Array.from({ length: 10 }, () => snapshot()), snapshot(otherPeople)],
    breaks: [snapshot()],
  },
  'employee-ids-assigned': {
    holds: [snapshot({ '/employee/id': undefined, '/coverages': [] })],
    breaks: [snapshot()],
  },
  'employee-keeps-birth-date': {
    holds: [snapshot(), snapshot(), snapshot({ ...otherPeople, [`${person}/date_of_birth`]: '1990-01-01' })],
    breaks: [snapshot({ [`${person}/date_of_birth`]: '1990-01-01' })],
  },
  'range-of-two-years': {
    holds: [
      list({ start_date: 'Sat, 01 Jan 2022 00:00:00 GMT' }),
      list({ end_date: 'Mon, 01 Jan 2024 00:00:00 GMT' }),
      list({ start_date: 'Sat, 01 Jan 2022 00:00:00 GMT', end_date: 'Mon, 01 Jan 2024 00:00:00 GMT' }),
    ],
    breaks: [list({ start_date: 'Fri, 01 Jan 2021 00:00:00 GMT', end_date: 'Mon, 01 Jan 2024 00:00:00 GMT' })],
  },
};
