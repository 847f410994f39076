import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { validator } from '../../spec/validator.ts';
import type { RenewalDecisionInput } from '../../spec/index.ts';
import { arbitraryConnection, canonicalConnection } from './connection-body.ts';
import { defaultContext, type GenerationContext } from './generation-context.ts';
import { arbitraryDecision, canonicalDecision, decisionVariations } from './decision-body.ts';
import { contexts, fixtures, kinds } from './sample-bodies.test-data.ts';
import { arbitrarySnapshot, canonicalSnapshot } from './snapshot-body.ts';

const seed = Number(process.env['BFC_TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null
    ? [...Object.keys(value), ...Object.values(value).flatMap(texts)]
    : [];
}

describe.each(Object.entries(contexts))(`%s, seed ${String(seed)}`, (_, context) => {
  describe.each(kinds)('bodies of $schema', ({ schema, canonical, arbitrary, inconsistencies }) => {
    const bodies = arbitrary(context);

    test('fit the schema, agree in their members and survive JSON, with no control character and no half of a pair', () => {
      expect(validator.validate(schema, canonical(context))).toEqual([]);
      fc.assert(
        fc.property(bodies, (body) => {
          expect(validator.validate(schema, body)).toEqual([]);
          expect(inconsistencies(body)).toEqual([]);
          expect(JSON.parse(JSON.stringify(body))).toEqual(body);
          expect(texts(body).every((text) => text.isWellFormed() && !/\p{Cc}/u.test(text))).toBe(true);
        }),
        { seed, numRuns: 200 },
      );
    });

    test('are the same for the same seed, and differ from each other', () => {
      const drawn = fc.sample(bodies, { seed, numRuns: 50 });
      expect(drawn).toEqual(fc.sample(arbitrary(context), { seed, numRuns: 50 }));
      expect(new Set(drawn.map((body) => JSON.stringify(body))).size).toBeGreaterThan(10);
    });

    test('shrink to the canonical one', () => {
      const never = fc.property(bodies, () => false);
      for (let run = 0; run < 25; run += 1) {
        expect(fc.check(never, { seed: seed + run }).counterexample).toEqual([canonical(context)]);
      }
    });
  });
});

test(`a body that fails for one member shrinks to the canonical one but for that member, seed ${String(seed)}`, () => {
  const context = defaultContext();
  const fails = fc.property(arbitrarySnapshot(context), (body) => body.employee?.person?.last_name === 'Example');
  const { counterexample } = fc.check(fails, { seed });
  const lastName = counterexample?.[0].employee?.person?.last_name;
  const expected = structuredClone(canonicalSnapshot(context));
  if (expected.employee?.person && lastName !== undefined) expected.employee.person.last_name = lastName;
  expect(counterexample).toEqual([expected]);
});

test(`a connection has the run tag in its name, and a number that is never issued, seed ${String(seed)}`, () => {
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

describe(`decisions, seed ${String(seed)}`, () => {
  const context: GenerationContext = { ...defaultContext(), linesOfCoverage: ['dental', 'medical', 'vision'] };
  const bodies = fc.sample(arbitraryDecision(context), { seed, numRuns: 600 });

  test('use known lines, and end open enrollment before the renewal', () => {
    for (const body of bodies) {
      for (const [key, line] of linesIn(body)) {
        expect(context.linesOfCoverage).toContain(key);
        expect(String(line.open_enrollment_end_date) < String(body.renewal_date)).toBe(true);
      }
    }
  });

  test('come with one to four carriers, plans in every form, on leap days and on the ends of years', () => {
    expect(new Set(bodies.map((body) => carriersIn(body).length))).toEqual(new Set([1, 2, 3, 4]));
    expect(new Set(bodies.flatMap(formsOf))).toEqual(
      new Set(['plan_id', 'name plan_type', 'metal_tier name plan_type']),
    );
    const dates = bodies.map((body) => body.renewal_date ?? '');
    expect(['-02-29', '-12-31'].filter((day) => !dates.some((date) => date.endsWith(day)))).toEqual([]);
  });

  test.each(decisionVariations)('stay valid with $name', ({ apply }) => {
    const body = canonicalDecision(context);
    expect(validator.validate('renewal-decision-input', apply(body))).toEqual([]);
    expect(apply(body)).not.toEqual(body);
    expect(linesIn(apply(body))).not.toEqual([]);
  });
});
