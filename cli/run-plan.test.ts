import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { Target } from '../target/configuration/index.ts';
import { shellQuote } from './invocation.ts';
import { courseOf, gentlyDriven, replayCommand, type RunFlags } from './run-plan.ts';

const flags: RunFlags = { level: 'required', skip: [], out: 'out', format: [] };

describe('a run', () => {
  it.each([
    [{}, { profile: 'full', cases: 100, seed: 4711, isDrawn: true, timeBudgetMs: 600_000 }],
    [{ profile: 'gate' }, { seed: 1, isDrawn: false, cases: 5 }],
    [{ profile: 'health' }, { seed: 1, isDrawn: false, timeBudgetMs: 180_000 }],
    [
      { profile: 'health', seed: 9, cases: 100, timeBudget: 5 },
      { seed: 9, cases: 100, timeBudgetMs: 5 },
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
    ['--only and --skip leave nothing', { only: ['token.type'], skip: ['token.type'] }, /^--only and --skip: nothing/],
    [
      'the profile leaves out all that --only names',
      { profile: 'health', only: ['renewals.lines'] },
      /^--only: the profile health leaves it out; take --profile full$/,
    ],
    [
      'profile and --skip leave nothing of --only',
      { profile: 'health', only: ['renewals.lines', 'token.type'], skip: ['token.type'] },
      /^--only: the profile health leaves all of them out/,
    ],
    [
      'it is to watch what nothing is found by',
      { skip: ['versions.change-with-record'], watch: 60_000 },
      /^--watch: versions\.change-with-record, which it is for, is not checked; .* have it checked$/,
    ],
    [
      'it is to wait for a token that nothing is tried with',
      { only: ['token.type'], waitForExpiry: true },
      /^--wait-for-expiry: unauthorized\.expired, which it is for, is not checked; .* have it checked$/,
    ],
  ] as const)('is refused when %s', (_what, changes, message) => {
    expect(() => courseOf({ ...flags, ...changes }, () => 1)).toThrow(message);
  });
});

it.each([
  ['lowered to those of health', 'health', { concurrency: 32 }, {}, { concurrency: 2, requestsPerSecond: 5 }],
  ['kept where they are lower', 'health', { concurrency: 1 }, { rate: 2 }, { concurrency: 1, requestsPerSecond: 2 }],
  [
    'set by flags',
    'health',
    { concurrency: 32 },
    { concurrency: 8, rate: 50 },
    { concurrency: 8, requestsPerSecond: 50 },
  ],
  ['those of its configuration in other profiles', 'gate', { concurrency: 32 }, {}, { concurrency: 32 }],
] as const)('the limits of a target are %s', (_what, profile, limits, given, expected) => {
  expect(gentlyDriven({ limits } as Target, profile, given).limits).toEqual(expected);
});

const written: RunFlags = { ...flags, cases: 100, timeBudget: 1, out: 'my reports', format: ['json', 'html'] };
const given: RunFlags = {
  ...written,
  baseUrl: 'https://example.com/a?b',
  clientSecretEnv: 'NAMED',
  rate: 5,
  cases: 20,
  level: 'expected',
  allowWrites: true,
  seed: 4,
  only: ['token.issue'],
};
const lineOf = (flags: RunFlags): string => {
  const { before, after } = replayCommand((command) => `bfc ${command}`, flags, { seed: 7, today: '2027-01-31' });
  return `${before}token.issue${after}`;
};

it('replays the report that is written, and says no more than that when nothing else was given', () => {
  expect(lineOf(written)).toBe("bfc replay 'my reports/report.json' token.issue");
});

it('holds what says which target and how hard: all else is in the report', () => {
  expect(lineOf(given)).toBe(
    "bfc replay 'my reports/report.json' token.issue --base-url 'https://example.com/a?b' --client-secret-env NAMED --rate 5 --allow-writes",
  );
});

it('runs the requirement alone with the same data where no report is written', () => {
  expect(lineOf({ ...written, format: ['terminal'] })).toBe('bfc run --only token.issue --seed 7 --today 2027-01-31');
  expect(lineOf({ ...given, format: ['terminal'] })).toBe(
    "bfc run --base-url 'https://example.com/a?b' --client-secret-env NAMED --rate 5 --allow-writes --cases 20 --level expected --only token.issue --seed 7 --today 2027-01-31",
  );
});

it.each(['plain-1.2/3', "it's", '$HOME `x` "y" \\', '', 'a\nb', '*'])('a shell gets %j as it is', (text) => {
  expect(execFileSync('sh', ['-c', `printf %s ${shellQuote(text)}`], { encoding: 'utf8' })).toBe(text);
});
