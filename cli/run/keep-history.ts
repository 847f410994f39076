import { dirname, resolve } from 'node:path';
import { addToHistory } from '../../reporters/history/add-to-history.ts';
import { printable } from '../../reporters/index.ts';
import type { Report } from '../../reporters/index.ts';
import { UsageError } from '../usage-error.ts';
import type { RunFlags } from './run-flags.ts';

/**
 * The absolute directory that keeps the reports of all runs, if the flags name one.
 *
 * @param out - absolute directory of the run's reports
 * @throws UsageError when the run's own report would be taken for one that is kept
 */
export function historyOf({ history }: Pick<RunFlags, 'history'>, cwd: string, out: string): string | undefined {
  if (history === undefined) return undefined;
  const directory = resolve(cwd, history);
  // A report right below is read as well, as CI leaves them.
  if (directory !== out && directory !== dirname(out)) return directory;
  throw new UsageError(
    `--history: ${history} would have the report of this run twice, with what --out names; keep the history in another directory`,
  );
}

/**
 * Adds a report to a folder of past reports.
 *
 * @param directory absolute
 * @returns lines for the user: what was written, and what of the folder could not be read
 * @throws when the folder cannot be written to
 */
export async function keptIn(directory: string, report: Report): Promise<string> {
  const { written, unread } = await addToHistory(report, directory);
  const lines = [
    `added to the history: ${written.join(', ')}`,
    ...unread.map(({ file, problem }) => `left out of the history: ${file} ${problem}`),
  ];
  return lines.map((line) => `${printable(line)}\n`).join('');
}
