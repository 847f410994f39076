import type { Report } from '../report.ts';
import { writeWhole } from '../write-whole.ts';
import { renderHtml } from './render-html.ts';

export { renderHtml } from './render-html.ts';
export type { HtmlOptions, ObservedBeside } from './render-html.ts';

/** Name of the HTML report within the directory of a run's reports. */
export const htmlReportName = 'report.html';

/**
 * Writes `report.html`: whole or not at all.
 *
 * @param directory made when it does not exist
 * @returns the path written
 */
export async function writeHtml(report: Report, directory: string): Promise<string> {
  return writeWhole(directory, htmlReportName, renderHtml(report));
}
