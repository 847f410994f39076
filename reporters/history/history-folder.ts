import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseReport } from '../parse-report.ts';
import { reportFiles } from '../report-files.ts';
import type { Report } from '../report.ts';
import { renderJson } from '../write-json.ts';
import { writeWhole } from '../write-whole.ts';
import { renderTrend } from './trend-page.ts';
import { trendOf } from './trend.ts';
import type { History, PastReport, UnreadFile } from './trend.ts';

/** Name of the trend page within a folder of reports. */
export const trendPageName = 'trend.html';

/** A report without the exchanges of its counterexamples: hundreds of them fit into memory. */
function slim(report: Report): Report {
  const requirements = report.requirements.map((result) =>
    result.counterexample === undefined
      ? result
      : { ...result, counterexample: { ...result.counterexample, exchanges: [], curl: '', replay: '' } },
  );
  return { ...report, requirements, edges: [] };
}

/** Files that may be reports: those ending in `.json`, and a `report.json` in each folder right below, as CI leaves them. */
async function candidates(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const below = entries
    .filter((entry) => entry.isDirectory())
    .map(async ({ name }) => {
      const names: readonly string[] = await readdir(join(directory, name)).catch(() => []);
      return reportFiles.json.filter((file) => names.includes(file)).map((file) => join(name, file));
    });
  const files = entries.filter((entry) => !entry.isDirectory() && entry.name.endsWith('.json')).map(({ name }) => name);
  return [...files, ...(await Promise.all(below)).flat()].toSorted();
}

/**
 * Reads the reports in a folder, the earliest run first. A file that is no report is listed with the reason.
 *
 * @throws when the folder itself cannot be read
 */
export async function readHistory(directory: string): Promise<History> {
  const reports: PastReport[] = [];
  const unread: UnreadFile[] = [];
  for (const file of await candidates(directory)) {
    const text = await readFile(join(directory, file), 'utf8').catch(() => undefined);
    const { report, problem } = text === undefined ? { problem: 'cannot be read' } : parseReport(text);
    if (report === undefined) unread.push({ file, problem: problem ?? 'cannot be read' });
    else reports.push({ file, report: slim(report) });
  }
  const startOf = ({ report }: PastReport): number => Date.parse(report.run.startedAt);
  // Stable: runs that started at the same instant stay in the order of their names.
  return { reports: reports.toSorted((one, other) => startOf(one) - startOf(other)), unread };
}

/** A file name from the start of the run: no system forbids its characters, and names sort by time. */
function fileNameOf({ run, target }: Report): string {
  const instant = new Date(run.startedAt).toISOString().replaceAll(':', '-');
  const name = target.name
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40);
  return `${instant}${name === '' ? '' : `-${name}`}.json`;
}

/**
 * Copies a report into a folder of past reports, and renders its trend page again.
 *
 * @param directory made when it does not exist
 * @returns the paths written, the report's and the page's, and files of the folder that are no reports
 * @throws when the folder cannot be read, or written to
 */
export async function addToHistory(
  report: Report,
  directory: string,
): Promise<{ readonly written: readonly string[]; readonly unread: readonly UnreadFile[] }> {
  const copy = await writeWhole(directory, fileNameOf(report), renderJson(report));
  const history = await readHistory(directory);
  const page = await writeWhole(directory, trendPageName, renderTrend(trendOf(history)));
  return { written: [copy, page], unread: history.unread };
}
