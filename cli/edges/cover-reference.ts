import { startReference } from '../../reference/index.ts';
import { runDirect } from '../../suites/direct/run-direct.ts';
import { runSuites } from '../../suites/run.ts';
import { resolveTarget } from '../../target/configuration/index.ts';
import { embeddedTarget } from '../embedded-target.ts';
import { readPackageInfo } from '../package-info.ts';
import type { EdgeSource } from './edge-source.ts';

/** Cases of each property: as many as `bfc run` takes when it is not told otherwise. */
export const usualCases = 100;

/** Longer than a run against a service in the same process takes. Milliseconds. */
const timeBudgetMs = 300_000;

/** Runs all suites against a reference service of its own, and tells which edges they reached. */
export async function coverReference(seed: number): Promise<EdgeSource> {
  const reference = await startReference({ seed });
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
      cases: usualCases,
      timeBudgetMs,
      level: 'required',
      only: undefined,
      skip: [],
      profile: 'full',
      version: readPackageInfo().version,
      replayCommand: 'bfc run',
      signal: new AbortController().signal,
      onProgress: () => undefined,
      runner: runDirect,
    });
  } finally {
    await reference.close();
  }
}
