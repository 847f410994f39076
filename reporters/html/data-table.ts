import { markup, type Insertable, type Markup } from './markup.ts';

/** What a table shows. */
export interface DataTable {
  readonly caption: string;
  /** True where what stands before the table says the same. */
  readonly captionHidden?: boolean;
  /** What each column is headed with; numbers stand at its right. */
  readonly columns: readonly (string | { readonly number: string })[];
  /** Cells by row, the first of which heads its row. */
  readonly rows: readonly (readonly Insertable[])[];
  /** A class of its own, for its style. */
  readonly look?: string;
  /** True: where the page is narrow, the cells of a row stand below each other, each with the name of its column. */
  readonly stacks?: boolean;
}

/** A table in a box that scrolls where the page is too narrow for it, by keyboard as well. */
export function dataTable({ caption, captionHidden, columns, rows, look, stacks = false }: DataTable): Markup {
  // A row that is laid out as blocks is no row to those who don't see it, unless it says so.
  const role = (name: string): Markup | false => stacks && markup` role="${name}"`;
  const nameOf = (index: number): string => {
    const column = columns[index] ?? '';
    return typeof column === 'object' ? column.number : column;
  };
  const classOf = (index: number): Markup | false => typeof columns[index] === 'object' && markup` class="number"`;
  const label = (index: number): Markup | false => stacks && markup` data-label="${nameOf(index)}"`;
  const head = columns.map(
    (_, index) => markup`<th scope="col"${role('columnheader')}${classOf(index)}>${nameOf(index)}</th>`,
  );
  const body = rows.map(
    ([first, ...others]) =>
      markup`<tr${role('row')}><th scope="row"${role('rowheader')}>${first}</th>${others.map((cell, index) => markup`<td${role('cell')}${classOf(index + 1)}${label(index + 1)}>${cell}</td>`)}</tr>\n`,
  );
  return markup`<div class="scroll" tabindex="0" role="group" aria-label="${caption}"><table class="data${stacks && ' stacks'}${look !== undefined && ` ${look}`}"${role('table')}><caption${captionHidden === true && markup` class="hidden-visually"`}>${caption}</caption><thead${role('rowgroup')}><tr${role('row')}>${head}</tr></thead>
<tbody${role('rowgroup')}>${body}</tbody></table></div>`;
}
