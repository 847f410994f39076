import { startReference } from '../../reference/index.ts';
import type { ReferenceOptions } from '../../reference/index.ts';
import type { Report } from '../../reporters/index.ts';
import type { RequirementId } from '../../spec/index.ts';
import { runDirect } from '../../suites/direct/run-direct.ts';
import { runSuites } from '../../suites/run.ts';
import { resolveTarget } from '../../target/configuration/index.ts';
import { embeddedTarget } from '../embedded-target.ts';
import { readPackageInfo } from '../package-info.ts';

/** How a reference service is judged. */
export interface Judging {
  readonly seed: number;
  /** Cases of each property. */
  readonly cases: number;
  /** Requirements to decide; absent: all. */
  readonly only?: readonly RequirementId[];
  /** Whether it is told which edges were reached; default: false. */
  readonly coversEdges?: boolean;
}

/** Longer than any run takes; a run that needs it is not what it should be. Milliseconds. */
const timeBudgetMs = 300_000;

/** Starts a reference service of its own, runs the suites against it, and ends it. */
export async function judgeReference(options: ReferenceOptions, judging: Judging): Promise<Report> {
  const { seed, cases, only, coversEdges = false } = judging;
  const reference = await startReference({ seed, ...options });
  try {
    const target = await resolveTarget({
      flags: {},
      environment: {},
      cwd: import.meta.dirname,
      fallback: () => Promise.resolve(embeddedTarget(reference)),
    });
    return await runSuites({
      target,
      seed,
      cases,
      timeBudgetMs,
      level: 'expected',
      only,
      skip: [],
      profile: 'full',
      version: readPackageInfo().version,
      replayCommand: { before: 'bfc run --only ', after: ` --seed ${seed}` },
      signal: new AbortController().signal,
      onProgress: () => undefined,
      runner: runDirect,
      coversEdges,
      shrinkTries: 1,
      tellsAll: true,
    });
  } finally {
    await reference.close();
  }
}
