import { randomBytes } from 'node:crypto';
import type { Report } from '../../reporters/report.ts';
import { runDirect } from '../../suites/direct/run-direct.ts';
import { preflight } from '../../suites/preflight.ts';
import { costOf, isProfileName } from '../../suites/profiles/index.ts';
import type { ReplayParts } from '../../suites/replay/replay-counterexample.ts';
import { runSuites } from '../../suites/run.ts';
import { openSession } from '../../suites/session.ts';
import type { Target, TargetFlags } from '../../target/configuration/index.ts';
import { readPackageInfo } from '../package-info.ts';
import { gentlyDriven } from '../run/course.ts';

/** Milliseconds that one run of a check may take. */
const timeBudgetMs = 600_000;
/** Cases of each property where the report doesn't say. */
const usualCases = 100;

/**
 * What replays a report against a target: in this process, with the seed, the profile and the number of cases that the
 * report was made with.
 *
 * @throws NoVerdictError when the target cannot be reached or gives no token
 */
export async function replayParts(
  report: Report,
  given: Target,
  flags: Pick<TargetFlags, 'concurrency' | 'rate'>,
  signal: AbortSignal,
): Promise<ReplayParts> {
  const { seed, profile: recorded, casesPerProperty: cases = usualCases } = report.run;
  const profile = isProfileName(recorded) ? recorded : 'full';
  const target = gentlyDriven(given, profile, flags);
  await preflight(target, signal);
  const shared = {
    // A failure that is accepted is one all the same.
    target: { ...target, waive: [] },
    seed,
    cases,
    timeBudgetMs,
    skip: [],
    profile,
    bounds: costOf(profile, cases).atMost,
    coversEdges: false,
    // One more time tells whether a case fails again; the smaller one is in the report already.
    shrinkTries: 1,
    tellsAll: false,
    replayCommand: { before: 'bfc replay REPORT ', after: '' },
  } as const;
  return {
    report,
    openSession: () => openSession({ ...shared, runId: randomBytes(4).toString('hex') }, signal),
    runSuites: ({ only, replayed }) =>
      runSuites({
        ...shared,
        only,
        ...(replayed === undefined ? {} : { replayed }),
        level: 'expected',
        version: readPackageInfo().version,
        signal,
        onProgress: () => undefined,
        runner: runDirect,
      }),
  };
}
