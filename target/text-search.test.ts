import { array, assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchFor } from './text-search.ts';

describe('a search for many texts', () => {
  it('finds what looking for each by itself finds', () => {
    const small = constantFrom('a', 'b', 'é', 'ā', '例', '@');
    const searched = array(string({ unit: small, minLength: 3, maxLength: 9 }));
    const unit = constantFrom('a', 'A', 'b', 'B', 'é', 'É', 'ā', 'Ā', '例', '@');
    assert(
      property(searched, string({ unit, maxLength: 40 }), (texts, text) => {
        expect(searchFor(texts)(text)).toBe(texts.some((one) => text.toLowerCase().includes(one)));
      }),
      { numRuns: 2_000 },
    );
  });

  it('finds a text at both ends, and not one that is cut', () => {
    const holds = searchFor(['secret-one', 'other-secret']);
    expect(['secret-one at first', 'at last secret-one', 'other-secret'].map(holds)).toEqual([true, true, true]);
    expect(['secret-on', 'ecret-one', 'other-secre', ''].map(holds)).toEqual([false, false, false, false]);
  });

  it('finds nothing where nothing is looked for, and leaves very short texts to others', () => {
    expect(searchFor([])('anything')).toBe(false);
    expect(searchFor(['ab', 'longer'])('anything')).toBe(true);
  });

  it('skips at most what a table of bytes can say', () => {
    const long = 'x'.repeat(300);
    expect(searchFor([long])(`${'-'.repeat(1_000)}${long}`)).toBe(true);
  });
});
