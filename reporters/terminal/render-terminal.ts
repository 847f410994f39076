import type { Level } from '../../spec/index.ts';
import { printable } from '../printable.ts';
import type { Report, Verdict } from '../report.ts';
import { renderFailure } from './failure.ts';
import { nextSteps } from './next-steps.ts';
import { createPage } from './page.ts';
import type { Page, Tone } from './page.ts';
import { renderPartTable } from './part-table.ts';
import { renderUndecided } from './undecided.ts';

/** How the terminal report is to look, and what it can point at. */
export interface TerminalOptions {
  /** Columns. */
  readonly width: number;
  readonly colour: boolean;
  /** Where other reports of the run were written, as the user would open them. */
  readonly written: readonly string[];
}

const verdictTones: Readonly<Record<Verdict, Tone>> = {
  conformant: 'good',
  nonconformant: 'bad',
  'no-verdict': 'warning',
};

/** A heading and its lines, or nothing when there are none. */
function section(title: string, lines: readonly string[], page: Page): readonly string[] {
  return lines.length === 0 ? [] : ['', page.paint('strong', title), ...lines];
}

function spaced(paragraphs: readonly (readonly string[])[]): readonly string[] {
  return paragraphs.flatMap((paragraph, index) => (index === 0 ? paragraph : ['', ...paragraph]));
}

function headline({ summary, run }: Report, page: Page): string {
  const text = page.paint(verdictTones[summary.verdict], printable(summary.headline));
  return run.interrupted ? `${text} ${page.paint('warning', '(the run was stopped before its end)')}` : text;
}

function runLine({ run, spec, suite }: Report): string {
  const seconds = (run.durationMs / 1000).toFixed(1);
  return `${run.requests} requests in ${seconds} s · ${run.cases} cases · seed ${run.seed} · document ${spec.revision} · suite ${suite.version}`;
}

/**
 * The report of a run for people: the verdict, the requirements by part, each failure with its smallest evidence, what
 * stayed undecided and why, what was observed, and what to do next. All text of the target is made safe to show.
 */
export function renderTerminal(report: Report, options: TerminalOptions): string {
  const page = createPage(options.width, options.colour);
  const failures = (level: Level, tone: Tone) =>
    spaced(
      report.requirements
        .filter((result) => result.outcome === 'fail' && result.level === level)
        .map((result) => renderFailure(result, tone, page)),
    );
  const waived = report.requirements
    .filter(({ reason }) => reason === 'waived')
    .flatMap(({ id, detail = '', counterexample }) =>
      page.wrap(printable(`${id}  ${detail} → ${counterexample?.message ?? 'fails'}`, 600), '  '),
    );
  const observations = report.observations.flatMap(({ id, value, cases }) => [
    `  ${printable(id, 80)}  ${page.paint('faint', `${printable(value, 300)} (${cases} ${cases === 1 ? 'case' : 'cases'})`)}`,
  ]);
  const faults = report.suiteFaults.flatMap(({ id, message }) =>
    page.wrap(`${printable(id, 80)}: ${printable(message, 600)}`, '  '),
  );
  const lines = [
    headline(report, page),
    page.paint('faint', `${printable(report.target.name, 80)} at ${printable(report.target.baseUrl, 200)}`),
    page.paint('faint', printable(runLine(report))),
    '',
    ...renderPartTable(report.requirements, page),
    ...section('Failures: the document demands it, the target does otherwise', failures('required', 'bad'), page),
    ...section('Warnings: not demanded in so many words, but to be expected', failures('expected', 'warning'), page),
    ...section('Pinned open points that have changed', failures('open', 'bad'), page),
    ...section('Accepted failures: waived by the configuration', waived, page),
    ...section('Undecided', renderUndecided(report.requirements, page), page),
    ...section('Observed where the document leaves it open', observations, page),
    ...section('Faults of the suite itself: no verdict on the target', faults, page),
    '',
    headline(report, page),
    ...options.written.map((path) => `  written to ${printable(path, 400)}`),
    ...nextSteps(report).flatMap((step) => page.wrap(step, '  ')),
  ];
  return `${lines.join('\n')}\n`;
}
