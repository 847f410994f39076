import { employeeId, snapshotBody, type Fixtures } from '../reference-client.test-data.ts';
import { objectOf } from '../../spec/index.ts';

/** Changes to the sample body, by pointer; a function if they depend on the fixtures. */
type Changes = Readonly<Record<string, unknown>> | ((fixtures: Fixtures) => Readonly<Record<string, unknown>>);

/**
 * A request: one that makes a record (`elsewhere`: a decision in the group of the last connection), an edit of the last
 * decision made, or a list of decisions; or a pause.
 */
export type Sample = readonly [
  'connection' | 'decision' | 'elsewhere' | 'snapshot' | 'edit' | 'list' | 'pause',
  Changes,
];

export const connection = (changes: Changes = {}): Sample => ['connection', changes];
export const decision = (changes: Changes = {}): Sample => ['decision', changes];
export const snapshot = (changes: Changes = {}): Sample => ['snapshot', changes];
export const elsewhere: Sample = ['elsewhere', {}];
export const edit = (changes: Changes = {}): Sample => ['edit', changes];
export const list = (query: Readonly<Record<string, string>>): Sample => ['list', query];
export const pause: Sample = ['pause', {}];

export interface Samples {
  /** Sent first; each is accepted. */
  readonly holds: readonly Sample[];
  /** Sent next; each is refused by the rule. */
  readonly breaks: readonly Sample[];
}

/** Changes to the sample body with which a rule holds, and others that break it. */
export const changed = (
  at: (changes?: Changes) => Sample,
  holds: readonly Changes[],
  breaks: readonly Changes[],
): Samples => ({ holds: holds.map(at), breaks: breaks.map(at) });

export const values = (
  at: (changes?: Changes) => Sample,
  pointer: string,
  holds: readonly unknown[],
  breaks: readonly unknown[],
): Samples =>
  changed(
    at,
    holds.map((value) => ({ [pointer]: value })),
    breaks.map((value) => ({ [pointer]: value })),
  );

/** The rule holds for the sample body, and each of these changes breaks it. */
export const brokenBy = (at: (changes?: Changes) => Sample, ...breaks: readonly Changes[]): Samples =>
  changed(at, [{}], breaks);

export const person = '/employee/person';
export const address = `${person}/home_address`;
export const phone = `${person}/contact/home_phone`;
export const email = `${person}/contact/email_address`;
export const employment = '/employee/employment';
export const hired = `${employment}/employment_dates/hire_date`;
export const amount = `${employment}/salary/amount`;
export const groupId = '/group_data/carrier_group_id';
export const lines = '/body/carriers/0/lines_of_coverage';
export const plans = `${lines}/medical/plans`;
export const [medical, dental, life] = ['/coverages/0', '/coverages/1', '/coverages/2'];
export const enrolled = `${medical}/enrolled_members`;
export const latestChange = `${enrolled}/0/latest_change_effective_date`;
export const ofDental = `${dental}/enrolled_members`;
export const child = '/dependents/0';
export const born = `${child}/person/date_of_birth`;

export const otherId = '00000000-0000-4000-8000-0000000000e2';
export const otherDependent = '00000000-0000-7000-8000-00000000d002';

/** The people of a snapshot under other ids. */
export const otherPeople = {
  '/employee/id': otherId,
  [`${enrolled}/0/individual_id`]: otherId,
  [`${life}/enrolled_members/0/individual_id`]: otherId,
  [`${child}/id`]: otherDependent,
  [`${enrolled}/1/individual_id`]: otherDependent,
};

export const differing = (pointer: string, [one, other]: readonly [string, string]) => ({
  [`/employee${pointer}`]: one,
  [`${child}${pointer}`]: other,
});

