import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { compareReports } from './compare-reports.ts';
import { renewBaseline } from './gate.ts';
import { parseReport } from './parse-report.ts';
import { jsonReportName } from './report-files.ts';
import type { Report } from './report.ts';

/** A report of a folder, without the exchanges of its counterexamples: hundreds of them fit into memory. */
interface PastReport {
  readonly file: string;
  readonly report: Report;
}

/** A file of a folder that looks like a report and is none, and why, as the end of a sentence that names it. */
export interface UnreadFile {
  readonly file: string;
  readonly problem: string;
}

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

interface History {
  readonly reports: readonly PastReport[];
  readonly unread: readonly UnreadFile[];
}

/** Files that may be reports: those ending in `.json`, and a `report.json` in each folder right below, as CI leaves them. */
async function candidates(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const files = entries.map((entry) => (entry.isDirectory() ? join(entry.name, jsonReportName) : entry.name));
  return files.filter((file) => file.endsWith('.json') && existsSync(join(directory, file))).toSorted();
}

/** Reads the reports in a folder; a file that is none is left out, with the reason. @throws where there is no folder */
export async function readHistory(directory: string) {
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

/** How many requirements of a level held, of those that were not switched off. */
function passRate({ passed, failed, inconclusive }: Report['summary'], level: 'required' | 'expected') {
  return { passed: passed[level], of: passed[level] + failed[level] + inconclusive[level] };
}

function trendOfTarget(name: string, reports: readonly PastReport[]) {
  // What one profile looks at another may leave out: reported as a change, it would be none of the target.
  const seenBy = new Map<string, Report>();
  const runs = reports.map(({ file, report }) => {
    const { run, summary, latency } = report;
    // A run without a verdict has seen little: what it lacks would be reported as changed that night, and as changed back the next.
    const hasVerdict = summary.verdict !== 'no-verdict';
    const seen = seenBy.get(run.profile);
    const comparison = hasVerdict && seen !== undefined ? compareReports(seen, report) : undefined;
    if (hasVerdict) seenBy.set(run.profile, renewBaseline(seen, report));
    return {
      file,
      profile: run.profile,
      startedAt: Date.parse(run.startedAt),
      verdict: summary.verdict,
      headline: summary.headline,
      required: passRate(summary, 'required'),
      expected: passRate(summary, 'expected'),
      latency,
      /** With each requirement and open point as the last run of its profile that has a verdict and looked at it saw it. */
      comparison,
    };
  });
  return { name, runs };
}

export function trendOf({ reports, unread }: History) {
  const byName = Map.groupBy(reports, ({ report }) => report.target.name);
  const targets = [...byName].map(([name, of]) => trendOfTarget(name, of));
  const latest = ({ runs }: (typeof targets)[number]): number => runs.at(-1)?.startedAt ?? 0;
  return { targets: targets.toSorted((one, other) => latest(other) - latest(one)), unread };
}

export type Trend = ReturnType<typeof trendOf>;
export type TargetTrend = Trend['targets'][number];
export type TrendRun = TargetTrend['runs'][number];
export type PassRate = TrendRun['required'];
