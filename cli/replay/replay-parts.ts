import { randomBytes } from 'node:crypto';
import type { Report, RequirementResult } from '../../results/report.ts';
import { runDirect } from '../../suites/direct/run-direct.ts';
import { preflight } from '../../suites/preflight.ts';
import { createBudget } from '../../suites/engine/budget.ts';
import { replayBounds, replayedCases, replayedProfile } from '../../suites/replay/replay-bounds.ts';
import { sharedRuns } from '../../suites/replay/shared-runs.ts';
import type { ReplayParts } from '../../suites/replay/replay-counterexample.ts';
import { runSuites } from '../../suites/run.ts';
import { openSession } from '../../suites/session.ts';
import type { Target, TargetFlags } from '../../target/configuration/index.ts';
import { readPackageInfo } from '../invocation.ts';
import { gentlyDriven } from '../run-plan.ts';

/** Milliseconds that one run of a check may take. */
const timeBudgetMs = 600_000;

/**
 * What replays a report against a target: in this process, with the seed, the profile and the number of cases that the
 * report was made with.
 *
 * @param failures - what of it is replayed, all within one budget
 * @throws NoVerdictError when the target cannot be reached or gives no token
 */
export async function replayParts(
  report: Report,
  given: Target,
  flags: Pick<TargetFlags, 'concurrency' | 'rate'>,
  failures: readonly RequirementResult[],
  signal: AbortSignal,
): Promise<ReplayParts> {
  const { seed } = report.run;
  const profile = replayedProfile(report);
  const budget = createBudget(replayBounds(report, failures), 'this replay');
  const target = gentlyDriven(given, profile, flags);
  await preflight(target, { signal, deadline: performance.now() + timeBudgetMs });
  const shared = {
    // A failure that is accepted is one all the same.
    target: { ...target, waive: [] },
    seed,
    cases: replayedCases(report),
    timeBudgetMs,
    skip: [],
    profile,
    coversEdges: false,
    // One more time tells whether a case fails again; the smaller one is in the report already.
    shrinkTries: 1,
    tellsAll: false,
    replayCommand: { before: 'bfc replay REPORT ', after: '' },
  } as const;
  const run: ReplayParts['runSuites'] = ({ only, replayed }) =>
    runSuites({
      ...shared,
      only,
      ...(replayed === undefined ? {} : { replayed }),
      level: 'expected',
      version: readPackageInfo().version,
      signal,
      onProgress: () => undefined,
      runner: (options) => runDirect(options, budget),
    });
  return {
    report,
    pinned: new Set(Object.keys(target.expect)),
    openSession: () => openSession({ ...shared, runId: randomBytes(4).toString('hex') }, signal, budget),
    runSuites: run,
    shared: sharedRuns(report, failures, run),
  };
}
