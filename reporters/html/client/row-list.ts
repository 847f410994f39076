import type { ReportRow } from '../report-rows.ts';
import type { PageElement, PageWindow } from './dom.ts';
import type { ElementMaker } from './element-maker.ts';
import type { RowView } from './row-view.ts';

/** Rows that stand together. */
export interface RowGroup {
  readonly title: string;
  readonly about: string;
  readonly rows: readonly ReportRow[];
}

/** The list of rows, of which only as many are made as were looked at. */
export interface RowList {
  show(groups: readonly RowGroup[]): void;
  /** The view of a row, with all rows before it made; nothing when it is not in the list, or far down in it. */
  reach(row: ReportRow): RowView | undefined;
  /** Views of the rows in the list, up to a number of them. */
  first(count: number, wanted?: (row: ReportRow) => boolean): readonly RowView[];
}

/**
 * A list that grows as it is scrolled, or by a button.
 *
 * Runs in the page: it refers to nothing outside itself.
 */
export function rowList(
  window: PageWindow,
  el: ElementMaker,
  holder: PageElement,
  viewOf: (row: ReportRow) => RowView,
): RowList {
  const chunk = 60;
  const farAway = 500;
  let groups: readonly RowGroup[] = [];
  let rows: readonly ReportRow[] = [];
  let made = 0;
  let group = -1;
  let inGroup = 0;
  let list: PageElement | undefined;
  const views = new Map<ReportRow, RowView>();
  const more = el('button', { type: 'button', class: 'button more' }, 'Show more');
  const view = (row: ReportRow): RowView => {
    const known = views.get(row) ?? viewOf(row);
    views.set(row, known);
    return known;
  };

  const grow = (until: (row: ReportRow) => boolean): RowView | undefined => {
    while (made < rows.length) {
      const current = groups[group];
      if (current === undefined || inGroup >= current.rows.length) {
        group += 1;
        inGroup = 0;
        const next = groups[group];
        if (next === undefined || next.rows.length === 0) continue;
        list = el('ol', { class: 'plain rows' });
        holder.append(
          el(
            'section',
            { class: 'row-group' },
            el('h3', {}, next.title, ' ', el('span', { class: 'faint' }, String(next.rows.length))),
            el('p', { class: 'lead' }, next.about),
            list,
          ),
        );
        continue;
      }
      const row = current.rows[inGroup];
      inGroup += 1;
      made += 1;
      if (row === undefined) continue;
      const one = view(row);
      list?.append(one.element);
      if (until(row)) return one;
    }
    return undefined;
  };
  const growBy = (count: number): void => {
    const end = made + count;
    grow(() => made >= end);
    more.hidden = made >= rows.length;
    more.textContent = `Show more (${rows.length - made} are left)`;
  };

  more.addEventListener('click', () => {
    const from = made;
    growBy(chunk);
    // The button moves away, and what it brought begins where it was.
    const brought = rows[from];
    if (brought !== undefined && made > from) view(brought).focus();
  });
  holder.parentElement?.append(more);
  const watcher = new window.IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting) && made < rows.length) growBy(chunk);
    },
    { rootMargin: '600px' },
  );
  watcher.observe(more);

  return {
    show: (next) => {
      groups = next;
      rows = next.flatMap((one) => one.rows);
      made = 0;
      group = -1;
      inGroup = 0;
      list = undefined;
      holder.replaceChildren();
      growBy(chunk);
    },
    reach: (row) => {
      const index = rows.indexOf(row);
      if (index < 0 || index > made + farAway) return undefined;
      const wanted = view(row);
      if (!holder.contains(wanted.element)) grow((one) => one === row);
      growBy(0);
      return wanted;
    },
    first: (count, wanted = () => true) => {
      const chosen = rows.filter(wanted).slice(0, count);
      const last = chosen.at(-1);
      if (last !== undefined && !holder.contains(view(last).element)) grow((one) => one === last);
      growBy(0);
      return chosen.map(view);
    },
  };
}
