import { describe, expect, it } from 'vitest';
import { choices } from './choices.ts';
import { defaultDialect, randomDialect, resolveDialect } from './resolve-dialect.ts';

describe('dialects', () => {
  it('takes the first value of each choice unless told otherwise', () => {
    for (const [name, { values }] of Object.entries(choices)) {
      expect(defaultDialect).toHaveProperty(name, values[0]);
    }
    expect(resolveDialect({ pace: 3 })).toEqual({ ...defaultDialect, pace: 3 });
  });

  it('draws the same dialect from the same seed', () => {
    expect(randomDialect(7)).toEqual(randomDialect(7));
    expect(randomDialect(7)).not.toEqual(randomDialect(8));
  });

  it('draws every value of every choice before long', () => {
    const drawn = Array.from(
      { length: 200 },
      (_unused, seed) => new Map<string, unknown>(Object.entries(randomDialect(seed))),
    );
    for (const [name, { values }] of Object.entries(choices)) {
      expect([name, new Set(drawn.map((dialect) => dialect.get(name)))]).toEqual([name, new Set<unknown>(values)]);
    }
  });
});
