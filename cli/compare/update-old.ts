import { printable, type Report } from '../../results/index.ts';
import { nextBaseline, replaceReport } from '../run/baseline.ts';

/**
 * Makes a new report the one that the next is compared with: what its run did not look at is kept from the old one. A run
 * that was stopped, or that came to no verdict, takes no report's place.
 *
 * @param file - absolute, of the old report; it is replaced as a whole, or not at all
 * @returns a line for the user
 * @throws UsageError when it cannot be written
 */
export async function updateOld(file: string, old: Report, latest: Report): Promise<string> {
  const next = nextBaseline({ report: old }, latest);
  const name = printable(file, 400);
  if (next === undefined)
    return `${name} was left as it was: the new run was stopped before its end, or came to no verdict\n`;
  await replaceReport('--update', file, next);
  return `${name} is the new report now, with what its run did not look at as it was\n`;
}
