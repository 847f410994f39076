import { objectOf } from '../../spec/index.ts';
import { employeeId } from '../reference-client.test-data.ts';
import { decisionBody, firstOf, snapshotBody, type Fixtures } from '../sample-bodies.test-data.ts';
import type { RuleName } from './rules.ts';

/** What differs from the sample body, by pointer, where it depends on the fixtures, too. */
type Changes = Readonly<Record<string, unknown>> | ((fixtures: Fixtures) => Readonly<Record<string, unknown>>);

/** A request: one that makes a record, an edit of the last decision made, or a list of decisions; or a pause. */
export type Sample = readonly ['connection' | 'decision' | 'snapshot' | 'edit' | 'list' | 'pause', Changes];

const connection = (changes: Changes = {}): Sample => ['connection', changes];
const decision = (changes: Changes = {}): Sample => ['decision', changes];
export const snapshot = (changes: Changes = {}): Sample => ['snapshot', changes];
const edit = (changes: Changes = {}): Sample => ['edit', changes];
const list = (query: Readonly<Record<string, string>>): Sample => ['list', query];
const pause: Sample = ['pause', {}];

interface Samples {
  /** Sent first; each is taken. */
  readonly holds: readonly Sample[];
  /** Sent then; each is refused by the rule. */
  readonly breaks: readonly Sample[];
}

/** The same change of bodies with values that hold, and with values that break a rule. */
const values = (at: (changes: Changes) => Sample, pointer: string, holds: unknown[], breaks: unknown[]): Samples => ({
  holds: holds.map((value) => at({ [pointer]: value })),
  breaks: breaks.map((value) => at({ [pointer]: value })),
});

export const person = '/employee/person';
const address = `${person}/home_address`;
const phone = `${person}/contact/home_phone`;
const email = `${person}/contact/email_address`;
const employment = '/employee/employment';
const hired = `${employment}/employment_dates/hire_date`;
const amount = `${employment}/salary/amount`;
const groupId = '/group_data/carrier_group_id';
const lines = '/body/carriers/0/lines_of_coverage';
const plans = `${lines}/medical/plans`;
const [medical, dental, life] = ['/coverages/0', '/coverages/1', '/coverages/2'];
const enrolled = `${medical}/enrolled_members`;
const child = '/dependents/0';
const born = `${child}/person/date_of_birth`;

const otherId = '00000000-0000-4000-8000-0000000000e2';
const otherDependent = '00000000-0000-7000-8000-00000000d002';

/** The people of a snapshot under other ids, with other values where a rule wants none twice. */
const otherPeople = {
  '/employee/id': otherId,
  [`${enrolled}/0/individual_id`]: otherId,
  [`${life}/enrolled_members/0/individual_id`]: otherId,
  [`${child}/id`]: otherDependent,
  [`${enrolled}/1/individual_id`]: otherDependent,
};

/** The same member of the employee and of the dependent with values of their own. */
export const differing = (pointer: string, [one, other]: readonly [string, string]) => ({
  [`/employee${pointer}`]: one,
  [`${child}${pointer}`]: other,
});

/** No two people have the same; nor do people of two snapshots, and one person of a second may not have one of the first. */
const once = (pointer: string, [one, other, third, fourth]: readonly [string, string, string, string]): Samples => ({
  holds: [
    snapshot(differing(pointer, [one, other])),
    snapshot(differing(pointer, [one, third])),
    snapshot({ ...otherPeople, ...differing(pointer, [fourth, `${fourth}5`]) }),
  ],
  breaks: [
    snapshot({ ...otherPeople, ...differing(pointer, [one, fourth]) }),
    snapshot(differing(pointer, [one, fourth])),
  ],
});

const eventIds = (id: string) => ({
  '/events/0/id': id,
  '/employee/event_id': id,
  [`${child}/event_id`]: id,
  [`${enrolled}/0/event_id`]: id,
  [`${enrolled}/1/event_id`]: id,
  [`${life}/enrolled_members/0/event_id`]: id,
});

const described = { name: 'Silver', plan_type: 'ppo' };
const openEnrollment = (start: string, end: string) => ({
  [`${lines}/medical/open_enrollment_start_date`]: start,
  [`${lines}/medical/open_enrollment_end_date`]: end,
});
const both = (member: string, value: unknown) => ({
  [`${enrolled}/0/${member}`]: value,
  [`${enrolled}/1/${member}`]: value,
  [`${life}/enrolled_members/0/${member}`]: value,
});

