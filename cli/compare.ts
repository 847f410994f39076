import { basename, dirname, join, resolve } from 'node:path';
import { Option } from 'commander';
import { driftHeadline } from '../reporters/changes.ts';
import { renderHtml } from '../reporters/html/report-page.ts';
import type { ObservedBeside } from '../reporters/html/sections.ts';
import { renderDriftMarkdown } from '../reporters/markdown.ts';
import { renderDrift } from '../reporters/terminal/render-terminal.ts';
import { renderTrend, trendPageName } from '../reporters/trend-page.ts';
import { compareReports, isDriftToFail } from '../results/compare-reports.ts';
import { readHistory, trendOf } from '../results/history.ts';
import { jsonText, plural, printable } from '../results/printable.ts';
import { systemCode, writeWhole } from '../results/report-files.ts';
import type { Comparison, Report } from '../results/report.ts';
import type { JudgedLevel } from '../results/summarize.ts';
import type { CommandDefinition } from './program.ts';
import { nextBaseline, replaceReport, type GateFlags } from './conclude.ts';
import { cannotWrite, exitCodes, UsageError } from './failures.ts';
import { collect, nonEmpty, option } from './options.ts';
import { isDirectory, readReport, reportFileAt } from './report-directory.ts';
import { wantsColour, widthOf, type Surroundings } from './surroundings.ts';

const examples = `
OLD and NEW are report.json files that "bfc run" has written, or directories that hold one.

Examples:
  $ bfc compare last-night/report.json conformance-report
      what has changed since last night: requirements, open points, latency
  $ bfc compare old.json new.json --fail-on drift
      exits with 1 when anything has changed, points that the document leaves open included
  $ bfc compare nightly/last conformance-report --fail-on drift --update
      night after night, compared with what was seen last: the new report replaces the old one
  $ bfc compare old.json new.json --format html --beside other-vendor.json --out drift.html
      the new report as a page, with what the old run and another target do in further columns of its observations
  $ bfc compare --history nightly --out trend.html
      a folder of past reports as one page: pass rate, what changed when, latency`;

interface CompareFlags extends Pick<GateFlags, 'failOn' | 'history'> {
  readonly format?: keyof typeof renderers;
  readonly level?: JudgedLevel;
  readonly beside?: readonly string[];
  readonly update?: boolean;
  readonly out?: string;
}

export const command: CommandDefinition<CompareFlags> = {
  arguments: [
    ['[old]', 'earlier report'],
    ['[new]', 'later report'],
  ],
  options: () => [
    new Option('--format <name>', 'how to show it (default: text)').choices(Object.keys(renderers)),
    new Option('--fail-on <change>', 'what makes it exit with 1 (default: regression)').choices([
      'regression',
      'drift',
    ]),
    new Option('--level <level>', 'requirements whose failure is a regression (default: as the new run)').choices([
      'required',
      'expected',
    ]),
    new Option(
      '--beside <file>',
      "with html: another target's report, shown in a column of its own; may be repeated",
    ).argParser(collect),
    option('--history <dir>', 'make a page of the reports in a folder, instead of comparing two', nonEmpty).conflicts([
      'format',
      'failOn',
      'level',
      'beside',
      'update',
    ]),
    new Option(
      '--update',
      'make NEW the next OLD: what NEW did not look at is kept from OLD; not by a NEW that was stopped or has no verdict',
    ),
    option('--out <file>', 'write there (default: print it; with --history: trend.html in that folder)', nonEmpty),
  ],
  examples,
  exitCodes: {
    0: 'no regression',
    1: 'regressions (or any change but faster answers, with --fail-on drift)',
    2: 'wrong usage, or no report',
  },
  act(flags, surroundings, [old, latest]) {
    if (flags.history !== undefined) {
      if (old !== undefined) throw new UsageError('--history: takes no OLD and NEW; leave them out');
      return drawHistory(flags.history, flags.out, surroundings);
    }
    if (old !== undefined && latest !== undefined) return compareRuns(old, latest, flags, surroundings);
    throw new UsageError(
      `${old === undefined ? 'OLD and NEW are' : 'NEW is'} missing; name two reports, or a folder of them with --history; see "bfc compare --help"`,
    );
  },
};

