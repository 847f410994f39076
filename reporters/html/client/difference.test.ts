import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { align } from './align.ts';
import { difference, type Piece } from './difference.ts';

const told = (pieces: readonly Piece[] | undefined): string | undefined =>
  pieces?.map(({ text, changed }) => (changed ? `[${text}]` : text)).join('');
const rows = (left: string, right: string) =>
  difference(left, right, { align }).map((row) => [told(row.left), told(row.right)]);

describe('two texts beside each other', () => {
  it('have the words marked that differ', () => {
    expect(rows('1234567.89', '1234567.875')).toEqual([['1234567.[89]', '1234567.[875]']]);
    expect(rows('"𠮷田 bfc"', '"?田 bfc"')).toEqual([['"[𠮷]田 bfc"', '"[?]田 bfc"']]);
    expect(rows('a b c', 'a c')).toEqual([['a [b ]c', 'a c']]);
  });

  it('have the letters marked that differ in a word', () => {
    expect(rows('"created"', '"Created"')).toEqual([['"[c]reated"', '"[C]reated"']]);
    const long = 'x'.repeat(5000);
    expect(rows(`"${long}a${long}"`, `"${long}b${long}"`)).toEqual([[`"${long}[a]${long}"`, `"${long}[b]${long}"`]]);
  });

  it('do not differ in the comma that ends a line', () => {
    expect(rows('{\n  "c": 2,\n  "d": 3\n}', '{\n  "c": 2\n}')).toEqual([
      ['{', '{'],
      ['  "c": 2,', '  "c": 2'],
      ['[  "d": 3]', undefined],
      ['}', '}'],
    ]);
    expect(rows('  "c": 12,', '  "c": 13')).toEqual([['  "c": 1[2],', '  "c": 1[3]']]);
  });

  it('have lines of their own where the other has none', () => {
    expect(rows('a\nb\nc', 'a\nc\nd')).toEqual([
      ['a', 'a'],
      ['[b]', undefined],
      ['c', 'c'],
      [undefined, '[d]'],
    ]);
  });

  it('are marked as a whole when they share next to nothing', () => {
    expect(rows('a UUID', '12345-678')).toEqual([['[a UUID]', '[12345-678]']]);
  });

  it('never lose or change a character', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', ' ', ',', '\n', '1', 'é', 'e\u0301', '\u{20BB7}'), { maxLength: 30 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, (left, right) => {
        const found = difference(left, right, { align });
        const side = (name: 'left' | 'right') =>
          found
            .flatMap((row) => (row[name] === undefined ? [] : [row[name].map((piece) => piece.text).join('')]))
            .join('\n');
        expect(side('left')).toBe(left);
        expect(side('right')).toBe(right);
        expect(found.every(({ same }) => same)).toBe(left.replaceAll(/,$/gm, '') === right.replaceAll(/,$/gm, ''));
      }),
      { numRuns: 200 },
    );
  });

  it('stand as one block when they are too long to be searched', () => {
    const long = (name: string) => Array.from({ length: 1000 }, (_, index) => `${name}${index}`);
    expect(align(long('a'), long('b'))).toHaveLength(2000);
    expect(align(['same', ...long('a')], ['same', ...long('b')])[0]).toEqual({ left: 0, right: 0 });
  });
});
