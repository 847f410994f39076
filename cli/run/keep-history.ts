import { addToHistory } from '../../reporters/history/add-to-history.ts';
import { printable } from '../../reporters/index.ts';
import type { Report } from '../../reporters/index.ts';

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
