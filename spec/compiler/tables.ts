import { bareText, isTable, lineOf, proseText } from './markdown.ts';
import type { NoteMistake } from './mistake.ts';
import type { Section } from './sections.ts';

/** A column by its title, and whether its cells must hold something. */
export interface Column<Title extends string> {
  readonly title: Title;
  readonly needed: boolean;
}

/** A row of a table: its cells by column, without markup, and the notes with their code spans kept. */
export interface Row<Title extends string> {
  readonly line: number;
  readonly cells: Readonly<Record<Title, string>>;
  readonly prose: Readonly<Record<Title, string>>;
}

/** The rows of the one table of a section. Rows that lack a needed cell are noted and left out. */
export function readTable<Title extends string>(
  section: Section,
  columns: readonly Column<Title>[],
  note: NoteMistake,
): readonly Row<Title>[] {
  const header = `| ${columns.map(({ title }) => title).join(' | ')} |`;
  const [table, second] = section.nodes.filter(isTable);
  if (table === undefined) {
    note('missing-table', section.line, `"${section.heading}" has no table`, `add one with the columns ${header}`);
    return [];
  }
  if (second !== undefined) {
    note('stray-table', lineOf(second), `"${section.heading}" has a second table`, 'give it a heading of its own');
  }
  const [first, ...rest] = table.children;
  const titles = first?.children.map((cell) => bareText(cell.children)) ?? [];
  const missing = columns.filter(({ title }) => !titles.includes(title)).map(({ title }) => title);
  const known = new Set<string>(columns.map(({ title }) => title));
  const unknown = titles.filter((title, index) => !known.has(title) || titles.indexOf(title) !== index);
  if (missing.length > 0 || unknown.length > 0) {
    const faults = [
      ...missing.map((title) => `lacks the column "${title}"`),
      ...unknown.map((title) => `has the column "${title}"`),
    ];
    note('missing-column', lineOf(table), `the table ${faults.join(' and ')}`, `its columns are ${header}`);
    return [];
  }
  return rest.flatMap((tableRow): Row<Title>[] => {
    const line = lineOf(tableRow);
    const read = (render: typeof bareText) =>
      Object.fromEntries(
        columns.map(({ title }) => [title, render(tableRow.children[titles.indexOf(title)]?.children ?? []).trim()]),
      ) as Record<Title, string>;
    const cells = read(bareText);
    const empty = columns.filter(({ title, needed }) => needed && cells[title] === '');
    for (const { title } of empty) {
      note('empty-cell', line, `the cell under "${title}" is empty`, `fill it, or take the row out`);
    }
    return empty.length > 0 ? [] : [{ line, cells, prose: read(proseText) }];
  });
}
