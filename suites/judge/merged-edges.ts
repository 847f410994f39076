import type { EdgeCoverage } from '../../results/report.ts';
import { createCoverage } from '../edges/coverage.ts';

/** Cases named for each edge at the most. */
const namedCases = 5;

/** The edges that any of several parts of the traffic has reached, in the order of the register of edges. */
export function mergedEdges(parts: readonly (readonly EdgeCoverage[])[]): readonly EdgeCoverage[] {
  return createCoverage().edges.map((edge, index) => {
    const found = parts.flatMap((part) => part[index] ?? []);
    return {
      ...edge,
      exchanges: found.reduce((sum, { exchanges }) => sum + exchanges, 0),
      cases: [...new Set(found.flatMap(({ cases }) => cases))].slice(0, namedCases),
    };
  });
}
