import { onTestFinished } from 'vitest';
import { faults, startReference } from '../../reference/index.ts';
import type { Report } from '../../reporters/report.ts';
import type { RequirementId } from '../../spec/index.ts';
import { runDirect } from '../../suites/direct/run-direct.ts';
import { runSuites } from '../../suites/run.ts';
import { resolveTarget } from '../../target/configuration/index.ts';
import type { Target } from '../../target/configuration/index.ts';
import { embeddedTarget } from '../embedded-target.ts';

/** Seed of all services and runs of these tests. */
export const seed = 5;

/** A reference service of the test's own, with a fault or without, as a target; closed when the test is over. */
export async function servedTarget(faultName?: string): Promise<Target> {
  const fault = faults.find(({ name }) => name === faultName);
  const reference = await startReference({ seed, pace: 20, ...(fault === undefined ? {} : { fault }) });
  onTestFinished(() => reference.close());
  return resolveTarget({
    flags: {},
    environment: {},
    cwd: import.meta.dirname,
    fallback: () => Promise.resolve(embeddedTarget(reference)),
  });
}

/** The report of a small run of some requirements. */
export async function judged(target: Target, only: readonly RequirementId[]): Promise<Report> {
  return runSuites({
    target,
    seed,
    cases: 4,
    timeBudgetMs: 60_000,
    level: 'expected',
    only,
    skip: [],
    profile: 'gate',
    version: '0.0.0',
    replayCommand: { before: 'bfc replay report.json ', after: '' },
    signal: new AbortController().signal,
    onProgress: () => undefined,
    runner: runDirect,
    coversEdges: false,
    shrinkTries: 30,
  });
}
