import { reportFiles } from '../report-files.ts';
import type { Report } from '../report.ts';
import { writeWhole } from '../write-whole.ts';
import { renderJunit } from './render-junit.ts';

/** Writes `junit.xml`; gives the path written. */
export async function writeJunit(report: Report, directory: string): Promise<string> {
  return writeWhole(directory, reportFiles.junit[0], renderJunit(report));
}
