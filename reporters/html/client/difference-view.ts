import type { align } from './align.ts';
import type { difference, Piece } from './difference.ts';
import type { PageElement } from './dom.ts';
import type { Child, ElementMaker } from './element-maker.ts';

/** What was asked for, and what was there; `actual` is absent when nothing was. */
export interface Compared {
  readonly expected: unknown;
  readonly actual?: unknown;
}

/** Makes the view of two values beside each other. */
export type DifferenceView = (compared: Compared) => PageElement;

/**
 * Expected and actual beside each other, with what differs marked.
 *
 * Runs in the page: it refers to nothing outside itself.
 */
export function differenceView(
  el: ElementMaker,
  parts: { readonly align: typeof align; readonly difference: typeof difference },
): DifferenceView {
  const mostRows = 400;
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
  const codePoints = (text: string): string =>
    Array.from(text)
      .map((character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`)
      .join(' ');
  /** Texts that look the same are told apart by their code points. */
  const lookAlike = ({ expected, actual }: Compared): string | undefined => {
    if (typeof expected !== 'string' || typeof actual !== 'string' || expected === actual) return undefined;
    if (expected.normalize('NFKC') !== actual.normalize('NFKC')) return undefined;
    const graphemes = (text: string) => text.match(/.\p{M}*/gsu) ?? [];
    const left = graphemes(expected);
    const right = graphemes(actual);
    const at = left.findIndex((grapheme, index) => grapheme !== right[index]);
    return `The texts look alike. Where they first differ, ${codePoints(left[at] ?? '')} was expected and ${codePoints(right[at] ?? '')} was there.`;
  };
  const heading = (sign: string, title: string): readonly Child[] => [
    el('span', { class: 'difference-sign', 'aria-hidden': 'true' }, `${sign} `),
    title,
  ];
  const row = (name: string, ...cells: readonly PageElement[]): PageElement =>
    el('div', { class: name, role: 'row' }, ...cells);

  return (compared) => {
    const expected = laidOut(compared.expected, undefined);
    const none = compared.actual === undefined;
    const actual = none ? '' : laidOut(compared.actual, compared.expected);
    const rows = none
      ? expected.split('\n').map((text) => ({ left: [{ text, changed: false }], right: undefined, same: false }))
      : parts.difference(expected, actual, parts);
    const note =
      lookAlike(compared) ??
      (!none && expected === actual ? 'The two read the same: what was seen is told above.' : undefined);
    return el(
      'div',
      { class: 'difference' },
      el(
        'div',
        { class: 'difference-table', role: 'table', 'aria-label': 'Expected and actual' },
        row(
          'difference-row difference-head',
          el('div', { role: 'columnheader', class: 'difference-cell' }, heading('−', 'Expected')),
          el('div', { role: 'columnheader', class: 'difference-cell' }, heading('+', 'Actual')),
        ),
        rows
          .slice(0, mostRows)
          .map(({ left, right, same }, index) =>
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
      rows.length > mostRows
        ? el('p', { class: 'body-note' }, `${rows.length - mostRows} more lines, which report.json has.`)
        : undefined,
      note === undefined ? undefined : el('p', { class: 'body-note' }, note),
    );
  };
}
