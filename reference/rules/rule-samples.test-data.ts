import { objectOf } from '../../spec/index.ts';
import { employeeId } from '../reference-client.test-data.ts';
import { decisionBody, firstOf, snapshotBody, type Fixtures } from '../sample-bodies.test-data.ts';
import type { RuleName } from './rules.ts';
import { recordSamples } from './record-samples.test-data.ts';
import {
  address,
  amount,
  born,
  child,
  connection,
  decision,
  dental,
  described,
  differing,
  email,
  emailOfPerson,
  employee,
  employment,
  enrolled,
  eventIds,
  groupId,
  hired,
  life,
  lines,
  medical,
  openEnrollment,
  otherDependent,
  otherId,
  person,
  phone,
  phones,
  plans,
  snapshot,
  twice,
  values,
  type Samples,
} from './sample-requests.test-data.ts';

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
  'ein-issued-if-any': {
    holds: [connection({ '/federal_ein': undefined }), connection({ '/federal_ein': '12-3000001' })],
    breaks: [connection({ '/federal_ein': '00-3000001' })],
  },
  'phone-in-service': {
    holds: [snapshot(phones('+12125550100'))],
    breaks: [snapshot({ ...phones('+12125550100'), [phone]: '+15555550100' })],
  },
  'email-deliverable': {
    holds: [snapshot(differing(emailOfPerson, ['a@b.com', 'b@example-of.com']))],
    breaks: ['a@example.com', 'a@mail.example.org'].map((address) =>
      snapshot(differing(emailOfPerson, ['a@b.com', address])),
    ),
  },
  'salary-whole': values(snapshot, amount, [5000], [5000.5]),
  'one-carrier': {
    holds: [decision()],
    breaks: [decision((fixtures) => ({ '/body/carriers': twice(decisionBody(fixtures).body?.carriers) }))],
  },
  'three-coverages': {
    holds: [snapshot()],
    breaks: [snapshot((fixtures) => ({ '/coverages': twice(snapshotBody(fixtures, employeeId).coverages) }))],
  },
  'three-dependents': {
    holds: [snapshot()],
    breaks: [
      snapshot({
        '/dependents': ['1', '2', '3', '4'].map((digit) => ({ id: `${otherDependent.slice(0, -1)}${digit}` })),
      }),
    ],
  },
  'signature-by-start': values(snapshot, `${medical}/signature_date`, ['2026-02-01'], ['2026-02-02']),
  'line-decided': {
    holds: [
      decision(({ carrierIds: [carrier] }) => ({ '/body/carriers/0/carrier_id': carrier })),
      snapshot((fixtures) => ({ '/coverages': snapshotBody(fixtures, employeeId).coverages?.slice(0, 1) })),
    ],
    breaks: [snapshot()],
  },
  'carrier-connected': {
    holds: [connection(), decision()],
    breaks: [decision(({ carrierIds: [, other] }) => ({ '/body/carriers/0/carrier_id': other }))],
  },
  'phone-of-north-america': {
    holds: [snapshot(phones('+12125550100'))],
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
  'plan-name-known': {
    holds: [decision({ [plans]: [described] }), snapshot(coveredBy('medical', 'Silver'))],
    breaks: [snapshot(coveredBy('medical', 'Gold')), snapshot(coveredBy('dental', 'Silver'))],
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
  ...recordSamples,
};

/** One coverage of a line, with a plan by name. */
function coveredBy(line: string, name: string) {
  return ({ carrierIds: [carrier] }: Fixtures) => ({
    '/coverages': [{ carrier_id: carrier, line_of_coverage: line, plan_name: name }],
  });
}

function coverage(carrier: string | undefined, members: readonly object[]): object {
  return { carrier_id: carrier, line_of_coverage: 'dental', plan_name: 'Dental PPO', enrolled_members: members };
}
