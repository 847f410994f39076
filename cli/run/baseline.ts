import { stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import {
  jsonReportName,
  knownFailures,
  renderJson,
  renewBaseline,
  writeWhole,
  type Report,
} from '../../results/index.ts';
import { readReport, reportFileAt } from '../reports/read-report.ts';
import { systemCode, whyUnwritable } from '../file-errors.ts';
import { UsageError } from '../usage-error.ts';
import { prepareDirectory } from './prepare-output.ts';

/** The flags of `bfc run` that hold a run against an earlier one. */
export interface BaselineFlags {
  /** A `report.json`, or a directory that holds one, relative to the working directory. */
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

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/**
 * Reads the baseline that the flags name, before anything is sent or written.
 *
 * @param out - absolute directory of the run's reports, which are removed before it starts
 * @param isDry - whether nothing may be made where it is to be written
 * @throws UsageError when it cannot be read, or not be written where it is to be, would be lost, or a flag lacks the one it belongs to
 */
export async function openBaseline(
  { baseline, updateBaseline, failOn }: BaselineFlags,
  cwd: string,
  out: string,
  isDry = false,
): Promise<Baseline | undefined> {
  if (baseline === undefined) {
    if (updateBaseline === true)
      throw new UsageError('--update-baseline: there is none; name its file with --baseline');
    if (failOn === 'drift') throw new UsageError('--fail-on: drift from what? Name an earlier report with --baseline');
    return undefined;
  }
  const file = await reportFileAt(baseline, cwd);
  if (file === out || file === resolve(out, jsonReportName)) {
    throw new UsageError(
      `--baseline: ${baseline} is what this run writes its report to; keep the baseline in another place, or write to another with --out`,
    );
  }
  const isFirst = updateBaseline === true && !(await exists(file));
  const report = isFirst ? undefined : await readReport(baseline, cwd, '--baseline');
  // A run is long: that its baseline cannot be kept is told before.
  if (updateBaseline === true && !isDry) await prepareDirectory('--baseline', dirname(file));
  if (report === undefined) return { file, failing: [] };
  return { file, report, failing: knownFailures(report) };
}

/** The baseline that a run's report makes with what it leaves of the one before; none when it came to no verdict. */
export function nextBaseline({ report: before }: Pick<Baseline, 'report'>, report: Report): Report | undefined {
  const cameToNone = report.run.interrupted || report.summary.verdict === 'no-verdict';
  return cameToNone ? undefined : renewBaseline(before, report);
}

/**
 * Puts a report in the place of another, as a whole or not at all.
 *
 * @param flag - that names the file, for the message
 * @throws UsageError when it cannot be written
 */
export async function replaceReport(flag: string, file: string, report: Report): Promise<void> {
  await writeWhole(dirname(file), basename(file), renderJson(report)).catch((error: unknown) => {
    throw new UsageError(`${flag}: ${file} ${whyUnwritable(systemCode(error))}`, { cause: error });
  });
}

/**
 * Keeps what is to be the baseline from now on.
 *
 * @param next as {@link nextBaseline} gives it
 * @returns a line for the user
 * @throws UsageError when it cannot be written
 */
export async function keepBaseline({ file }: Baseline, next: Report | undefined): Promise<string> {
  if (next === undefined)
    return `${file} was left as it was: this run was stopped before its end, or came to no verdict\n`;
  await replaceReport('--baseline', file, next);
  const known = knownFailures(next).length;
  return `${file} now knows ${known === 1 ? '1 failure' : `${known} failures`}\n`;
}
