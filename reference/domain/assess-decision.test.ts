import { describe, expect, it } from 'vitest';
import type { RenewalLine } from '../../spec/index.ts';
import { assessDecision } from './assess-decision.ts';
import type { KnownPlan, PlanDirectory } from './plan-directory.ts';

const carrier = '00000000-0000-4000-8000-00000000000a';
const offered: KnownPlan = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Medical PPO Bronze',
  carrierId: carrier,
  line: 'medical',
  planType: 'ppo',
  metalTier: 'bronze',
  offered: true,
};
const described: KnownPlan = {
  ...offered,
  id: '00000000-0000-4000-8000-000000000002',
  name: 'Homemade',
  offered: false,
};
const directory: PlanDirectory = {
  hasCarrier: () => true,
  plan: (id) => [offered, described].find((plan) => plan.id === id),
  named: () => described,
};

const entry = { plan_id: offered.id, name: offered.name };
const withType = { ...entry, plan_type: 'hmo' };
const withTier = { ...entry, metal_tier: 'gold' };
const assess = (line: RenewalLine, key = 'medical', carrierId = carrier) =>
  assessDecision({ carriers: [{ carrier_id: carrierId, lines_of_coverage: { [key]: line } }] }, directory);

describe('comparing a decision with the carriers', () => {
  it('finds nothing when the carrier offers the plan as described', () => {
    const full = { ...entry, plan_type: 'ppo', metal_tier: 'bronze' };
    expect(
      assess({
        plans: [entry, full],
        open_enrollment_start_date: '2026-11-01',
        open_enrollment_end_date: '2026-11-01',
      }),
    ).toEqual([]);
  });

  it('names carrier and line of each mismatch, and what to do', () => {
    expect(assess({ plans: [{ plan_id: described.id, name: 'Homemade' }] })).toEqual([
      { level: 'error', message: expect.stringContaining('choose'), carrier_id: carrier, line_of_coverage: 'medical' },
    ]);
  });

  it.each([
    ['a plan of another line', () => assess({ plans: [entry] }, 'dental'), 'error'],
    ['a plan of another carrier', () => assess({ plans: [entry] }, 'medical', described.id), 'error'],
    ['another plan type', () => assess({ plans: [withType] }), 'warning'],
    ['another metal tier', () => assess({ plans: [withTier] }), 'warning'],
    [
      'a period that ends before it starts',
      () => assess({ open_enrollment_start_date: '2026-11-02', open_enrollment_end_date: '2026-11-01' }),
      'error',
    ],
  ])('finds %s', (_name, run, level) => {
    expect(run()).toEqual([expect.objectContaining({ level })]);
  });

  it('escapes and bounds what clients called their plans', () => {
    const [issue] = assess({ plans: [{ plan_id: described.id, name: `\u0000\ud800${'x'.repeat(500)}` }] });
    expect(issue?.message).toContain(String.raw`\u0000\ud800xxx`);
    expect(issue?.message.length).toBeLessThan(300);
  });
});
