import { employeeId, firstOf, snapshotBody, type Fixtures } from '../reference-client.test-data.ts';
import {
  atOtherCarrier,
  brokenBy,
  changed,
  child,
  connection,
  decision,
  described,
  differing,
  lines,
  openEnrollment,
  pause,
  person,
  plans,
  snapshot,
  twice,
  values,
  type Samples,
  type RuleSamples,
} from './sample-requests.test-data.ts';

const address = `${person}/home_address`;
const phone = `${person}/contact/home_phone`;
const email = `${person}/contact/email_address`;
const employment = '/employee/employment';
const hired = `${employment}/employment_dates/hire_date`;
const amount = `${employment}/salary/amount`;
const [medical, dental, life] = ['/coverages/0', '/coverages/1', '/coverages/2'];
const enrolled = `${medical}/enrolled_members`;
const latestChange = `${enrolled}/0/latest_change_effective_date`;
const ofDental = `${dental}/enrolled_members`;
const born = `${child}/person/date_of_birth`;
const otherId = '00000000-0000-4000-8000-0000000000e2';
const otherDependent = '00000000-0000-7000-8000-00000000d002';

/** The people of a snapshot under other ids. */
const otherPeople = {
  '/employee/id': otherId,
  [`${enrolled}/0/individual_id`]: otherId,
  [`${life}/enrolled_members/0/individual_id`]: otherId,
  [`${child}/id`]: otherDependent,
  [`${enrolled}/1/individual_id`]: otherDependent,
};

/** No two people share a value, in one snapshot or in two; nor may a single person of the second have one again. */
function once(pointer: string, [one, other, third, fourth]: readonly [string, string, string, string]): Samples {
  const again = differing(pointer, [one, fourth]);
  return changed(
    snapshot,
    [
      differing(pointer, [one, other]),
      differing(pointer, [one, third]),
      { ...otherPeople, ...differing(pointer, [fourth, `${fourth}5`]) },
    ],
    [{ ...otherPeople, ...again }, again],
  );
}

/** Sets all phones of the employee, and all of the dependent. */
const phones = (one: string, other = one) => ({
  ...differing('/person/contact/home_phone', [one, other]),
  ...differing('/person/contact/work_phone', [one, other]),
});

const zipCodes = (code: string) => ({
  ...differing('/person/home_address/zip_code', [code, code]),
  ...differing('/person/mailing_address/zip_code', [code, code]),
});

const both = (member: string, value: unknown) => ({
  [`${enrolled}/0/${member}`]: value,
  [`${enrolled}/1/${member}`]: value,
  [`${life}/enrolled_members/0/${member}`]: value,
});

const eventIds = (id: string) => ({
  '/events/0/id': id,
  ...differing('/event_id', [id, id]),
  ...both('event_id', id),
});

const employee = { individual_id: employeeId, individual_type: 'employee' };
const familyOf = (fixtures: Fixtures) => snapshotBody(fixtures).coverages?.[0]?.enrolled_members;

const familyForLife =
  (...volumes: readonly number[]) =>
  (fixtures: Fixtures) => ({
    [`${life}/enrolled_members`]: familyOf(fixtures)?.map((member, at) => ({ ...member, volume: volumes[at] })),
  });

function coveredBy(line: string, name: string) {
  return ({ carrierIds: [carrier] }: Fixtures) => ({
    '/coverages': [{ carrier_id: carrier, line_of_coverage: line, plan_name: name }],
  });
}

/** Snapshots of some people with these phones, then of others; then of both with phones that break a rule. */
function ofPhones(holds: readonly string[], othersHold: string, othersBreak: string, breaks: string): Samples {
  const phonesOf = ([one = '', other = '']: string) => phones(one, other);
  const ofOthers = (pair: string) => ({ ...otherPeople, ...phonesOf(pair) });
  return changed(snapshot, [...holds.map(phonesOf), ofOthers(othersHold)], [ofOthers(othersBreak), phonesOf(breaks)]);
}

function coverageFrom(holds: readonly string[], breaks: readonly string[]): Samples {
  const from = (days: readonly string[]) => days.map((day) => both('effective_start_date', day));
  return changed(snapshot, from(holds), from(breaks));
}

const inCapitals = {
  ...differing('/person/first_name', ['ADA', 'BO']),
  ...differing('/person/middle_name', ['C', 'D']),
  ...differing('/person/last_name', ['SAMPLE', 'SAMPLE']),
};

/** Plans that their carrier offers for their line, and other plans. */
const ofOffered: Samples = {
  holds: [
    decision(),
    decision({ [plans]: [{ name: 'Medical HMO Silver', plan_type: 'hmo' }] }),
    snapshot((fixtures) => ({ '/coverages': snapshotBody(fixtures).coverages?.slice(0, 1) })),
  ],
  breaks: [
    decision({ [plans]: [described] }),
    atOtherCarrier,
    snapshot({ [`${medical}/line_of_coverage`]: 'dental' }),
    snapshot({ [`${life}/plan_name`]: 'Silver' }),
  ],
};

const snapshotsApart = { holds: [snapshot(), snapshot(otherPeople), pause, snapshot()], breaks: [snapshot()] };
const end = `${enrolled}/0/effective_end_date`;

