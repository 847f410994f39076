import { makeBadge } from 'badge-maker';
import { isJudgedFailure } from '../results/summarize.ts';
import { jsonText } from '../results/printable.ts';
import { reportFiles, writeWhole } from '../results/report-files.ts';
import type { Report, RequirementResult } from '../results/report.ts';
import { byStanding, gatePasses } from './outcomes.ts';

/** What a badge says of a run: the verdict, and the share of the judged requirements that passes. */
export function badgeOf(report: Report) {
  const { summary, requirements, run } = report;
  const { level: judgedLevel = 'required' } = run;
  const judged = requirements.filter(
    (result) => ['required', judgedLevel].includes(result.level) || isJudgedFailure(result, judgedLevel),
  );
  const count = (isOne: (result: RequirementResult) => boolean): number => judged.filter(isOne).length;
  const share = `${count(({ outcome }) => outcome === 'pass')}/${count(({ outcome }) => outcome !== 'skipped')}`;
  const standing = byStanding(report);
  const remarks = Object.entries({
    waived: standing.get('waived')?.length ?? 0,
    known: standing.get('known')?.length ?? 0,
    'left out': count(({ reason }) => reason === 'deselected' || reason === 'other-shard'),
  }).flatMap(([name, number]) => (number === 0 ? [] : [`${number} ${name}`]));
  const message = [`${summary.verdict.replace('-', ' ')} ${share}`, ...remarks].join(', ');
  const isClean = remarks.length === 0 && !standing.has('warning');
  const colours = {
    conformant: isClean ? 'brightgreen' : 'green',
    // Failures that the baseline knows pass the gate, but they are failures.
    nonconformant: gatePasses(report) ? 'orange' : 'red',
    'no-verdict': 'lightgrey',
  } as const;
  return { label: 'conformance', message, color: colours[summary.verdict] };
}

export function renderBadgeSvg(report: Report): string {
  return `${makeBadge(badgeOf(report))}\n`;
}

/** The badge in the JSON format that shields.io reads from an endpoint. */
export function renderBadgeEndpoint(report: Report): string {
  return jsonText({ schemaVersion: 1, ...badgeOf(report) });
}

/** Writes `badge.svg` and `badge.json`; returns the paths written. */
export async function writeBadge(report: Report, directory: string): Promise<readonly string[]> {
  const [svg, endpoint] = reportFiles.badge;
  return [
    await writeWhole(directory, svg, renderBadgeSvg(report)),
    await writeWhole(directory, endpoint, renderBadgeEndpoint(report)),
  ];
}
