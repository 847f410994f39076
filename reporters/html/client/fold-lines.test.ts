import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldLines } from './fold-lines.ts';

const shown = (count: number, marked: readonly number[]) =>
  foldLines(count, marked).map(({ from, to, shown: open }) => `${from}-${to}${open ? '' : ' folded'}`);

describe('folding', () => {
  it('shows short bodies whole, and the beginning of long ones', () => {
    expect(shown(40, [])).toEqual(['0-40']);
    expect(shown(100, [])).toEqual(['0-24', '24-100 folded']);
  });

  it('shows what is marked, with what is around it', () => {
    expect(shown(100, [50])).toEqual(['0-3', '3-44 folded', '44-57', '57-98 folded', '98-100']);
    expect(shown(100, [5])).toEqual(['0-12', '12-98 folded', '98-100']);
    expect(shown(100, [99])).toEqual(['0-3', '3-93 folded', '93-100']);
  });

  it('accounts for each line once, in order', () => {
    fc.assert(
      fc.property(fc.nat(300), fc.array(fc.nat(299)), (count, lines) => {
        const marked = lines.filter((line) => line < count).toSorted((one, other) => one - other);
        const ranges = foldLines(count, marked);
        let at = 0;
        for (const { from, to } of ranges) {
          expect(from).toBe(at);
          at = to;
        }
        expect(at).toBe(count);
        const [first] = marked;
        expect(
          first === undefined || ranges.some(({ from, to, shown: open }) => open && from <= first && first < to),
        ).toBe(true);
      }),
    );
  });
});
