import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { validator } from '../../spec/validator.ts';
import type { MemberSnapshotInput, Person } from '../../spec/index.ts';
import { defaultContext, type GenerationContext } from './generation-context.ts';
import { snapshotReductions, snapshotVariations, withOwnPeople } from './snapshot-edits.ts';
import { arbitrarySnapshot, canonicalSnapshot } from './snapshot-body.ts';

const context: GenerationContext = {
  ...defaultContext(),
  linesOfCoverage: ['dental', 'medical', 'vision'],
  runTag: 'run-7',
};
const seed = Math.floor(Math.random() * 2 ** 31);
const sample = fc.sample(arbitrarySnapshot(context), { seed, numRuns: 600 });

const dependentsOf = (body: MemberSnapshotInput) => body.dependents ?? [];
const coveragesOf = (body: MemberSnapshotInput) => body.coverages ?? [];
const membersOf = (body: MemberSnapshotInput) =>
  coveragesOf(body).flatMap((coverage) => coverage.enrolled_members ?? []);
const personsOf = (body: MemberSnapshotInput) =>
  [body.employee, ...dependentsOf(body)].flatMap((one) => one?.person ?? []);

describe(`snapshots, seed ${String(seed)}`, () => {
  test('name people and events, have a coverage and somebody in it, and known lines', () => {
    for (const body of sample) {
      const { employee = {}, events = [] } = body;
      const referring = [employee, ...dependentsOf(body), ...membersOf(body)];
      expect(referring.filter(({ event_id: id }) => !events.some((event) => event.id === id))).toEqual([]);
      const names = [employee, ...dependentsOf(body)].map((one) => one.custom_individual_id ?? '');
      expect(names.filter((name) => !name.startsWith('run-7-'))).toEqual([]);
      expect(coveragesOf(body).length).toBeGreaterThan(0);
      for (const { line_of_coverage: line, enrolled_members: members = [] } of coveragesOf(body)) {
        expect(['medical', 'dental', 'life', 'vision']).toContain(line);
        expect(members.length).toBeGreaterThan(0);
      }
    }
  });

  test('a known employee keeps id and name', () => {
    const employeeId = '0193f0c1-0000-7000-8000-0000000000ee';
    const bodies = fc.sample(arbitrarySnapshot({ ...context, employeeId }), { seed, numRuns: 50 });
    expect(
      bodies.every(({ employee }) => employee?.id === employeeId && employee.custom_individual_id === 'run-7-emp'),
    ).toBe(true);
  });

  test('people are synthetic', () => {
    for (const body of sample) {
      for (const { ssn, contact } of personsOf(body)) {
        expect(ssn).toMatch(/^9\d\d-(?!00)\d\d-(?!0000)\d{4}$/u);
        expect(contact?.email_address).toMatch(/^run-7-[a-z0-9-]{3,58}@example\.com$/u);
        expect(contact?.home_phone).toMatch(/^\+1\d{3}55501\d\d$/u);
      }
    }
  });
});

test(`snapshots reach the edges, seed ${String(seed)}`, () => {
  const seen = (see: (body: MemberSnapshotInput) => unknown) => new Set(sample.map(see));
  expect(seen((body) => dependentsOf(body).length)).toEqual(new Set([0, 1, 2, 3, 4, 5]));
  expect(seen((body) => new Set(coveragesOf(body).map((one) => one.carrier_id)).size)).toEqual(new Set([1, 2, 3, 4]));
  expect(seen((body) => new Set(coveragesOf(body).map((one) => 'plan_id' in one)).size)).toEqual(new Set([1, 2]));
  expect(seen((body) => body.enable_member_auto_link)).toEqual(new Set([false, true]));
  const texts = sample.map((body) => JSON.stringify(body));
  const edges = {
    'leap days': /-02-29"/u,
    'open ends': /"9999-12-31"/u,
    'closed ends': /"effective_end_date":"20/u,
    'last days of years': /"20\d\d-12-31"/u,
    'characters outside the basic plane': /[\u{10000}-\u{10ffff}]/u,
    'combining characters': /\p{M}/u,
    'right-to-left writing': /\p{Script=Hebrew}|\p{Script=Arabic}/u,
    decimals: /"amount":\d+\.\d/u,
    'large amounts': /"amount":\d{10}/u,
    'empty text': /"first_name":""/u,
    'text past 255 characters': /"first_name":"[^"]{256}/u,
  };
  const missed = Object.entries(edges).filter(([, pattern]) => !texts.some((text) => pattern.test(text)));
  expect(missed.map(([edge]) => edge)).toEqual([]);
});

describe('the canonical snapshot', () => {
  const canonical = canonicalSnapshot(context);

  test.each([...snapshotVariations, ...snapshotReductions])('stays valid with a change: $name', ({ name, apply }) => {
    const changed = apply(canonical);
    expect(validator.validate('member-snapshot-input', changed)).toEqual([]);
    expect(coveragesOf(changed).length > 0).toBe(name !== 'no coverages');
  });
});

/** What a person is recognized by, and the person without it. */
const knownBy = ({ ssn, contact }: Person) => [ssn, contact?.email_address];
const asIs = (person: Person) => ({
  ...person,
  ssn: undefined,
  contact: { ...person.contact, email_address: undefined },
});

test('people of their own keep everything but what they are recognized by', () => {
  for (const body of sample.slice(0, 40)) {
    const [one, other] = [withOwnPeople(body, 'one'), withOwnPeople(body, 'other')];
    expect(validator.validate('member-snapshot-input', one)).toEqual([]);
    expect(one.employee?.id).not.toBe(other.employee?.id);
    expect(one.employee?.custom_individual_id).toBe(`${String(body.employee?.custom_individual_id)}-one`);
    const numbers = [...personsOf(one), ...personsOf(other)].flatMap(knownBy);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(personsOf(one).map(asIs)).toEqual(personsOf(body).map(asIs));
    const people = [one.employee?.id, ...dependentsOf(one).map(({ id }) => id)];
    expect(membersOf(one).filter(({ individual_id: id }) => !people.includes(id))).toEqual([]);
  }
});
