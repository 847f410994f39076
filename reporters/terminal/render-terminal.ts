import { basename, dirname } from 'node:path';
import { firstNames, lines, type Lines, plural, printable } from '../../results/printable.ts';
import type {
  AppliedWaiver,
  Comparison,
  Counterexample,
  Gate,
  Outcome,
  Reason,
  RecordedExchange,
  Report,
  RequirementResult,
} from '../../results/report.ts';
import { hadTime, seedOf, volumeOf } from '../../results/run-scope.ts';
import type { Level } from '../../spec/index.ts';
import { causesOf } from '../causes.ts';
import { driftHeadline } from '../changes.ts';
import {
  alsoLine,
  answerLine,
  evidenceFacts,
  leftOutLines,
  placeInRequest,
  requestLine,
  secondRun,
  tellingLines,
  timesOf,
} from '../evidence.ts';
import type { Destination } from '../index.ts';
import {
  byPart,
  nextSteps,
  outagesInWords,
  pinsInShort,
  seenThere,
  shownStandingOf,
  standings,
  undecidedPins,
  verdictLooks,
  waiverStates,
  type ShownStanding,
} from '../outcomes.ts';
import { byCause, headingOf, sectionTitles, undecidedIn, withLevel } from '../report-sections.ts';
import { renderChanges } from './render-comparison.ts';
import { createPage, type Page, type Tone } from './page.ts';

export type TerminalOptions = Pick<Destination, 'width' | 'colour' | 'written'>;

/**
 * The report of a run for people: the verdict, the requirements by part, each failure with its smallest evidence, what
 * stayed undecided and why, what was observed, and what to do next. All text of the target is made safe to show.
 */