type Render = (
  comparison: Comparison,
  style: Parameters<typeof renderDrift>[1],
  latest: Report,
  beside: readonly ObservedBeside[],
) => string;

const renderers = {
  text: renderDrift,
  json: jsonText,
  markdown: renderDriftMarkdown,
  html: (comparison, _style, latest, beside) => renderHtml({ ...latest, comparison }, beside),
} as const satisfies Record<string, Render>;

async function compareRuns(
  oldPath: string,
  latestPath: string,
  { format = 'text', failOn = 'regression', level, beside = [], out, update = false }: CompareFlags,
  surroundings: Surroundings,
): Promise<number> {
  const { environment, cwd, stdout, stderr } = surroundings;
  if (beside.length > 0 && format !== 'html')
    throw new UsageError('--beside: only a page has room for other targets; add --format html');
  const oldFile = await reportFileAt(oldPath, cwd);
  if (update && oldFile === (await reportFileAt(latestPath, cwd)))
    throw new UsageError('--update: OLD and NEW are one report; name the one that NEW is to take the place of');
  if (update && out !== undefined && resolve(cwd, out) === oldFile)
    throw new UsageError(`--out: ${out} is the report that --update writes; choose another file`);
  const [old, latest, ...others] = await Promise.all([
    readReport(oldPath, cwd, 'OLD'),
    readReport(latestPath, cwd, 'NEW'),
    ...beside.map((file) => readReport(file, cwd, '--beside')),
  ]);
  if (update && old.run.startedAt > latest.run.startedAt)
    throw new UsageError('--update: OLD is later than NEW, which must not take its place; swap them');
  const comparison = compareReports(old, latest, level);
  const columns = [old, ...others].map((report) => ({
    name: `${report.target.name}, ${report.run.startedAt.slice(0, 16).replace('T', ' ')}`,
    observations: report.observations,
  }));
  const colour = out === undefined && wantsColour(stdout, environment);
  const text = renderers[format](comparison, { width: widthOf(stdout, environment), colour }, latest, columns);
  if (out === undefined) stdout.write(text);
  else await writeOut(text, out, driftHeadline(comparison), surroundings);
  if (update) {
    const next = nextBaseline(old, latest);
    if (next !== undefined) await replaceReport('--update', oldFile, next);
    const state =
      next === undefined
        ? 'was left as it was: the new run was stopped, or has no verdict'
        : 'is the new report now, with what its run did not look at as it was';
    stderr.write(`${printable(oldFile, 400)} ${state}\n`);
  }
  const fails = comparison.regressions > 0 || (failOn === 'drift' && isDriftToFail(comparison));
  return fails ? exitCodes.nonconformant : exitCodes.success;
}

const whyNoHistory: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist; name a folder of report.json files',
  ENOTDIR: 'is a file; name a folder of report.json files',
};

async function drawHistory(folder: string, out: string | undefined, surroundings: Surroundings): Promise<number> {
  const history = await readHistory(resolve(surroundings.cwd, folder)).catch((error: unknown) => {
    const reason = whyNoHistory[systemCode(error)] ?? 'cannot be read; check its permissions';
    throw new UsageError(`--history: ${folder} ${reason}`, { cause: error });
  });
  const { reports, unread } = history;
  const page = out ?? join(folder, trendPageName);
  await writeOut(renderTrend(trendOf(history)), page, plural(reports.length, 'report'), surroundings);
  for (const { file, problem } of unread) surroundings.stderr.write(`left out: ${printable(file, 400)} ${problem}\n`);
  return exitCodes.success;
}

/** Writes a text atomically to the file that `--out` names, and reports that below a line that describes it. */
async function writeOut(text: string, out: string, about: string, { cwd, stdout }: Surroundings): Promise<void> {
  const file = resolve(cwd, out);
  if (await isDirectory(file)) throw new UsageError(`--out: ${out} is a directory; name a file in it`);
  const written = await writeWhole(dirname(file), basename(file), text).catch((error: unknown) => {
    const code = systemCode(error);
    // A file exists where a directory is needed.
    throw cannotWrite('--out', out, error, code === 'EEXIST' ? 'ENOTDIR' : code);
  });
  stdout.write(`${about}\n  written to ${printable(written, 400)}\n`);
}