/** Samples of the rules for snapshots. */
export const snapshotSamples: RuleSamples = {
  'texts-not-blank': values(snapshot, `${person}/first_name`, ['Ada'], [' ', 'A\u0000da']),
  'phone-international': values(snapshot, phone, ['+4930123456'], ['5550100', '+1 555 0100']),
  'state-two-capitals': values(snapshot, `${address}/state`, ['CA', 'XX'], ['ca', 'California']),
  'zip-form': values(snapshot, `${address}/zip_code`, ['00000', '00000-0001'], ['0000', '00000 0001']),
  'ssn-form': values(snapshot, `${person}/ssn`, ['900-00-0001', '900000001'], ['900', '']),
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
  'phone-in-service': changed(
    snapshot,
    [phones('+12125550100')],
    [{ ...phones('+12125550100'), [phone]: '+15555550100' }],
  ),
  'email-deliverable': changed(
    snapshot,
    [differing('/person/contact/email_address', ['a@b.com', 'b@example-of.com'])],
    ['a@example.com', 'a@mail.example.org'].map((address) =>
      differing('/person/contact/email_address', ['a@b.com', address]),
    ),
  ),
  'salary-whole': values(snapshot, amount, [5000], [5000.5]),
  'three-coverages': brokenBy(snapshot, twice('/coverages', snapshotBody)),
  'three-dependents': brokenBy(snapshot, {
    '/dependents': ['1', '2', '3', '4'].map((digit) => ({ id: `${otherDependent.slice(0, -1)}${digit}` })),
  }),
  'signature-by-start': values(snapshot, `${medical}/signature_date`, ['2026-02-01'], ['2026-02-02']),
  'line-decided': {
    holds: [
      decision(({ carrierIds: [carrier] }) => ({ '/body/carriers/0/carrier_id': carrier })),
      snapshot((fixtures) => ({ '/coverages': snapshotBody(fixtures).coverages?.slice(0, 1) })),
    ],
    breaks: [snapshot()],
  },
  'phone-of-north-america': changed(snapshot, [phones('+12125550100')], [{}, { [phone]: '+11125550100' }]),
  'zip-five-digits': values(snapshot, `${address}/zip_code`, ['00000'], ['00000-0001', '0000']),
  'zip-of-state': changed(snapshot, [zipCodes('94000')], [{}]),
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
  'zip-nine-digits': changed(snapshot, [zipCodes('00000-0001')], [{}]),
  'texts-in-ascii': values(snapshot, `${person}/last_name`, ["O'Neil"], ['Núñez']),
  'texts-in-latin-1': values(snapshot, `${person}/last_name`, ['Núñez'], ['吉田']),
  'texts-harmless': values(snapshot, `${person}/last_name`, ['Núñez-Sample'], ["O'Neil", '<b>', 'a;b', 'a\tb']),
  'nothing-null': brokenBy(snapshot, { '/note': null }, { '/dependents/0/note': null }),
  'no-empty-texts': changed(snapshot, [differing('/person/suffix', ['Jr', 'Jr'])], [{}]),
  'no-empty-lists': changed(snapshot, [{ [ofDental]: [employee] }], [{}]),
  'address-whole': values(snapshot, `${address}/street_one`, ['2 Sample Street'], ['', undefined]),
  'event-ids-digits': changed(snapshot, [eventIds('1')], [{}]),
  'event-ids-uuids': changed(snapshot, [eventIds(otherId)], [{}]),
  'sex-coded': changed(snapshot, [differing('/person/sex', ['1', '2'])], [{}]),
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
  'nobody-covered': { holds: [snapshot({ '/coverages': [] })], breaks: [snapshot()] },
  'plans-shown': ofOffered,
  'plans-of-vision-shown': ofOffered,
  'plan-name-known': {
    holds: [decision({ [plans]: [described] }), snapshot(coveredBy('medical', 'Silver'))],
    breaks: [snapshot(coveredBy('medical', 'Gold')), snapshot(coveredBy('dental', 'Silver'))],
  },
  'coverage-present': brokenBy(snapshot, { '/coverages': [] }),
  'coverage-with-members': values(snapshot, ofDental, [[employee]], [[], [{ individual_type: 'employee' }]]),
  'one-coverage-of-line': brokenBy(snapshot, { [`${dental}/line_of_coverage`]: 'medical' }),
  'life-covered': brokenBy(snapshot, coveredBy('dental', 'Dental PPO')),
  'dental-coverages': changed(snapshot, [coveredBy('dental', 'Dental PPO')], [coveredBy('medical', 'Silver'), {}]),
  'medical-coverages': changed(snapshot, [coveredBy('medical', 'Silver')], [coveredBy('dental', 'Dental PPO'), {}]),
  'enrolled-once': brokenBy(snapshot, {
    [enrolled]: [employee, { ...employee, effective_start_date: '2026-03-01' }],
  }),
  'dependents-with-employee': brokenBy(snapshot, (fixtures) => ({ [enrolled]: familyOf(fixtures)?.slice(1) })),
  'same-start-of-coverage': values(snapshot, `${enrolled}/1/effective_start_date`, ['2026-02-01'], ['2026-03-01']),
  'volume-of-life': values(snapshot, `${life}/line_of_coverage`, ['life'], ['vision']),
  'life-of-employee': brokenBy(snapshot, (fixtures) => ({ [`${life}/enrolled_members`]: familyOf(fixtures) })),
  'volume-of-dependent-half': changed(snapshot, [familyForLife(20_000, 10_000)], [familyForLife(20_000, 10_000.01)]),
  'life-with-volume': values(snapshot, `${life}/enrolled_members/0/volume`, [0.01], [0, undefined]),
  'latest-change-in-period': values(snapshot, latestChange, [undefined, '2026-02-01', '9999-12-31'], ['2026-01-31']),
  'child-under-26': values(snapshot, born, ['2000-01-16'], ['2000-01-15', '1984-02-29']),
  'dependents-without-contact': values(snapshot, `${child}/person/contact`, [undefined], [{}, { home_phone: '1' }]),
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
        const spouse = { ...snapshotBody(fixtures).dependents?.[0], relationship: 'spouse' };
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
  'events-once': brokenBy(snapshot, twice('/events', snapshotBody)),
  'ssn-once-in-snapshot': changed(
    snapshot,
    [differing('/person/ssn', ['900-00-0001', '900-00-0002'])],
    [{}, differing('/person/ssn', ['900-00-0001', '900000001'])],
  ),
  'carrier-decided': {
    holds: [decision(), snapshot(({ carrierIds: [carrier] }) => ({ [`${dental}/carrier_id`]: carrier }))],
    breaks: [snapshot()],
  },
  'enrollment-on': {
    holds: [decision(openEnrollment('2026-01-15', '2026-01-15')), snapshot(coveredBy('medical', 'Silver'))],
    breaks: [snapshot()],
  },
  'children-covered-until-26': changed(
    snapshot,
    [{ [born]: '2010-07-01', [`${enrolled}/1/effective_end_date`]: '2036-07-01' }],
    [{ [born]: '2010-07-01' }, { [born]: '2010-07-01', [`${enrolled}/1/effective_end_date`]: '2036-07-02' }],
  ),
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
  'person-once': { holds: [snapshot(), snapshot()], breaks: [snapshot(otherPeople)] },
  'fifty-employees-of-group': {
    holds: Array.from({ length: 50 }, (_unused, at) =>
      snapshot({ '/employee/id': `00000000-0000-4000-8000-0000000000${String(at + 10)}`, '/coverages': [] }),
    ),
    breaks: [snapshot()],
  },
  'event-id-once': { holds: [snapshot()], breaks: [snapshot(otherPeople)] },
  'snapshot-changes': changed(snapshot, [{}, { [amount]: 5000 }, {}], [{}]),
  'ssn-once': once('/person/ssn', ['900-00-0001', '900-00-0002', '900-00-0003', '900-00-0004']),
  'custom-id-once': once('/custom_individual_id', ['A', 'B', 'C', 'D']),
  'email-once': once('/person/contact/email_address', ['a@b.com', 'b@b.com', 'c@b.com', 'd@b.com']),
  'phone-once': ofPhones(['12', '13'], '45', '16', '14'),
  'phone-of-one-family': ofPhones(['11', '12'], '33', '42', '31'),
  'one-write-of-group': { holds: [decision(), pause, snapshot(), pause, decision()], breaks: [snapshot(), decision()] },
  'one-snapshot-of-group': { holds: [snapshot(), decision(), pause, snapshot()], breaks: [snapshot()] },
  'one-write-of-service': { holds: [decision(), pause, snapshot()], breaks: [snapshot(), decision()] },
  'one-snapshot-of-service': { holds: [snapshot(), decision(), pause, snapshot()], breaks: [snapshot()] },
  'ten-snapshots': {
    holds: [...Array.from({ length: 10 }, () => snapshot()), snapshot(otherPeople)],
    breaks: [snapshot()],
  },
  'employee-ids-assigned': changed(snapshot, [{ '/employee/id': undefined, '/coverages': [] }], [{}]),
  'employee-keeps-birth-date': {
    holds: [snapshot(), snapshot(), snapshot({ ...otherPeople, [`${person}/date_of_birth`]: '1990-01-01' })],
    breaks: [snapshot({ [`${person}/date_of_birth`]: '1990-01-01' })],
  },
  'decision-processed': {
    holds: [pause, decision(), pause, snapshot(({ carrierIds: [id] }) => ({ [`${dental}/carrier_id`]: id }))],
    breaks: [snapshot(({ carrierIds: [, other] }) => ({ [`${medical}/carrier_id`]: other }))],
  },
  'carrier-group-id-once': {
    holds: [connection(), connection(({ carrierIds }) => ({ '/carrier_id': carrierIds[1] }))],
    breaks: [connection({ '/federal_ein': '00-3000002' })],
  },
  'one-snapshot-in-process': snapshotsApart,
  'one-decision-in-process': { holds: [decision(), pause, decision()], breaks: [decision()] },
  'snapshots-two-seconds-apart': snapshotsApart,
};
