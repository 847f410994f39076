import { sample } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { validator } from '../../spec/validator.ts';
import { arbitraryDecision, canonicalDecision } from './decision-body.ts';
import { defaultContext, type GenerationContext } from './generation-context.ts';
import { plansFor, withCoveragesOf, withLinesOf, type KnownPlan } from './known-plans.ts';
import { arbitrarySnapshot, canonicalSnapshot } from './snapshot-body.ts';

const id = (end: number): string => `0c11a001-0000-4c5e-9d0e-00000000000${end}`;
const [first, second] = [id(1), id(2)];

/** Two carriers: the first has medical and dental plans, the second life and one more medical plan. */
const plans: readonly KnownPlan[] = [
  { id: id(3), name: 'Dental 1000', carrierId: first, lineOfCoverage: 'dental' },
  { id: id(4), name: 'Gold 500', carrierId: first, lineOfCoverage: 'medical', planType: 'ppo', metalTier: 'gold' },
  { id: id(5), name: 'Life 50', carrierId: second, lineOfCoverage: 'life' },
  { id: id(6), name: 'Bronze 5000', carrierId: second, lineOfCoverage: 'medical', planType: 'hmo' },
];
const context: GenerationContext = {
  ...defaultContext(),
  carrierIds: [first, second],
  planIds: plans.flatMap((plan) => plan.id ?? []),
  planNames: plans.flatMap((plan) => plan.name ?? []),
  plans,
};

const drawn = <T>(of: Parameters<typeof sample<T>>[0]): readonly T[] => sample(of, { seed: 1, numRuns: 200 });

describe('plans that are known to be of a carrier and a line', () => {
  const snapshots = [canonicalSnapshot(context), ...drawn(arbitrarySnapshot(context))];
  const decisions = [canonicalDecision(context), ...drawn(arbitraryDecision(context))];

  test('are those of every coverage', () => {
    for (const { coverages = [] } of snapshots)
      for (const { carrier_id: carrier, line_of_coverage: line = '', plan_id: planId, plan_name: name } of coverages) {
        const fitting = plansFor(plans, line, carrier);
        expect(fitting.map((plan) => (planId === undefined ? plan.name : plan.id))).toContain(planId ?? name);
      }
  });

  test('leave no coverage of a line at the same carrier twice', () => {
    for (const { coverages = [] } of snapshots) {
      const places = coverages.map(({ carrier_id: carrier, line_of_coverage: line }) => `${carrier} ${line}`);
      expect(new Set(places).size).toBe(places.length);
    }
    expect(canonicalSnapshot(context).coverages?.map(({ line_of_coverage: line }) => line)).toEqual([
      'medical',
      'dental',
      'life',
    ]);
  });

  /** The lines of the decisions at carriers that have a plan of one of them, with the plans that they may have. */
  const lines = decisions
    .flatMap(({ body }) => body?.carriers ?? [])
    .map(({ carrier_id: carrier, lines_of_coverage: own = {} }) =>
      Object.entries(own).map(([key, line]) => ({ given: line.plans ?? [], fitting: plansFor(plans, key, carrier) })),
    )
    .filter((own) => own.some(({ fitting }) => fitting.length > 0))
    .flat();

  test('are those of every line of a decision, each once', () => {
    expect(lines.length).toBeGreaterThan(decisions.length);
    for (const { given, fitting } of lines) {
      for (const { plan_id: planId, name } of given)
        expect(fitting.map((plan) => (planId === undefined ? plan.name : plan.id))).toContain(planId ?? name);
      expect(new Set(given.map((plan) => JSON.stringify(plan))).size).toBe(given.length);
    }
  });

  test('give described plans the type and the tier that they are known to have', () => {
    const described = lines.flatMap(({ given }) => given).filter(({ name }) => name === 'Gold 500');
    expect(described).not.toEqual([]);
    for (const plan of described) expect([plan.plan_type, plan.metal_tier ?? 'gold']).toEqual(['ppo', 'gold']);
  });

  test('change nothing in bodies that fit, and keep them valid', () => {
    for (const body of snapshots) {
      expect(withCoveragesOf(body, plans)).toEqual(body);
      expect(validator.accepts('member-snapshot-input', body)).toBe(true);
    }
    for (const body of decisions) {
      expect(withLinesOf(body, plans)).toEqual(body);
      expect(validator.accepts('renewal-decision-input', body)).toBe(true);
    }
  });

  test('say nothing of plans whose place is not known', () => {
    const body = canonicalSnapshot(defaultContext());
    expect(withCoveragesOf(body, [{ id: id(7), name: 'Anywhere' }])).toEqual(body);
    const unknown = withCoveragesOf(
      { coverages: [{ carrier_id: first, line_of_coverage: 'medical', plan_id: id(8) }] },
      plans,
    );
    expect(unknown.coverages?.[0]?.plan_id).toBe(id(8));
  });
});
