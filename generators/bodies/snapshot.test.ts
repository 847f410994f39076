import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createValidator, type MemberSnapshotInput } from '../../spec/index.ts';
import { defaultContext, type GenerationContext } from './context.ts';
import { snapshotLadder, snapshotReductions } from './snapshot-reductions.ts';
import { snapshotVariations } from './snapshot-variations.ts';
import { arbitrarySnapshot, canonicalSnapshot } from './snapshot.ts';

const context: GenerationContext = {
  ...defaultContext(),
  linesOfCoverage: ['dental', 'medical', 'vision'],
  runTag: 'run-7',
};
const seed = Math.floor(Math.random() * 2 ** 31);
const snapshots = arbitrarySnapshot(context);
const sample = fc.sample(snapshots, { seed, numRuns: 600 });

const dependentsOf = (body: MemberSnapshotInput) => body.dependents ?? [];
const coveragesOf = (body: MemberSnapshotInput) => body.coverages ?? [];
const membersOf = (body: MemberSnapshotInput) =>
  coveragesOf(body).flatMap((coverage) => coverage.enrolled_members ?? []);
const personsOf = (body: MemberSnapshotInput) =>
  [body.employee, ...dependentsOf(body)].flatMap((one) => one?.person ?? []);

function judged(judge: (body: MemberSnapshotInput) => void): void {
  fc.assert(fc.property(snapshots, judge), { seed, numRuns: 300 });
}

describe(`snapshots make sense as a whole, seed ${String(seed)}`, () => {
  test('every reference names an event or a person of the body, with the right type', () => {
    judged((body) => {
      const events = (body.events ?? []).map(({ id }) => id);
      const people = new Map([
        [body.employee?.id, 'employee'],
        ...dependentsOf(body).map(({ id }) => [id, 'dependent'] as const),
      ]);
      expect(new Set(events).size).toBe(events.length);
      expect(people.size).toBe(1 + dependentsOf(body).length);
      for (const { event_id: id } of [body.employee ?? {}, ...dependentsOf(body), ...membersOf(body)])
        expect(events).toContain(id);
      for (const member of membersOf(body)) expect(people.get(member.individual_id)).toBe(member.individual_type);
    });
  });

  test('everybody has a name of our own, told apart and with the run tag', () => {
    judged((body) => {
      const names = [body.employee, ...dependentsOf(body)].map((one) => one?.custom_individual_id ?? '');
      expect(new Set(names).size).toBe(names.length);
      expect(names.every((name) => name.startsWith('run-7-'))).toBe(true);
    });
  });

  test('days are in their order', () => {
    judged((body) => {
      const { hire_date: hired = '', full_time_start: fullTime = '' } =
        body.employee?.employment?.employment_dates ?? {};
      expect(String(body.employee?.person?.date_of_birth) < hired && hired <= fullTime).toBe(true);
      for (const member of membersOf(body)) {
        const {
          effective_start_date: start = '',
          effective_end_date: end = '',
          latest_change_effective_date: change = start,
        } = member;
        expect(start <= change && change <= end).toBe(true);
      }
    });
  });

  test('no line twice at a carrier, nobody twice in a coverage, a volume with life alone', () => {
    judged((body) => {
      const lines = coveragesOf(body).map(
        (coverage) => `${String(coverage.carrier_id)} ${String(coverage.line_of_coverage)}`,
      );
      expect(lines.length).toBeGreaterThan(0);
      expect(new Set(lines).size).toBe(lines.length);
      for (const { line_of_coverage: line = '', enrolled_members: members = [] } of coveragesOf(body)) {
        expect(['medical', 'dental', 'life', 'vision']).toContain(line);
        expect(members.length).toBeGreaterThan(0);
        expect(new Set(members.map((member) => member.individual_id)).size).toBe(members.length);
        expect(line !== 'life' && members.some((member) => 'volume' in member)).toBe(false);
      }
    });
  });

  test('a known employee keeps id and name', () => {
    const employeeId = '0193f0c1-0000-7000-8000-0000000000ee';
    const bodies = fc.sample(arbitrarySnapshot({ ...context, employeeId }), { seed, numRuns: 50 });
    expect(
      bodies.every(({ employee }) => employee?.id === employeeId && employee.custom_individual_id === 'run-7-employee'),
    ).toBe(true);
  });

  test('people are synthetic', () => {
    judged((body) => {
      for (const { ssn, contact } of personsOf(body)) {
        expect(ssn).toMatch(/^(?:000|666|9\d\d)-\d\d-\d{4}$/u);
        expect(contact?.email_address).toMatch(/@(?:mail\.)?example\.(?:com|org|net)$/u);
        expect(contact?.home_phone).toMatch(/^\+1\d{3}55501\d\d$/u);
      }
    });
  });
});

