import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { Target } from '../target/configuration/index.ts';
import { shellQuote } from './invocation.ts';
import { courseOf, gentlyDriven, replayCommand, type RunFlags } from './run-plan.ts';

const flags: RunFlags = { level: 'required', skip: [], out: 'out', format: [] };
const drawn = () => 4711;

describe('a run', () => {
  it('is that of the profile full when nothing else is asked for', () => {
    expect(courseOf(flags, drawn)).toMatchObject({
      profile: 'full',
      cases: 100,
      seed: 4711,
      isDrawn: true,
      timeBudgetMs: 600_000,
    });
  });

  it('has the same seed each time in gate and health', () => {
    const never = () => {
      throw new Error('drawn');
    };
    expect(courseOf({ ...flags, profile: 'gate' }, never)).toMatchObject({ seed: 1, isDrawn: false, cases: 5 });
    expect(courseOf({ ...flags, profile: 'health' }, never)).toMatchObject({ seed: 1, timeBudgetMs: 180_000 });
  });

  it('is what flags say, whatever the profile', () => {
    const given: RunFlags = { ...flags, profile: 'health', seed: 9, cases: 100, timeBudget: 5 };
    expect(courseOf(given, drawn)).toMatchObject({ seed: 9, cases: 100, timeBudgetMs: 5 });
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
  ] as const)('is none when %s', (_what, changes, message) => {
    expect(() => courseOf({ ...flags, ...changes }, drawn)).toThrow(message);
  });
});

describe('a target', () => {
  const target = (limits: Target['limits']) => ({ limits }) as Target;

  it.each([
    ['lowered to those of health', { concurrency: 32 }, {}, { concurrency: 2, requestsPerSecond: 5 }],
    [
      'left where they are lower',
      { concurrency: 1, requestsPerSecond: 2 },
      {},
      { concurrency: 1, requestsPerSecond: 2 },
    ],
    [
      'set by flags',
      { concurrency: 8, requestsPerSecond: 50 },
      { concurrency: 8, rate: 50 },
      { concurrency: 8, requestsPerSecond: 50 },
    ],
  ])('has its limits %s', (_what, limits, given, expected) => {
    expect(gentlyDriven(target(limits), 'health', { ...flags, ...given }).limits).toEqual(expected);
  });

  it('keeps the limits of its configuration in the other profiles', () => {
    expect(gentlyDriven(target({ concurrency: 32 }), 'gate', flags).limits).toEqual({ concurrency: 32 });
  });
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
  const { before, after } = replayCommand((command) => `bfc ${command}`, flags, 7);
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
  expect(lineOf({ ...written, format: ['terminal'] })).toBe('bfc run --only token.issue --seed 7');
  expect(lineOf({ ...given, format: ['terminal'] })).toBe(
    "bfc run --base-url 'https://example.com/a?b' --client-secret-env NAMED --rate 5 --allow-writes --cases 20 --level expected --only token.issue --seed 7",
  );
});

it.each(['plain-1.2/3', "it's", '$HOME `x` "y" \\', '', 'a\nb', '*'])('a shell gets %j as it is', (text) => {
  expect(execFileSync('sh', ['-c', `printf %s ${shellQuote(text)}`], { encoding: 'utf8' })).toBe(text);
});
