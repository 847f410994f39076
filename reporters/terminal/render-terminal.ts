import { basename, dirname } from 'node:path';
import { lines, type Lines, printable } from '../../results/printable.ts';
import type {
  ComparedRun,
  Comparison,
  Counterexample,
  Gate,
  Outcome,
  RecordedExchange,
  Report,
  RequirementResult,
} from '../../results/report.ts';
import { seedOf, volumeOf } from '../../results/run-scope.ts';
import type { Level } from '../../spec/index.ts';
import { causesOf } from '../causes.ts';
import { changeEntries, changeKinds, driftHeadline, driftTone, newsKinds, type ChangeEntry } from '../changes.ts';
import {
  alsoLine,
  answerLine,
  evidenceFacts,
  leftOutLines,
  placesInRequest,
  requestLine,
  secondRun,
  tellingLines,
  timesOf,
} from '../evidence.ts';
import type { Destination } from '../index.ts';
import { byPart, isGateAsked, nextSteps, shownStandingOf, verdictLooks, type ShownStanding } from '../outcomes.ts';
import { headingOf, sectionsBeside, type Item } from '../report-sections.ts';
import { createPage, type Page, type Tone } from './page.ts';

export type TerminalOptions = Pick<Destination, 'width' | 'colour' | 'written'>;

/** The name and address of a target; saved traffic may have no address. */
function whereIs({ name, baseUrl }: ComparedRun['target']): string {
  return [printable(name, 80), printable(baseUrl, 200)].filter((text) => text !== '').join(' at ');
}

/** The report for people, from the verdict to what to do next; all text from the target is made safe to show. */
export function renderTerminal(report: Report, options: TerminalOptions): string {
  const page = createPage(options.width, options.colour);
  const { target, gate, comparison } = report;
  const text = lines([
    headline(report, page),
    page.paint('faint', whereIs(target)),
    page.paint('faint', printable(runLine(report))),
    '',
    partTable(report.requirements, page),
    sectionsOf(report, page).map(([title, content]) => {
      const within = lines(content);
      return within.length > 0 && ['', page.paint('strong', title), within];
    }),
    '',
    headline(report, page),
    gate && gateLines(gate, page),
    comparison && newsLines(comparison, page),
    writtenLines(options.written, page),
    nextSteps(report).map((step) => page.wrap(step, '  ')),
  ]);
  return `${text.join('\n')}\n`;
}

function headline({ summary, run }: Report, page: Page): string {
  const text = page.paint(verdictLooks[summary.verdict].tone, printable(summary.headline));
  return run.interrupted ? `${text} ${page.paint('warning', '(the run was stopped before its end)')}` : text;
}

function runLine(report: Report): string {
  const { run, spec, suite } = report;
  const { count, unit } = volumeOf(report);
  const seed = seedOf(report);
  const facts = lines([
    `${count} ${unit} in ${(run.durationMs / 1000).toFixed(1)} s`,
    `${run.cases} cases`,
    seed !== undefined && `seed ${seed}`,
    run.today !== undefined && `today ${run.today}`,
    `document ${spec.revision}`,
    `suite ${suite.version}`,
  ]);
  return facts.join(' · ');
}

function sectionsOf(report: Report, page: Page): readonly (readonly [title: string, lines: Lines])[] {
  const { requirements, comparison } = report;
  const { under, alike } = causesOf(report);
  const standing = Map.groupBy(requirements, (result) => shownStandingOf(result, report));
  const failures = (name: ShownStanding, tone: Tone): readonly [string, Lines] => [
    headingOf(name),
    standing
      .get(name)
      ?.filter(({ id }) => !under.has(id))
      .map((result, index) => [index > 0 && '', failureLines(result, tone, page, alike.get(result.id))]),
  ];
  return [
    failures('failing', 'bad'),
    failures('failing-expected', 'bad'),
    failures('warning', 'warning'),
    failures('changed', 'bad'),
    [
      `Changed since the baseline: ${comparison && driftHeadline(comparison)}`,
      comparison?.drifted && changeLines(comparison, page),
    ],
    ...Object.values(sectionsBeside(report)).map(
      ({ title, items }) => [title, items.map((item) => itemLines(item, page))] as const,
    ),
  ];
}

function itemLines({ about, text, command, below = [] }: Item, page: Page, indent = '  '): Lines {
  const words = printable(lines([about, text]).join('  '), 4000);
  // Continuation lines are indented deeper than the items below.
  const [first = '', ...more] = page.wrap(words, `${indent}    `, indent.length > 4 ? 'faint' : undefined);
  return [
    first.replace('    ', ''),
    more,
    command !== undefined && `${indent}  ${printable(command, 2000)}`,
    below.map((item) => itemLines(item, page, `${indent}  `)),
  ];
}

/** A shell's line editor cannot take anything longer; the report files have all of it. */
const limits = { value: 300, command: 6000 };
const earlierExchanges = 6;
const addressLimit = 300;
const refusalLimit = 200;
const alsoShown = 4;

