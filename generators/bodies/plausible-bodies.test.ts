import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  daysBetween,
  openEnd,
  shifted,
  type MemberSnapshotInput,
  type RenewalDecisionInput,
} from '../../spec/index.ts';
import { exampleBodies, type Example, type ExamplePart } from '../examples/example.ts';
import { decisionExamples, snapshotExamples } from '../examples/example-lists.ts';
import { arbitraryDecision, canonicalDecision } from './decision-body.ts';
import { defaultContext, type GenerationContext } from './generation-context.ts';
import { dependentsOf, enrolledIn, personsOf } from './sample-bodies.test-data.ts';
import { arbitrarySnapshot, canonicalSnapshot } from './snapshot-body.ts';
import { withOwnPeople } from './snapshot-edits.ts';

const seed = Math.floor(Math.random() * 2 ** 31);
const todays = [
  '2024-02-29',
  '2026-12-01',
  '2027-01-31',
  ...fc.sample(fc.date({ min: new Date('2025-01-01'), max: new Date('2060-12-31'), noInvalidDate: true }), {
    seed,
    numRuns: 3,
  }),
].map((day) => (typeof day === 'string' ? day : day.toISOString().slice(0, 10)));

const daysFrom = (date = '', later = ''): number => daysBetween(date, later);
const age = (birth: string | undefined, day: string | undefined): number => {
  const [born, on] = [birth ?? '', day ?? ''];
  return Number(on.slice(0, 4)) - Number(born.slice(0, 4)) - (on.slice(5) < born.slice(5) ? 1 : 0);
};
/** Whether all days are present and in order. */
const goOn = (...days: readonly (string | undefined)[]): boolean =>
  days.every((day, index) => day !== undefined && (index === 0 || (days[index - 1] ?? '') <= day));
const isBetween = (value: number, least: number, most: number): boolean => value >= least && value <= most;

/** Ends of ranges of ZIP codes, by their first three digits. */
const zipRanges: Readonly<Record<string, readonly [string, string]>> = {
  CA: ['900', '961'],
  NY: ['100', '149'],
  TX: ['750', '799'],
};

type Rules<Body> = Readonly<Record<string, (body: Body, context: GenerationContext) => boolean>>;

const isPartner = ({ relationship = '' }): boolean => ['spouse', 'domestic_partner'].includes(relationship);
const startOf = (body: MemberSnapshotInput): string =>
  enrolledIn(body)
    .map(({ effective_start_date: start = '' }) => start)
    .toSorted()[0] ?? '';
const employmentOf = ({ employee }: MemberSnapshotInput) => {
  const { employment_dates: dates, salary } = employee?.employment ?? {};
  return {
    birth: employee?.person?.date_of_birth,
    hired: dates?.hire_date,
    paidFrom: salary?.effective_date,
  };
};

