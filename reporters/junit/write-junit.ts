import { reportFiles, writeWhole } from '../../results/report-files.ts';
import type { Report } from '../../results/report.ts';
import { renderJunit } from './render-junit.ts';

/** Writes `junit.xml`; gives the path written. */
export async function writeJunit(report: Report, directory: string): Promise<string> {
  return writeWhole(directory, reportFiles.junit[0], renderJunit(report));
}
