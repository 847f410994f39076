import { markup } from './markup.ts';
import type { Insertable, Markup } from './markup.ts';

/** What a table shows. */
export interface DataTable {
  readonly caption: string;
  /** True where what stands before the table says the same. */
  readonly captionHidden?: boolean;
  /** What each column is headed with; numbers stand at its right. */
  readonly columns: readonly (string | { readonly number: string })[];
  /** Cells by row, the first of which heads its row. */
  readonly rows: readonly (readonly Insertable[])[];
}

/** A table in a box that scrolls where the page is too narrow for it, by keyboard as well. */
export function dataTable({ caption, captionHidden = false, columns, rows }: DataTable): Markup {
  const classOf = (index: number): Markup | false => typeof columns[index] === 'object' && markup` class="number"`;
  const head = columns.map(
    (column, index) =>
      markup`<th scope="col"${classOf(index)}>${typeof column === 'object' ? column.number : column}</th>`,
  );
  const body = rows.map(
    ([first, ...others]) =>
      markup`<tr><th scope="row">${first}</th>${others.map((cell, index) => markup`<td${classOf(index + 1)}>${cell}</td>`)}</tr>\n`,
  );
  return markup`<div class="scroll" tabindex="0" role="group" aria-label="${caption}"><table class="data"><caption${captionHidden && markup` class="hidden-visually"`}>${caption}</caption><thead><tr>${head}</tr></thead>
<tbody>${body}</tbody></table></div>`;
}
