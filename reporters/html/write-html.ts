import type { Report } from '../../results/report.ts';
import { reportFiles, writeWhole } from '../../results/report-files.ts';
import { renderHtml } from './render-html.ts';

export { renderHtml } from './render-html.ts';
export type { HtmlOptions, ObservedBeside } from './render-html.ts';

/**
 * Writes `report.html`: whole or not at all.
 *
 * @param directory made when it does not exist
 * @returns the path written
 */
export async function writeHtml(report: Report, directory: string): Promise<string> {
  return writeWhole(directory, reportFiles.html[0], renderHtml(report));
}
