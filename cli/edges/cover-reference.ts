import { judgeReference } from '../judge-reference.ts';
import type { EdgeSource } from './edge-source.ts';

/** Cases of each property: as many as `bfc run` takes when it is not told otherwise. */
export const usualCases = 100;

/** Runs all suites against a reference service of its own, and tells which edges they reached. */
export function coverReference(seed: number): Promise<EdgeSource> {
  return judgeReference({}, { seed, cases: usualCases, coversEdges: true });
}
