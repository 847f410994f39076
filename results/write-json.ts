import { jsonText } from './json-text.ts';
import { reportFiles } from './report-files.ts';
import type { Report } from './report.ts';
import { writeWhole } from './write-whole.ts';

/** Name of the JSON report within the directory of a run's reports. */
export const jsonReportName = reportFiles.json[0];

/** The report as JSON, as `report.schema.json` describes it. */
export function renderJson(report: Report): string {
  return jsonText(report);
}

/**
 * Writes `report.json`.
 *
 * @param directory made when it does not exist
 * @returns the path written
 */
export async function writeJson(report: Report, directory: string): Promise<string> {
  return writeWhole(directory, jsonReportName, renderJson(report));
}
