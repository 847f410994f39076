import { crc32 } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { validator } from '../../spec/validator.ts';
import type { MemberSnapshotInput, Person, RenewalDecisionInput } from '../../spec/index.ts';
import { arbitraryConnection, canonicalConnection } from './connection-body.ts';
import { defaultContext, type GenerationContext } from './generation-context.ts';
import { arbitraryDecision, canonicalDecision, decisionVariations } from './decision-body.ts';
import { exampleBodies } from '../examples/example.ts';
import { snapshotExamples } from '../examples/example-lists.ts';
import {
  contexts,
  dependentsOf,
  enrolledIn,
  fixtures,
  kinds,
  personsOf,
  problemsOf,
} from './sample-bodies.test-data.ts';
import { arbitrarySnapshot, canonicalSnapshot } from './snapshot-body.ts';
import { lineWithoutVolume, snapshotReductions, snapshotVariations, withOwnPeople } from './snapshot-edits.ts';

const seed = Number(process.env['BFC_TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

/** A target with known lines of coverage, and nothing else. */
const ofLines: GenerationContext = {
  ...defaultContext(),
  linesOfCoverage: ['dental', 'medical', 'vision'],
  runTag: 'run-7',
};

function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null
    ? [...Object.keys(value), ...Object.values(value).flatMap(texts)]
    : [];
}

describe.each(Object.entries(contexts))(`%s, seed ${seed}`, (_, context) => {
  describe.each(kinds)('bodies of $schema', ({ schema, canonical, arbitrary, examples }) => {
    const bodies = arbitrary(context);
    const body = canonical(context);
    const list = examples(context);

    test('match the schema, are consistent and survive JSON, without control characters or lone surrogates', () => {
      expect(problemsOf(schema, body)).toEqual([]);
      fc.assert(
        fc.property(bodies, (body) => {
          expect(problemsOf(schema, body)).toEqual([]);
          expect(JSON.parse(JSON.stringify(body))).toEqual(body);
          expect(texts(body).every((text) => text.isWellFormed() && !/\p{Cc}/u.test(text))).toBe(true);
        }),
        { seed, numRuns: 100 },
      );
    });

    test('are the same for the same seed, and differ from each other', () => {
      const drawn = fc.sample(bodies, { seed, numRuns: 50 });
      expect(drawn).toEqual(fc.sample(arbitrary(context), { seed, numRuns: 50 }));
      expect(new Set(drawn.map((body) => JSON.stringify(body))).size).toBeGreaterThan(10);
    });

    test('shrink to the canonical body', () => {
      const never = fc.property(bodies, () => false);
      for (let run = 0; run < 10; run += 1) {
        expect(fc.check(never, { seed: seed + run }).counterexample).toEqual([body]);
      }
    });

    test('match the schema and are consistent at every step of shrinking, which always ends', () => {
      const problems: unknown[] = [];
      const failsByChance = fc.property(bodies, (body) => {
        problems.push(...problemsOf(schema, body));
        return crc32(JSON.stringify(body)) % 3 > 0;
      });
      for (let run = 0; run < 10; run += 1) {
        expect(fc.check(failsByChance, { seed: seed + run }).numShrinks).toBeLessThan(200);
      }
      expect(problems).toEqual([]);
    });

    test('have distinct examples that match the schema, are consistent, keep the run tag, survive JSON and do not modify the body', () => {
      expect(new Set(list.map(({ name }) => name)).size).toBe(list.length);
      const sent = exampleBodies(body, list).map(({ body: changed }) => JSON.stringify(changed));
      expect(sent.length).toBeGreaterThan(list.length * 0.8);
      expect(sent).not.toContain(JSON.stringify(body));
      const before = structuredClone(body);
      // A decision does not contain the run tag.
      const tag = schema === 'renewal-decision-input' ? '' : context.runTag;
      for (const { name, apply } of list) {
        const changed = apply(body);
        expect([name, problemsOf(schema, changed)]).toEqual([name, []]);
        expect(JSON.parse(JSON.stringify(changed))).toEqual(changed);
        expect(apply(body)).toEqual(changed);
        expect(JSON.stringify(changed)).toContain(tag);
      }
      expect(body).toEqual(before);
    });
  });
});

test.each(kinds)('an unknown target is sent every example of $schema', ({ canonical, examples }) => {
  const list = examples(defaultContext());
  const sent = exampleBodies(canonical(defaultContext()), list).map(({ name }) => name);
  expect(list.map(({ name }) => name).filter((name) => !sent.includes(name))).toEqual([]);
});

test(`a body that fails because of one member shrinks to the canonical body except for that member, seed ${seed}`, () => {
  const context = defaultContext();
  const fails = fc.property(
    arbitrarySnapshot(context),
    (body) => body.employee?.person?.last_name?.startsWith('Example') === true,
  );
  const { counterexample } = fc.check(fails, { seed });
  const lastName = counterexample?.[0].employee?.person?.last_name;
  const expected = structuredClone(canonicalSnapshot(context));
  if (expected.employee?.person && lastName !== undefined) expected.employee.person.last_name = lastName;
  expect(counterexample).toEqual([expected]);
});

test(`a connection has the run tag in its name, and an employer number that is never issued, seed ${seed}`, () => {
  fc.assert(
    fc.property(arbitraryConnection(fixtures), (body) => {
      expect(body.group_data?.group_name).toContain('run-7');
      expect(body.federal_ein).toMatch(/^00-\d{7}$/u);
      expect(body.carrier_id).toBeOneOf([...fixtures.carrierIds]);
    }),
    { seed },
  );
  expect(canonicalConnection(fixtures).group_data?.group_name).toBe('Sample Bakery run-7');
});

const carriersIn = (body: RenewalDecisionInput) => body.body?.carriers ?? [];
const linesIn = (body: RenewalDecisionInput) =>
  carriersIn(body).flatMap((carrier) => Object.entries(carrier.lines_of_coverage ?? {}));
const plansIn = (body: RenewalDecisionInput) => linesIn(body).flatMap(([, line]) => line.plans ?? []);
const formsOf = (body: RenewalDecisionInput) => plansIn(body).map((plan) => Object.keys(plan).sort().join(' '));

describe(`decisions, seed ${seed}`, () => {
  const bodies = fc.sample(arbitraryDecision(ofLines), { seed, numRuns: 600 });

  test('have one to four carriers and plans in every form, and include leap days and last days of years', () => {
    expect(new Set(bodies.map((body) => carriersIn(body).length))).toEqual(new Set([1, 2, 3, 4]));
    expect(new Set(bodies.flatMap(formsOf))).toEqual(
      new Set(['plan_id', 'name plan_type', 'metal_tier name plan_type']),
    );
    const dates = bodies.map((body) => body.renewal_date ?? '');
    expect(['-02-29', '-12-31'].filter((day) => !dates.some((date) => date.endsWith(day)))).toEqual([]);
  });

  test.each(decisionVariations)('stay valid with $name', ({ apply }) => {
    const body = canonicalDecision(ofLines);
    expect(validator.validate('renewal-decision-input', apply(body))).toEqual([]);
    expect(apply(body)).not.toEqual(body);
    expect(linesIn(apply(body))).not.toEqual([]);
  });
});

const snapshots = fc.sample(arbitrarySnapshot(ofLines), { seed, numRuns: 600 });
const coveragesOf = (body: MemberSnapshotInput) => body.coverages ?? [];

test(`a known employee keeps its id and custom id, seed ${seed}`, () => {
  const bodies = fc.sample(arbitrarySnapshot(fixtures), { seed, numRuns: 50 });
  const known = bodies.map(({ employee }) => [employee?.id, employee?.custom_individual_id].join(' '));
  expect(new Set(known)).toEqual(new Set([`${fixtures.employeeId} run-7-emp`]));
});

test(`snapshots include the edge cases, seed ${seed}`, () => {
  const seen = (see: (body: MemberSnapshotInput) => unknown) => new Set(snapshots.map(see));
  expect(seen((body) => dependentsOf(body).length)).toEqual(new Set([0, 1, 2, 3, 4, 5]));
  expect(seen((body) => new Set(coveragesOf(body).map((one) => one.carrier_id)).size)).toEqual(new Set([1, 2, 3, 4]));
  expect(seen((body) => new Set(coveragesOf(body).map((one) => 'plan_id' in one)).size)).toEqual(new Set([1, 2]));
  expect(seen((body) => body.enable_member_auto_link)).toEqual(new Set([false, true]));
  const texts = snapshots.map((body) => JSON.stringify(body));
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

const ofVision = lineWithoutVolume('vision', (body) => body);

test.each([...snapshotVariations, ofVision, ...snapshotReductions])(
  'snapshots stay valid with $name',
  ({ name, apply }) => {
    const changed = apply(canonicalSnapshot(ofLines));
    expect(coveragesOf(changed).length > 0).toBe(name !== 'no coverages');
    for (const { body } of [{ body: changed }, ...exampleBodies(changed, snapshotExamples(ofLines))])
      expect(validator.validate('member-snapshot-input', body)).toEqual([]);
  },
);

test.each([
  [ofVision.apply, []],
  [ofVision.control, [50_000]],
])('a coverage of another line is in place of life, and nobody or everybody has a volume: %#', (apply, volumes) => {
  const changed = apply?.(canonicalSnapshot(ofLines)) ?? {};
  expect(coveragesOf(changed).map(({ line_of_coverage: line }) => line)).toEqual(['medical', 'dental', 'vision']);
  expect(coveragesOf(changed).map(({ plan_name: name }) => name)).toEqual([
    undefined,
    'Example Dental 1000',
    'Example vision',
  ]);
  expect([...new Set(enrolledIn(changed).flatMap(({ volume }) => volume ?? []))]).toEqual(volumes);
});

/** What identifies a person, and the person without it. */
const knownBy = ({ ssn, contact }: Person) => [ssn, contact?.email_address];
const phonesOf = ({ contact }: Person) => [contact?.home_phone, contact?.work_phone];
const asIs = (person: Person) => ({
  ...person,
  ssn: undefined,
  last_name: person.last_name?.replace(/^Example[a-z]*$/u, 'Example'),
  contact: { ...person.contact, email_address: undefined, home_phone: undefined, work_phone: undefined },
});

test.each(['900-12-3456', '900123456'])('a unique social security number is written like %s', (ssn) => {
  const [body = {}] = snapshots;
  const { employee: { person } = {} } = withOwnPeople(
    { ...body, employee: { ...body.employee, person: { ssn } } },
    'one',
  );
  expect(person?.ssn).not.toBe(ssn);
  expect(person?.ssn?.replaceAll(/\d/g, '0')).toBe(ssn.replaceAll(/\d/g, '0'));
});

test('unique people keep everything except what identifies them', () => {
  for (const body of snapshots.slice(0, 40)) {
    const [one, other] = [withOwnPeople(body, 'one'), withOwnPeople(body, 'other')];
    expect(validator.validate('member-snapshot-input', one)).toEqual([]);
    expect(one.employee?.id).not.toBe(other.employee?.id);
    expect(one.employee?.custom_individual_id).toBe(`${body.employee?.custom_individual_id}-one`);
    const people = [...personsOf(one), ...personsOf(other)];
    const numbers = people.flatMap(knownBy);
    expect(new Set(numbers).size).toBe(numbers.length);
    const phones = people.flatMap(phonesOf);
    // There are some thirty thousand of these: two may be the same by chance.
    expect(new Set(phones).size).toBeGreaterThan(phones.length - 3);
    expect(personsOf(one).map(asIs)).toEqual(personsOf(body).map(asIs));
    const ids = [one.employee?.id, ...dependentsOf(one).map(({ id }) => id)];
    expect(enrolledIn(one).filter(({ individual_id: id }) => !ids.includes(id))).toEqual([]);
  }
});
