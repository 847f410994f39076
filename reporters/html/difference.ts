import { diffArrays } from 'diff';
import type { Compared } from '../compared-lists.ts';
import { differsLine, graphemes, nearestAllowed } from '../evidence.ts';
import { markup, type Insertable, type Markup } from './elements.ts';

interface Piece {
  readonly text: string;
  readonly changed: boolean;
}

interface DifferenceRow {
  readonly expected?: readonly Piece[] | undefined;
  readonly actual?: readonly Piece[] | undefined;
  readonly same: boolean;
}

const withoutComma = (line: string): string => line.replace(/,$/, '');
/** The comma at the end of a JSON line depends on what follows, so it is not a difference. */
const comparator = (one: string, other: string): boolean => withoutComma(one) === withoutComma(other);

/** Splits the lines of two texts into stretches that are equal in both and stretches that differ. */
function stretchesOf(left: string[], right: string[]) {
  const changes = diffArrays(left, right, { comparator, maxEditLength: 1500 });
  if (changes === undefined) return [{ left, right, same: false }];
  const rest = { left: [...left], right: [...right] };
  const stretches: { readonly left: string[]; readonly right: string[]; readonly same: boolean }[] = [];
  for (const { added, removed, count } of changes) {
    const stretch = {
      left: added ? [] : rest.left.splice(0, count),
      right: removed ? [] : rest.right.splice(0, count),
      same: !added && !removed,
    };
    const last = stretches.at(-1);
    if (last === undefined || last.same || stretch.same) {
      stretches.push(stretch);
    } else {
      last.left.push(...stretch.left);
      last.right.push(...stretch.right);
    }
  }
  return stretches;
}

/** How many letters two lines share at each end; none if they share less than half of the longer line. */
function sharedEnds(one: readonly string[], other: readonly string[]): readonly [start: number, end: number] {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return (start + end) * 2 < Math.max(one.length, other.length) ? [0, 0] : [start, end];
}

function changedLine(one: string, other: string): DifferenceRow {
  const [left, right] = [graphemes(withoutComma(one)), graphemes(withoutComma(other))];
  const [start, end] = sharedEnds(left, right);
  const piecesOf = (letters: readonly string[], line: string): readonly Piece[] => {
    const to = letters.length - end;
    const after = `${letters.slice(to).join('')}${line.endsWith(',') ? ',' : ''}`;
    const pieces = [
      { text: letters.slice(0, start).join(''), changed: false },
      { text: letters.slice(start, to).join(''), changed: true },
      { text: after, changed: false },
    ];
    return pieces.filter(({ text }) => text !== '');
  };
  return { expected: piecesOf(left, one), actual: piecesOf(right, other), same: false };
}

const whole = (text: string | undefined, changed: boolean): readonly Piece[] | undefined =>
  text === undefined ? undefined : [{ text, changed }];

function rowsOf(expected: string, actual: string): readonly DifferenceRow[] {
  return stretchesOf(expected.split('\n'), actual.split('\n')).flatMap(({ left, right, same }) =>
    Array.from({ length: Math.max(left.length, right.length) }, (_, index) => {
      const [one, other] = [left[index], right[index]];
      if (!same && one !== undefined && other !== undefined) return changedLine(one, other);
      return { expected: whole(one, !same), actual: whole(other, !same), same };
    }),
  );
}

function ordered(value: unknown, like: unknown): unknown {
  if (typeof value !== 'object' || value === null || typeof like !== 'object' || like === null) return value;
  const model = new Map<string, unknown>(Object.entries(like));
  if (Array.isArray(value)) return value.map((item: unknown, index) => ordered(item, model.get(String(index))));
  const own = new Map<string, unknown>(Object.entries(value));
  const names = new Set([...[...model.keys()].filter((name) => own.has(name)), ...own.keys()]);
  return Object.fromEntries([...names].map((name) => [name, ordered(own.get(name), model.get(name))]));
}

const jsonOf = (value: unknown): string => JSON.stringify(value, undefined, 2) ?? 'nothing';

function cut({ text, changed }: Piece): string {
  const [head, tail] = changed ? [3000, 200] : [160, 160];
  if (text.length <= head + tail + 40) return text;
  return `${text.slice(0, head)} … ${text.length - head - tail} characters … ${text.slice(-tail)}`;
}

function cell(side: 'expected' | 'actual', pieces: readonly Piece[] | undefined, same: boolean): Markup {
  const sign = same || pieces === undefined ? ' ' : { expected: '−', actual: '+' }[side];
  const content =
    pieces === undefined
      ? markup`<span class="hidden-visually">no such line</span>`
      : pieces.map((piece) => (piece.changed && pieces.length > 1 ? markup`<mark>${cut(piece)}</mark>` : cut(piece)));
  return markup`<div class="difference-cell ${side}${!same && ' differs'}${pieces === undefined && ' none'}" role="cell"><span class="difference-sign" aria-hidden="true">${sign}</span><code>${content}</code></div>`;
}

const mostRows = 80;
const around = 3;

function shownRows(rows: readonly DifferenceRow[]): readonly DifferenceRow[] {
  if (rows.length <= mostRows) return rows;
  const near = new Set(
    rows.flatMap(({ same }, index) =>
      same ? [] : Array.from({ length: 2 * around + 1 }, (_, offset) => index - around + offset),
    ),
  );
  return rows.filter((_, index) => near.has(index)).slice(0, mostRows);
}

/**
 * Expected and actual side by side, with the differences marked. If several values are allowed, the nearest is compared
 * with the actual one, and the others are listed below it.
 */
export function differenceView(compared: Compared): Markup {
  const allowed = nearestAllowed(compared);
  const [wanted, ...others] = allowed?.values ?? [compared.expected];
  const expected = jsonOf(wanted);
  const isAbsent = compared.actual === undefined;
  const actual = isAbsent ? '' : jsonOf(ordered(compared.actual, wanted));
  const onTheLeft = (value: string): readonly DifferenceRow[] =>
    value.split('\n').map((text) => ({ expected: whole(text, false), same: false }));
  const rows = [
    ...(isAbsent ? onTheLeft(expected) : rowsOf(expected, actual)),
    ...others.flatMap((other) => onTheLeft(jsonOf(other))),
  ];
  const shown = shownRows(rows);
  const absent = markup`<div class="difference-cell actual differs" role="cell"><span class="difference-sign" aria-hidden="true">+</span><mark>nothing</mark></div>`;
  const alike = differsLine(compared);
  const notes: readonly Insertable[] = [
    rows.length > shown.length && `${rows.length - shown.length} more lines, which report.json has.`,
    alike !== undefined && `What looks alike differs ${alike}.`,
    alike === undefined &&
      !isAbsent &&
      expected === actual &&
      'The two read the same; the message above says what was seen.',
  ];
  const heading = (sign: string, title: string): Markup =>
    markup`<div role="columnheader" class="difference-cell"><span class="difference-sign" aria-hidden="true">${sign} </span>${title}</div>`;
  return markup`<div class="difference"><div class="difference-table" role="table" aria-label="Expected and actual">
<div class="difference-row difference-head" role="row">${heading('−', allowed === undefined ? 'Expected' : 'Expected: one of')}${heading('+', 'Actual')}</div>
${shown.map(
  (row, index) =>
    markup`<div class="difference-row${row.same && ' same'}" role="row">${cell('expected', row.expected, row.same)}${isAbsent && index === 0 ? absent : cell('actual', row.actual, row.same)}</div>\n`,
)}</div>${notes.map((note) => note !== false && markup`<p class="body-note">${note}</p>`)}</div>`;
}