const snapshotRules: Rules<MemberSnapshotInput> = {
  'an employee of 18 to 75': (body, { today }) => isBetween(age(employmentOf(body).birth, today), 18, 75),
  'hired as an adult': (body) => age(employmentOf(body).birth, employmentOf(body).hired) >= 18,
  'hired 1 to 15 years ago': (body, { today }) => isBetween(daysFrom(employmentOf(body).hired, today), 365, 15 * 366),
  'hired before covered': (body) => enrolledIn(body).length === 0 || goOn(employmentOf(body).hired, startOf(body)),
  'paid from the hire on, and by today': (body, { today }) =>
    goOn(employmentOf(body).hired, employmentOf(body).paidFrom, today),
  'partners are adults': (body, { today }) =>
    dependentsOf(body)
      .filter(isPartner)
      .every(({ person }) => age(person?.date_of_birth, today) >= 18),
  'one partner at most': (body) => dependentsOf(body).filter(isPartner).length <= 1,
  'children are under 26, and younger than the employee': (body) =>
    dependentsOf(body)
      .filter(({ relationship }) => relationship === 'child')
      .every(
        ({ person }) =>
          age(person?.date_of_birth, startOf(body)) < 26 && age(employmentOf(body).birth, person?.date_of_birth) >= 16,
      ),
  'everybody covered is born': (body) =>
    personsOf(body).every(({ date_of_birth: birth }) => goOn(birth, startOf(body))) || enrolledIn(body).length === 0,
  'spouses are married, children are not': (body) =>
    dependentsOf(body).every(({ relationship, person }) => {
      if (relationship === 'spouse')
        return person?.marital_status === 'married' && body.employee?.person?.marital_status === 'married';
      return person?.marital_status !== 'married';
    }),
  'postal codes of their states': (body) =>
    personsOf(body)
      .flatMap(({ home_address: home, mailing_address: mailing }) => [home, mailing])
      .every((address) => {
        const [first, last] = zipRanges[address?.state ?? ''] ?? ['', ''];
        const zip = address?.zip_code ?? '';
        return /^\d{5}(?:-\d{4})?$/u.test(zip) && zip.slice(0, 3) >= first && zip.slice(0, 3) <= last;
      }),
  'phone numbers of the fictional ranges': (body) =>
    personsOf(body).every(({ contact }) =>
      [contact?.home_phone, contact?.work_phone].every((phone) =>
        /^\+1[2-9]\d{2}55501\d{2}$|^\+442079460\d{3}$/u.test(phone ?? ''),
      ),
    ),
  'coverages begin on a first of a month, at most 2 months ago and 5 ahead': (body, { today }) =>
    enrolledIn(body).every(
      ({ effective_start_date: start = '' }) => start.endsWith('-01') && isBetween(daysFrom(today, start), -92, 155),
    ),
  'coverages are open, or end on the last day of a month within a year': (body) =>
    enrolledIn(body).every(
      ({ effective_start_date: start, effective_end_date: end }) =>
        end === openEnd || (shifted(end ?? '', 1).endsWith('-01') && isBetween(daysFrom(start, end), 27, 366)),
    ),
  'latest changes are on firsts of months of the coverage': (body) =>
    enrolledIn(body).every(
      ({ effective_start_date: start, effective_end_date: end, latest_change_effective_date: change }) =>
        change === undefined || (change.endsWith('-01') && goOn(start, change, end)),
    ),
  'signed before covered, and by today': (body, { today }) =>
    (body.coverages ?? []).every(({ signature_date: signed, enrolled_members: members = [] }) => {
      const starts = members.map(({ effective_start_date: start = '' }) => start).toSorted();
      const latest = [starts[0] ?? today, today].toSorted()[0];
      return (
        goOn(signed, today) &&
        (starts.length === 0 || (daysFrom(signed, starts[0]) > 0 && daysFrom(signed, latest) <= 31))
      );
    }),
  'somebody in each coverage, of a known line': ({ coverages = [] }, { linesOfCoverage }) =>
    coverages.length > 0 &&
    coverages.every(
      ({ line_of_coverage: line = '', enrolled_members: members = [] }) =>
        members.length > 0 && ['medical', 'dental', 'life', ...linesOfCoverage].includes(line),
    ),
  'names that begin with the tag of the run': (body, { runTag }) =>
    [body.employee, ...dependentsOf(body)].every((one) => one?.custom_individual_id?.startsWith(`${runTag}-`)),
  'numbers that are never issued, and addresses that nobody has': (body, { runTag }) =>
    personsOf(body).every(
      ({ ssn = '', contact }) =>
        /^9\d\d-(?!00)\d\d-(?!0000)\d{4}$/u.test(ssn) &&
        /^[a-z0-9-]{3,80}@example\.com$/iu.test(contact?.email_address ?? '') &&
        contact?.email_address?.startsWith(runTag.slice(0, 'bfc-0000abcd'.length)),
    ),
  'events near the start': (body) =>
    (body.events ?? []).every(({ date }) => startOf(body) === '' || isBetween(daysFrom(date, startOf(body)), 0, 62)),
};

const linesOf = ({ body }: RenewalDecisionInput) =>
  (body?.carriers ?? []).flatMap(({ lines_of_coverage: lines = {} }) => Object.entries(lines));

const decisionRules: Rules<RenewalDecisionInput> = {
  'a renewal on one of the days that may be': ({ renewal_date: date = '' }, { renewalDays: { first, last, step } }) =>
    date >= first && date <= last && (step === 'day' || date.endsWith('-01')),
  'open enrollment of 5 to 45 days, begun 20 to 90 days before the renewal, and over before it': (body) =>
    linesOf(body).every(([, { open_enrollment_start_date: start, open_enrollment_end_date: end }]) => {
      const before = daysFrom(start, body.renewal_date);
      return (
        isBetween(before, 20, 90) && isBetween(daysFrom(start, end), 5, 45) && daysFrom(end, body.renewal_date) > 0
      );
    }),
  'known lines': (body, { linesOfCoverage }) => linesOf(body).every(([line]) => linesOfCoverage.includes(line)),
  'metal tiers of medical plans alone': (body) =>
    linesOf(body).every(
      ([key, { plans = [] }]) => key === 'medical' || plans.every(({ metal_tier: tier }) => tier === undefined),
    ),
  'names of ours say the type': (body) =>
    linesOf(body).every(([, { plans = [] }]) =>
      plans.every(({ name = '', plan_type: type = '' }) => {
        const said = /^Example (?:Dental )?(PPO|HMO|EPO) /u.exec(name)?.[1];
        return said === undefined || said === type.toUpperCase();
      }),
    ),
};

