import type { Level } from '../../spec/index.ts';
import type { Comparison, Report, RequirementResult, Verdict } from '../../results/report.ts';
import { outagesInWords } from '../outage-lines.ts';
import { printable } from '../../results/printable.ts';
import { seenThere } from '../acceptance.ts';
import { seedOf, volumeOf } from '../../results/run-scope.ts';
import { sameRequest } from '../same-request.ts';
import { standingOf } from '../standing.ts';
import { driftHeadline } from '../drift/drift-headline.ts';
import { renderChanges } from './drift.ts';
import { renderFailure } from './failure.ts';
import { renderBaseline, renderGate, renderIdleWaivers } from './gate.ts';
import { nextSteps } from './next-steps.ts';
import { createPage } from './page.ts';
import type { Page, Tone } from './page.ts';
import { renderPartTable } from './part-table.ts';
import { renderUndecidedPins } from './pins.ts';
import { renderUndecided } from './undecided.ts';
import { renderWritten } from './written.ts';

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

function runLine(report: Report): string {
  const { run, spec, suite } = report;
  const { count, unit } = volumeOf(report);
  const seed = seedOf(report);
  const facts = [
    `${count} ${unit} in ${(run.durationMs / 1000).toFixed(1)} s`,
    `${run.cases} cases`,
    ...(seed === undefined ? [] : [`seed ${seed}`]),
    `document ${spec.revision}`,
    `suite ${suite.version}`,
  ];
  return facts.join(' · ');
}

/** What has changed since the baseline in one line, and what to keep in mind about that, unless it was told above. */
function renderNews(comparison: Comparison, page: Page): readonly string[] {
  const { caveats, drifted } = comparison;
  return [
    ...page.wrap(`since the baseline: ${driftHeadline(comparison)}`, '  '),
    ...(drifted ? [] : caveats.flatMap((caveat) => page.wrap(printable(caveat, 600), '    '))),
  ];
}

/** What has changed since the baseline, with its own headings below this one; nothing where nothing has. */
function renderSinceBaseline(comparison: Comparison, page: Page): readonly string[] {
  if (!comparison.drifted) return [];
  return [
    '',
    page.paint('strong', `Changed since the baseline: ${driftHeadline(comparison)}`),
    ...renderChanges(comparison, page),
  ];
}

/**
 * The report of a run for people: the verdict, the requirements by part, each failure with its smallest evidence, what
 * stayed undecided and why, what was observed, and what to do next. All text of the target is made safe to show.
 */
export function renderTerminal(report: Report, options: TerminalOptions): string {
  const page = createPage(options.width, options.colour);
  const isKnown = (result: RequirementResult) => standingOf(result, report) === 'known';
  const same = sameRequest(report);
  const failures = (level: Level, tone: Tone) =>
    spaced(
      report.requirements
        .filter((result) => result.outcome === 'fail' && result.level === level && !isKnown(result))
        .map((result) => renderFailure(result, tone, page, same.get(result.id))),
    );
  const inALine = (result: RequirementResult) => {
    const words = [result.detail, result.counterexample?.message].filter((text) => text !== undefined);
    const there = seenThere(result, report);
    return [
      ...page.wrap(printable(`${result.id}  ${words.length === 0 ? 'fails' : words.join(' → ')}`, 600), '  '),
      ...(there === undefined ? [] : page.wrap(printable(`there: ${there}`, 600), '    ')),
    ];
  };
  const waived = report.requirements.filter(({ reason }) => reason === 'waived').flatMap(inALine);
  const known = report.requirements.filter(isKnown).flatMap(inALine);
  const { gate, comparison } = report;
  const observations = report.observations.flatMap(({ id, value, cases }) => [
    `  ${printable(id, 80)}  ${page.paint('faint', `${printable(value, 300)} (${cases} ${cases === 1 ? 'case' : 'cases'})`)}`,
  ]);
  const faults = report.suiteFaults.flatMap(({ id, message }) =>
    page.wrap(`${printable(id, 80)}: ${printable(message, 600)}`, '  '),
  );
  const away = outagesInWords(report);
  const outages = [
    ...away.told.flatMap(({ when, underWay, curl }) => [
      ...page.wrap(printable(`${when}; ${underWay}`, 600), '  '),
      ...(curl === undefined ? [] : [`    ${printable(curl, 2000)}`]),
    ]),
    ...(away.more === 0 ? [] : [`  and ${away.more} more times`]),
  ];
  const lines = [
    headline(report, page),
    page.paint('faint', `${printable(report.target.name, 80)} at ${printable(report.target.baseUrl, 200)}`),
    page.paint('faint', printable(runLine(report))),
    '',
    ...renderPartTable(report.requirements, page),
    ...section('Failures: the document demands it, the target does otherwise', failures('required', 'bad'), page),
    ...section('Warnings: not demanded in so many words, but to be expected', failures('expected', 'warning'), page),
    ...section('Pinned open points that have changed', failures('open', 'bad'), page),
    ...section('Pinned open points that were not decided', renderUndecidedPins(report, page), page),
    ...section('Known failures: the baseline fails these requirements as well', known, page),
    ...section('Accepted failures: waived by the configuration', waived, page),
    ...section('Waivers that accepted nothing', gate === undefined ? [] : renderIdleWaivers(gate.waivers, page), page),
    ...section('Against the baseline', gate === undefined ? [] : renderBaseline(gate, page), page),
    ...(comparison === undefined ? [] : renderSinceBaseline(comparison, page)),
    ...section('The target went away', outages, page),
    ...section('Undecided', renderUndecided(report.requirements, page), page),
    ...section('Observed where the document leaves it open', observations, page),
    ...section('Faults of the suite itself: no verdict on the target', faults, page),
    '',
    headline(report, page),
    ...(gate === undefined ? [] : renderGate(gate, page)),
    ...(comparison === undefined ? [] : renderNews(comparison, page)),
    ...renderWritten(options.written, page),
    ...nextSteps(report).flatMap((step) => page.wrap(step, '  ')),
  ];
  return `${lines.join('\n')}\n`;
}