function exchangeLines(evidence: Counterexample, page: Page): Lines {
  const { exchanges, pointer } = evidence;
  const last = exchanges.at(-1);
  if (last === undefined) return [];
  const { response, durationMs } = last;
  const before = exchanges.slice(0, -1);
  const shown = before.slice(-earlierExchanges);
  const hidden = before.length - shown.length;
  const refusal = pointer === '#status' ? response?.body.trim() : undefined;
  const faint = (content: Lines): Lines => lines(content).map((line) => page.paint('faint', `      ${line}`));
  // What a read shows was determined by what was written before.
  const written = exchanges.findLast((exchange) => exchange.request.body !== undefined);
  const body = ({ request: sent }: RecordedExchange): Lines =>
    sent === written?.request &&
    sent.body !== undefined &&
    faint(tellingLines(sent.body, placesInRequest(evidence, sent.body)));
  return [
    hidden > 0 && `    after ${hidden} earlier exchanges, which the report file holds`,
    shown.map((exchange) => [
      `    after ${requestLine(exchange, addressLimit)}, ${answerLine(exchange)}`,
      body(exchange),
    ]),
    `    ${page.paint('strong', requestLine(last, addressLimit))}`,
    body(last),
    `    ${answerLine(last)}${response === undefined ? '' : ` in ${Math.round(durationMs)} ms`}`,
    faint([refusal !== undefined && refusal !== '' && printable(refusal, refusalLimit), leftOutLines(last)]),
  ];
}

/** A failure as a paragraph: statement and source, the smallest exchange that shows it, how to see it again. */
function failureLines(result: RequirementResult, tone: Tone, page: Page, alike: string | undefined): Lines {
  const { id, level, title, source, detail = 'no exchange was kept', counterexample: evidence } = result;
  const place = page.paint('faint', `${level} · spec/documents/${printable(source, 120)}`);
  const head = [`  ${page.paint(tone, `✗ ${id}`)}  ${place}`, page.wrap(printable(title), '    ')];
  if (evidence === undefined) return [head, page.wrap(printable(detail), '    ')];
  const also = alsoLine(evidence, alsoShown);
  const again = secondRun(evidence);
  const tones: Readonly<Record<string, Tone>> = { expected: 'good', actual: tone };
  return [
    head,
    page.wrap(`→ ${printable(evidence.message)}${timesOf(evidence)}`, '    ', tone),
    also !== undefined && page.wrap(`also ${also}`, '      ', tone),
    alike !== undefined && page.wrap(alike, '      '),
    '',
    exchangeLines(evidence, page),
    again !== undefined && ['', page.wrap(again, '    ', tone)],
    '',
    evidenceFacts(evidence, limits)
      .filter(([name]) => name !== 'also')
      .map(([name, line]) => `    ${name.padEnd(8)}  ${tones[name] ? page.paint(tones[name], line) : line}`),
  ];
}

/** The result of the gate, one line per problem; empty if neither waivers nor a baseline matter. */
function gateLines(gate: Gate, page: Page): Lines {
  const { passed, problems, waivers, baseline } = gate;
  if (!isGateAsked(gate)) return [];
  if (!passed) return problems.map((problem) => page.wrap(`gate fails: ${printable(problem, 1200)}`, '  ', 'bad'));
  const accepted = waivers.filter(({ state }) => state === 'accepting').length;
  const known = baseline?.known.length;
  const causes = lines([
    accepted > 0 && `${accepted} accepted by a waiver`,
    known === 0 && 'nothing fails that did not in the baseline',
    known !== undefined && known > 0 && `${known} known from the baseline, none new`,
  ]);
  return page.paint('good', `  gate passes${causes.length === 0 ? '' : `: ${causes.join(', ')}`}`);
}

function newsLines(comparison: Comparison, page: Page): Lines {
  const { caveats, drifted } = comparison;
  return [
    page.wrap(`since the baseline: ${driftHeadline(comparison)}`, '  '),
    !drifted && caveats.map((caveat) => page.wrap(printable(caveat, 600), '    ')),
  ];
}

const firstChoices = ['report.html', 'report.json'];

function writtenLines(paths: readonly string[], page: Page): Lines {
  const first =
    firstChoices.map((name) => paths.find((path) => basename(path) === name)).find((path) => path) ?? paths[0];
  if (first === undefined) return [];
  const others = Map.groupBy(
    paths.filter((path) => path !== first),
    (path) => dirname(path) === dirname(first),
  );
  const nextToIt = others.get(true)?.map((path) => basename(path));
  return [
    `  written to ${printable(first, 400)}`,
    nextToIt && page.wrap(printable(`next to it ${nextToIt.join(', ')}`, 1000), '  '),
    others.get(false)?.map((path) => `  written to ${printable(path, 400)}`),
  ];
}

interface Column {
  readonly level: Level;
  readonly outcome: Outcome;
  readonly name: string;
  readonly width: number;
  readonly tone?: Tone;
}