export function renderTerminal(report: Report, options: TerminalOptions): string {
  const page = createPage(options.width, options.colour);
  const { target, gate, comparison } = report;
  const text = lines([
    headline(report, page),
    page.paint('faint', `${printable(target.name, 80)} at ${printable(target.baseUrl, 200)}`),
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
  const { run, requirements, gate, comparison, observations, suiteFaults } = report;
  const { under, alike } = causesOf(report);
  const standing = Map.groupBy(requirements, (result) => shownStandingOf(result, report));
  const failures = (name: ShownStanding, tone: Tone): readonly [string, Lines] => [
    headingOf(name),
    standing
      .get(name)
      ?.filter(({ id }) => !under.has(id))
      .map((result, index) => [index > 0 && '', failureLines(result, tone, page, alike.get(result.id))]),
  ];
  const accepted = (name: ShownStanding): readonly [string, Lines] => [
    headingOf(name),
    standing.get(name)?.map((result) => acceptedLines(result, report, page)),
  ];
  return [
    failures('failing', 'bad'),
    failures('failing-expected', 'bad'),
    failures('warning', 'warning'),
    failures('changed', 'bad'),
    ['Pinned open points that were not decided', undecidedPinLines(report, page)],
    accepted('known'),
    accepted('waived'),
    ['Waivers that accepted nothing', gate?.waivers.map((waiver) => idleWaiverLines(waiver, page))],
    [sectionTitles.baseline, gate?.baseline && baselineLines(gate.baseline, page)],
    [
      `Changed since the baseline: ${comparison && driftHeadline(comparison)}`,
      comparison?.drifted && renderChanges(comparison, page),
    ],
    [sectionTitles.accepts, acceptanceLines(report, page)],
    [sectionTitles.outages, outageLines(report, page)],
    [
      sectionTitles.lessTime,
      !hadTime(run) && run.plan?.sentences.map((sentence) => page.wrap(printable(sentence, 4000), '  ')),
    ],
    [standings.undecided.title, undecidedLines(report, page)],
    [
      sectionTitles.observations,
      observations.map(({ id, value, cases }) => {
        const seen = `${printable(value, 300)} (${plural(cases, 'case')})`;
        return `  ${printable(id, 80)}  ${page.paint('faint', seen)}`;
      }),
    ],
    [
      sectionTitles.suiteFaults,
      suiteFaults.map(({ id, message }) => page.wrap(`${printable(id, 80)}: ${printable(message, 600)}`, '  ')),
    ],
  ];
}

/** Nothing longer than this fits a shell's line editor; the report files have all of it. */
const limits = { value: 300, command: 6000 };
const earlierExchanges = 6;
const addressLimit = 300;
const refusalLimit = 200;
const alsoShown = 4;

function exchangeLines({ exchanges, pointer, unusual = [] }: Counterexample, page: Page): Lines {
  const last = exchanges.at(-1);
  if (last === undefined) return [];
  const { response, durationMs } = last;
  const before = exchanges.slice(0, -1);
  const shown = before.slice(-earlierExchanges);
  const hidden = before.length - shown.length;
  const refusal = pointer === '#status' ? response?.body.trim() : undefined;
  const faint = (content: Lines): Lines => lines(content).map((line) => page.paint('faint', `      ${line}`));
  // What a read shows comes from what was written before it.
  const written = exchanges.findLast((exchange) => exchange.request.body !== undefined);
  const body = ({ request: sent }: RecordedExchange): Lines =>
    sent === written?.request &&
    sent.body !== undefined &&
    faint(tellingLines(sent.body, [...unusual, ...lines(placeInRequest(pointer, sent.body))]));
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

/**
 * One failed requirement as a paragraph: what is demanded and where, the smallest exchange that shows it, how to see it
 * again.
 */
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

function acceptedLines(result: RequirementResult, report: Report, page: Page): Lines {
  const words = lines([result.detail, result.counterexample?.message]);
  const there = seenThere(result, report);
  return [
    page.wrap(printable(`${result.id}  ${words.length === 0 ? 'fails' : words.join(' → ')}`, 600), '  '),
    there !== undefined && page.wrap(printable(`there: ${there}`, 600), '    '),
  ];
}

function outageLines(report: Report, page: Page): Lines {
  const { listed, more } = outagesInWords(report);
  return [
    listed.map(({ when, underWay, curl }) => [
      page.wrap(printable(`${when}; ${underWay}`, 600), '  '),
      curl !== undefined && `    ${printable(curl, 2000)}`,
    ]),
    more > 0 && `  and ${more} more times`,
  ];
}

/** Of each subject a line; the report files have the refusals as well. */
function acceptanceLines({ accepts = [] }: Report, page: Page): Lines {
  return [...Map.groupBy(accepts, ({ about }) => about)].map(([about, within]) =>
    page.wrap(printable(`${about}: ${within.map(({ value }) => value).join('; ')}`, 1200), '  '),
  );
}

const reasonTitles = {
  blocked: 'the target refused, or did not answer, what they build on',
  'not-configured': 'the configuration lacks something they need',
  'not-reached': 'nothing was seen that decides them',
  'not-checked': 'this suite has no check for them yet',
  deselected: 'switched off',
  'other-shard': 'left to other shards',
} as const satisfies Readonly<Record<Exclude<Reason, 'waived'>, string>>;

/** What was not decided, or not in all of its parts, grouped by reason and then by what is to be done about it. */
function undecidedLines(report: Report, page: Page): Lines {
  const { inPart, undecided } = undecidedIn(report);
  const leftOut = report.requirements.filter(({ outcome, reason }) => outcome === 'skipped' && reason !== 'waived');
  const named = (results: readonly RequirementResult[], title: string): Lines =>
    results.length > 0 && [
      `  ${results.length} ${title}`,
      byCause(results).map(({ cause, within }) => [
        page.wrap(within.map((result) => withLevel(result)).join(', '), '    '),
        cause !== '' && page.wrap(printable(cause), '      ', 'faint'),
      ]),
    ];
  const byReason = Object.entries(reasonTitles).map(([name, title]) => {
    const results = [...undecided, ...leftOut].filter(({ reason = 'not-reached' }) => reason === name);
    // Naming each one that the user switched off would only repeat the command line.
    return name === 'deselected' || name === 'other-shard'
      ? byCause(results).map(({ cause, within }) =>
          page.wrap(`${within.length} ${printable(cause === '' ? title : cause)}`, '  ', 'faint'),
        )
      : named(results, `undecided: ${title}`);
  });
  return [named(inPart, 'passed only in part: the rest of it could not be judged'), byReason];
}

const mostUnseen = 8;

function undecidedPinLines(report: Report, page: Page): Lines {
  const { notLookedAt, undecided, inPart } = undecidedPins(report);
  const ids = notLookedAt.map(({ id }) => id);
  return [
    ...pinsInShort(ids, report.run.profile),
    ...undecided.map(({ id, detail = '' }) => `${id}  ${detail}`),
    ...inPart.map(
      ({ id, pin }) => `${id}  holds, as far as it was seen; not seen: ${firstNames(pin.unseen ?? [], mostUnseen)}`,
    ),
  ].map((line) => page.wrap(printable(line, 1200), '  '));
}

function idleWaiverLines({ id, reason, until, state }: AppliedWaiver, page: Page): Lines {
  const { tone, words } = waiverStates[state];
  return (
    state !== 'accepting' && [
      `  ${printable(id, 80)}  ${page.paint(tone, words)}`,
      page.wrap(printable(`until ${until}: ${reason}`, 600), '    ', 'faint'),
    ]
  );
}

function baselineLines(baseline: NonNullable<Gate['baseline']>, page: Page): Lines {
  const groups = (['new', 'known', 'fixed'] as const).map((name) => ({ name, ids: baseline[name] }));
  if (groups.every(({ ids }) => ids.length === 0)) return [];
  return groups.map(({ name, ids }) => {
    const wrapped = page.wrap(ids.length === 0 ? 'none' : printable(ids.join(', '), 4000), '          ');
    return `  ${name.padEnd(6)}  ${wrapped.join('\n').trimStart()}`;
  });
}

/** What a gate makes of the run, one line each; nothing where neither waivers nor a baseline have a say in it. */
function gateLines({ passed, problems, waivers, baseline }: Gate, page: Page): Lines {
  if (waivers.length === 0 && baseline === undefined) return [];
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
    // Expected failures alone do not speak against the target.
    { level, outcome: 'fail', name: 'fail', width: 5, tone: level === 'expected' ? 'warning' : 'bad' },
    { level, outcome: 'inconclusive', name: 'inconclusive', width: 13, tone: 'warning' },
    { level, outcome: 'skipped', name: 'skipped', width: 8, tone: 'faint' },
  ]),
  { level: 'open', outcome: 'pass', name: 'observed', width: 9 },
];
const columnGroups = [...Map.groupBy(columns, ({ level }) => level)];

/** How many requirements of each part came out how: as a table where there is room for one, otherwise in words. */
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