describe('the edges are reached', () => {
  test.each<[string, (body: MemberSnapshotInput) => unknown, readonly unknown[]]>([
    ['no dependents up to five', (body) => dependentsOf(body).length, [0, 1, 2, 3, 4, 5]],
    ['one to four carriers', (body) => new Set(coveragesOf(body).map((one) => one.carrier_id)).size, [1, 2, 3, 4]],
    [
      'plans by identifier, by name, by both',
      (body) => new Set(coveragesOf(body).map((one) => 'plan_id' in one)).size,
      [1, 2],
    ],
    ['both ways of linking members', (body) => body.enable_member_auto_link, [true, false]],
    [
      'all, some or no days of a latest change',
      (body) => new Set(membersOf(body).map((one) => 'latest_change_effective_date' in one)).size,
      [1, 2],
    ],
  ])('%s', (_, see, expected) => {
    expect(new Set(sample.map(see))).toEqual(new Set(expected));
  });

  const texts = sample.map((body) => JSON.stringify(body));
  const names = sample.flatMap(personsOf).map((person) => person.first_name ?? '');

  test.each([
    ['leap days', /-02-29"/u],
    ['open ends', /"9999-12-31"/u],
    ['closed ends', /"effective_end_date":"20/u],
    ['last days of years', /"20\d\d-12-31"/u],
    ['characters outside the basic plane', /[\u{10000}-\u{10ffff}]/u],
    ['combining characters', /\p{M}/u],
    ['right-to-left writing', /\p{Script=Hebrew}|\p{Script=Arabic}/u],
    ['decimals', /"amount":\d+\.\d/u],
    ['large amounts', /"amount":\d{10}/u],
  ])('%s', (_, pattern) => {
    expect(texts.some((text) => pattern.test(text))).toBe(true);
  });

  test('empty text, and text past 100 and past 255 characters', () => {
    expect(names).toContain('');
    expect(names.some((name) => name.length > 100)).toBe(true);
    expect(names.some((name) => name.length > 255)).toBe(true);
  });
});

describe('the canonical snapshot', () => {
  const validator = createValidator();
  const canonical = canonicalSnapshot(context);

  test('is the plain case with every member', () => {
    expect(dependentsOf(canonical)).toHaveLength(1);
    expect(canonical.events).toEqual([
      { id: 'event-1', date: '2021-11-15', reason: 'open_enrollment', type: 'coverage' },
    ]);
    expect(canonical.snapshot_mode).toBe('current_open');
    expect(coveragesOf(canonical).map((one) => [one.line_of_coverage, 'plan_id' in one, 'plan_name' in one])).toEqual([
      ['medical', true, false],
      ['dental', false, true],
      ['life', false, true],
    ]);
    expect(membersOf(canonical).every((member) => member.effective_end_date === '9999-12-31')).toBe(true);
    expect(membersOf(canonical).map((member) => 'latest_change_effective_date' in member)).toEqual([
      true,
      false,
      true,
      false,
      true,
      false,
    ]);
    expect(membersOf(canonical).map((member) => member.volume)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      50_000,
      50_000,
    ]);
    expect(canonical).not.toHaveProperty('employee.group_id');
  });

  test('is another one for another run', () => {
    const other = canonicalSnapshot({ ...context, runTag: 'run-8' });
    expect(other.employee?.id).not.toBe(canonical.employee?.id);
    expect(other.employee?.person?.ssn).not.toBe(canonical.employee?.person?.ssn);
  });

  test.each([...snapshotVariations, ...snapshotReductions])('stays valid with a change: $name', ({ name, apply }) => {
    const changed = apply(canonical);
    expect(validator.validate('member-snapshot-input', changed)).toEqual([]);
    expect(coveragesOf(changed).length > 0).toBe(name !== 'no coverages');
  });

  test('is taken down by a ladder of distinct valid bodies, down to one person and one coverage', () => {
    const ladder = snapshotLadder(canonical);
    expect(ladder[0]).toEqual({ dropped: [], body: canonical });
    expect(new Set(ladder.map(({ body }) => JSON.stringify(body))).size).toBe(ladder.length);
    for (const { body } of ladder) expect(validator.validate('member-snapshot-input', body)).toEqual([]);
    const last = ladder.at(-1)?.body ?? {};
    expect([dependentsOf(last).length, coveragesOf(last).length, membersOf(last).length]).toEqual([0, 1, 1]);
  });
});
