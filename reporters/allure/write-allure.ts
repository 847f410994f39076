import { join } from 'node:path';
import { jsonText, printable } from '../../results/printable.ts';
import { allureFolder, writeWhole } from '../../results/report-files.ts';
import type { Report } from '../../results/report.ts';
import { allureResult } from './allure-result.ts';
import { globalsName, takeResults } from './results-folder.ts';
import type { Measured } from './results-folder.ts';

/** From the first check of a requirement to the last: several checks may have judged it. */
function spanOf(checks: readonly Measured[] | undefined): Pick<Measured, 'start' | 'stop'> | undefined {
  if (checks === undefined || checks.length === 0) return undefined;
  return {
    start: Math.min(...checks.map(({ start }) => start)),
    stop: Math.max(...checks.map(({ stop }) => stop)),
  };
}

/** What speaks against the run as a whole, as Allure's global errors. */
function globalsOf(report: Report): object {
  const { summary, run, suiteFaults, requirements } = report;
  const timestamp = Date.parse(run.startedAt) + run.durationMs;
  const shown = new Set<string>(requirements.map(({ id }) => id));
  const messages = [
    ...(summary.verdict === 'no-verdict' ? [summary.headline] : []),
    ...(report.gate?.besides ?? []),
    ...suiteFaults
      .filter(({ id }) => !shown.has(id))
      .map(({ id, message }) => `fault of the suite in ${id}: ${message}`),
  ];
  return { attachments: [], errors: messages.map((message) => ({ message: printable(message), timestamp })) };
}

/**
 * Puts Allure's results in order once a run has ended. While it ran, `allure-vitest` wrote one for each check: of them the
 * times are kept. A requirement may have several checks, and an exchange of a later one may still show it broken; so there
 * is one result for each requirement now, which says what the report says.
 *
 * @param directory of the run's reports; results lie in a folder within
 * @returns the folder of results
 */
export async function writeAllure(report: Report, directory: string): Promise<string> {
  const folder = join(directory, allureFolder);
  const measured = Map.groupBy(await takeResults(folder), ({ id }) => id);
  for (const one of report.requirements) {
    const { result, attachments } = allureResult(one, report, spanOf(measured.get(one.id)));
    for (const { name, text } of attachments) await writeWhole(folder, name, text);
    await writeWhole(folder, `${result.uuid}-result.json`, jsonText(result));
  }
  await writeWhole(folder, globalsName, jsonText(globalsOf(report)));
  return folder;
}
