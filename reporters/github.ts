import { causesOf } from './causes.ts';
import { acceptanceOf, byStanding, standingOf, standings } from './outcomes.ts';
import { evidenceFacts, messageOf } from './evidence.ts';
import { lines, printable } from '../results/printable.ts';
import type { Report, RequirementResult } from '../results/report.ts';
import { byCause } from './report-sections.ts';

/** The kinds of annotations, named like GitHub's workflow commands. */
const kinds = ['error', 'warning', 'notice'] as const;

interface Annotation {
  readonly title: string;
  readonly lines: readonly string[];
}

/** GitHub shows so many annotations of a kind for each step, and drops the others silently. */
const shownPerKind = 10;

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

function ofResult(result: RequirementResult, report: Report, alike: string | undefined): Annotation {
  const { id, level, title, counterexample } = result;
  const { seen, why } = acceptanceOf(result, report) ?? { seen: messageOf(result), why: undefined };
  const facts = counterexample === undefined ? [] : evidenceFacts(counterexample);
  return {
    title: `${id} (${level})`,
    lines: lines([
      seen,
      why !== undefined && printable(why),
      alike,
      '',
      printable(title),
      facts.map(([name, line]) => `${name}: ${printable(line, 600)}`),
    ]),
  };
}

function resultsOf(report: Report, kind: (typeof kinds)[number]): readonly Annotation[] {
  const order = ['required', 'open', 'expected'];
  const { under, alike } = causesOf(report);
  return Object.entries(standings)
    .filter(([, { github }]) => github === kind)
    .flatMap(([name]) =>
      report.requirements.filter((result) => standingOf(result, report) === name && !under.has(result.id)),
    )
    .toSorted((one, other) => (kind === 'error' ? order.indexOf(one.level) - order.indexOf(other.level) : 0))
    .map((result) => ofResult(result, report, alike.get(result.id)));
}

function blockedOf(report: Report): readonly Annotation[] {
  const blocked = byStanding(report).get('blocked') ?? [];
  return byCause(blocked, ({ detail = 'blocked' }) => detail)
    .filter(({ cause }) => !report.summary.headline.includes(cause))
    .map(({ cause, within }) => ({
      title: `${within.length === 1 ? `${within[0]?.id} (required)` : `${within.length} required`} could not be judged`,
      lines: lines([printable(cause), within.length > 1 && within.map(({ id }) => id).join(', ')]),
    }));
}

function errorsOf(report: Report): readonly Annotation[] {
  const { summary, suiteFaults } = report;
  return [
    ...(summary.verdict === 'no-verdict' ? [{ title: 'no verdict', lines: [printable(summary.headline)] }] : []),
    ...(report.gate?.besides ?? []).map((problem) => ({ title: 'gate', lines: [printable(problem)] })),
    ...resultsOf(report, 'error'),
    ...blockedOf(report),
    ...suiteFaults.map(({ id, message }) => ({
      title: `fault of the suite in ${id}, no verdict on the target`,
      lines: [printable(message)],
    })),
  ];
}

function limited(annotations: readonly Annotation[], kind: (typeof kinds)[number]): readonly Annotation[] {
  if (annotations.length <= shownPerKind) return annotations;
  const shown = annotations.slice(0, shownPerKind - 1);
  const left = annotations.length - shown.length;
  return [
    ...shown,
    { title: `${left} more`, lines: [`${left} more of this kind (${kind}) are in the summary and the report files`] },
  ];
}

/** GitHub's workflow commands, one per line, worst first, without a file: no line of the repository is to blame. */
export function renderAnnotations(report: Report): string {
  return kinds
    .flatMap((kind) =>
      limited(kind === 'error' ? errorsOf(report) : resultsOf(report, kind), kind).map(
        ({ title, lines }) =>
          `::${kind} title=${escapeProperty(printable(title, 200))}::${escapeData(lines.join('\n'))}\n`,
      ),
    )
    .join('');
}
