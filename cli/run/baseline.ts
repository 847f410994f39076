import { stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { jsonReportName, knownFailures, renderJson, renewBaseline, writeWhole } from '../../reporters/index.ts';
import type { Report } from '../../reporters/index.ts';
import { readReport } from '../reports/read-report.ts';
import { UsageError } from '../usage-error.ts';

/** The flags of `bfc run` that hold a run against an earlier one. */
export interface BaselineFlags {
  /** A `report.json`, relative to the working directory. */
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
  /** What fails the gate beside a failure that is new. */
  readonly failOn?: 'regression' | 'drift';
}

/** A baseline as it was found before the run. */
export interface Baseline {
  /** Absolute. */
  readonly file: string;
  /** Absent where `--update-baseline` is to make the first one. */
  readonly report?: Report;
  /** Requirements that it knows to fail. */
  readonly failing: readonly string[];
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

/**
 * Reads the baseline that the flags name, before anything is sent or written.
 *
 * @param out - absolute directory of the run's reports, which are removed before it starts
 * @throws UsageError when it cannot be read, would be lost, or a flag lacks the one it belongs to
 */
export async function openBaseline(
  { baseline, updateBaseline, failOn }: BaselineFlags,
  cwd: string,
  out: string,
): Promise<Baseline | undefined> {
  if (baseline === undefined) {
    if (updateBaseline === true)
      throw new UsageError('--update-baseline: there is none; name its file with --baseline');
    if (failOn === 'drift') throw new UsageError('--fail-on: drift from what? Name an earlier report with --baseline');
    return undefined;
  }
  const file = resolve(cwd, baseline);
  if (file === out || file === resolve(out, jsonReportName)) {
    throw new UsageError(
      `--baseline: ${baseline} is what this run writes its report to; keep the baseline in another place, or write to another with --out`,
    );
  }
  if (updateBaseline === true && !(await exists(file))) return { file, failing: [] };
  const report = await readReport(baseline, cwd, '--baseline');
  return { file, report, failing: knownFailures(report) };
}

/**
 * Makes the run's report the baseline, when it has come to a verdict.
 *
 * @returns the baseline now in force, and a line for the user
 */
export async function updateBaseline(
  baseline: Baseline,
  report: Report,
): Promise<{ readonly report: Report | undefined; readonly line: string }> {
  if (report.run.interrupted || report.summary.verdict === 'no-verdict') {
    return { report: baseline.report, line: `${baseline.file} was left as it was: this run came to no verdict\n` };
  }
  const renewed = renewBaseline(baseline.report, report);
  await writeWhole(dirname(baseline.file), basename(baseline.file), renderJson(renewed));
  const known = knownFailures(renewed).length;
  return { report: renewed, line: `${baseline.file} now knows ${known === 1 ? '1 failure' : `${known} failures`}\n` };
}
