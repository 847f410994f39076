import { join, resolve } from 'node:path';
import { trendPageName } from '../../reporters/history/history-folder.ts';
import { renderTrend } from '../../reporters/history/trend-page.ts';
import { readHistory, trendOf } from '../../results/history.ts';
import { printable } from '../../results/index.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Surroundings } from '../surroundings.ts';
import { systemCode } from '../file-errors.ts';
import { UsageError } from '../usage-error.ts';
import { writeOut } from './write-out.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist; name a folder of report.json files',
  ENOTDIR: 'is a file; name a folder of report.json files',
};

/**
 * Draws the trend page of a folder of past reports, and says what was left out of it.
 *
 * @param out - file for the page; `trend.html` in the folder unless given
 * @returns the exit code
 * @throws UsageError when the folder cannot be read, or the page not be written
 */
export async function drawHistory(
  folder: string,
  out: string | undefined,
  { cwd, stdout, stderr }: Surroundings,
): Promise<number> {
  const history = await readHistory(resolve(cwd, folder)).catch((error: unknown) => {
    const reason = reasons[systemCode(error)] ?? 'cannot be read; check its permissions';
    throw new UsageError(`--history: ${folder} ${reason}`, { cause: error });
  });
  const page = await writeOut(renderTrend(trendOf(history)), out ?? join(folder, trendPageName), cwd);
  const { reports, unread } = history;
  for (const { file, problem } of unread) stderr.write(`left out: ${printable(file, 400)} ${problem}\n`);
  stdout.write(
    `${reports.length} ${reports.length === 1 ? 'report' : 'reports'}\n  written to ${printable(page, 400)}\n`,
  );
  return exitCodes.success;
}
