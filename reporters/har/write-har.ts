import { reportFiles, writeWhole } from '../../results/report-files.ts';
import type { Report } from '../../results/report.ts';
import { renderHar } from './render-har.ts';

/** Writes `counterexamples.har`; gives the path written. */
export async function writeHar(report: Report, directory: string): Promise<string> {
  return writeWhole(directory, reportFiles.har[0], renderHar(report));
}
