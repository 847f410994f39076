import type { Counterexample } from '../../../results/report.ts';
import type { ReportPart, ReportRow } from '../report-rows.ts';
import type { ClientParts } from '../script.ts';
import type { PageElement, PageWindow } from './dom.ts';
import type { Filters } from './filters.ts';
import type { RowGroup } from './row-list.ts';
import type { StandingSigns } from './row-view.ts';

/** What the page of a report holds for its script. */
export interface ReportPageData {
  readonly rows: readonly ReportRow[];
  readonly parts: readonly ReportPart[];
  readonly signs: StandingSigns;
  /** Standings in the order they are shown, with a heading and a sentence. */
  readonly groups: readonly { readonly standing: string; readonly title: string; readonly about: string }[];
}

/**
 * Brings the requirements of a report to life: list, filters, search, anchors and printing.
 *
 * Runs in the page: it refers to nothing outside itself but what it is given.
 */
export function reportPage(window: PageWindow, parts: ClientParts): void {
  const { document, location, history } = window;
  const required = (id: string): PageElement => {
    const found = document.getElementById(id);
    if (found === null) throw new Error(`the page lacks #${id}`);
    return found;
  };
  const printedMost = 50;
  const data = JSON.parse(required('report-data').textContent) as ReportPageData;
  let lines: readonly string[] | undefined;
  const evidenceOf = ({ evidence }: ReportRow): Counterexample | undefined => {
    if (evidence === undefined) return undefined;
    lines ??= required('report-evidence').textContent.split('\n');
    return JSON.parse(lines[evidence] ?? 'null') as Counterexample;
  };

  const el = parts.elementMaker(document, parts.visible);
  const counted = required('report-status');
  const told = required('report-told');
  const tell = (message: string): void => {
    told.textContent = parts.visible(message);
  };
  const exchange = parts.exchangeView(el, parts.bodyView(el, parts));
  const evidence = parts.evidenceView(
    el,
    exchange,
    parts.differenceView(el, parts),
    parts.copyButton(window, el, tell),
  );
  const makeRow = parts.rowView(el, data.signs, evidenceOf, evidence, parts);

  const rowsById = new Map<string, ReportRow>();
  const places = new Map<ReportRow, { index: number; anchor: string }>();
  for (const [index, row] of data.rows.entries()) {
    // An address holds no half of a surrogate pair.
    const id = row.id.toWellFormed();
    const taken = rowsById.has(id) || document.getElementById(id) !== null;
    const anchor = taken ? `${id}~${index}` : id;
    rowsById.set(anchor, row);
    places.set(row, { index, anchor });
  }
  const list = parts.rowList(window, el, required('report-list'), (row) => {
    const { index, anchor } = places.get(row) ?? { index: -1, anchor: row.id };
    return makeRow(row, index, anchor);
  });

  const rules = parts.filterRules(data.signs);
  const fields = {
    q: required('filter-q'),
    level: required('filter-level'),
    outcome: required('filter-outcome'),
    part: required('filter-part'),
    order: required('filter-order'),
  };
  let filters: Filters = rules.none;
  const grouped = (rows: readonly ReportRow[]): readonly RowGroup[] => {
    if (filters.order === 'part') {
      const byPart = Map.groupBy(rows, ({ part }) => part);
      return data.parts.flatMap(({ name, title }) => {
        const within = byPart.get(name);
        return within === undefined ? [] : [{ title, about: '', rows: within }];
      });
    }
    const byStanding = Map.groupBy(rows, ({ standing }) => standing as string);
    return data.groups.flatMap(({ standing, title, about }) => {
      const within = byStanding.get(standing);
      return within === undefined ? [] : [{ title, about, rows: within }];
    });
  };
  const apply = (next: Filters): void => {
    filters = next;
    for (const [name, field] of Object.entries(fields)) {
      const value = next[name as keyof Filters];
      if (field.value !== value) field.value = value;
    }
    const rows = rules.select(data.rows, next);
    list.show(grouped(rows));
    counted.textContent =
      rows.length === data.rows.length
        ? `All ${rows.length} requirements`
        : `${rows.length} of ${data.rows.length} requirements`;
    tell('');
    required('report-none').hidden = rows.length > 0;
  };
  const address = (hash: string): void => {
    try {
      history.replaceState(null, '', `#${hash}`);
    } catch {
      // The filters hold without standing in the address as well.
    }
  };

  const goTo = (anchor: string): boolean => {
    const row = rowsById.get(anchor);
    if (row === undefined) return false;
    if (list.reach(row) === undefined) apply(rules.none);
    // Of very many, the one alone is told sooner than all that stand before it.
    if (list.reach(row) === undefined) apply({ ...rules.none, q: row.id });
    const view = list.reach(row);
    view?.setOpen(true);
    view?.element.scrollIntoView({ block: 'start' });
    view?.focus();
    return true;
  };
  const named = (): string => {
    try {
      return decodeURIComponent(location.hash.replace(/^#/, ''));
    } catch {
      // Not an address of this page.
      return '';
    }
  };
  /** Goes where the address points at; false where that is left to the browser. */
  const follow = (): boolean => {
    const asked = rules.parse(location.hash);
    if (asked !== undefined) {
      apply(asked);
      // The next step of the keyboard goes on from here.
      required('report-requirements').focus({ preventScroll: true });
      required('requirements').scrollIntoView({ block: 'start' });
      return true;
    }
    const name = named();
    if (goTo(name)) return true;
    if (rules.format(filters) === '') return false;
    apply(rules.none);
    document.getElementById(name)?.scrollIntoView({ block: 'start' });
    return false;
  };

  let timer: number | undefined;
  const changed = (): void => {
    const asked: Filters = {
      q: fields.q.value,
      level: fields.level.value,
      outcome: fields.outcome.value,
      part: fields.part.value,
      order: fields.order.value,
    };
    address(rules.format(asked));
    apply(asked);
  };
  for (const name of ['level', 'outcome', 'part', 'order'] as const) fields[name].addEventListener('change', changed);
  fields.q.addEventListener('input', () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(changed, 120);
  });
  required('report-filters').addEventListener('submit', (event) => {
    event.preventDefault();
    window.clearTimeout(timer);
    changed();
  });
  required('filter-clear').addEventListener('click', () => {
    address('');
    apply(rules.none);
    fields.q.focus();
  });
  const setOpen = (open: boolean) => (): void => {
    const wanted = (row: ReportRow): boolean => row.evidence !== undefined;
    const views = list.first(printedMost, wanted);
    for (const view of views) view.setOpen(open);
    tell(
      views.length === 0
        ? 'None of the requirements shown has evidence'
        : `${open ? 'Opened' : 'Closed'} ${views.length}`,
    );
  };
  required('report-open').addEventListener('click', setOpen(true));
  required('report-close').addEventListener('click', setOpen(false));

  let opened: readonly { setOpen(open: boolean): void }[] = [];
  window.addEventListener('beforeprint', () => {
    const rows = rules.select(data.rows, filters);
    const failures = rows.filter((row) => row.evidence !== undefined).length;
    const shown = list.first(printedMost, (row) => row.evidence !== undefined);
    list.first(500);
    opened = shown.filter((view) => !view.isOpen());
    for (const view of opened) view.setOpen(true);
    const left = failures - shown.length;
    required('report-printed').textContent =
      left > 0 ? `Printed with the evidence of the first ${shown.length} failures; ${left} more are in the file.` : '';
  });
  window.addEventListener('afterprint', () => {
    for (const view of opened) view.setOpen(false);
    opened = [];
  });
  window.addEventListener('hashchange', follow);
  document.addEventListener('click', (event) => {
    const link = event.target.closest('a[href^="#"]');
    if (link === null || event.ctrlKey || event.metaKey || event.shiftKey || link.hash !== location.hash) return;
    // The address stays as it is, and no change of it is told.
    if (follow()) event.preventDefault();
  });

  required('report-filters').hidden = false;
  apply(rules.none);
  follow();
}