function broken<Body>(rules: Rules<Body>, body: Body, context: GenerationContext): readonly string[] {
  return Object.entries(rules).flatMap(([rule, holds]) => (holds(body, context) ? [] : [rule]));
}

/** Examples that differ from the canonical body in free values, and in how many there are of each part. */
const ordinary: readonly ExamplePart[] = ['structure', 'texts', 'numbers', 'codes'];
/** Examples of these parts with values that a careful service may well refuse. */
const odd =
  /postal codes|states in words|with signs and an extension|empty objects|without anybody|no coverage|addresses of mail|leading zeros|hours of a year|of one name/u;

/** The rules that the canonical body, ordinary examples or drawn bodies break. */
function nonsense<Body>(
  rules: Rules<Body>,
  context: GenerationContext,
  canonical: Body,
  bodies: fc.Arbitrary<Body>,
  examples: readonly Example<Body>[],
): readonly (readonly string[])[] {
  const isOrdinary = ({ name, part }: { name: string; part: ExamplePart }) =>
    ordinary.includes(part) && !odd.test(name);
  const sent = [
    { name: 'the canonical body', body: canonical },
    ...exampleBodies(canonical, examples).filter(isOrdinary),
    ...fc.sample(bodies, { seed, numRuns: 40 }).map((body) => ({ name: JSON.stringify(body), body })),
  ];
  return sent.map(({ name, body }) => [name, ...broken(rules, body, context)]).filter(({ length }) => length > 1);
}

describe.each(todays)(`today %s, seed ${seed}`, (today) => {
  const context: GenerationContext = {
    ...defaultContext(today),
    linesOfCoverage: ['dental', 'medical', 'vision'],
    runTag: 'bfc-0000abcd-plausible',
  };

  test('snapshots are plausible', () => {
    const [body, bodies] = [canonicalSnapshot(context), arbitrarySnapshot(context)];
    expect(nonsense(snapshotRules, context, body, bodies, snapshotExamples(context))).toEqual([]);
  });

  test('the canonical snapshot has ordinary ages, dates and ids', () => {
    const body = canonicalSnapshot(context);
    const [employee, child] = personsOf(body);
    expect(isBetween(age(employee?.date_of_birth, today), 25, 60)).toBe(true);
    expect(age(child?.date_of_birth, today)).toBeLessThan(19);
    expect(isBetween(daysFrom(today, startOf(body)), 1, 31)).toBe(true);
    const names = [body.employee, ...dependentsOf(body)].map((one) => one?.custom_individual_id ?? '');
    expect(Math.max(...names.map(({ length }) => length))).toBeLessThanOrEqual(40);
  });

  test.each([
    {},
    { renewalDays: { first: '2061-02-10', last: '2062-06-01', step: 'month' } },
    { renewalDays: { first: '2061-02-10', last: '2061-02-20', step: 'day' } },
  ] as const)('decisions are plausible, %j', (narrowed) => {
    const own: GenerationContext = { ...context, ...narrowed };
    const [body, bodies] = [canonicalDecision(own), arbitraryDecision(own)];
    expect(nonsense(decisionRules, own, body, bodies, decisionExamples(own))).toEqual([]);
  });
});

const identifiersOf = (body: MemberSnapshotInput): readonly (readonly unknown[])[] =>
  [body.employee, ...dependentsOf(body)].map((one) => [
    one?.id,
    one?.custom_individual_id,
    one?.person?.ssn,
    one?.person?.contact?.email_address,
    one?.person?.contact?.home_phone,
    one?.person?.contact?.work_phone,
  ]);

test(`people of a run have distinct ids and email addresses, and mostly distinct numbers, seed ${seed}`, () => {
  const context = { ...defaultContext(), runTag: 'bfc-0000abcd-unique' };
  const drawn = fc.sample(arbitrarySnapshot(context), { seed, numRuns: 300 });
  const own = ['1', '2'].map((tag) => withOwnPeople(canonicalSnapshot(context), tag));
  const people = [canonicalSnapshot(context), ...drawn, ...own].flatMap(identifiersOf);
  // The canonical employee and dependents are generated repeatedly, and always the same.
  const once = new Map(people.map((one) => [JSON.stringify(one), one]));
  for (const index of [0, 1, 3] as const) {
    const values = [...once.values()].map((one) => one[index]);
    expect(new Set(values).size).toBe(values.length);
  }
  const phones = [...once.values()].flatMap((one) => one.slice(4)).filter((phone) => phone !== undefined);
  // There are some thirty thousand of these: of two thousand, some seventy are shared by chance.
  expect(new Set(phones).size).toBeGreaterThan(phones.length * 0.9);
  // There are a hundred million numbers: two of a thousand people may share one by chance.
  expect(new Set([...once.values()].map(([, , ssn]) => ssn)).size).toBeGreaterThan(once.size - 3);
});
