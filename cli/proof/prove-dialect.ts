import { randomDialect } from '../../reference/index.ts';
import type { Verdict } from '../../reporters/index.ts';
import { mayStayUndecided } from './may-stay-undecided.ts';
import { judgeReference } from '../judge-reference.ts';

/** What the suite made of a dialect. */
export interface DialectProof {
  readonly seed: number;
  readonly verdict: Verdict;
  /** Required and expected requirements that failed, each with what was found. */
  readonly failed: readonly string[];
  /** Required and expected requirements that stayed undecided although the dialect allows to decide them. */
  readonly undecided: readonly string[];
  /** Exceptions of the suite itself. */
  readonly suiteFaults: readonly string[];
  readonly durationMs: number;
}

/** Runs all suites against the reference service in the dialect of a seed, which is also the seed of the run. */
export async function proveDialect(seed: number, cases: number): Promise<DialectProof> {
  const dialect = randomDialect(seed);
  const { requirements, run, summary, suiteFaults } = await judgeReference({ dialect }, { seed, cases });
  return {
    seed,
    verdict: summary.verdict,
    failed: requirements
      .filter(({ outcome }) => outcome === 'fail')
      .map(({ id, counterexample }) => `${id}: ${counterexample?.message ?? ''}`),
    undecided: requirements
      .filter(
        ({ id, level, outcome }) => level !== 'open' && outcome === 'inconclusive' && !mayStayUndecided(id, dialect),
      )
      .map(({ id, detail }) => `${id}: ${detail ?? ''}`),
    suiteFaults: suiteFaults.map(({ id, message }) => `${id}: ${message}`),
    durationMs: run.durationMs,
  };
}