const employee = { individual_id: employeeId, individual_type: 'employee' };

/** Samples of every rule that is no choice of a dialect alone. */
export const samples: Readonly<Partial<Record<RuleName, Samples>>> = {
  'texts-not-blank': values(snapshot, `${person}/first_name`, ['Ada'], [' ', 'A\u0000da']),
  'phone-international': values(snapshot, phone, ['+4930123456'], ['5550100', '+1 555 0100']),
  'state-two-capitals': values(snapshot, `${address}/state`, ['CA', 'XX'], ['ca', 'California']),
  'zip-form': values(snapshot, `${address}/zip_code`, ['00000', '00000-0001'], ['0000', '00000 0001']),
  'ssn-form': values(snapshot, `${person}/ssn`, ['900-00-0001', '900000001'], ['900', '']),
  'ein-form': values(connection, '/federal_ein', ['00-3000001', '003000001'], ['003-000001', '']),
  'email-form': values(snapshot, email, ['sample@example.com'], ['sample', 'a b@example.com']),
  'hours-of-a-week': values(snapshot, `${employment}/hours_worked`, [0, 37.25, 168], [-1, 169, 1.001]),
  'amounts-in-range': values(snapshot, amount, [0, 0.01], [-0.01, 0.001, 100_000_001]),
  'ssn-with-dashes': values(snapshot, `${person}/ssn`, ['900-00-0001'], ['900000001']),
  'ssn-without-dashes': {
    holds: [snapshot(differing('/person/ssn', ['900000001', '900000002']))],
    breaks: [snapshot()],
  },
  'ssn-issued': {
    holds: [snapshot(differing('/person/ssn', ['219-09-9999', '219099998']))],
    breaks: ['000-12-3456', '666-12-3456', '900-12-3456', '219-00-3456', '219-09-0000'].map((ssn) =>
      snapshot(differing('/person/ssn', [ssn, '219-09-9999'])),
    ),
  },
  'ein-with-dash': values(connection, '/federal_ein', ['00-3000001'], ['003000001']),
  'ein-without-dash': values(connection, '/federal_ein', ['003000001'], ['00-3000001']),
  'ein-issued': values(connection, '/federal_ein', ['12-3000001', '123000001'], ['00-3000001', '079000001']),
  'phone-of-north-america': {
    holds: [
      snapshot({
        [phone]: '+12125550100',
        [`${person}/contact/work_phone`]: '+12125550101',
        [`${child}/person/contact/home_phone`]: '+12125550102',
        [`${child}/person/contact/work_phone`]: '+12125550103',
      }),
    ],
    breaks: [snapshot(), snapshot({ [phone]: '+11125550100' })],
  },
  'zip-five-digits': values(snapshot, `${address}/zip_code`, ['00000'], ['00000-0001', '0000']),
  'zip-of-state': {
    holds: [
      snapshot(
        Object.fromEntries(
          ['/employee', child].flatMap((who) =>
            ['home', 'mailing'].map((kind) => [`${who}/person/${kind}_address/zip_code`, '94000']),
          ),
        ),
      ),
    ],
    breaks: [snapshot()],
  },
  'state-known': values(snapshot, `${address}/state`, ['CA', 'NY'], ['XX', 'ny']),
  'email-ascii': values(snapshot, email, ['first.last+tag@mail.example.com'], ['é@example.com', 'sample@localhost']),
  'names-in-letters': values(snapshot, `${person}/last_name`, ["O'Neil-Smith"], ['Núñez', '3rd']),
  'names-30': values(snapshot, `${person}/last_name`, ['a'.repeat(30)], ['a'.repeat(31)]),
  'middle-initial': values(snapshot, `${person}/middle_name`, ['', 'M'], ['M.', 'Maria']),
  'suffix-known': values(snapshot, `${person}/suffix`, ['', 'Jr', 'Sr.', 'III'], ['Esq.']),
  'custom-id-alphanumeric': {
    holds: [snapshot(differing('/custom_individual_id', ['E1', 'D1']))],
    breaks: [snapshot()],
  },
  'custom-id-20': values(snapshot, '/employee/custom_individual_id', ['a'.repeat(20)], ['a'.repeat(21)]),
  'event-ids-digits': { holds: [snapshot(eventIds('1'))], breaks: [snapshot()] },
  'event-ids-uuids': { holds: [snapshot(eventIds(otherId))], breaks: [snapshot()] },
  'carrier-group-id-digits': values(connection, groupId, ['100'], ['C-1', '']),
  'carrier-group-id-10': values(connection, groupId, ['a'.repeat(10)], ['a'.repeat(11)]),
  'group-name-50': values(connection, '/group_data/group_name', ['a'.repeat(50)], ['a'.repeat(51)]),
  'hours-whole': values(snapshot, `${employment}/hours_worked`, [40], [37.5]),
  'hours-80': values(snapshot, `${employment}/hours_worked`, [0, 80], [80.5, -1]),
  'salary-cents': values(snapshot, amount, [100.25], [100.125]),
  'salary-positive': values(snapshot, amount, [0.01], [0, -1]),
  'ids-lower-case': {
    holds: [snapshot(), decision(), connection()],
    breaks: [
      snapshot({ '/employee/id': employeeId.toUpperCase() }),
      decision((fixtures) => ({ [`${plans}/0/plan_id`]: firstOf(fixtures).planId.toUpperCase() })),
      connection((fixtures) => ({ '/carrier_id': firstOf(fixtures).carrierId.toUpperCase() })),
    ],
  },
  'periods-in-order': {
    holds: [snapshot(), decision(openEnrollment('2026-11-01', '2026-11-01'))],
    breaks: [
      snapshot({ [`${enrolled}/0/effective_end_date`]: '2026-01-31' }),
      decision(openEnrollment('2026-11-02', '2026-11-01')),
    ],
  },
  'one-coverage-of-carrier': {
    holds: [snapshot(), snapshot({ [`${dental}/line_of_coverage`]: 'medical' })],
    breaks: [snapshot({ [`${life}/line_of_coverage`]: 'medical' })],
  },
  'plan-of-line': {
    holds: [snapshot(), decision()],
    breaks: [
      snapshot({ [`${medical}/line_of_coverage`]: 'dental' }),
      decision(({ planIds }) => ({ [`${plans}/0/plan_id`]: planIds[2] })),
    ],
  },
  'plan-of-carrier': {
    holds: [snapshot(), decision()],
    breaks: [
      snapshot(({ carrierIds }) => ({ [`${medical}/carrier_id`]: carrierIds[1] })),
      decision(({ carrierIds }) => ({ '/body/carriers/0/carrier_id': carrierIds[1] })),
    ],
  },
  'plan-name-in-one-line': {
    holds: [snapshot(), decision({ [plans]: [described] })],
    breaks: [snapshot({ [`${life}/plan_name`]: 'Silver' }), decision({ [`${lines}/dental`]: { plans: [described] } })],
  },
  'metal-tier-of-medical': {
    holds: [decision({ [plans]: [{ ...described, metal_tier: 'silver' }] })],
    breaks: [decision({ [`${lines}/dental`]: { plans: [{ ...described, metal_tier: 'silver' }] } })],
  },
  'plan-type-known': {
    holds: [decision(), decision({ [plans]: [described] })],
    breaks: [decision({ [plans]: [{ ...described, plan_type: 'group' }] })],
  },
  'one-plan-of-line': values(decision, plans, [[], [described]], [[described, { ...described, name: 'Gold' }]]),
  'one-plan-form-of-line': {
    holds: [decision({ [plans]: [described, { ...described, name: 'Gold' }] })],
    breaks: [decision((fixtures) => ({ [plans]: [described, { plan_id: firstOf(fixtures).planId }] }))],
  },
  'plans-once': {
    holds: [
      decision({ [plans]: [described, { ...described, name: 'Gold' }], [`${lines}/dental`]: { plans: [described] } }),
    ],
    breaks: [decision({ [plans]: [described, described] })],
  },
  'carriers-once': {
    holds: [decision()],
    breaks: [decision((fixtures) => ({ '/body/carriers': twice(objectOf(decisionBody(fixtures).body)['carriers']) }))],
  },
  'plans-offered': values(decision, plans, [[described]], [[]]),
  'coverage-present': { holds: [snapshot()], breaks: [snapshot({ '/coverages': [] })] },
  'coverage-with-members': {
    holds: [snapshot(({ carrierIds: [carrier] }) => ({ '/coverages': [coverage(carrier, [employee])] }))],
    breaks: [
      snapshot(),
      snapshot(({ carrierIds: [carrier] }) => ({
        '/coverages': [coverage(carrier, [{ individual_type: 'employee' }])],
      })),
    ],
  },
  'one-coverage-of-line': {
    holds: [snapshot()],
    breaks: [snapshot({ [`${dental}/line_of_coverage`]: 'medical' })],
  },
  'enrolled-once': {
    holds: [snapshot()],
    breaks: [snapshot({ [enrolled]: [employee, { ...employee, effective_start_date: '2026-03-01' }] })],
  },
  'dependents-with-employee': {
    holds: [snapshot()],
    breaks: [
      snapshot((fixtures) => ({
        [enrolled]: snapshotBody(fixtures, employeeId).coverages?.[0]?.enrolled_members?.slice(1),
      })),
    ],
  },
  'same-start-of-coverage': values(snapshot, `${enrolled}/1/effective_start_date`, ['2026-02-01'], ['2026-03-01']),
  'volume-of-life': values(snapshot, `${life}/line_of_coverage`, ['life'], ['vision']),
  'life-with-volume': values(snapshot, `${life}/enrolled_members/0/volume`, [0.01], [0, undefined]),
  'latest-change-in-period': values(
    snapshot,
    `${enrolled}/0/latest_change_effective_date`,
    [undefined, '2026-02-01', '9999-12-31'],
    ['2026-01-31'],
  ),
  'child-under-26': values(snapshot, born, ['2000-01-16'], ['2000-01-15', '1984-02-29']),
  'spouse-adult': {
    holds: [snapshot({ [`${child}/relationship`]: 'spouse' }), snapshot({ [born]: '2020-01-01' })],
    breaks: [snapshot({ [`${child}/relationship`]: 'spouse', [born]: '2008-01-16' })],
  },
  'one-spouse': {
    holds: [snapshot({ '/dependents/0/relationship': 'spouse' })],
    breaks: [
      snapshot((fixtures) => {
        const [first] = snapshotBody(fixtures, employeeId).dependents ?? [];
        return {
          '/dependents': [
            { ...first, relationship: 'spouse' },
            { ...first, id: otherDependent, relationship: 'spouse' },
          ],
        };
      }),
    ],
  },
  'employee-16-at-hire': values(snapshot, hired, ['2000-02-29', '2016-02-01'], ['2000-02-28']),
  'hired-before-coverage': values(snapshot, hired, ['2026-02-01'], ['2026-02-02']),
  'salary-since-hire': values(snapshot, `${employment}/salary/effective_date`, ['2016-02-01'], ['2016-01-31']),
  'signature-by-31-days': values(snapshot, `${medical}/signature_date`, ['2026-03-04'], ['2026-03-05']),
  'signature-not-future': values(snapshot, `${medical}/signature_date`, ['2026-01-15'], ['2026-01-16']),
  'event-near-start': values(snapshot, '/events/0/date', ['2025-02-01', '2027-02-01'], ['2024-01-01', '2027-03-01']),
  'events-once': {
    holds: [snapshot()],
    breaks: [snapshot((fixtures) => ({ '/events': twice(snapshotBody(fixtures, employeeId).events) }))],
  },
  'ssn-once-in-snapshot': {
    holds: [snapshot(differing('/person/ssn', ['900-00-0001', '900-00-0002']))],
    breaks: [snapshot(), snapshot(differing('/person/ssn', ['900-00-0001', '900000001']))],
  },
  'carrier-decided': {
    holds: [decision(), snapshot(({ carrierIds: [carrier] }) => ({ [`${dental}/carrier_id`]: carrier }))],
    breaks: [snapshot()],
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

function coverage(carrier: string | undefined, members: readonly object[]): object {
  return { carrier_id: carrier, line_of_coverage: 'dental', plan_name: 'Dental PPO', enrolled_members: members };
}
function twice(items: unknown): readonly unknown[] {
  return Array.isArray(items) ? [...items, ...items] : [];
}
