import { describe, expect, it } from 'vitest';
import type { Target } from '../../target/configuration/index.ts';
import { courseOf, gentlyDriven } from './course.ts';
import type { RunFlags } from './run-flags.ts';

const flags: RunFlags = { level: 'required', skip: [], out: 'out', format: [] };
const drawn = () => 4711;

describe('the course of a run', () => {
  it('is that of the profile full when nothing is said', () => {
    expect(courseOf(flags, drawn)).toMatchObject({
      profile: 'full',
      cases: 100,
      seed: 4711,
      isDrawn: true,
      timeBudgetMs: 600_000,
    });
  });

  it('has a seed of its own in gate and health, which nobody draws', () => {
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
    ['lowered to what health allows', { concurrency: 32 }, {}, { concurrency: 2, requestsPerSecond: 5 }],
    [
      'left where it is driven more gently',
      { concurrency: 1, requestsPerSecond: 2 },
      {},
      { concurrency: 1, requestsPerSecond: 2 },
    ],
    [
      'driven as flags say',
      { concurrency: 8, requestsPerSecond: 50 },
      { concurrency: 8, rate: 50 },
      { concurrency: 8, requestsPerSecond: 50 },
    ],
  ])('is %s', (_what, limits, given, driven) => {
    expect(gentlyDriven(target(limits), 'health', { ...flags, ...given }).limits).toEqual(driven);
  });

  it('is driven as its configuration says in the other profiles', () => {
    expect(gentlyDriven(target({ concurrency: 32 }), 'gate', flags).limits).toEqual({ concurrency: 32 });
  });
});
