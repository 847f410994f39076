import { randomDialect } from '../../reference/index.ts';
import type { Verdict } from '../../reporters/index.ts';
import { judgeReference } from './judge-reference.ts';

/** What the suite made of a dialect. */
export interface DialectProof {
  readonly seed: number;
  readonly verdict: Verdict;
  /** Required and expected requirements that failed, each with what was found. */
  readonly failed: readonly string[];
  /** Exceptions of the suite itself. */
  readonly suiteFaults: readonly string[];
  readonly durationMs: number;
}

/** Runs all suites against the reference service in the dialect of a seed, which is also the seed of the run. */
export async function proveDialect(seed: number, cases = 60): Promise<DialectProof> {
  const report = await judgeReference({ dialect: randomDialect(seed) }, { seed, cases });
  return {
    seed,
    verdict: report.summary.verdict,
    failed: report.requirements
      .filter(({ outcome }) => outcome === 'fail')
      .map(({ id, counterexample }) => `${id}: ${counterexample?.message ?? ''}`),
    suiteFaults: report.suiteFaults.map(({ id, message }) => `${id}: ${message}`),
    durationMs: report.run.durationMs,
  };
}
