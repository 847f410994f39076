import { onTestFinished } from 'vitest';
import { startReference, type ReferenceOptions, type RunningReference } from '../reference/index.ts';
import type { Report, RequirementResult } from '../results/report.ts';
import type { RequirementId } from '../spec/index.ts';
import type { Target } from '../target/configuration/target.ts';
import { asTarget, runInThisProcess } from './run-against-reference.ts';
import { readFault } from './serve-choices.ts';

/** Seed of all services and runs of these tests. */
export const seed = 5;

const today = '2026-11-22';

/** Starts a reference service for the running test; it is closed when the test ends. */
export async function serving(options: ReferenceOptions = {}): Promise<RunningReference> {
  const reference = await startReference(options);
  onTestFinished(() => reference.close());
  return reference;
}

export async function servedTarget(options: ReferenceOptions = {}): Promise<Target> {
  return asTarget(await serving({ seed, pace: 20, ...options }));
}

export function faultyTarget(fault: string, options: ReferenceOptions = {}): Promise<Target> {
  return servedTarget({ fault: readFault(fault), ...options });
}

export async function judged(
  target: Target,
  only: readonly RequirementId[],
  cases = 4,
  shrinkTries = 30,
): Promise<Report> {
  const replayCommand = { before: 'bfc replay report.json ', after: '' };
  return runInThisProcess(target, { seed, today, cases, only, profile: 'gate', replayCommand, shrinkTries });
}

/** The result of a requirement in a report. @throws Error if there is none */
export function resultOf({ requirements }: Pick<Report, 'requirements'>, wanted: RequirementId): RequirementResult {
  const result = requirements.find(({ id }) => id === wanted);
  if (result === undefined) throw new Error(`the report has no ${wanted}`);
  return result;
}

export function failedIn({ requirements }: Pick<Report, 'requirements'>): readonly RequirementId[] {
  return requirements.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id);
}
