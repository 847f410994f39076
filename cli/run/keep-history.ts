import { dirname, resolve } from 'node:path';
import { addToHistory } from '../../reporters/history/history-folder.ts';
import { printable, type Report } from '../../results/index.ts';
import { UsageError } from '../usage-error.ts';
import type { RunFlags } from './run-flags.ts';

/** Whether what lies in a directory counts as a run of a history: reports right below are read as well, as CI leaves them. */
const isReadFrom = (history: string, directory: string): boolean =>
  directory === history || dirname(directory) === history;

/**
 * The absolute directory that keeps the reports of all runs, if the flags name one.
 *
 * @param out - absolute directory of the run's reports
 * @param baselineFile - absolute path of the baseline, if there is one
 * @throws UsageError when the run's own report, or the baseline, would be taken for one that is kept
 */
export function historyOf(
  { history, baseline }: Pick<RunFlags, 'history' | 'baseline'>,
  cwd: string,
  out: string,
  baselineFile?: string,
): string | undefined {
  if (history === undefined) return undefined;
  const directory = resolve(cwd, history);
  if (isReadFrom(directory, out))
    throw new UsageError(
      `--history: ${history} would have the report of this run twice, with what --out names; keep the history in another directory`,
    );
  if (baselineFile !== undefined && isReadFrom(directory, dirname(baselineFile)))
    throw new UsageError(
      `--history: ${history} holds the baseline ${baseline}, which would count as a run; keep the baseline in another directory`,
    );
  return directory;
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
