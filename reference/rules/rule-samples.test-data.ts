import { employeeId } from '../reference-client.test-data.ts';
import { decisionBody, firstOf, type Fixtures } from '../sample-bodies.test-data.ts';
import type { RuleName } from './rules.ts';
import { recordSamples } from './record-samples.test-data.ts';
import {
  address,
  amount,
  bodyOfSnapshot,
  born,
  brokenBy,
  changed,
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

const inCapitals = {
  ...differing('/person/first_name', ['ADA', 'BO']),
  ...differing('/person/middle_name', ['C', 'D']),
  ...differing('/person/last_name', ['SAMPLE', 'SAMPLE']),
};

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
  'classification-keys': values(
    snapshot,
    '/employee/classifications',
    [{}, { pay_group: 'A' }],
    [{ Location: 'A' }, { a: '', b: '', c: '', d: '' }],
  ),
  'ssn-without-dashes': changed(snapshot, [differing('/person/ssn', ['900000001', '900000002'])], [{}]),
  'ssn-issued': changed(
    snapshot,
    [differing('/person/ssn', ['219-09-9999', '219099998'])],
    ['000-12-3456', '666-12-3456', '900-12-3456', '219-00-3456', '219-09-0000'].map((ssn) =>
      differing('/person/ssn', [ssn, '219-09-9999']),
    ),
  ),
  'ein-with-dash': values(connection, '/federal_ein', ['00-3000001'], ['003000001']),
  'ein-without-dash': values(connection, '/federal_ein', ['003000001'], ['00-3000001']),
  'ein-issued': values(connection, '/federal_ein', ['12-3000001', '123000001'], ['00-3000001', '079000001']),
  'ein-issued-if-any': values(connection, '/federal_ein', [undefined, '12-3000001'], ['00-3000001']),
  'phone-in-service': changed(
    snapshot,
    [phones('+12125550100')],
    [{ ...phones('+12125550100'), [phone]: '+15555550100' }],
  ),
  'email-deliverable': changed(
    snapshot,
    [differing(emailOfPerson, ['a@b.com', 'b@example-of.com'])],
    ['a@example.com', 'a@mail.example.org'].map((address) => differing(emailOfPerson, ['a@b.com', address])),
  ),
  'salary-whole': values(snapshot, amount, [5000], [5000.5]),
  'one-carrier': brokenBy(decision, twice('/body/carriers', decisionBody)),
  'three-coverages': brokenBy(snapshot, twice('/coverages', bodyOfSnapshot)),
  'three-dependents': brokenBy(snapshot, {
    '/dependents': ['1', '2', '3', '4'].map((digit) => ({ id: `${otherDependent.slice(0, -1)}${digit}` })),
  }),
  'signature-by-start': values(snapshot, `${medical}/signature_date`, ['2026-02-01'], ['2026-02-02']),
  'line-decided': {
    holds: [
      decision(({ carrierIds: [carrier] }) => ({ '/body/carriers/0/carrier_id': carrier })),
      snapshot((fixtures) => ({ '/coverages': bodyOfSnapshot(fixtures).coverages?.slice(0, 1) })),
    ],
    breaks: [snapshot()],
  },
  'carrier-connected': {
    holds: [connection(), decision()],
    breaks: [decision(({ carrierIds: [, other] }) => ({ '/body/carriers/0/carrier_id': other }))],
  },
  'phone-of-north-america': changed(snapshot, [phones('+12125550100')], [{}, { [phone]: '+11125550100' }]),
  'zip-five-digits': values(snapshot, `${address}/zip_code`, ['00000'], ['00000-0001', '0000']),
  'zip-of-state': changed(snapshot, [{ ...zipCodes('/employee', '94000'), ...zipCodes(child, '94000') }], [{}]),
  'state-known': values(snapshot, `${address}/state`, ['CA', 'NY'], ['XX', 'ny']),
  'email-ascii': values(snapshot, email, ['first.last+tag@mail.example.com'], ['é@example.com', 'sample@localhost']),
  'names-in-letters': values(snapshot, `${person}/last_name`, ["O'Neil-Smith"], ['Núñez', '3rd']),
  'email-40': values(snapshot, email, [`${'a'.repeat(28)}@example.com`], [`${'a'.repeat(29)}@example.com`]),
  'names-in-capitals': changed(snapshot, [inCapitals], [{}, { ...inCapitals, [`${person}/last_name`]: 'Sample' }]),
  'custom-id-capitals': changed(snapshot, [differing('/custom_individual_id', ['E1', 'D1'])], [{}]),
  'names-30': values(snapshot, `${person}/last_name`, ['a'.repeat(30)], ['a'.repeat(31)]),
  'middle-initial': values(snapshot, `${person}/middle_name`, ['', 'M'], ['M.', 'Maria']),
  'suffix-known': values(snapshot, `${person}/suffix`, ['', 'Jr', 'Sr.', 'III'], ['Esq.']),
  'custom-id-alphanumeric': changed(snapshot, [differing('/custom_individual_id', ['E1', 'D1'])], [{}]),
  'custom-id-20': values(snapshot, '/employee/custom_individual_id', ['a'.repeat(20)], ['a'.repeat(21)]),
  'custom-id-digits': changed(snapshot, [differing('/custom_individual_id', ['1', '2'])], [{}]),
  'zip-nine-digits': changed(
    snapshot,
    [{ ...zipCodes('/employee', '00000-0001'), ...zipCodes(child, '00000-0001') }],
    [{}],
  ),
  'texts-in-ascii': values(snapshot, `${person}/last_name`, ["O'Neil"], ['Núñez']),
  'texts-in-latin-1': values(snapshot, `${person}/last_name`, ['Núñez'], ['吉田']),
  'texts-harmless': values(snapshot, `${person}/last_name`, ['Núñez-Sample'], ["O'Neil", '<b>', 'a;b', 'a\tb']),
  'nothing-null': brokenBy(snapshot, { '/note': null }, { '/dependents/0/note': null }),
  'no-empty-texts': changed(snapshot, [differing('/person/suffix', ['Jr', 'Jr'])], [{}]),
  'no-empty-lists': changed(snapshot, [{ [`${dental}/enrolled_members`]: [employee] }], [{}]),
  'address-whole': values(snapshot, `${address}/street_one`, ['2 Sample Street'], ['', undefined]),
  'event-ids-digits': changed(snapshot, [eventIds('1')], [{}]),
  'event-ids-uuids': changed(snapshot, [eventIds(otherId)], [{}]),
  'carrier-group-id-digits': values(connection, groupId, ['100'], ['C-1', '']),
  'carrier-group-id-10': values(connection, groupId, ['a'.repeat(10)], ['a'.repeat(11)]),
  'carrier-group-id-7': values(connection, groupId, ['1234567'], ['123456', '12345678', 'A234567']),
  'group-name-letters': values(connection, '/group_data/group_name', ['Sample Group'], ['Group 1', '']),
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
  'one-coverage-of-carrier': changed(
    snapshot,
    [{}, { [`${dental}/line_of_coverage`]: 'medical' }],
    [{ [`${life}/line_of_coverage`]: 'medical' }],
  ),
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
  'metal-tier-of-medical': changed(
    decision,
    [{ [plans]: [{ ...described, metal_tier: 'silver' }] }],
    [{ [`${lines}/dental`]: { plans: [{ ...described, metal_tier: 'silver' }] } }],
  ),
  'plan-type-known': changed(
    decision,
    [{}, { [plans]: [described] }],
    [{ [plans]: [{ ...described, plan_type: 'group' }] }],
  ),
  'medical-and-dental': values(decision, `${lines}/dental`, [{ plans: [described] }], [undefined]),
  'two-plans-of-line': values(decision, plans, [[described, { ...described, name: 'Gold' }]], [[], [described]]),
  'one-plan-of-line': values(decision, plans, [[], [described]], [[described, { ...described, name: 'Gold' }]]),
  'one-plan-form-of-line': changed(
    decision,
    [{ [plans]: [described, { ...described, name: 'Gold' }] }],
    [(fixtures) => ({ [plans]: [described, { plan_id: firstOf(fixtures).planId }] })],
  ),
  'plans-once': changed(
    decision,
    [{ [plans]: [described, { ...described, name: 'Gold' }], [`${lines}/dental`]: { plans: [described] } }],
    [{ [plans]: [described, described] }],
  ),
  'carriers-once': brokenBy(decision, twice('/body/carriers', decisionBody)),
  'plans-offered': values(decision, plans, [[described]], [[]]),
  'coverage-present': brokenBy(snapshot, { '/coverages': [] }),
  'coverage-with-members': changed(snapshot, [coverageOf(employee)], [{}, coverageOf({ individual_type: 'employee' })]),
  'one-coverage-of-line': brokenBy(snapshot, { [`${dental}/line_of_coverage`]: 'medical' }),
  'life-covered': brokenBy(snapshot, coveredBy('dental', 'Dental PPO')),
  'dental-coverages': changed(snapshot, [coveredBy('dental', 'Dental PPO')], [coveredBy('medical', 'Silver'), {}]),
  'medical-coverages': changed(snapshot, [coveredBy('medical', 'Silver')], [coveredBy('dental', 'Dental PPO'), {}]),
  'enrolled-once': brokenBy(snapshot, {
    [enrolled]: [employee, { ...employee, effective_start_date: '2026-03-01' }],
  }),
  'dependents-with-employee': brokenBy(snapshot, (fixtures) => ({
    [enrolled]: bodyOfSnapshot(fixtures).coverages?.[0]?.enrolled_members?.slice(1),
  })),
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
  'spouse-adult': changed(
    snapshot,
    [{ [`${child}/relationship`]: 'spouse' }, { [born]: '2020-01-01' }],
    [{ [`${child}/relationship`]: 'spouse', [born]: '2008-01-16' }],
  ),
  'one-spouse': changed(
    snapshot,
    [{ [`${child}/relationship`]: 'spouse' }],
    [
      (fixtures) => {
        const spouse = { ...bodyOfSnapshot(fixtures).dependents?.[0], relationship: 'spouse' };
        return { '/dependents': [spouse, { ...spouse, id: otherDependent }] };
      },
    ],
  ),
  'employee-16-at-hire': values(snapshot, hired, ['2000-02-29', '2016-02-01'], ['2000-02-28']),
  'hired-before-coverage': values(snapshot, hired, ['2026-02-01'], ['2026-02-02']),
  'salary-since-hire': values(snapshot, `${employment}/salary/effective_date`, ['2016-02-01'], ['2016-01-31']),
  'signature-by-31-days': values(snapshot, `${medical}/signature_date`, ['2026-03-04'], ['2026-03-05']),
  'signature-not-future': values(snapshot, `${medical}/signature_date`, ['2026-01-15'], ['2026-01-16']),
  'event-near-start': values(snapshot, '/events/0/date', ['2025-02-01', '2027-02-01'], ['2024-01-01', '2027-03-01']),
  'events-once': brokenBy(snapshot, twice('/events', bodyOfSnapshot)),
  'ssn-once-in-snapshot': changed(
    snapshot,
    [differing('/person/ssn', ['900-00-0001', '900-00-0002'])],
    [{}, differing('/person/ssn', ['900-00-0001', '900000001'])],
  ),
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

/** One coverage of one member alone. */
function coverageOf(member: object) {
  const coverage = { line_of_coverage: 'dental', plan_name: 'Dental PPO', enrolled_members: [member] };
  return ({ carrierIds: [carrier] }: Fixtures) => ({ '/coverages': [{ ...coverage, carrier_id: carrier }] });
}

function zipCodes(who: string, code: string) {
  return { [`${who}/person/home_address/zip_code`]: code, [`${who}/person/mailing_address/zip_code`]: code };
}
