import { describe, expect, test } from 'vitest';
import { register, type RequirementId } from '../spec/index.ts';
import { sampleTarget } from './engine/sample-session.test-data.ts';
import { fitOf } from './fitting.ts';
import { isSelected } from './index.ts';
import { stepsOf } from './jobs.ts';
import { shardsOf, type Divided } from './sharding.ts';

const whole: Divided = {
  target: sampleTarget(),
  profile: 'full',
  cases: 100,
  seed: 7,
  today: '2027-01-31',
  level: 'required',
  skip: [],
};
const plans: Readonly<Record<string, Divided>> = {
  everything: whole,
  'a gate': { ...whole, profile: 'gate', cases: 5 },
  'many cases': { ...whole, cases: 1000 },
  'without writes': { ...whole, target: sampleTarget({ writesAllowed: false }) },
  'some requirements': { ...whole, only: ['token.type', 'renewals.edit', 'wire.json', 'wire.rate-limits'] },
  'without some requirements': { ...whole, skip: ['paging.total', 'snapshots.echo'] },
};
const counts = [1, 2, 3, 4, 6, 9, 25, 200];

describe.each(Object.entries(plans))('the shards of a run: %s', (_what, plan) => {
  test.each(counts)('partition it, share its bounds, and are the same each time: %i shards', (count) => {
    const shards = shardsOf(plan, count);
    expect(shards).toHaveLength(count);
    const units = shards.flatMap((shard) => [...shard.units]);
    expect(new Set(units).size).toBe(units.length);
    expect(new Set(units)).toEqual(new Set(shardsOf(plan, 1)[0]?.units));
    for (const { id } of register) {
      const deciding = shards.filter(({ decides }) => decides.has(id));
      expect([id, deciding.length > 0]).toEqual([id, isSelected(plan, id)]);
      const alone = shards.filter(({ decidesAlone }) => decidesAlone.has(id));
      expect([[], deciding]).toContainEqual(alone);
    }
    // Every check is made by one shard, or looks at what each shard has seen.
    const jobs = stepsOf(plan.profile).flat(3);
    const named = jobs.filter(({ id, unit }) => unit !== undefined && isSelected(plan, id));
    expect(named.filter(({ unit = '' }) => !units.includes(unit)).map(({ unit }) => unit)).toEqual([]);
    for (const of of ['requests', 'records'] as const)
      expect(shards.reduce((sum, { shares }) => sum + shares[of], 0)).toBeCloseTo(1);
    expect(shardsOf({ ...plan, target: { ...plan.target } }, count)).toEqual(shards);
    expect(new Set(shards.map(({ run }) => run)).size).toBe(1);
  });
});

test.each([2, 3, 4, 5, 6])('%i shards send about equally many requests', (count) => {
  for (const plan of [whole, plans['a gate'] ?? whole]) {
    const sent = shardsOf(plan, count).map((shard) => fitOf({ ...plan, timeBudgetMs: 600_000, shard }).requests);
    const mean = sent.reduce((sum, one) => sum + one, 0) / count;
    for (const one of sent) expect(Math.abs(one / mean - 1)).toBeLessThan(0.15);
  }
});

test('a check of a workload is in the same shard as the workload, and checks of the same lists are in one shard', () => {
  for (const { units } of shardsOf(whole, 8)) {
    expect(units.has('snapshots.accepts-generated')).toBe(units.has('snapshots'));
    expect(units.has('renewals.accepts-generated')).toBe(units.has('decisions'));
    expect(units.has('paging.offset')).toBe(units.has('paging.tiling'));
  }
});

test('what one check decides without rules is decided alone by the shard that has the check', () => {
  const alone = shardsOf(whole, 8).flatMap(({ decidesAlone }) => [...decidesAlone]);
  expect(alone).toContain('isolation.groups');
  expect(alone).not.toContain('wire.json');
});

test('the traffic that a scenario looks back at is sent, whether rules are judged on it or not', () => {
  const sent = (id: RequirementId) => shardsOf({ ...whole, only: [id] }, 3).flatMap(({ units }) => [...units]);
  expect(sent('wire.unknown-fields')).toEqual(expect.arrayContaining(['snapshots', 'decisions', 'connections']));
  expect(sent('unauthorized.challenge')).toEqual(['unauthorized']);
  expect(sent('connections.accepts-generated').toSorted()).toEqual(['connections', 'connections.accepts-generated']);
});

test('shards of runs with different plans do not belong together', () => {
  const runOf = (changes: Partial<Divided>) => shardsOf({ ...whole, ...changes }, 4)[0]?.run;
  const others = [{ seed: 8 }, { cases: 99 }, { skip: ['token.type'] as const }, { level: 'expected' as const }];
  for (const changes of others) expect(runOf(changes)).not.toBe(runOf({}));
});
