import type { EdgeCoverage, Observation } from '../../results/report.ts';

/** What a run says of edges: which it reached, and what it observed, in which may stand why it did not reach others. */
export interface EdgeSource {
  readonly edges: readonly EdgeCoverage[];
  readonly observations: readonly Observation[];
}
