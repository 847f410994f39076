import { resolve } from 'node:path';
import { driftHeadline } from '../../reporters/changes.ts';
import { isDriftToFail } from '../../results/compare-reports.ts';
import { compareReports, jsonText, printable, type Comparison, type Report } from '../../results/index.ts';
import type { ObservedBeside } from '../../reporters/html/write-html.ts';
import { exitCodes } from '../exit-codes.ts';
import { readReport, reportFileAt } from '../reports/read-report.ts';
import { wantsColour, widthOf, type Surroundings } from '../surroundings.ts';
import { UsageError } from '../usage-error.ts';
import type { CompareFlags } from './compare-flags.ts';
import { updateOld } from './update-old.ts';
import { writeOut } from './write-out.ts';

/** Everything that a comparison can be rendered from. */
interface Compared {
  readonly comparison: Comparison;
  readonly latest: Report;
  readonly beside: readonly ObservedBeside[];
}

type Render = (compared: Compared, surroundings: Surroundings, toFile: boolean) => Promise<string>;

const renderers: Readonly<Record<NonNullable<CompareFlags['format']>, Render>> = {
  text: async ({ comparison }, { stdout, environment }, toFile) =>
    (await import('../../reporters/terminal/comparison.ts')).renderDrift(comparison, {
      width: widthOf(stdout, environment),
      colour: !toFile && wantsColour(stdout, environment),
    }),
  json: async ({ comparison }) => jsonText(comparison),
  markdown: async ({ comparison }) => (await import('../../reporters/markdown.ts')).renderDriftMarkdown(comparison),
  html: async ({ comparison, latest, beside }) =>
    (await import('../../reporters/html/write-html.ts')).renderHtml({ ...latest, comparison }, { beside }),
};

/** What the column of another run is headed with. */
const besideName = ({ target, run }: Report): string =>
  `${target.name}, ${run.startedAt.slice(0, 16).replace('T', ' ')}`;

/**
 * Compares two reports and tells what has changed. With `update` the new one takes the place of the old one after that.
 *
 * @param paths - the old report and the new one: files, or directories that hold one
 * @returns the exit code: 1 with a regression, or with any change where drift is to fail
 * @throws UsageError when a report cannot be read, or the result not be written
 */
export async function compareRuns(
  paths: readonly [old: string, latest: string],
  flags: CompareFlags,
  surroundings: Surroundings,
): Promise<number> {
  const { cwd, stdout, stderr } = surroundings;
  const { format = 'text', failOn = 'regression', level, beside = [], out, update = false } = flags;
  if (beside.length > 0 && format !== 'html')
    throw new UsageError('--beside: only a page has room for other targets; add --format html');
  const oldFile = await reportFileAt(paths[0], cwd);
  if (update && oldFile === (await reportFileAt(paths[1], cwd)))
    throw new UsageError(`--update: OLD and NEW are one report; name the one that NEW is to take the place of`);
  if (update && out !== undefined && resolve(cwd, out) === oldFile)
    throw new UsageError(`--out: ${out} is the report that --update writes; choose another file`);
  const [old, latest, ...others] = await Promise.all([
    readReport(paths[0], cwd, 'OLD'),
    readReport(paths[1], cwd, 'NEW'),
    ...beside.map((path) => readReport(path, cwd, '--beside')),
  ]);
  const comparison = compareReports(old, latest, level);
  const compared = {
    comparison,
    latest,
    beside: [old, ...others].map((report) => ({
      name: besideName(report),
      observations: report.observations,
      isOldRun: report === old,
    })),
  };
  const text = await renderers[format](compared, surroundings, out !== undefined);
  const path = out === undefined ? undefined : await writeOut(text, out, cwd);
  stdout.write(path === undefined ? text : `${driftHeadline(comparison)}\n  written to ${printable(path, 400)}\n`);
  if (update) stderr.write(await updateOld(oldFile, old, latest));
  const fails = comparison.regressions > 0 || (failOn === 'drift' && isDriftToFail(comparison));
  return fails ? exitCodes.nonconformant : exitCodes.success;
}
