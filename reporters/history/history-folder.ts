import { renderJson, writeWhole } from '../../results/report-files.ts';
import type { Report } from '../../results/report.ts';
import { renderTrend } from './trend-page.ts';
import { readHistory, trendOf, type UnreadFile } from '../../results/history.ts';

/** Name of the trend page within a folder of reports. */
export const trendPageName = 'trend.html';

function fileNameOf({ run, target }: Report): string {
  const instant = new Date(run.startedAt).toISOString().replaceAll(':', '-');
  const name = target.name
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40);
  return `${instant}${name === '' ? '' : `-${name}`}.json`;
}

/**
 * Copies a report into a folder of past reports, and renders its trend page again.
 *
 * @param directory made when it does not exist
 * @returns the paths written, the report's and the page's, and files of the folder that are no reports
 * @throws when the folder cannot be read, or written to
 */
export async function addToHistory(
  report: Report,
  directory: string,
): Promise<{ readonly written: readonly string[]; readonly unread: readonly UnreadFile[] }> {
  const copy = await writeWhole(directory, fileNameOf(report), renderJson(report));
  const history = await readHistory(directory);
  const page = await writeWhole(directory, trendPageName, renderTrend(trendOf(history)));
  return { written: [copy, page], unread: history.unread };
}