/** No two people share a value, in one snapshot or in two; nor may a single person of the second have one again. */
export function once(pointer: string, [one, other, third, fourth]: readonly [string, string, string, string]): Samples {
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
export const phones = (one: string, other = one) => ({
  ...differing('/person/contact/home_phone', [one, other]),
  ...differing('/person/contact/work_phone', [one, other]),
});

export const zipCodes = (code: string) => ({
  ...differing('/person/home_address/zip_code', [code, code]),
  ...differing('/person/mailing_address/zip_code', [code, code]),
});

export const described = { name: 'Silver', plan_type: 'ppo' };
export const openEnrollment = (start: string, end: string) => ({
  [`${lines}/medical/open_enrollment_start_date`]: start,
  [`${lines}/medical/open_enrollment_end_date`]: end,
});
const both = (member: string, value: unknown) => ({
  [`${enrolled}/0/${member}`]: value,
  [`${enrolled}/1/${member}`]: value,
  [`${life}/enrolled_members/0/${member}`]: value,
});

export const eventIds = (id: string) => ({
  '/events/0/id': id,
  ...differing('/event_id', [id, id]),
  ...both('event_id', id),
});

export const employee = { individual_id: employeeId, individual_type: 'employee' };

/** Repeats the items of a list of the sample body. */
export const twice =
  (pointer: string, body: (fixtures: Fixtures) => unknown): Changes =>
  (fixtures) => {
    const items = pointer
      .split('/')
      .slice(1)
      .reduce((value, name) => objectOf(value)[name], body(fixtures));
    return { [pointer]: Array.isArray(items) ? [...items, ...items] : [] };
  };
export const familyOf = (fixtures: Fixtures) => snapshotBody(fixtures).coverages?.[0]?.enrolled_members;

export const familyForLife =
  (...volumes: readonly number[]) =>
  (fixtures: Fixtures) => ({
    [`${life}/enrolled_members`]: familyOf(fixtures)?.map((member, at) => ({ ...member, volume: volumes[at] })),
  });

export function coveredBy(line: string, name: string) {
  return ({ carrierIds: [carrier] }: Fixtures) => ({
    '/coverages': [{ carrier_id: carrier, line_of_coverage: line, plan_name: name }],
  });
}

/** Snapshots of some people with these phones, then of others; then of both with phones that break a rule. */
export function ofPhones(holds: readonly string[], othersHold: string, othersBreak: string, breaks: string): Samples {
  const phonesOf = ([one = '', other = '']: string) => phones(one, other);
  const ofOthers = (pair: string) => ({ ...otherPeople, ...phonesOf(pair) });
  return changed(snapshot, [...holds.map(phonesOf), ofOthers(othersHold)], [ofOthers(othersBreak), phonesOf(breaks)]);
}

export function enrollment(holdsFrom: string, holdsTo: string, breaksFrom: string, breaksTo: string): Samples {
  return changed(decision, [openEnrollment(holdsFrom, holdsTo)], [openEnrollment(breaksFrom, breaksTo)]);
}

export function coverageFrom(holds: readonly string[], breaks: readonly string[]): Samples {
  const from = (days: readonly string[]) => days.map((day) => both('effective_start_date', day));
  return changed(snapshot, from(holds), from(breaks));
}

export const inCapitals = {
  ...differing('/person/first_name', ['ADA', 'BO']),
  ...differing('/person/middle_name', ['C', 'D']),
  ...differing('/person/last_name', ['SAMPLE', 'SAMPLE']),
};

export const newYear = (year: number) => `01 Jan ${year} 00:00:00 GMT`;

export const atOtherCarrier = decision(({ carrierIds: [, other] }) => ({ '/body/carriers/0/carrier_id': other }));

/** Samples of rules that need other records at a carrier, or none there. */
export const ofCarriers = {
  'decision-processed': {
    holds: [pause, decision(), pause, snapshot(({ carrierIds: [id] }) => ({ [`${dental}/carrier_id`]: id }))],
    breaks: [snapshot(({ carrierIds: [, other] }) => ({ [`${medical}/carrier_id`]: other }))],
  },
  'carrier-group-id-once': {
    holds: [connection(), connection(({ carrierIds }) => ({ '/carrier_id': carrierIds[1] }))],
    breaks: [connection({ '/federal_ein': '00-3000002' })],
  },
} satisfies Readonly<Record<string, Samples>>;

/** Plans that their carrier offers for their line, and other plans. */
export const ofOffered: Samples = {
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

export const oneAfterTheOther = {
  'one-snapshot-in-process': snapshotsApart,
  'one-decision-in-process': { holds: [decision(), pause, decision()], breaks: [decision()] },
  'snapshots-two-seconds-apart': snapshotsApart,
};

const [in2022, in2024] = [`Sat, ${newYear(2022)}`, `Mon, ${newYear(2024)}`] as const;
const range = (start: string, last: string): Sample => list({ start_date: start, end_date: last });

/** Ranges of days that a list is asked for. */
export const ofRanges = {
  'range-in-order': { holds: [range(in2022, in2022)], breaks: [range('Sun, 02 Jan 2022 00:00:00 GMT', in2022)] },
  'range-of-31-days': {
    holds: [range(in2022, 'Tue, 01 Feb 2022 00:00:00 GMT')],
    breaks: [range(in2022, 'Wed, 02 Feb 2022 00:00:00 GMT')],
  },
  'range-of-days': { holds: [range(in2022, 'Sun, 02 Jan 2022 00:00:00 GMT')], breaks: [range(in2022, in2022)] },
  'range-of-two-years': {
    holds: [list({ start_date: in2022 }), list({ end_date: in2024 }), range(in2022, in2024)],
    breaks: [range(`Fri, ${newYear(2021)}`, in2024)],
  },
} satisfies Readonly<Record<string, Samples>>;
