import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { renderReport, type Format } from '../reporters/index.ts';
import { undecidedPinsInShort } from '../reporters/outcomes.ts';
import { renewBaseline } from '../results/baseline.ts';
import { compareReports } from '../results/compare-reports.ts';
import { decideGate, knownFailures } from '../results/gate.ts';
import { plural, printable } from '../results/printable.ts';
import { jsonReportName, renderJson, writeWhole } from '../results/report-files.ts';
import type { Report } from '../results/report.ts';
import type { Waiver } from '../target/configuration/index.ts';
import { exitCodes, systemCode, UsageError, whyUnwritable } from './failures.ts';
import { prepareDirectory } from './output-directory.ts';
import { readReport, reportFileAt } from './read-report.ts';
import { wantsColour, warnOn, widthOf, type Surroundings } from './surroundings.ts';

/** The flags of `bfc run` that compare a run with an earlier one. */
export interface BaselineFlags {
  /** A `report.json`, or a directory that holds one, relative to the working directory. */
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
  /** What fails the gate: new failures alone, or any change as well. */
  readonly failOn?: 'regression' | 'drift';
  /** Required requirements that have to be decided at least. */
  readonly minDecided?: number;
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

/**
 * Reads the baseline that the flags name, before anything is sent or written.
 *
 * @param out - absolute directory of the run's reports, which are removed before it starts
 * @param isDry - whether nothing may be made where it is to be written
 * @throws UsageError when it cannot be read, or not be written where it is to be, would be lost, or a flag lacks the one it belongs to
 */
export async function openBaseline(
  { baseline, updateBaseline = false, failOn }: BaselineFlags,
  cwd: string,
  out: string,
  isDry = false,
): Promise<Baseline | undefined> {
  if (baseline === undefined) {
    if (updateBaseline) throw new UsageError('--update-baseline: there is none; name its file with --baseline');
    if (failOn === 'drift') throw new UsageError('--fail-on: drift from what? Name an earlier report with --baseline');
    return undefined;
  }
  const file = await reportFileAt(baseline, cwd);
  if (file === out || file === resolve(out, jsonReportName)) {
    throw new UsageError(
      `--baseline: ${baseline} is what this run writes its report to; keep the baseline in another place, or write to another with --out`,
    );
  }
  const isFirst = updateBaseline && !existsSync(file);
  const report = isFirst ? undefined : await readReport(baseline, cwd, '--baseline');
  // A run is long: that its baseline cannot be kept is reported before.
  if (updateBaseline && !isDry) await prepareDirectory('--baseline', dirname(file));
  return report === undefined ? { file, failing: [] } : { file, report, failing: knownFailures(report) };
}

/** The baseline that a run's report makes with what it leaves of the one before; none when it came to no verdict. */
export function nextBaseline({ report: before }: Pick<Baseline, 'report'>, report: Report): Report | undefined {
  const cameToNone = report.run.interrupted || report.summary.verdict === 'no-verdict';
  return cameToNone ? undefined : renewBaseline(before, report);
}

/**
 * Replaces one report with another, as a whole or not at all.
 *
 * @param flag - that names the file, for the message
 * @throws UsageError when it cannot be written
 */
export async function replaceReport(flag: string, file: string, report: Report): Promise<void> {
  await writeWhole(dirname(file), basename(file), renderJson(report)).catch((error: unknown) => {
    throw new UsageError(`${flag}: ${file} ${whyUnwritable(systemCode(error))}`, { cause: error });
  });
}

/** Keeps the next baseline, if there is one, and says so. @throws UsageError when it cannot be written */
async function keepBaseline({ file }: Baseline, next: Report | undefined): Promise<string> {
  if (next === undefined)
    return `${file} was left as it was: this run was stopped before its end, or came to no verdict\n`;
  await replaceReport('--baseline', file, next);
  return `${file} now knows ${plural(knownFailures(next).length, 'failure')}\n`;
}

/**
 * The absolute directory that keeps the reports of all runs, if the flags name one.
 *
 * @param out - absolute directory of the run's reports
 * @param baselineFile - absolute path of the baseline, if there is one
 * @throws UsageError when the run's own report, or the baseline, would be taken for one that is kept
 */
export function historyOf(
  { history, baseline }: BaselineFlags & { readonly history?: string },
  cwd: string,
  out: string,
  baselineFile?: string,
): string | undefined {
  if (history === undefined) return undefined;
  const directory = resolve(cwd, history);
  // Reports right below a history are read as well, as CI leaves them.
  const counts = (place: string): boolean => directory === place || directory === dirname(place);
  if (counts(out))
    throw new UsageError(
      `--history: ${history} would have the report of this run twice, with what --out names; keep the history in another directory`,
    );
  if (baselineFile !== undefined && counts(dirname(baselineFile)))
    throw new UsageError(
      `--history: ${history} holds the baseline ${baseline}, which would count as a run; keep the baseline in another directory`,
    );
  return directory;
}

/** Adds a report to a folder of past reports, and says what was written and what could not be read. */
async function keepInHistory(directory: string, report: Report): Promise<string> {
  const { addToHistory } = await import('../reporters/trend-page.ts');
  const { written, unread } = await addToHistory(report, directory);
  const lines = [
    `added to the history: ${written.join(', ')}`,
    ...unread.map(({ file, problem }) => `left out of the history: ${file} ${problem}`),
  ];
  return lines.map((line) => `${printable(line)}\n`).join('');
}

/** What a report is concluded and delivered with. */
export interface Delivery {
  readonly flags: BaselineFlags;
  readonly baseline: Baseline | undefined;
  readonly waive: readonly Waiver[];
  readonly format: readonly Format[];
  /** Absolute directory of the files. */
  readonly directory: string;
  /** Absolute directory that keeps the reports of all runs. */
  readonly history?: string | undefined;
}

/**
 * Adds to a report what has changed since the baseline, and what the gate makes of it. A baseline that is to be updated
 * counts as it will be then.
 */
function conclude(
  report: Report,
  { flags, baseline, waive }: Delivery,
): { readonly report: Report; readonly next?: Report } {
  const before = baseline?.report;
  const compared = before === undefined ? report : { ...report, comparison: compareReports(before, report) };
  const renews = baseline !== undefined && flags.updateBaseline === true;
  const gateBy = (known: Report | undefined) =>
    decideGate(compared, {
      waive,
      today: new Date().toISOString().slice(0, 10),
      ...(known && { baseline: known }),
      failsOnDrift: flags.failOn === 'drift' && !renews,
      ...(flags.minDecided === undefined ? {} : { minDecided: flags.minDecided }),
    });
  const next = renews ? nextBaseline(baseline, report) : undefined;
  const renewed = next && gateBy(next);
  // A run that could not judge the rest is no baseline, however much of it failed.
  if (next === undefined || renewed === undefined || renewed.verdict === 'no-verdict')
    return { report: { ...compared, gate: gateBy(before) } };
  return { report: { ...compared, gate: renewed }, next };
}

/**
 * Concludes a report with its baseline and waivers, renders it in the formats asked for, and keeps it in the history and
 * as the baseline, where it is to be kept.
 *
 * @returns the report with its comparison and its gate
 * @throws UsageError when something cannot be written
 */
export async function deliver(
  judged: Report,
  delivery: Delivery,
  { environment, stdout, stderr }: Surroundings,
): Promise<Report> {
  const { flags, baseline, format, directory, history } = delivery;
  const { report, next } = conclude(judged, delivery);
  await renderReport(report, format, {
    directory,
    print: (text) => stdout.write(text),
    warn: warnOn(stderr),
    width: widthOf(stdout, environment),
    colour: wantsColour(stdout, environment),
    environment,
  });
  if (history !== undefined) stderr.write(await keepInHistory(history, report));
  if (baseline !== undefined && flags.updateBaseline === true) stderr.write(await keepBaseline(baseline, next));
  return report;
}

/** Prints a report in the fewest lines where the terminal has none, and gives the exit code of its gate. */
export function endWith(report: Report, format: readonly Format[], { stdout }: Surroundings): number {
  const { summary, gate } = report;
  if (!format.includes('terminal')) {
    const decides = gate !== undefined && (gate.waivers.length > 0 || gate.baseline !== undefined);
    const lines = [
      summary.headline,
      ...(decides ? gate.problems.map((problem) => `gate fails: ${problem}`) : []),
      ...(decides && gate.passed ? ['gate passes'] : []),
      ...undecidedPinsInShort(report),
    ];
    stdout.write(`${lines.map((line) => printable(line)).join('\n')}\n`);
  }
  if (gate?.passed === true) return exitCodes.success;
  return gate?.verdict === 'no-verdict' ? exitCodes.noVerdict : exitCodes.nonconformant;
}
