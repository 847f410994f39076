import * as fc from 'fast-check';

/**
 * A value in its plainest form, and an arbitrary of that value and others. Every arbitrary here shrinks to its canonical
 * value, so that a failing body shrinks to the canonical body with just the difference that matters.
 */
export interface ValueGenerator {
  readonly canonical: unknown;
  readonly arbitrary: fc.Arbitrary<unknown>;
  /** Of a list or a map: how one of its items is made. */
  readonly item?: ValueGenerator;
  /** Of a value that can be given in several ways: each of them. */
  readonly alternatives?: readonly ValueGenerator[];
}

/** One value and no other. */
export function constant(value: unknown): ValueGenerator {
  return { canonical: value, arbitrary: fc.constant(value) };
}

/** A canonical value and other values, drawn in any mix; whatever is drawn shrinks to the canonical one first. */
export function varied(canonical: unknown, ...others: readonly fc.Arbitrary<unknown>[]): ValueGenerator {
  const variations = others.map((arbitrary) => ({ arbitrary, weight: 2 }));
  return {
    canonical,
    arbitrary: fc.oneof({ withCrossShrink: true }, { arbitrary: fc.constant(canonical), weight: 1 }, ...variations),
  };
}

/** The same of what no two bodies of a run should have in common: the canonical value is drawn now and then alone. */
export function distinctive(canonical: unknown, other: fc.Arbitrary<unknown>): ValueGenerator {
  const arbitrary = fc.oneof(
    { withCrossShrink: true },
    { arbitrary: fc.constant(canonical), weight: 1 },
    { arbitrary: fc.noBias(other), weight: 24 },
  );
  return { canonical, arbitrary };
}

/** One of a list of values, the first being the canonical one. */
export function oneOf(values: readonly [unknown, ...unknown[]]): ValueGenerator {
  return { canonical: values[0], arbitrary: fc.constantFrom(...values) };
}

/** How many items a list has, and which ones canonically. */
export interface ListShape {
  readonly min: number;
  readonly max: number;
  readonly canonical: (item: ValueGenerator) => readonly unknown[];
}

/** A list that shrinks to its canonical items; before that, to those with one of them varied; and before that, to fewer. */
export function listOf(item: ValueGenerator, { min, max, canonical }: ListShape): ValueGenerator {
  const items = canonical(item);
  const near = fc.tuple(...items.map((value) => varied(value, item.arbitrary).arbitrary));
  return { ...varied(items, near, fc.array(item.arbitrary, { minLength: min, maxLength: max })), item };
}

/** The same of a map, and its keys. */
interface MapShape extends Pick<ListShape, 'min' | 'max'> {
  readonly keys: fc.Arbitrary<string>;
  readonly canonical: (item: ValueGenerator) => Readonly<Record<string, unknown>>;
}

/** A map that shrinks as {@link listOf} does. */
export function mapOf(item: ValueGenerator, { min, max, keys, canonical }: MapShape): ValueGenerator {
  const entries = canonical(item);
  // Pairs, not fc.dictionary: a key such as "constructor" has to become a member like any other.
  const near = fc.tuple(
    ...Object.entries(entries).map(([key, value]) =>
      fc.tuple(fc.constant(key), varied(value, item.arbitrary).arbitrary),
    ),
  );
  const free = fc.uniqueArray(fc.tuple(keys, item.arbitrary), {
    minLength: min,
    maxLength: max,
    selector: ([key]) => key,
  });
  return { ...varied(entries, near.map(Object.fromEntries), free.map(Object.fromEntries)), item };
}

const absent = Symbol('absent');

/** An object of members, some of which may be left out; canonically all of them are there. */
export function objectOf(
  members: readonly (readonly [name: string, value: ValueGenerator, mayBeAbsent: boolean])[],
): ValueGenerator {
  const values = members.map(([, value, mayBeAbsent]) =>
    mayBeAbsent ? varied(value.canonical, value.arbitrary, fc.constant(absent)) : value,
  );
  const named = (drawn: readonly unknown[]) => {
    const object: Record<string, unknown> = {};
    for (const [index, [name]] of members.entries()) if (drawn[index] !== absent) object[name] = drawn[index];
    return object;
  };
  return {
    canonical: named(values.map(({ canonical }) => canonical)),
    arbitrary: fc.tuple(...values.map(({ arbitrary }) => arbitrary)).map(named),
  };
}
