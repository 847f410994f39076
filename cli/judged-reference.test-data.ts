import { onTestFinished } from 'vitest';
import { faults, startReference } from '../reference/index.ts';
import type { Report } from '../results/report.ts';
import type { RequirementId } from '../spec/index.ts';
import type { Target } from '../target/configuration/index.ts';
import { asTarget, judgeDirectly } from './judge-reference.ts';

/** Seed of all services and runs of these tests. */
export const seed = 5;

/** The day of all data. */
const today = '2026-11-22';

/**
 * A reference service of the test's own, with a fault or without, as a target; closed when the test is over.
 *
 * @param pace - milliseconds per step of what it does by itself
 */
export async function servedTarget(faultName?: string, pace = 20): Promise<Target> {
  const fault = faults.find(({ name }) => name === faultName);
  const reference = await startReference({ seed, pace, ...(fault === undefined ? {} : { fault }) });
  onTestFinished(() => reference.close());
  return asTarget(reference);
}

/** The report of a small run of some requirements. */
export async function judged(target: Target, only: readonly RequirementId[], cases = 4): Promise<Report> {
  const replayCommand = { before: 'bfc replay report.json ', after: '' };
  return judgeDirectly(target, { seed, today, cases, only, profile: 'gate', replayCommand, shrinkTries: 30 });
}
