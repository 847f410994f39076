import type { Fault } from '../../reference/index.ts';
import type { RequirementId } from '../../spec/index.ts';
import { judgeReference } from '../judge-reference.ts';

/** How a fault is proven. */
export interface ProofOptions {
  /** Cases of each property; default 60. */
  readonly cases?: number;
  /** Whether all requirements are decided, instead of those alone that the fault names. */
  readonly whole?: boolean;
}

/** What the suite made of a fault. */
export interface Proof {
  readonly fault: string;
  readonly seed: number;
  /** Requirements that failed, each with what was found. */
  readonly failed: Readonly<Partial<Record<RequirementId, string>>>;
  /** Requirements that should have failed and did not, with what came of them instead. */
  readonly missed: readonly string[];
  /** Requirements that failed although the fault does not name them. */
  readonly unexpected: readonly RequirementId[];
  /** Exceptions of the suite itself. */
  readonly suiteFaults: readonly string[];
  readonly durationMs: number;
}

/** Milliseconds per step of fulfilment: short enough for a run to see every step. */
const paceMs = 150;

/**
 * Runs the suites against a reference service with one fault.
 *
 * @param seed of the service's fixtures and of the run's data
 */
export async function proveFault(fault: Fault, seed: number, options: ProofOptions = {}): Promise<Proof> {
  const { cases = 60, whole = false } = options;
  const named = [...fault.breaks, ...(fault.also ?? [])];
  const judging = { seed, cases, answerMs: fault.answerMs, ...(whole ? {} : { only: named }) };
  const report = await judgeReference({ fault, pace: paceMs }, judging);
  const failures = report.requirements.filter(({ outcome }) => outcome === 'fail');
  const outcomes = new Map(report.requirements.map((result) => [result.id, result]));
  return {
    fault: fault.name,
    seed,
    failed: Object.fromEntries(failures.map(({ id, counterexample }) => [id, counterexample?.message ?? ''])),
    missed: fault.breaks.flatMap((id) => {
      const { outcome = 'not reported', detail, cases: judged = 0 } = outcomes.get(id) ?? {};
      return outcome === 'fail' ? [] : [`${id}: ${outcome}, ${detail ?? `${judged} cases`}`];
    }),
    unexpected: failures.map(({ id }) => id).filter((id) => !named.includes(id)),
    suiteFaults: report.suiteFaults.map(({ id, message }) => `${id}: ${message}`),
    durationMs: report.run.durationMs,
  };
}
