import { describe, expect, it } from 'vitest';
import type { Target } from '../target/configuration/index.ts';
import { courseOf, gentlyDriven, replayCommand, type RunFlags } from './run-plan.ts';

const flags: RunFlags = { level: 'required', skip: [], out: 'out', format: [] };

describe('a run', () => {
  it.each([
    [{}, { profile: 'full', cases: 100, seed: 4711, isDrawn: true, timeBudgetMs: 600_000 }],
    [{ profile: 'gate' }, { seed: 1, isDrawn: false, cases: 5 }],
    [{ profile: 'health' }, { seed: 1, isDrawn: false, timeBudgetMs: 180_000 }],
    [
      { profile: 'health', seed: 9, cases: 7, timeBudget: 5 },
      { seed: 9, cases: 7, timeBudgetMs: 5 },
    ],
    [{ today: '2027-01-31' }, { today: '2027-01-31' }],
    [{ watch: 60_000 }, { timeBudgetMs: 660_000, watchMs: 60_000 }],
    [{ watch: 60_000, timeBudget: 5 }, { timeBudgetMs: 60_005 }],
    [{ waitForExpiry: true }, { timeBudgetMs: 1_500_000, waitForExpiry: true }],
    [{ waitForExpiry: true, timeBudget: 5 }, { timeBudgetMs: 5 }],
  ] as const)('with %j is planned as %j', (changes, course) => {
    expect(courseOf({ ...flags, ...changes }, () => 4711)).toMatchObject(course);
  });

  it('is made for the current day unless another is given', () => {
    const before = new Date();
    const { today } = courseOf(flags, () => 1);
    expect([before, new Date()].map((now) => now.toISOString().slice(0, 10))).toContain(today);
  });

  it.each([
    ['would draw other data', {}, /^--shard: .*; give each of them the same --seed$/],
    ['has a few records', { profile: 'health' }, /^--shard: the profile health makes a handful/],
    ['is to be a baseline', { seed: 1, baseline: 'a.json' }, /^--baseline: .* to "bfc merge"$/],
    ['is to decide enough', { seed: 1, minDecided: 9 }, /^--min-decided: .* to "bfc merge"$/],
    ['is to be kept', { seed: 1, history: 'past' }, /^--history: .* to "bfc merge"$/],
    ['keeps a token', { seed: 1, keepToken: 'a' }, /^--keep-token: .* --wait-for-expiry$/],
    ['leaves nothing to merge', { seed: 1, format: ['html'] }, /^--format: .*; add json$/],
  ] as const)('is refused as a shard that %s', (_what, changes, message) => {
    const shard = { index: 1, count: 2 };
    expect(() => courseOf({ ...flags, shard, ...changes }, () => 1)).toThrow(message);
  });

  it.each([
    ['the lower ones of the profile', 'health', 32, {}, { concurrency: 2, requestsPerSecond: 5 }],
    ['its own lower ones', 'health', 1, { rate: 2 }, { concurrency: 1, requestsPerSecond: 2 }],
    ['those of flags', 'health', 32, { concurrency: 8, rate: 50 }, { concurrency: 8, requestsPerSecond: 50 }],
    ['its own in other profiles', 'gate', 32, {}, { concurrency: 32 }],
  ] as const)('holds a target to %s', (_what, profile, concurrency, given, limits) => {
    const target = { limits: { concurrency } } as Target;
    expect(gentlyDriven(target, profile, given).limits).toEqual(limits);
  });
});

const ofTarget = { baseUrl: 'https://example.com/a?b', clientSecretEnv: 'NAMED', rate: 5, allowWrites: true };
const ofCases = { cases: 20, level: 'expected', seed: 4, only: ['token.issue'] } as const;
const target = "--base-url 'https://example.com/a?b' --client-secret-env NAMED --rate 5 --allow-writes";
const drawn = '--only token.issue --seed 7 --today 2027-01-31';

it.each([
  ['json', {}, "replay 'my reports/report.json' token.issue"],
  ['json', { ...ofTarget, ...ofCases }, `replay 'my reports/report.json' token.issue ${target}`],
  ['terminal', {}, `run ${drawn}`],
  ['terminal', { ...ofTarget, ...ofCases }, `run ${target} --cases 20 --level expected ${drawn}`],
] as const)('a failure reported as %s with %j is shown again by %s', (format, given, line) => {
  const all = { ...flags, cases: 100, timeBudget: 1, out: 'my reports', format: [format], ...given };
  const { before, after } = replayCommand((command) => command, all, { seed: 7, today: '2027-01-31' });
  expect(`${before}token.issue${after}`).toBe(line);
});
