import type { RequirementId } from '../../spec/index.ts';
import { whyLeftOut } from '../../suites/index.ts';
import { costOf, profiles, type Cost, type ProfileName } from '../../suites/profiles.ts';
import type { Target } from '../../target/configuration/index.ts';
import { UsageError } from '../usage-error.ts';
import type { RunFlags } from './run-flags.ts';

/** How a run goes about it, once its flags and its profile have been put together. */
export interface Course {
  readonly profile: ProfileName;
  readonly cases: number;
  readonly seed: number;
  /** Whether the seed was drawn by chance, so that no other run has it. */
  readonly isDrawn: boolean;
  /** Milliseconds. */
  readonly timeBudgetMs: number;
  /** What it is expected to send, and what it sends at the most. */
  readonly cost: Cost;
}

/** The profile that a run has where none is named. */
const usualProfile: ProfileName = 'full';

/**
 * The course of a run: what its flags say, and what its profile says where they say nothing.
 *
 * @param draw - draws a seed
 * @throws UsageError when nothing is left to check
 */
export function courseOf(flags: RunFlags, draw: () => number): Course {
  const { profile = usualProfile, only, skip, seed: given } = flags;
  const skipped = new Set(skip);
  if (only?.every((id) => skipped.has(id)) === true)
    throw new UsageError('--only and --skip: nothing is left to check; give one of them fewer ids');
  const isLeftOut = (id: RequirementId): boolean => skipped.has(id) || whyLeftOut(profile, id) !== undefined;
  if (only?.every(isLeftOut) === true)
    throw new UsageError(
      `--only: the profile ${profile} leaves ${only.length === 1 ? 'it' : 'all of them'} out; take --profile ${usualProfile}`,
    );
  const { cases: usualCases, seed: fixed, timeBudgetMs } = profiles[profile];
  const cases = flags.cases ?? usualCases;
  const seed = given ?? fixed;
  const cost = costOf(profile, cases);
  return {
    profile,
    cases,
    seed: seed ?? draw(),
    isDrawn: seed === undefined,
    timeBudgetMs: flags.timeBudget ?? timeBudgetMs,
    cost: only === undefined && skip.length === 0 ? cost : { atMost: cost.atMost },
  };
}

/** The target, driven no harder than the profile does; flags win over it. */
export function gentlyDriven(
  target: Target,
  profile: ProfileName,
  flags: Pick<RunFlags, 'concurrency' | 'rate'>,
): Target {
  const { limits } = profiles[profile];
  if (limits === undefined) return target;
  const { concurrency, requestsPerSecond = Number.POSITIVE_INFINITY } = target.limits;
  return {
    ...target,
    limits: {
      concurrency: flags.concurrency ?? Math.min(concurrency, limits.concurrency),
      requestsPerSecond: flags.rate ?? Math.min(requestsPerSecond, limits.requestsPerSecond),
    },
  };
}
