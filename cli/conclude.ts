import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { renderReport, type Format } from '../reporters/index.ts';
import { undecidedPinsInShort } from '../reporters/outcomes.ts';
import { compareReports } from '../results/compare-reports.ts';
import { decideGate, knownFailures, renewBaseline } from '../results/gate.ts';
import { jsonText, lines, plural, printable } from '../results/printable.ts';
import { jsonReportName, writeWhole } from '../results/report-files.ts';
import type { Report } from '../results/report.ts';
import { circumstancesOf } from '../results/summarize.ts';
import { present } from '../spec/index.ts';
import { currentDay, type Waiver } from '../target/configuration/target.ts';
import { cannotWrite, exitCodes, UsageError } from './failures.ts';
import { checkDirectory, prepareDirectory, prepareOutput, readReport, reportFileAt } from './report-directory.ts';
import { wantsColour, warnOn, widthOf, type Surroundings } from './surroundings.ts';

export interface GateFlags {
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
  readonly failOn?: 'regression' | 'drift';
  readonly minDecided?: number;
  readonly history?: string;
}

export interface DeliveryFlags extends GateFlags {
  readonly out: string;
  readonly format: readonly Format[];
}

/** Reads the baseline that the flags name; it is refused if this run, with reports in `out`, would overwrite it. */
async function openBaseline({ baseline, updateBaseline = false, failOn }: GateFlags, cwd: string, out: string) {
  if (baseline === undefined) {
    if (updateBaseline) throw new UsageError('--update-baseline needs --baseline FILE');
    if (failOn === 'drift') throw new UsageError('--fail-on: drift from what? Name an earlier report with --baseline');
    return undefined;
  }
  if (updateBaseline && failOn === 'drift')
    throw new UsageError(
      '--fail-on: with --update-baseline all that has changed is accepted, so drift cannot fail; leave one of them out',
    );
  const file = await reportFileAt(baseline, cwd);
  if (file === out || file === resolve(out, jsonReportName))
    throw new UsageError(
      `--baseline: ${baseline} is what this run writes its report to; keep the baseline in another place, or write to another with --out`,
    );
  const isMissing = !existsSync(file);
  if (isMissing && !updateBaseline)
    throw new UsageError(`--baseline: ${baseline} does not exist; check the path, or make it with --update-baseline`);
  return { file, report: isMissing ? undefined : await readReport(baseline, cwd, '--baseline') };
}

/** The report, completed with what only the previous baseline has; undefined if stopped or without a verdict. */
export function nextBaseline(before: Report | undefined, report: Report): Report | undefined {
  const { interrupted, byFailures } = circumstancesOf(report);
  const isStopped = interrupted === true || byFailures === true;
  return isStopped || report.summary.verdict === 'no-verdict' ? undefined : renewBaseline(before, report);
}

/** Replaces a report atomically. @throws UsageError that begins with the flag */
export async function replaceReport(flag: string, file: string, report: Report): Promise<void> {
  await writeWhole(dirname(file), basename(file), jsonText(report)).catch((error: unknown) => {
    throw cannotWrite(flag, file, error);
  });
}

