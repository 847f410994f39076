import { sample } from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryDecision, canonicalDecision } from './decision-body.ts';
import { defaultContext } from './generation-context.ts';
import {
  mostUsualFirst,
  onKnownCoverages,
  onKnownLines,
  plansFor,
  withCoveragesOf,
  withLinesOf,
} from './known-plans.ts';
import { contexts, plans } from './sample-bodies.test-data.ts';
import { arbitrarySnapshot, canonicalSnapshot } from './snapshot-body.ts';

const context = contexts['with plans of known places'] ?? defaultContext();
const drawn = { seed: 1, numRuns: 200 };
const snapshots = [canonicalSnapshot(context), ...sample(arbitrarySnapshot(context), drawn)];
const decisions = [canonicalDecision(context), ...sample(arbitraryDecision(context), drawn)];

const isOneOf = (fitting: typeof plans, id: string | undefined, name: string | undefined): boolean =>
  fitting.some((plan) => (id === undefined ? plan.name === name : plan.id === id));

test('coverages have known plans of their carrier and line, and all lines are kept', () => {
  const misplaced = snapshots
    .flatMap(({ coverages = [] }) => coverages)
    .filter(
      ({ carrier_id: carrier, line_of_coverage: line = '', plan_id: id, plan_name: name }) =>
        !isOneOf(plansFor(plans, line, carrier), id, name),
    );
  expect(misplaced).toEqual([]);
  expect(snapshots[0]?.coverages?.map(({ line_of_coverage: line }) => line)).toEqual(['medical', 'dental', 'life']);
});

test('lines of decisions have known plans of their carrier, with their known descriptions', () => {
  const lines = decisions
    .flatMap(({ body }) => body?.carriers ?? [])
    .map(({ carrier_id: carrier, lines_of_coverage: own = {} }) =>
      Object.entries(own).map(([key, line]) => ({ given: line.plans ?? [], fitting: plansFor(plans, key, carrier) })),
    )
    // For other carriers, there is no plan that could replace the generated ones.
    .filter((own) => own.some(({ fitting }) => fitting.length > 0))
    .flat();
  expect(lines.length).toBeGreaterThan(decisions.length);
  expect(
    lines.flatMap(({ given, fitting }) => given.filter((plan) => !isOneOf(fitting, plan.plan_id, plan.name))),
  ).toEqual([]);
  const described = lines.flatMap(({ given }) => given).filter(({ name }) => name === 'Gold 500');
  const types = described.map((plan) => [plan.plan_type, plan.metal_tier ?? 'gold'].join(' '));
  expect(new Set(types)).toEqual(new Set(['ppo gold']));
});

test('a line does not have one plan both by id and by description if another plan is known', () => {
  const plain = canonicalDecision(defaultContext());
  const medicalIn = ({ body }: typeof plain) => body?.carriers?.[0]?.lines_of_coverage?.['medical']?.plans ?? [];
  const place = { carrierId: plain.body?.carriers?.[0]?.carrier_id ?? '', lineOfCoverage: 'medical' };
  const [gold, bronze] = [
    { ...place, id: medicalIn(plain)[0]?.plan_id ?? '', name: 'Gold 500' },
    { ...place, name: 'Bronze 5000' },
  ];
  const named = (known: typeof plans) => medicalIn(withLinesOf(plain, known)).map((plan) => plan.plan_id ?? plan.name);
  expect(named([gold, bronze])).toEqual([gold.id, 'Bronze 5000']);
  expect(named([gold])).toEqual([gold.id, 'Gold 500']);
});

test.each([
  { known: ['vision', 'dental'], used: ['dental', 'vision'], covered: ['dental', 'vision'] },
  { known: ['vision'], used: ['vision'], covered: ['vision'] },
  { known: ['life', 'medical'], used: ['life', 'medical'], covered: ['life', 'medical'] },
])('only lines with known plans are used: $known', ({ known, used, covered }) => {
  const plain = canonicalDecision(defaultContext());
  const [{ carrier_id: carrierId = '' } = {}] = plain.body?.carriers ?? [];
  const placed = mostUsualFirst(known.map((line) => ({ carrierId, lineOfCoverage: line, id: line, name: line })));
  expect(placed[0]?.lineOfCoverage).toBe(known.at(-1));
  const [carrier] = withLinesOf(onKnownLines(plain, placed), placed).body?.carriers ?? [];
  expect(new Set(Object.keys(carrier?.lines_of_coverage ?? {}))).toEqual(new Set(used));
  const { coverages = [] } = withCoveragesOf(onKnownCoverages(canonicalSnapshot(defaultContext()), placed), placed);
  expect(new Set(coverages.map(({ line_of_coverage: line }) => line))).toEqual(new Set(covered));
});

test('bodies that fit are unchanged, and so are plans whose place is not known', () => {
  for (const body of snapshots) expect(withCoveragesOf(body, plans)).toEqual(body);
  for (const body of decisions) expect(withLinesOf(body, plans)).toEqual(body);
  const body = canonicalSnapshot(defaultContext());
  expect(withCoveragesOf(body, [{ id: plans[0]?.id, name: 'Anywhere' }])).toEqual(body);
  const coverage = {
    carrier_id: plans[0]?.carrierId ?? '',
    line_of_coverage: 'medical',
    plan_id: defaultContext().today,
  };
  expect(withCoveragesOf({ coverages: [coverage] }, plans).coverages).toEqual([coverage]);
});
