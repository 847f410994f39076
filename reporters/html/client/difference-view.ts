import type { align } from './align.ts';
import type { difference, DifferenceRow, Piece } from './difference.ts';
import type { Compared, lookAlike, nearestAllowed } from './inline-values.ts';
import type { PageElement } from './dom.ts';
import type { Child, ElementMaker } from './element-maker.ts';

/** Makes the view of two values beside each other. */
export type DifferenceView = (compared: Compared) => PageElement;

/**
 * Expected and actual beside each other, with what differs marked. Of several values that are allowed the nearest stands
 * beside the actual one, and the others below it.
 *
 * Runs in the page: it refers to nothing outside itself.
 */
export function differenceView(
  el: ElementMaker,
  parts: {
    readonly align: typeof align;
    readonly difference: typeof difference;
    readonly lookAlike: typeof lookAlike;
    readonly nearestAllowed: typeof nearestAllowed;
  },
): DifferenceView {
  const mostRows = 80;
  /** Rows that are the same and stay beside one that is not. */
  const around = 3;
  /** JSON in lines, members in the order of another value as far as they share them. */
  const laidOut = (value: unknown, like: unknown): string =>
    JSON.stringify(ordered(value, like), undefined, 2) ?? 'nothing';
  const ordered = (value: unknown, like: unknown): unknown => {
    if (typeof value !== 'object' || value === null || typeof like !== 'object' || like === null) return value;
    const model = new Map(Object.entries(like));
    if (Array.isArray(value)) return value.map((item: unknown, index) => ordered(item, model.get(String(index))));
    const own = new Map<string, unknown>(Object.entries(value));
    const names = [...new Set([...[...model.keys()].filter((name) => own.has(name)), ...own.keys()])];
    return Object.fromEntries(names.map((name) => [name, ordered(own.get(name), model.get(name))]));
  };
  /** Long stretches without a difference in them are cut in their middle, and what differs after its beginning. */
  const cut = ({ text, changed }: Piece): string => {
    const [head, tail] = changed ? [3000, 200] : [160, 160];
    if (text.length <= head + tail + 40) return text;
    return `${text.slice(0, head)} … ${text.length - head - tail} characters … ${text.slice(-tail)}`;
  };
  const cell = (pieces: readonly Piece[] | undefined, side: 'expected' | 'actual', same: boolean): PageElement => {
    const mark = { expected: '−', actual: '+' }[side];
    const classes = `difference-cell ${side}${same ? '' : ' differs'}${pieces === undefined ? ' none' : ''}`;
    return el(
      'div',
      { class: classes, role: 'cell' },
      el('span', { class: 'difference-sign', 'aria-hidden': 'true' }, same || pieces === undefined ? ' ' : mark),
      el(
        'code',
        {},
        pieces === undefined
          ? el('span', { class: 'hidden-visually' }, 'no such line')
          : pieces.map((piece) => (piece.changed && pieces.length > 1 ? el('mark', {}, cut(piece)) : cut(piece))),
      ),
    );
  };
  const heading = (sign: string, title: string): readonly Child[] => [
    el('span', { class: 'difference-sign', 'aria-hidden': 'true' }, `${sign} `),
    title,
  ];
  const row = (name: string, ...cells: readonly PageElement[]): PageElement =>
    el('div', { class: name, role: 'row' }, ...cells);

  return (compared) => {
    const allowed = parts.nearestAllowed(compared);
    const [wanted, ...others] = allowed?.values ?? [compared.expected];
    const expected = laidOut(wanted, undefined);
    const none = compared.actual === undefined;
    const actual = none ? '' : laidOut(compared.actual, wanted);
    const onTheLeft = (value: string): readonly DifferenceRow[] =>
      value.split('\n').map((text) => ({ left: [{ text, changed: false }], same: false }));
    const rows = [
      ...(none ? onTheLeft(expected) : parts.difference(expected, actual, parts)),
      ...others.flatMap((other) => onTheLeft(laidOut(other, undefined))),
    ];
    const told = parts.lookAlike(allowed === undefined ? compared.expected : allowed.nearest, compared.actual);
    const note =
      (told === undefined ? undefined : `What looks alike differs ${told}.`) ??
      (!none && expected === actual ? 'The two read the same: what was seen is told above.' : undefined);
    const near = new Set(
      rows.flatMap(({ same }, index) =>
        same ? [] : Array.from({ length: 2 * around + 1 }, (_, offset) => index - around + offset),
      ),
    );
    const shown = rows.flatMap((one, index) => (near.has(index) || rows.length <= mostRows ? [{ ...one, index }] : []));
    return el(
      'div',
      { class: 'difference' },
      el(
        'div',
        { class: 'difference-table', role: 'table', 'aria-label': 'Expected and actual' },
        row(
          'difference-row difference-head',
          el(
            'div',
            { role: 'columnheader', class: 'difference-cell' },
            heading('−', allowed === undefined ? 'Expected' : 'Expected: one of'),
          ),
          el('div', { role: 'columnheader', class: 'difference-cell' }, heading('+', 'Actual')),
        ),
        shown
          .slice(0, mostRows)
          .map(({ left, right, same, index }) =>
            row(
              same ? 'difference-row same' : 'difference-row',
              cell(left, 'expected', same),
              none && index === 0
                ? el(
                    'div',
                    { class: 'difference-cell actual differs', role: 'cell' },
                    el('span', { class: 'difference-sign', 'aria-hidden': 'true' }, '+'),
                    el('mark', {}, 'nothing'),
                  )
                : cell(right, 'actual', same),
            ),
          ),
      ),
      rows.length > Math.min(shown.length, mostRows)
        ? el(
            'p',
            { class: 'body-note' },
            `${rows.length - Math.min(shown.length, mostRows)} more lines, which report.json has.`,
          )
        : undefined,
      note === undefined ? undefined : el('p', { class: 'body-note' }, note),
    );
  };
}
