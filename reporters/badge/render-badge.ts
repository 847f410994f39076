import { makeBadge } from 'badge-maker';
import { jsonText } from '../json-text.ts';
import type { Report } from '../report.ts';
import { byStanding, gatePasses } from '../standing.ts';

/** A badge in the words and colours of shields.io. */
export interface Badge {
  readonly label: string;
  readonly message: string;
  readonly color: string;
}

/** What a badge says of a run: the verdict and the share of the required requirements that pass. */
export function badgeOf(report: Report): Badge {
  const { summary } = report;
  const { passed, failed, inconclusive } = summary;
  const share = `${passed.required}/${passed.required + failed.required + inconclusive.required}`;
  const standing = byStanding(report);
  const waived = standing.get('waived')?.length ?? 0;
  const known = standing.get('known')?.length ?? 0;
  const accepted = [...(waived === 0 ? [] : [`${waived} waived`]), ...(known === 0 ? [] : [`${known} known`])];
  const message = [`${summary.verdict.replace('-', ' ')} ${share}`, ...accepted].join(', ');
  const isClean = accepted.length === 0 && !standing.has('warning');
  const colours = {
    conformant: isClean ? 'brightgreen' : 'green',
    // The gate lets through what the baseline knows, but the target is what it is.
    nonconformant: gatePasses(report) ? 'orange' : 'red',
    'no-verdict': 'lightgrey',
  } as const;
  return { label: 'conformance', message, color: colours[summary.verdict] };
}

/** The badge as SVG. */
export function renderBadgeSvg(report: Report): string {
  return `${makeBadge(badgeOf(report))}\n`;
}

/** The badge as shields.io's endpoint answers it, for a page that serves this file. */
export function renderBadgeEndpoint(report: Report): string {
  return jsonText({ schemaVersion: 1, ...badgeOf(report) });
}
