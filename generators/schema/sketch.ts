import * as fc from 'fast-check';

/**
 * A value in its plainest form, together with the ways it may vary. Every arbitrary here shrinks towards its
 * canonical value, so that a failing body shrinks to the canonical body with just the difference that matters.
 */
export interface Sketch {
  readonly canonical: unknown;
  readonly arbitrary: fc.Arbitrary<unknown>;
  /** For a list or a map: how one of what it holds is made. */
  readonly item?: Sketch;
  /** For alternatives: each of them. */
  readonly ways?: readonly Sketch[];
}

/** Stands for a member that is left out of its object. */
export const absent = Symbol('absent');

/** One value and no other. */
export function only(value: unknown): Sketch {
  return { canonical: value, arbitrary: fc.constant(value) };
}

/** A canonical value and other values, tried in any mix; whatever comes out shrinks to the canonical one first. */
export function around(canonical: unknown, ...others: readonly fc.Arbitrary<unknown>[]): Sketch {
  const variations = others.map((arbitrary) => ({ arbitrary, weight: 2 }));
  return {
    canonical,
    arbitrary: fc.oneof({ withCrossShrink: true }, { arbitrary: fc.constant(canonical), weight: 1 }, ...variations),
  };
}

/** One of a list of values, the first being the canonical one. */
export function oneOfValues(values: readonly [unknown, ...unknown[]]): Sketch {
  return { canonical: values[0], arbitrary: fc.constantFrom(...values) };
}

/** A sketch whose values pass through a function, the canonical one included. */
export function mapped(sketch: Sketch, change: (value: unknown) => unknown): Sketch {
  return { canonical: change(sketch.canonical), arbitrary: sketch.arbitrary.map(change) };
}

/** A member that may be left out; `sketch` says what it holds when it is there, which is the canonical case. */
export function optional(sketch: Sketch): Sketch {
  return around(sketch.canonical, sketch.arbitrary, fc.constant(absent));
}
