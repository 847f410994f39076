import { parts, requirementOf, type Level } from '../../spec/index.ts';
import type { Outcome, RequirementResult } from '../../results/report.ts';
import type { Page, Tone } from './page.ts';

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
  const cell = (count: number, level: Level, outcome: Outcome) => {
    const text = (count === 0 ? '·' : String(count)).padStart(columns[outcome]);
    return page.paint(count === 0 ? 'faint' : toneOf(level, outcome), text);
  };
  const names = outcomes.map((outcome) => outcome.padStart(columns[outcome])).join('');
  const groups = levels.map((level) => ` ${level}`.padEnd(groupWidth + 2)).join('');
  return [
    page.paint('strong', `  ${' '.repeat(titleWidth)} ${groups}  open`.trimEnd()),
    page.paint(
      'faint',
      `  ${'part'.padEnd(titleWidth)}${levels.map(() => `${names}  `).join('')}${'observed'.padStart(openWidth)}`,
    ),
    ...rows.map((row) => {
      const counts = levels.map((level) =>
        outcomes.map((outcome) => cell(row.count(level, outcome), level, outcome)).join(''),
      );
      const open = row.count('open', 'pass');
      const seen = page.paint('faint', (open === 0 ? '·' : String(open)).padStart(openWidth));
      return `  ${row.title.padEnd(titleWidth)}${counts.map((text) => `${text}  `).join('')}${seen}`;
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

/** The requirements by part of the interface, counted by level and outcome: one table, or a list on a narrow terminal. */
export function renderPartTable(results: readonly RequirementResult[], page: Page): readonly string[] {
  const rows = rowsOf(results);
  const titleWidth = Math.max(...rows.map(({ title }) => title.length));
  const needed = 2 + titleWidth + levels.length * (groupWidth + 2) + openWidth;
  return needed <= page.width ? wideTable(rows, titleWidth, page) : narrowTable(rows, page);
}
