import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Report } from './report.ts';

/** Name of the JSON report within the directory of a run's reports. */
export const jsonReportName = 'report.json';

/** The report as JSON, as `report.schema.json` describes it. */
export function renderJson(report: Report): string {
  return `${JSON.stringify(report, undefined, 2)}\n`;
}

/**
 * Writes `report.json`: whole or not at all, so that nobody ever reads half a report.
 *
 * @param directory made when it does not exist
 * @returns the path written
 */
export async function writeJson(report: Report, directory: string): Promise<string> {
  await mkdir(directory, { recursive: true });
  const path = join(directory, jsonReportName);
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    await writeFile(temporary, renderJson(report));
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  return path;
}
