import { makeBadge } from 'badge-maker';
import { isJudgedFailure } from '../../results/summarize.ts';
import { jsonText } from '../../results/printable.ts';
import type { Report, RequirementResult } from '../../results/report.ts';
import { byStanding, gatePasses } from '../outcomes.ts';

/** A badge in the words and colours of shields.io. */
export interface Badge {
  readonly label: string;
  readonly message: string;
  readonly color: string;
}

/** What a run is held to: requirements of its level, and an open point that is pinned, once it fails. */
function judgedOf({ requirements, run }: Report): readonly RequirementResult[] {
  const level = run.level ?? 'required';
  return requirements.filter(
    (result) => result.level === 'required' || result.level === level || isJudgedFailure(result, level),
  );
}

/** What a badge says of a run: the verdict, and the share that passes of what the run is held to. */
export function badgeOf(report: Report): Badge {
  const { summary } = report;
  const judged = judgedOf(report);
  const passed = judged.filter(({ outcome }) => outcome === 'pass');
  const selected = judged.filter(({ outcome }) => outcome !== 'skipped');
  const share = `${passed.length}/${selected.length}`;
  const standing = byStanding(report);
  const waived = standing.get('waived')?.length ?? 0;
  const known = standing.get('known')?.length ?? 0;
  const left = judged.filter(({ reason }) => reason === 'deselected').length;
  const besides = [
    ...(waived === 0 ? [] : [`${waived} waived`]),
    ...(known === 0 ? [] : [`${known} known`]),
    ...(left === 0 ? [] : [`${left} left out`]),
  ];
  const message = [`${summary.verdict.replace('-', ' ')} ${share}`, ...besides].join(', ');
  const isClean = besides.length === 0 && !standing.has('warning');
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