const columns: readonly Column[] = [
  ...(['required', 'expected'] as const).flatMap((level): readonly Column[] => [
    { level, outcome: 'pass', name: 'pass', width: 5, tone: 'good' },
    // Expected failures alone do not count against the target.
    { level, outcome: 'fail', name: 'fail', width: 5, tone: level === 'expected' ? 'warning' : 'bad' },
    { level, outcome: 'inconclusive', name: 'inconclusive', width: 13, tone: 'warning' },
    { level, outcome: 'skipped', name: 'skipped', width: 8, tone: 'faint' },
  ]),
  { level: 'open', outcome: 'pass', name: 'observed', width: 9 },
];
const columnGroups = [...Map.groupBy(columns, ({ level }) => level)];

/** Counts of outcomes for each part: as a table if it fits, otherwise in words. */
function partTable(results: readonly RequirementResult[], page: Page): Lines {
  const rows = [...byPart(results), { title: 'all', within: results }].map(({ title, within }) => ({
    title,
    count: ({ level, outcome }: Column): number =>
      within.filter((result) => result.level === level && result.outcome === outcome).length,
  }));
  const titleWidth = Math.max(...rows.map(({ title }) => title.length));
  const needed = columns.reduce((sum, { width }) => sum + width, 2 + titleWidth + 2 * (columnGroups.length - 1));
  if (needed > page.width)
    return rows.map(({ title, count }) => [page.paint('strong', `  ${title}`), countsInWords(count, page)]);
  const line = (title: string, cells: (within: readonly Column[], level: Level) => string): string =>
    `  ${title.padEnd(titleWidth)}${columnGroups.map(([level, within]) => cells(within, level)).join('  ')}`;
  const cell = (count: number, { width, tone = 'faint' }: Column): string =>
    page.paint(count > 0 ? tone : 'faint', (count === 0 ? '·' : String(count)).padStart(width));
  const levelsLine = line('', (within, level) =>
    level === 'open' ? '   open' : `  ${level}`.padEnd(within.reduce((sum, { width }) => sum + width, 0)),
  );
  return [
    page.paint('strong', levelsLine),
    page.paint(
      'faint',
      line('part', (within) => within.map(({ name, width }) => name.padStart(width)).join('')),
    ),
    rows.map(({ title, count }) =>
      line(title, (within) => within.map((column) => cell(count(column), column)).join('')),
    ),
  ];
}

function countsInWords(count: (column: Column) => number, page: Page): Lines {
  return columnGroups.map(([level, within]) => {
    const shown = within.flatMap((column) => {
      const text = `${count(column)} ${column.name}`;
      if (count(column) === 0) return [];
      return column.tone === undefined ? text : page.paint(column.tone, text);
    });
    return shown.length > 0 && `    ${level.padEnd(8)}  ${shown.join(', ')}`;
  });
}

function entryLines(
  { kind, id, level, title, way, extent, seen, ids = [], news = [] }: ChangeEntry,
  page: Page,
): Lines {
  const head = lines([
    id !== undefined && page.paint(changeKinds[kind].tone, printable(id, 80)),
    level !== undefined && page.paint('faint', level),
    way && `${printable(way.before, 80)} → ${printable(way.after, 80)}`,
    extent,
    ids.length > 0 && page.paint('faint', String(ids.length)),
  ]);
  return [
    `  ${head.join('  ')}`,
    title !== undefined && page.wrap(printable(title, 600), '    '),
    ids.length > 0 && page.wrap(printable(ids.join(', '), 20_000), '    '),
    seen !== undefined &&
      page.wrap(printable(seen, 1200), '    → ').map((line, index) => (index === 0 ? line : line.replace('→', ' '))),
    news.map((one) => {
      const { tone, sign } = newsKinds[one.kind];
      return `    ${page.paint(tone, sign)} ${printable(one.text, 300)}`;
    }),
  ];
}

function changeLines(comparison: Comparison, page: Page): readonly string[] {
  const byKind = Map.groupBy(changeEntries(comparison), ({ kind }) => kind);
  const sections: readonly (readonly [title: string, content: Lines])[] = [
    ...[...byKind].map(
      ([kind, entries]) => [changeKinds[kind].title, entries.map((entry) => entryLines(entry, page))] as const,
    ),
    ['To keep in mind', comparison.caveats.map((caveat) => page.wrap(printable(caveat, 600), '  '))],
  ];
  return sections.flatMap(([title, content]) => {
    const within = lines(content);
    return within.length === 0 ? [] : ['', page.paint('strong', title), ...within];
  });
}

function comparedLine(name: string, { target, startedAt, headline }: ComparedRun, page: Page): string {
  const instant = printable(startedAt.slice(0, 16).replace('T', ' '), 40);
  return page.paint('faint', `  ${name}  ${instant}  ${whereIs(target)}: ${printable(headline)}`);
}

/** A comparison of two reports for people: the changes in one line, the two runs, then each change. */
export function renderDrift(comparison: Comparison, options: Pick<Destination, 'width' | 'colour'>): string {
  const page = createPage(options.width, options.colour);
  const text = [
    page.paint(driftTone(comparison), driftHeadline(comparison)),
    comparedLine('old', comparison.old, page),
    comparedLine('new', comparison.new, page),
    ...changeLines(comparison, page),
  ];
  return `${text.join('\n')}\n`;
}
