import { readReport } from '../read-report.ts';
import { UsageError } from '../failures.ts';
import type { EdgeSource } from './edge-source.ts';

/**
 * Reads from the report of an earlier run what it says of edges.
 *
 * @param file - a path, relative to `cwd`
 * @throws UsageError when it cannot be read, is no report, or says nothing of edges
 */
export async function readEdges(file: string, cwd: string): Promise<EdgeSource> {
  const report = await readReport(file, cwd, '--report');
  if (report.edges.length > 0) return report;
  throw new UsageError(`--report: ${file} does not say which edges its run reached; make a new one with "bfc run"`);
}
