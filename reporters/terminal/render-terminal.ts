import { basename, dirname } from 'node:path';
import { plural, printable } from '../../results/printable.ts';
import type { Comparison, Outcome, Report, RequirementResult } from '../../results/report.ts';
import { seedOf, volumeOf } from '../../results/run-scope.ts';
import { parts, requirementOf, type Level } from '../../spec/index.ts';
import { driftHeadline } from '../changes.ts';
import { outagesInWords, sameRequest, seenThere, standingOf, verdictLooks } from '../outcomes.ts';
import { renderBaseline, renderChanges, renderGate, renderIdleWaivers } from './comparison.ts';
import { renderFailure } from './failure.ts';
import { createPage, type Page, type Tone } from './page.ts';
import { nextSteps, renderUndecided, renderUndecidedPins } from './undecided.ts';

export interface TerminalOptions {
  readonly width: number;
  readonly colour: boolean;
  readonly written: readonly string[];
}

function spaced(paragraphs: readonly (readonly string[])[]): readonly string[] {
  return paragraphs.flatMap((paragraph, index) => (index === 0 ? paragraph : ['', ...paragraph]));
}

function headline({ summary, run }: Report, page: Page): string {
  const text = page.paint(verdictLooks[summary.verdict].tone, printable(summary.headline));
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
    ...(run.today === undefined ? [] : [`today ${run.today}`]),
    `document ${spec.revision}`,
    `suite ${suite.version}`,
  ];
  return facts.join(' · ');
}

function renderNews(comparison: Comparison, page: Page): readonly string[] {
  const { caveats, drifted } = comparison;
  return [
    ...page.wrap(`since the baseline: ${driftHeadline(comparison)}`, '  '),
    ...(drifted ? [] : caveats.flatMap((caveat) => page.wrap(printable(caveat, 600), '    '))),
  ];
}

function acceptedLines(result: RequirementResult, report: Report, page: Page): readonly string[] {
  const words = [result.detail, result.counterexample?.message].filter((text) => text !== undefined);
  const there = seenThere(result, report);
  return [
    ...page.wrap(printable(`${result.id}  ${words.length === 0 ? 'fails' : words.join(' → ')}`, 600), '  '),
    ...(there === undefined ? [] : page.wrap(printable(`there: ${there}`, 600), '    ')),
  ];
}

function outageLines(report: Report, page: Page): readonly string[] {
  const { listed, more } = outagesInWords(report);
  return [
    ...listed.flatMap(({ when, underWay, curl }) => [
      ...page.wrap(printable(`${when}; ${underWay}`, 600), '  '),
      ...(curl === undefined ? [] : [`    ${printable(curl, 2000)}`]),
    ]),
    ...(more === 0 ? [] : [`  and ${more} more times`]),
  ];
}

function sectionsOf(report: Report, page: Page): readonly (readonly [title: string, lines: readonly string[]])[] {
  const { requirements, gate, comparison, observations, suiteFaults } = report;
  const same = sameRequest(report);
  const isKnown = (result: RequirementResult): boolean => standingOf(result, report) === 'known';
  const failures = (level: Level, tone: Tone): readonly string[] =>
    spaced(
      requirements
        .filter((result) => result.outcome === 'fail' && result.level === level && !isKnown(result))
        .map((result) => renderFailure(result, tone, page, same.get(result.id))),
    );
  const accepted = (isOne: (result: RequirementResult) => boolean): readonly string[] =>
    requirements.filter(isOne).flatMap((result) => acceptedLines(result, report, page));
  return [
    ['Failures: the document demands it, the target does otherwise', failures('required', 'bad')],
    ['Warnings: not demanded in so many words, but to be expected', failures('expected', 'warning')],
    ['Pinned open points that have changed', failures('open', 'bad')],
    ['Pinned open points that were not decided', renderUndecidedPins(report, page)],
    ['Known failures: the baseline fails these requirements as well', accepted(isKnown)],
    ['Accepted failures: waived by the configuration', accepted(({ reason }) => reason === 'waived')],
    ['Waivers that accepted nothing', gate === undefined ? [] : renderIdleWaivers(gate.waivers, page)],
    ['Against the baseline', gate === undefined ? [] : renderBaseline(gate, page)],
    ...(comparison?.drifted === true
      ? [[`Changed since the baseline: ${driftHeadline(comparison)}`, renderChanges(comparison, page)] as const]
      : []),
    ['The target went away', outageLines(report, page)],
    ['Undecided', renderUndecided(requirements, page)],
    [
      'Observed where the document leaves it open',
      observations.map(({ id, value, cases }) => {
        const seen = `${printable(value, 300)} (${plural(cases, 'case')})`;
        return `  ${printable(id, 80)}  ${page.paint('faint', seen)}`;
      }),
    ],
    [
      'Faults of the suite itself: no verdict on the target',
      suiteFaults.flatMap(({ id, message }) => page.wrap(`${printable(id, 80)}: ${printable(message, 600)}`, '  ')),
    ],
  ];
}

/**
 * The report of a run for people: the verdict, the requirements by part, each failure with its smallest evidence, what
 * stayed undecided and why, what was observed, and what to do next. All text of the target is made safe to show.
 */
