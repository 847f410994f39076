import { isDeepStrictEqual } from 'node:util';
import { isList, isObject, type JsonObject } from '../../spec/index.ts';
import { copied, listed, type Some, type Values } from '../values/values.ts';

/** Values that all shrink to the plainest one: a failing body shrinks to the canonical one but for what matters. */
export interface ValueGenerator extends Values {
  readonly canonical: unknown;
  readonly item?: ValueGenerator;
  readonly alternatives?: readonly ValueGenerator[];
}

export function constant(value: unknown): ValueGenerator {
  return { canonical: value, draw: () => value };
}

/** The canonical value or one of the others, each kind of which is drawn `times` times as often. */
function canonicalOr(canonical: unknown, others: readonly Values[], times: number): ValueGenerator {
  return {
    canonical,
    draw(random) {
      const kind = random.nextInt(0, others.length * times);
      return kind === 0 ? copied(canonical) : others[(kind - 1) % others.length]?.draw(random);
    },
    *plainer(value) {
      if (isDeepStrictEqual(value, canonical)) return;
      yield canonical;
      for (const { plainer } of others) yield* plainer?.(value) ?? [];
    },
  };
}

/** The canonical value half as often as each of the others. */
export function varied(canonical: unknown, ...others: readonly Values[]): ValueGenerator {
  return canonicalOr(canonical, others, 2);
}

/** Like `varied`, for values that no two bodies of a run should share: the canonical one is drawn only rarely. */
export function distinctive(canonical: unknown, other: Values): ValueGenerator {
  return canonicalOr(canonical, [other], 24);
}

export function oneOf(values: Some<unknown>): ValueGenerator {
  const [canonical] = values;
  return { ...listed(values), canonical, plainer: (value) => (value === canonical ? [] : [canonical]) };
}

/** One of several ways to give a value; the first is the canonical one. */
export function anyOf(alternatives: readonly ValueGenerator[]): ValueGenerator {
  return { ...varied(alternatives[0]?.canonical, ...alternatives), alternatives };
}

export interface ListShape {
  readonly min: number;
  readonly max: number;
  readonly canonical: (item: ValueGenerator) => readonly unknown[];
}

/** The items of a list or a map with their places: indexes or keys. */
type Entries = readonly (readonly [place: string, item: unknown])[];

/** Plainer entries: the canonical ones with one other, then fewer, then one plainer item. List items move up. */
function* plainerEntries(
  entries: Entries,
  canonical: Entries,
  item: ValueGenerator,
  isList: boolean,
): Generator<Entries> {
  const usual = new Map(canonical);
  const others = entries.filter(([place, value]) => !isDeepStrictEqual(usual.get(place), value));
  if (others.length > 1 || entries.length < canonical.length) {
    for (const [place, value] of others) {
      const at = isList && !usual.has(place) ? String(canonical.length - 1) : place;
      yield [...new Map([...canonical, [at, value]])];
    }
  }
  for (const [place] of entries.length > canonical.length ? entries : []) {
    if (isList || !usual.has(place)) yield entries.filter(([one]) => one !== place);
  }
  for (const [place, value] of others) {
    const plainer = [...(usual.has(place) ? [usual.get(place)] : []), ...(item.plainer?.(value) ?? [])];
    for (const one of plainer) yield entries.map((entry) => (entry[0] === place ? [place, one] : entry));
  }
}

/** A list that shrinks to its canonical items, or else to these with one of them varied, or else to fewer items. */
export function listOf(item: ValueGenerator, { min, max, canonical }: ListShape): ValueGenerator {
  const items = canonical(item);
  const near = items.map((value) => varied(value, item));
  const free: Values = {
    draw: (random) => Array.from({ length: random.nextInt(min, max) }, () => item.draw(random)),
    *plainer(value) {
      if (!isList(value)) return;
      for (const entries of plainerEntries(Object.entries(value), Object.entries(items), item, true))
        yield entries.map(([, one]) => one);
    },
  };
  return { ...varied(items, { draw: (random) => near.map(({ draw }) => draw(random)) }, free), item };
}

interface MapShape extends Pick<ListShape, 'min' | 'max'> {
  readonly keys: Values<string>;
  readonly canonical: (item: ValueGenerator) => Readonly<Record<string, unknown>>;
}

const triesForKey = 4;

export function mapOf(item: ValueGenerator, { min, max, keys, canonical }: MapShape): ValueGenerator {
  const entries = canonical(item);
  const near = Object.entries(entries).map(([key, value]) => [key, varied(value, item)] as const);
  const free: Values = {
    draw(random) {
      // A key such as "constructor" must become a member like any other.
      const drawn = new Map<string, unknown>();
      const count = random.nextInt(min, max);
      for (let left = count * triesForKey; drawn.size < count && left > 0; left -= 1)
        drawn.set(keys.draw(random), item.draw(random));
      return Object.fromEntries(drawn);
    },
    *plainer(value) {
      if (!isObject(value)) return;
      for (const plainer of plainerEntries(Object.entries(value), Object.entries(entries), item, false))
        yield Object.fromEntries(plainer);
    },
  };
  const withOne: Values = {
    draw: (random) => Object.fromEntries(near.map(([key, { draw }]) => [key, draw(random)])),
  };
  return { ...varied(entries, withOne, free), item };
}

interface ObjectMember {
  readonly name: string;
  readonly value: ValueGenerator;
  readonly mayBeAbsent: boolean;
}

export function objectOf(members: readonly ObjectMember[]): ValueGenerator {
  const byName = new Map(members.map((member) => [member.name, member]));
  const canonical = Object.fromEntries(members.map(({ name, value }) => [name, value.canonical]));
  const isOfThese = (object: JsonObject): boolean =>
    Object.keys(object).every((name) => byName.has(name)) &&
    members.every(({ name, mayBeAbsent }) => mayBeAbsent || Object.hasOwn(object, name));
  return {
    canonical,
    draw(random) {
      const object: Record<string, unknown> = {};
      for (const { name, value, mayBeAbsent } of members) {
        if (!mayBeAbsent || random.nextInt(0, 4) < 3) object[name] = value.draw(random);
      }
      return object;
    },
    *plainer(object) {
      if (!isObject(object) || !isOfThese(object) || isDeepStrictEqual(object, canonical)) return;
      yield canonical;
      for (const { name, value } of members) {
        const plainer = Object.hasOwn(object, name) ? (value.plainer?.(object[name]) ?? []) : [value.canonical];
        for (const one of plainer) yield { ...object, [name]: one };
      }
    },
  };
}
