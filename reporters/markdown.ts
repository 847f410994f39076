import { lines, type Lines, printable } from '../results/printable.ts';
import type { Comparison, Report, RequirementResult } from '../results/report.ts';
import { seedOf, volumeOf } from '../results/run-scope.ts';
import { causesOf } from './causes.ts';
import { changeEntries, driftHeadline, newsKinds, type ChangeEntry } from './changes.ts';
import { exchangeLines, factLines, messageOf, secondRun, shownExchanges } from './evidence.ts';
import { byStanding, gatePasses, isGateAsked, type Standing } from './outcomes.ts';
import { headingOf, sectionsBeside, type Item } from './report-sections.ts';

/** Bytes: GitHub rejects summaries above 1 MiB as a whole, and other commands of the step may add to them. */
const largestSummary = 900_000;

/** The report as GitHub-flavoured Markdown; text from a target is shown literally, with its markup escaped. */
export function renderMarkdown(report: Report, limit = largestSummary): string {
  return fitted(head(report), sectionsOf(report), limit);
}

/** The first thing seen: red fails the run, and a nonconformant target that passes the gate is not green. */
function markOf(report: Report): string {
  const { verdict } = report.summary;
  if (verdict === 'no-verdict') return '⚠️';
  if (!gatePasses(report)) return '❌';
  return verdict === 'conformant' ? '✅' : '🟡';
}

function head(report: Report): readonly string[] {
  const { summary, target, run, suite, spec, gate } = report;
  const { count, unit } = volumeOf(report);
  const seed = seedOf(report);
  const facts = lines([
    `${prose(target.name, 200)}${target.baseUrl === '' ? '' : ` at ${code(target.baseUrl)}`}: ${count} ${unit} in ${(run.durationMs / 1000).toFixed(1)} s`,
    seed !== undefined && `seed ${seed}`,
    run.today !== undefined && `today ${run.today}`,
    `profile ${code(run.profile)}`,
    `document ${code(spec.revision)}`,
    `suite ${code(suite.version)}`,
    `started ${code(run.startedAt)}`,
  ]);
  const { passed, failed, inconclusive, skipped } = summary;
  return lines([
    `## ${markOf(report)} ${prose(summary.headline)}`,
    '',
    facts.join(', '),
    '',
    run.interrupted && ['**The run was stopped before its end.**', ''],
    gate &&
      isGateAsked(gate) && [
        `**Gate: ${gatePasses(report) ? 'passes' : 'fails'}.**`,
        '',
        ...(gate.problems.length > 0 ? [...gate.problems.map((problem) => `- ${prose(problem)}`), ''] : []),
      ],
    '| level | passed | failed | inconclusive | skipped |',
    '| :-- | --: | --: | --: | --: |',
    (['required', 'expected', 'open'] as const).map(
      (level) => `| ${level} | ${[passed, failed, inconclusive, skipped].map((counts) => counts[level]).join(' | ')} |`,
    ),
    '',
  ]);
}

function sectionsOf(report: Report): readonly Section[] {
  const { comparison } = report;
  const standing = byStanding(report);
  const { under, alike } = causesOf(report);
  const failures = (name: Standing): readonly Lines[] =>
    (standing.get(name) ?? [])
      .filter(({ id }) => !under.has(id))
      .map((result) => failureBlock(result, alike.get(result.id)));
  return [
    { title: 'Failures', items: failures('failing') },
    {
      title: `Changes: ${comparison && driftHeadline(comparison)}`,
      items: comparison === undefined ? [] : changeItems(comparison),
    },
    { title: headingOf('warning'), items: failures('warning') },
    ...Object.values(sectionsBeside(report)).map(({ title, items }) => ({
      title,
      items: items.map((item) => itemLines(item)),
    })),
  ];
}

function itemLines({ about, text, command, below = [] }: Item, indent = ''): Lines {
  const words = lines([about !== undefined && code(about), text !== undefined && prose(text, 4000)]);
  return [
    `${indent}- ${words.join(': ')}${command === undefined ? '' : `: ${code(command, 2000)}`}`,
    below.map((item) => itemLines(item, `${indent}  `)),
  ];
}

function failureBlock(result: RequirementResult, alike: string | undefined): Lines {
  const { id, level, title, source, counterexample } = result;
  const { shown, hidden } = shownExchanges(counterexample?.exchanges ?? []);
  const again = counterexample && secondRun(counterexample);
  return [
    '<details>',
    `<summary>${html(id)} (${level}): ${html(messageOf(result, 300), 400)}</summary>`,
    '',
    `${prose(title)} (${prose(`spec/documents/${source}`, 200)})`,
    '',
    prose(messageOf(result)),
    '',
    alike !== undefined && [prose(alike), ''],
    again !== undefined && [prose(again), ''],
    counterexample && [codeBlock(factLines(counterexample)), ''],
    hidden > 0 && [`${hidden} earlier exchanges are in the JSON report.`, ''],
    shown.map((exchange) => [codeBlock(exchangeLines(exchange)), '']),
    '</details>',
    '',
  ];
}

