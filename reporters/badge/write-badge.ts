import { reportFiles, writeWhole } from '../../results/report-files.ts';
import type { Report } from '../../results/report.ts';
import { renderBadgeEndpoint, renderBadgeSvg } from './render-badge.ts';

/** Writes `badge.svg` and `badge.json`; gives the paths written. */
export async function writeBadge(report: Report, directory: string): Promise<readonly string[]> {
  const [svg, endpoint] = reportFiles.badge;
  return [
    await writeWhole(directory, svg, renderBadgeSvg(report)),
    await writeWhole(directory, endpoint, renderBadgeEndpoint(report)),
  ];
}
