import { makeBadge } from 'badge-maker';
import { isJudgedFailure } from '../results/summarize.ts';
import { jsonText } from '../results/printable.ts';
import type { reportFiles } from '../results/report-files.ts';
import type { Report, RequirementResult } from '../results/report.ts';
import { isLeftOut } from '../results/run-scope.ts';
import { byStanding, gatePasses } from './outcomes.ts';

function badgeOf(report: Report) {
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
    skipped: count(isLeftOut),
  }).flatMap(([name, number]) => (number === 0 ? [] : [`${number} ${name}`]));
  const message = [`${summary.verdict.replace('-', ' ')} ${share}`, ...remarks].join(', ');
  const isClean = remarks.length === 0 && !standing.has('warning');
  const colours = {
    conformant: isClean ? 'brightgreen' : 'green',
    // Failures that the baseline knows pass the gate, but they are still failures.
    nonconformant: gatePasses(report) ? 'orange' : 'red',
    'no-verdict': 'lightgrey',
  } as const;
  return { label: 'conformance', message, color: colours[summary.verdict] };
}

/** The badge as an SVG image, and in the JSON format that shields.io reads from an endpoint. */
export function renderBadge(report: Report): Readonly<Record<(typeof reportFiles.badge)[number], string>> {
  const badge = badgeOf(report);
  return { 'badge.svg': `${makeBadge(badge)}\n`, 'badge.json': jsonText({ schemaVersion: 1, ...badge }) };
}
