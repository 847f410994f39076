import type { Comparison } from '../comparison.ts';
import { compareReports } from '../drift/compare-reports.ts';
import { renewBaseline } from '../gate/renew-baseline.ts';
import type { Latency, Report, Verdict } from '../report.ts';

/** A report of a folder. */
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

/** How many requirements of a level held, of those that were not switched off. */
export interface PassRate {
  readonly passed: number;
  readonly of: number;
}

/** One run of a trend. */
export interface TrendRun {
  readonly file: string;
  readonly profile: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly verdict: Verdict;
  readonly headline: string;
  readonly required: PassRate;
  readonly expected: PassRate;
  readonly latency: Readonly<Record<string, Latency>>;
  /**
   * What has changed since earlier runs of its profile with a verdict: each requirement and open point is compared with the
   * last of them that decided it. Absent where there is none, or this run has no verdict.
   */
  readonly comparison?: Comparison;
}

/** The runs against one target, the earliest first. */
export interface TargetTrend {
  readonly name: string;
  readonly runs: readonly TrendRun[];
}

/** What a folder of reports shows over time. */
export interface Trend {
  /** The target with the latest run first. */
  readonly targets: readonly TargetTrend[];
  readonly unread: readonly UnreadFile[];
}

function passRate({ passed, failed, inconclusive }: Report['summary'], level: 'required' | 'expected'): PassRate {
  return { passed: passed[level], of: passed[level] + failed[level] + inconclusive[level] };
}

function trendOfTarget(name: string, reports: readonly PastReport[]): TargetTrend {
  // Another profile covers other requirements: comparing with it would show changes that are none of the target.
  const seenBy = new Map<string, Report>();
  const runs = reports.map(({ file, report }): TrendRun => {
    const { run, summary, latency } = report;
    // A run without a verdict has seen little: what it lacks would be reported as changed, and as back after the next run.
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
      ...(comparison === undefined ? {} : { comparison }),
    };
  });
  return { name, runs };
}

/** The trend of a folder of reports, by the name of the target. */
export function trendOf({ reports, unread }: History): Trend {
  const byName = Map.groupBy(reports, ({ report }) => report.target.name);
  const targets = [...byName].map(([name, of]) => trendOfTarget(name, of));
  const latest = ({ runs }: TargetTrend): number => runs.at(-1)?.startedAt ?? 0;
  return { targets: targets.toSorted((one, other) => latest(other) - latest(one)), unread };
}
