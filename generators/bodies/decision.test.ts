import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createValidator, type RenewalDecisionInput, type RenewalPlanInput } from '../../spec/index.ts';
import { defaultContext, type GenerationContext } from './context.ts';
import { decisionVariations } from './decision-variations.ts';
import { arbitraryDecision, canonicalDecision } from './decision.ts';

const context: GenerationContext = { ...defaultContext(), linesOfCoverage: ['dental', 'medical', 'vision'] };
const seed = Math.floor(Math.random() * 2 ** 31);
const decisions = arbitraryDecision(context);

const carriersOf = (body: RenewalDecisionInput) => body.body?.carriers ?? [];
const linesOf = (body: RenewalDecisionInput) =>
  carriersOf(body).flatMap((carrier) => Object.entries(carrier.lines_of_coverage ?? {}));
const plansOf = (body: RenewalDecisionInput) => linesOf(body).flatMap(([, line]) => line.plans ?? []);

describe(`decisions, seed ${String(seed)}`, () => {
  test('name no carrier twice, use known lines, and open enrollment before it ends', () => {
    fc.assert(
      fc.property(decisions, (body) => {
        const ids = carriersOf(body).map((carrier) => carrier.carrier_id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids.length).toBeGreaterThan(0);
        for (const [key, line] of linesOf(body)) {
          expect(context.linesOfCoverage).toContain(key);
          expect(String(line.open_enrollment_start_date) <= String(line.open_enrollment_end_date)).toBe(true);
          expect(String(line.open_enrollment_end_date) < String(body.renewal_date)).toBe(true);
        }
      }),
      { seed, numRuns: 300 },
    );
  });

  test('come with one to four carriers, plans by both forms, with and without a metal tier', () => {
    const bodies = fc.sample(decisions, { seed, numRuns: 400 });
    expect(new Set(bodies.map((body) => carriersOf(body).length))).toEqual(new Set([1, 2, 3, 4]));
    const form = (plan: RenewalPlanInput) => Object.keys(plan).sort().join(' ');
    expect(new Set(bodies.flatMap(plansOf).map(form))).toEqual(
      new Set(['plan_id', 'name plan_type', 'metal_tier name plan_type']),
    );
  });

  test('fall on leap days and on the ends of years now and then', () => {
    const dates = fc.sample(decisions, { seed, numRuns: 600 }).map((body) => body.renewal_date ?? '');
    expect(dates.some((date) => date.endsWith('-02-29'))).toBe(true);
    expect(dates.some((date) => date.endsWith('-12-31'))).toBe(true);
  });
});

describe('the canonical decision', () => {
  test('has one carrier, medical with plans by identifier and by description, and dental', () => {
    const body = canonicalDecision(context);
    const lines = carriersOf(body).map((carrier) => carrier.lines_of_coverage ?? {});
    expect(lines).toHaveLength(1);
    expect(Object.keys(lines[0] ?? {})).toEqual(['medical', 'dental']);
    expect(lines[0]?.['medical']?.plans).toEqual([
      { plan_id: expect.any(String) },
      { name: 'Example PPO 500', plan_type: 'ppo', metal_tier: 'bronze' },
    ]);
    expect(lines[0]?.['dental']?.plans).toEqual([{ name: 'Example PPO 500', plan_type: 'ppo' }]);
  });

  test.each(decisionVariations)('stays valid with $name', ({ apply }) => {
    const body = canonicalDecision(context);
    expect(createValidator().validate('renewal-decision-input', apply(body))).toEqual([]);
    expect(apply(body)).not.toEqual(body);
    expect(linesOf(apply(body))).toHaveLength(2);
  });

  test('has each form of plan alone in its variations', () => {
    const [byId, withTier, withoutTier] = decisionVariations.map(({ apply }) =>
      plansOf(apply(canonicalDecision(context))),
    );
    expect(byId?.map((plan) => Object.keys(plan))).toEqual([['plan_id'], ['plan_id']]);
    expect(withTier?.every((plan) => plan.metal_tier === 'bronze' && plan.plan_id === undefined)).toBe(true);
    expect(withoutTier?.every((plan) => !('metal_tier' in plan) && plan.name !== undefined)).toBe(true);
  });
});
