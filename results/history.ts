import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { compareReports } from './compare-reports.ts';
import { renewBaseline } from './gate.ts';
import { parseReport } from './parse-report.ts';
import { jsonReportName } from './report-files.ts';
import type { Report } from './report.ts';

function slim(report: Report): Report {
  const requirements = report.requirements.map((result) =>
    result.counterexample === undefined
      ? result
      : { ...result, counterexample: { ...result.counterexample, exchanges: [], curl: '', replay: '' } },
  );
  return { ...report, requirements, edges: [] };
}

/** Files that may be reports: `*.json`, and `report.json` in each immediate subfolder, as CI leaves them. */
async function candidates(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const files = entries.map((entry) => (entry.isDirectory() ? join(entry.name, jsonReportName) : entry.name));
  return files.filter((file) => file.endsWith('.json') && existsSync(join(directory, file))).toSorted();
}

/**
 * Reads the reports in a folder, in the order of their runs, without exchanges, so that hundreds of them fit into
 * memory. Files that are not reports are returned with the reason, as the end of a sentence that names the file.
 *
 * @throws if there is no such folder
 */
export async function readHistory(directory: string) {
  const reports: { readonly file: string; readonly report: Report }[] = [];
  const unread: { readonly file: string; readonly problem: string }[] = [];
  for (const file of await candidates(directory)) {
    const text = await readFile(join(directory, file), 'utf8').catch(() => undefined);
    const { report, problem } = text === undefined ? { problem: 'cannot be read' } : parseReport(text);
    if (report === undefined) unread.push({ file, problem });
    else reports.push({ file, report: slim(report) });
  }
  return { reports: reports.toSorted((one, other) => startOf(one.report) - startOf(other.report)), unread };
}

export type History = Awaited<ReturnType<typeof readHistory>>;

const startOf = ({ run }: Report): number => Date.parse(run.startedAt);

/** How many requirements of a level passed, out of those that were not switched off. */
function passRate({ passed, failed, inconclusive }: Report['summary'], level: 'required' | 'expected') {
  return { passed: passed[level], of: passed[level] + failed[level] + inconclusive[level] };
}

function trendOfTarget(name: string, reports: History['reports']) {
  // Profiles look at different things: comparing across them would report changes that are not the target's.
  const seenBy = new Map<string, Report>();
  const runs = reports.map(({ file, report }) => {
    const { run, summary, latency } = report;
    // A run without a verdict has seen little: what it lacks would be reported as a change, and as another one the next
    // night.
    const hasVerdict = summary.verdict !== 'no-verdict';
    const seen = seenBy.get(run.profile);
    const comparison = hasVerdict && seen !== undefined ? compareReports(seen, report) : undefined;
    if (hasVerdict) seenBy.set(run.profile, renewBaseline(seen, report));
    return {
      file,
      profile: run.profile,
      startedAt: startOf(report),
      verdict: summary.verdict,
      headline: summary.headline,
      required: passRate(summary, 'required'),
      expected: passRate(summary, 'expected'),
      latency,
      /** With the last run of the same profile that has a verdict and looked at it. */
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
