import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseReport } from './parse-report.ts';
import { reportFiles } from './report-files.ts';
import type { Report } from './report.ts';

/** A report of a folder, without the exchanges of its counterexamples: hundreds of them fit into memory. */
export interface PastReport {
  /** Path within the folder. */
  readonly file: string;
  readonly report: Report;
}

/** A file of a folder that looks like a report and is none, and why, as the end of a sentence that names it. */
export interface UnreadFile {
  readonly file: string;
  readonly problem: string;
}

/** What a folder holds. */
export interface History {
  /** The earliest run first. */
  readonly reports: readonly PastReport[];
  readonly unread: readonly UnreadFile[];
}

/** What of a report a trend needs. */
function slim(report: Report): Report {
  const requirements = report.requirements.map((result) =>
    result.counterexample === undefined
      ? result
      : { ...result, counterexample: { ...result.counterexample, exchanges: [], curl: '', replay: '' } },
  );
  return { ...report, requirements, edges: [] };
}

const order = (one: PastReport, other: PastReport): number =>
  Date.parse(one.report.run.startedAt) - Date.parse(other.report.run.startedAt) || (one.file < other.file ? -1 : 1);

/** Files that may be reports: those ending in `.json`, and a `report.json` in each folder right below, as CI leaves them. */
async function candidates(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const below = await Promise.all(
    entries
      .filter((entry) => entry.isDirectory())
      .map(async ({ name }) => {
        const names: readonly string[] = await readdir(join(directory, name)).catch(() => []);
        return reportFiles.json.filter((file) => names.includes(file)).map((file) => join(name, file));
      }),
  );
  return [
    ...entries.filter((entry) => !entry.isDirectory() && entry.name.endsWith('.json')).map(({ name }) => name),
    ...below.flat(),
  ].toSorted();
}

/**
 * Reads the reports in a folder. A file that is none is named with the reason, and left out.
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
  return { reports: reports.toSorted(order), unread };
}
