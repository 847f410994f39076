import { startReference, type ReferenceOptions, type RunningReference } from '../reference/index.ts';
import type { Report } from '../results/report.ts';
import { runSuites, type RunOptions } from '../suites/run-suites.ts';
import { resolveTarget } from '../target/configuration/resolve-target.ts';
import { currentDay, type Target } from '../target/configuration/target.ts';
import type { TargetConfig } from '../target/configuration/target-config.ts';
import { embeddedTarget } from './embedded-target.ts';
import { readPackageInfo } from './surroundings.ts';

/** A running reference service as a target, regardless of environment and configuration files. */
export function asTarget(reference: RunningReference, parts: Partial<TargetConfig> = {}): Promise<Target> {
  return resolveTarget({
    flags: {},
    environment: {},
    cwd: import.meta.dirname,
    fallback: () => Promise.resolve({ ...embeddedTarget(reference), ...parts }),
  });
}

/** The options that a run in this process must have; the others have defaults for proofs, benchmarks and tests. */
export type DirectRun = Pick<RunOptions, 'seed' | 'cases' | 'profile'> & Partial<RunOptions>;

/** Longer than any run takes, even on a busy machine. Milliseconds. */
const timeBudgetMs = 300_000;

/** Runs the suites against a target in this process, at the expected level and without showing progress. */
export function runInThisProcess(target: Target, options: DirectRun): Promise<Report> {
  const { seed, today = currentDay() } = options;
  return runSuites({
    target,
    today,
    timeBudgetMs,
    level: 'expected',
    only: undefined,
    skip: [],
    version: readPackageInfo().version,
    replayCommand: { before: 'bfc run --only ', after: ` --seed ${seed} --today ${today}` },
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...options,
  });
}

/** Runs the suites against a new reference service. @param configuration - replaces parts of its configuration */
export async function runAgainstReference(
  options: ReferenceOptions,
  run: Omit<DirectRun, 'profile'> & Partial<Pick<DirectRun, 'profile'>>,
  configuration?: (reference: RunningReference) => Partial<TargetConfig>,
): Promise<Report> {
  const reference = await startReference({ seed: run.seed, ...options });
  try {
    return await runInThisProcess(await asTarget(reference, configuration?.(reference)), {
      profile: 'full',
      shrinkTries: 1,
      tellsAll: true,
      ...run,
    });
  } finally {
    await reference.close();
  }
}
