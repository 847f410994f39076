import type { Counterexample } from '../../../results/report.ts';
import type { ReportRow } from '../report-rows.ts';
import type { PageElement } from './dom.ts';
import type { Child, ElementMaker } from './element-maker.ts';
import type { EvidenceView } from './evidence-view.ts';
import type { inlineCode } from './inline-code.ts';

/** A row of the list, and its opening and closing. */
export interface RowView {
  readonly element: PageElement;
  readonly row: ReportRow;
  isOpen(): boolean;
  setOpen(open: boolean): void;
  focus(): void;
}

/** How a standing is told: by a sign and a word, and by colour as well. */
export type StandingSigns = Readonly<
  Record<string, { readonly sign: string; readonly word: string; readonly tone: string }>
>;

/**
 * Rows of requirements: their details are made when they are opened.
 *
 * Runs in the page: it refers to nothing outside itself.
 */
export function rowView(
  el: ElementMaker,
  signs: StandingSigns,
  evidenceOf: (row: ReportRow) => Counterexample | undefined,
  evidence: EvidenceView,
  { inlineCode: piecesOf }: { readonly inlineCode: typeof inlineCode },
): (row: ReportRow, index: number, anchor: string) => RowView {
  const sentence = (text: string): readonly Child[] =>
    piecesOf(text).map((piece) => (piece.code ? el('code', {}, piece.text) : piece.text));
  const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;
  const meta = ({ source, cases, level }: ReportRow, anchor: string): PageElement =>
    el(
      'p',
      { class: 'row-meta faint' },
      el('span', {}, `${level} · spec/documents/${source} · judged on ${count(cases, 'case', 'cases')}`),
      ' · ',
      el('a', { href: `#${encodeURIComponent(anchor)}` }, 'link to this'),
    );
  const details = (row: ReportRow, anchor: string): readonly Child[] => {
    const found = evidenceOf(row);
    const notes =
      row.notes.length === 0
        ? undefined
        : el(
            'ul',
            { class: 'notes' },
            row.notes.map((note) => el('li', {}, sentence(note))),
          );
    const remarks = (row.remarks ?? []).map((remark) => el('p', {}, remark));
    try {
      return [meta(row, anchor), notes, ...remarks, found === undefined ? undefined : evidence(found, row.id)];
    } catch (error) {
      // Nesting without end is evidence too, only not for eyes.
      return [
        meta(row, anchor),
        notes,
        el('p', { class: 'notice' }, `The evidence could not be laid out (${String(error)}); report.json has it.`),
      ];
    }
  };
  const summary = (row: ReportRow): Child => {
    const seen = (row.occurrences ?? 0) > 1 ? ` (seen ${row.occurrences} times)` : '';
    if (row.message !== undefined) return el('p', { class: 'row-message' }, `${row.message}${seen}`);
    if (row.observed !== undefined) return el('p', { class: 'row-message' }, row.observed);
    return undefined;
  };

  /** What is marked in a long body is scrolled to within it. */
  const showMarked = (detail: PageElement): void => {
    for (const box of detail.querySelectorAll('pre')) {
      const marked = box.querySelector('.marked');
      if (marked !== null && box.scrollTop === 0) box.scrollTop = marked.offsetTop - box.clientHeight / 3;
    }
  };

  return (row, index, anchor) => {
    const { sign, word, tone } = signs[row.standing] ?? { sign: '·', word: row.standing, tone: '' };
    const detail = el('div', { class: 'row-detail', id: `report-row-${index}` });
    detail.hidden = true;
    const button = el(
      'button',
      { type: 'button', class: 'row-button', 'aria-expanded': 'false', 'aria-controls': `report-row-${index}` },
      el('span', { class: `badge ${tone}` }, el('span', { 'aria-hidden': 'true' }, `${sign} `), word),
      ' ',
      el('code', { class: 'row-id' }, row.id),
      ' ',
      el('span', { class: 'row-title' }, sentence(row.title)),
    );
    const reason =
      row.detail === undefined && row.reason === undefined
        ? undefined
        : el('p', { class: 'row-reason faint' }, row.detail ?? row.reason?.replaceAll('-', ' '));
    const there = row.there === undefined ? undefined : el('p', { class: 'row-reason faint' }, `there: ${row.there}`);
    const element = el(
      'li',
      { class: `row ${tone}`, id: anchor },
      el('h4', {}, button),
      summary(row),
      there,
      reason,
      detail,
    );
    let made = false;
    const isOpen = (): boolean => !detail.hidden;
    const setOpen = (open: boolean): void => {
      if (open && !made) {
        made = true;
        detail.append(el('div', {}, ...details(row, anchor)));
      }
      detail.hidden = !open;
      if (open) showMarked(detail);
      button.setAttribute('aria-expanded', String(open));
    };
    button.addEventListener('click', () => setOpen(!isOpen()));
    return { element, row, isOpen, setOpen, focus: () => button.focus({ preventScroll: true }) };
  };
}
