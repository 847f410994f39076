import { describe, expect, it } from 'vitest';
import type { Choice } from './choice.ts';
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

  it('draws every value of every choice before long, but for those that are to be asked for', () => {
    const drawn = Array.from(
      { length: 600 },
      (_unused, seed) => new Map<string, unknown>(Object.entries(randomDialect(seed))),
    );
    for (const [name, { values, weights }] of Object.entries<Choice<unknown>>(choices)) {
      const expected = new Set<unknown>(values.filter((_value, index) => weights?.[index] !== 0));
      expect([name, new Set(drawn.map((dialect) => dialect.get(name)))]).toEqual([name, expected]);
    }
  });

  it('slows clients down in one way at most', () => {
    const hindering = Object.entries<Choice<unknown>>(choices).filter(([, { hinders }]) => hinders);
    for (let seed = 0; seed < 600; seed += 1) {
      const drawn = new Map<string, unknown>(Object.entries(randomDialect(seed)));
      const ways = hindering.filter(([name, { values }]) => drawn.get(name) !== values[0]);
      expect({ seed, ways: ways.length }).toEqual({ seed, ways: ways.length > 0 ? 1 : 0 });
    }
  });

  it('has values that can be told apart by their names', () => {
    for (const [name, { values, about, weights = values }] of Object.entries<Choice<unknown>>(choices)) {
      expect({ name, values: new Set(values.map(String)).size }).toEqual({ name, values: values.length });
      expect({ name, weights: weights.length }).toEqual({ name, weights: values.length });
      expect(about).toMatch(/^[a-z]/i);
      expect(values.map(String).join('')).not.toContain(',');
    }
  });
});