function changeItem({ kind, id, level, title, way, extent, seen, ids, news = [] }: ChangeEntry): Lines {
  const facts = lines([
    id !== undefined && `${code(id)}${level === undefined ? '' : ` (${level})`}`,
    way && `${prose(way.before, 200)} → ${prose(way.after, 200)}`,
    // Those who look after a requirement know its title.
    kind === 'observation' && title !== undefined && prose(title, 400),
    extent,
    ids?.map((one) => code(one)).join(', '),
  ]);
  return [
    `- **${kind}** ${facts.join(': ')}`,
    seen !== undefined && `  ${code(seen)}`,
    news.map((one) => `  - ${newsKinds[one.kind].words} ${code(one.text)}`),
  ];
}

/** The changes from one report to another, followed by the caveats of the comparison. */
function changeItems(comparison: Comparison): readonly Lines[] {
  const { old, caveats } = comparison;
  return [
    [
      `Compared with the run of ${code(old.startedAt)} against ${prose(old.target.name, 200)}: ${prose(old.headline)}`,
      '',
    ],
    ...changeEntries(comparison).map(changeItem),
    ...caveats.map((caveat) => `- to keep in mind: ${prose(caveat)}`),
  ];
}

/** The most bytes that GitHub accepts in a summary. */
const mostBytes = 1024 * 1024;

/** A comparison as Markdown: the changes in one line, then each change. */
export function renderDriftMarkdown(comparison: Comparison): string {
  const { headline, startedAt, target } = comparison.new;
  const head = [
    `## ${prose(driftHeadline(comparison))}`,
    '',
    `${prose(target.name, 200)}, run of ${prose(startedAt, 40)}: ${prose(headline)}`,
    '',
  ];
  return fitted(head, [{ title: 'What has changed', items: changeItems(comparison) }], mostBytes);
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}

/** A text from a target as inline code, in which GitHub finds no markup, mentions, links, emoji or formulas. */
export function code(text: string, limit = 300): string {
  const line = printable(text, limit);
  const fence = '`'.repeat(longestRun(line) + 1);
  // Markdown strips one space at each end: it keeps backticks there apart from the fence, and preserves spaces.
  const space = /^`|`$|^ .*\S.* $/.test(line) ? ' ' : '';
  return `${fence}${space}${line === '' ? ' ' : line}${space}${fence}`;
}

/** What GitHub interprets anywhere in text: mentions, addresses, issues, commits, emoji, formulas. */
const busy = /@|:\/\/|www\.|#\d|GH-\d|\$|:[\w+-]+:|\b[0-9a-f]{7,40}\b/i;

const markup = /[\\`*_[\]<>~|&#]/g;
const opening = /^(\s*\d*)([-+=.)])/;

const proseWord = (word: string): string =>
  busy.test(word) ? code(word, word.length) : word.replace(markup, String.raw`\$&`);

/** Text from any source as one line of Markdown without markup, except that code in backticks stays code. */
export function prose(text: string, limit = 2000): string {
  return printable(text, limit)
    .split(/(`[^`]+`)/)
    .map((part, index) => (index % 2 === 1 ? code(part.slice(1, -1), part.length) : part.replaceAll(/\S+/g, proseWord)))
    .join('')
    .replace(opening, String.raw`$1\$2`);
}

/** Lines that are already safe, as a code block; nothing in them can end it. */
export function codeBlock(lines: readonly string[]): readonly string[] {
  const fence = '`'.repeat(Math.max(3, longestRun(lines.join('\n')) + 1));
  return [`${fence}text`, ...lines, fence];
}

/** HTML that shows a text literally, for the summary of a fold, where Markdown has no effect. */
function html(text: string, limit = 300): string {
  const entities = (part: string): string =>
    part.replace(/[^\w\s.,;/-]/gu, (character) => `&#${character.codePointAt(0)};`);
  return `<code>${entities(printable(text, limit))}</code>`;
}

/** A part of a page; it is omitted if it has no items. */
interface Section {
  readonly title: string;
  readonly items: readonly Lines[];
}

const bytesOf = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);

const reserve = 200;

/** A page of at most so many bytes: a section that does not fit counts the rest, later ones get the remaining room. */
function fitted(head: readonly string[], sections: readonly Section[], limit: number): string {
  const page = [...head];
  const filled = sections.filter(({ items }) => items.length > 0);
  let room = limit - bytesOf(head) - filled.reduce((sum, { title }) => sum + Buffer.byteLength(title) + reserve, 0);
  for (const { title, items } of filled) {
    page.push(`### ${title}`, '');
    let shown = 0;
    for (const item of items.map(lines)) {
      const size = bytesOf(item);
      if (size > room) break;
      room -= size;
      shown += 1;
      page.push(...item);
    }
    const left = items.length - shown;
    if (page.at(-1) !== '') page.push('');
    if (left > 0)
      page.push(`${left} of ${items.length} are left out here to save space: the JSON report has them.`, '');
  }
  return `${page.join('\n').trimEnd()}\n`;
}