export function renderTerminal(report: Report, options: TerminalOptions): string {
  const page = createPage(options.width, options.colour);
  const { target, requirements, gate, comparison } = report;
  const lines = [
    headline(report, page),
    page.paint('faint', `${printable(target.name, 80)} at ${printable(target.baseUrl, 200)}`),
    page.paint('faint', printable(runLine(report))),
    '',
    ...renderPartTable(requirements, page),
    ...sectionsOf(report, page)
      .filter(([, within]) => within.length > 0)
      .flatMap(([title, within]) => ['', page.paint('strong', title), ...within]),
    '',
    headline(report, page),
    ...(gate === undefined ? [] : renderGate(gate, page)),
    ...(comparison === undefined ? [] : renderNews(comparison, page)),
    ...renderWritten(options.written, page),
    ...nextSteps(report).flatMap((step) => page.wrap(step, '  ')),
  ];
  return `${lines.join('\n')}\n`;
}

const outcomes = ['pass', 'fail', 'inconclusive', 'skipped'] as const satisfies readonly Outcome[];
const levels = ['required', 'expected'] as const satisfies readonly Level[];

const tones: Readonly<Record<Outcome, Tone>> = { pass: 'good', fail: 'bad', inconclusive: 'warning', skipped: 'faint' };
const columns: Readonly<Record<Outcome, number>> = { pass: 5, fail: 5, inconclusive: 13, skipped: 8 };
const groupWidth = outcomes.reduce((sum, outcome) => sum + columns[outcome], 0);
const openWidth = 9;

interface PartRow {
  readonly title: string;
  count(level: Level, outcome: Outcome): number;
}

function rowsOf(results: readonly RequirementResult[]): readonly PartRow[] {
  const row = (title: string, within: readonly RequirementResult[]): PartRow => ({
    title,
    count: (level, outcome) => within.filter((result) => result.level === level && result.outcome === outcome).length,
  });
  const byPart = parts
    .map(({ name, title }) => ({ title, within: results.filter(({ id }) => requirementOf(id).part === name) }))
    .filter(({ within }) => within.length > 0)
    .map(({ title, within }) => row(title, within));
  return [...byPart, row('all', results)];
}

/** Expected failures are warnings: they do not speak against the target by themselves. */
function toneOf(level: Level, outcome: Outcome): Tone {
  return outcome === 'fail' && level === 'expected' ? 'warning' : tones[outcome];
}

function wideTable(rows: readonly PartRow[], titleWidth: number, page: Page): readonly string[] {
  const line = (title: string, cells: (level: Level) => string, open: string) =>
    `  ${title.padEnd(titleWidth)}${levels.map((level) => `${cells(level)}  `).join('')}${open}`;
  const cell = (count: number, tone: Tone, width: number) =>
    page.paint(count === 0 ? 'faint' : tone, (count === 0 ? '·' : String(count)).padStart(width));
  const names = outcomes.map((outcome) => outcome.padStart(columns[outcome])).join('');
  return [
    page.paint(
      'strong',
      line('', (level) => `  ${level}`.padEnd(groupWidth), '   open'),
    ),
    page.paint(
      'faint',
      line('part', () => names, 'observed'.padStart(openWidth)),
    ),
    ...rows.map((row) => {
      const counts = (level: Level) =>
        outcomes.map((outcome) => cell(row.count(level, outcome), toneOf(level, outcome), columns[outcome])).join('');
      return line(row.title, counts, cell(row.count('open', 'pass'), 'faint', openWidth));
    }),
  ];
}

function narrowTable(rows: readonly PartRow[], page: Page): readonly string[] {
  const words = (row: PartRow, level: Level) =>
    outcomes
      .filter((outcome) => row.count(level, outcome) > 0)
      .map((outcome) => page.paint(toneOf(level, outcome), `${row.count(level, outcome)} ${outcome}`))
      .join(', ');
  return rows.flatMap((row) => [
    page.paint('strong', `  ${row.title}`),
    ...levels.filter((level) => words(row, level) !== '').map((level) => `    ${level}  ${words(row, level)}`),
    ...(row.count('open', 'pass') > 0 ? [`    open      ${row.count('open', 'pass')} observed`] : []),
  ]);
}

function renderPartTable(results: readonly RequirementResult[], page: Page): readonly string[] {
  const rows = rowsOf(results);
  const titleWidth = Math.max(...rows.map(({ title }) => title.length));
  const needed = 2 + titleWidth + levels.length * (groupWidth + 2) + openWidth;
  return needed <= page.width ? wideTable(rows, titleWidth, page) : narrowTable(rows, page);
}

const firstChoices = ['report.html', 'report.json'];

function renderWritten(paths: readonly string[], page: Page): readonly string[] {
  const first =
    firstChoices.map((name) => paths.find((path) => basename(path) === name)).find((path) => path) ?? paths[0];
  if (first === undefined) return [];
  const isBeside = (path: string) => path !== first && dirname(path) === dirname(first);
  const beside = paths.filter(isBeside).map((path) => basename(path));
  const elsewhere = paths.filter((path) => path !== first && !isBeside(path));
  return [
    `  written to ${printable(first, 400)}`,
    ...(beside.length === 0 ? [] : page.wrap(printable(`next to it ${beside.join(', ')}`, 1000), '  ')),
    ...elsewhere.map((path) => `  written to ${printable(path, 400)}`),
  ];
}