/** The absolute directory of the history. @throws UsageError if another report would count as part of it */
function historyOf({ history, baseline }: GateFlags, cwd: string, out: string, baselineFile: string | undefined) {
  if (history === undefined) return undefined;
  const directory = resolve(cwd, history);
  // Reports in the immediate subfolders of a history are read too, as CI leaves them there.
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

/** Where everything goes that the flags name. @throws UsageError if one of these places is in the way of another */
async function placesOf(flags: DeliveryFlags, cwd: string) {
  const directory = resolve(cwd, flags.out);
  const baseline = await openBaseline(flags, cwd, directory);
  const renewed = flags.updateBaseline === true ? baseline?.file : undefined;
  return { known: baseline?.report, renewed, directory, history: historyOf(flags, cwd, directory, baseline?.file) };
}

/** Looks whether a run could write to all that the flags name, and leaves everything as it is. Returns the baseline. */
export async function checkDelivery(flags: DeliveryFlags, cwd: string): Promise<Report | undefined> {
  const { known, renewed, directory, history } = await placesOf(flags, cwd);
  if (renewed !== undefined) await checkDirectory('--baseline', dirname(renewed));
  await checkDirectory('--out', directory);
  if (history !== undefined) await checkDirectory('--history', history);
  return known;
}

/** Opens everything that the flags name before a long run begins, so that write errors are reported at once. */
async function openDelivery(flags: DeliveryFlags, waive: readonly Waiver[], cwd: string) {
  const places = await placesOf(flags, cwd);
  const { renewed, directory, history } = places;
  if (renewed !== undefined) await prepareDirectory('--baseline', dirname(renewed));
  const release = await prepareOutput(directory);
  if (history !== undefined) await prepareDirectory('--history', history);
  return { flags, waive, ...places, release };
}

/** How a report is concluded, and where it goes: `renewed` is the file of the next baseline, if any. */
export type Delivery = Awaited<ReturnType<typeof openDelivery>>;

/** Compares a report with the baseline, or with the new version if it is to be updated, and decides the gate. */
function conclude(report: Report, { flags, known, renewed, waive }: Delivery) {
  const compared = known === undefined ? report : { ...report, comparison: compareReports(known, report) };
  const gateBy = (baseline: Report | undefined) =>
    decideGate(compared, {
      waive,
      today: currentDay(),
      failsOnDrift: flags.failOn === 'drift',
      ...present({ baseline, minDecided: flags.minDecided }),
    });
  const next = renewed === undefined ? undefined : nextBaseline(known, report);
  const gate = gateBy(next ?? known);
  // If the run has no verdict apart from its failures, its report does not become the baseline.
  if (next !== undefined && gate.verdict === 'no-verdict')
    return { report: { ...compared, gate: gateBy(known) }, next: undefined };
  return { report: { ...compared, gate }, next };
}

async function keepBaseline(file: string, next: Report | undefined): Promise<string> {
  if (next === undefined) return `${file} was left as it was: this run was stopped, or has no verdict`;
  await replaceReport('--baseline', file, next);
  return `${file} now knows ${plural(knownFailures(next).length, 'failure')}`;
}

async function keepInHistory(directory: string, report: Report): Promise<readonly string[]> {
  // Loaded late, and only by runs that keep a history: its page draws charts.
  const { addToHistory } = await import('../reporters/trend-page.ts');
  const { written, unread } = await addToHistory(report, directory);
  return [
    `added to the history: ${written.join(', ')}`,
    ...unread.map(({ file, problem }) => `left out of the history: ${file} ${problem}`),
  ].map((line) => printable(line));
}

/** Concludes a report with its baseline and waivers, writes it to all destinations, and returns it as written. */
export async function writeReports(judged: Report, delivery: Delivery, surroundings: Surroundings) {
  const { environment, stdout, stderr } = surroundings;
  const { flags, renewed, directory, history } = delivery;
  const { report, next } = conclude(judged, delivery);
  await renderReport(report, flags.format, {
    directory,
    print: (text) => stdout.write(text),
    warn: warnOn(stderr),
    width: widthOf(stdout, environment),
    colour: wantsColour(stdout, environment),
    environment,
  });
  if (history !== undefined) stderr.write(`${(await keepInHistory(history, report)).join('\n')}\n`);
  if (renewed !== undefined) stderr.write(`${await keepBaseline(renewed, next)}\n`);
  return report;
}

/** A report in as few lines as possible, if it is not printed on the terminal. */
function inShort(report: Awaited<ReturnType<typeof writeReports>>): readonly string[] {
  const { summary, gate } = report;
  const decides = gate.waivers.length > 0 || gate.baseline !== undefined;
  return lines([
    summary.headline,
    decides && gate.problems.map((problem) => `gate fails: ${problem}`),
    decides && gate.passed && 'gate passes',
    undecidedPinsInShort(report),
  ]).map((line) => printable(line));
}

/** Makes sure that a report can be written, makes it and writes it; returns the exit code of its gate. */
export async function deliver(
  flags: DeliveryFlags,
  waive: readonly Waiver[],
  surroundings: Surroundings,
  make: (delivery: Delivery) => Promise<Report>,
): Promise<number> {
  const delivery = await openDelivery(flags, waive, surroundings.cwd);
  try {
    const report = await writeReports(await make(delivery), delivery, surroundings);
    if (!flags.format.includes('terminal')) surroundings.stdout.write(`${inShort(report).join('\n')}\n`);
    if (report.gate.passed) return exitCodes.success;
    return report.gate.verdict === 'no-verdict' ? exitCodes.noVerdict : exitCodes.nonconformant;
  } finally {
    delivery.release();
  }
}
