import { reportFiles } from '../report-files.ts';
import type { Report } from '../report.ts';
import { writeWhole } from '../write-whole.ts';
import { renderBadgeEndpoint, renderBadgeSvg } from './render-badge.ts';

/** Writes `badge.svg` and `badge.json`; gives the paths written. */
export async function writeBadge(report: Report, directory: string): Promise<readonly string[]> {
  const [svg, endpoint] = reportFiles.badge;
  return [
    await writeWhole(directory, svg, renderBadgeSvg(report)),
    await writeWhole(directory, endpoint, renderBadgeEndpoint(report)),
  ];
}
