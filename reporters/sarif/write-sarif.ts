import { reportFiles, writeWhole } from '../../results/report-files.ts';
import type { Report } from '../../results/report.ts';
import { renderSarif } from './render-sarif.ts';

/** Writes `report.sarif`; gives the path written. */
export async function writeSarif(report: Report, directory: string): Promise<string> {
  return writeWhole(directory, reportFiles.sarif[0], renderSarif(report));
}
