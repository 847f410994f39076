import * as fc from 'fast-check';
import { isList, isObject } from '../../spec/index.ts';

/** Pseudorandom numbers, the same for the same seeds (sfc32): a body takes hundreds of them. */
export class Random {
  #a: number;
  #b: number;
  #c = 0;
  #count = 1;

  constructor(one: number, other: number) {
    [this.#a, this.#b] = [one, other];
    for (let round = 0; round < 12; round += 1) this.nextInt(0, 1);
  }

  nextInt(min: number, max: number): number {
    const sum = (this.#a + this.#b + this.#count) | 0;
    this.#count = (this.#count + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return min + Math.floor(((sum >>> 0) / 2 ** 32) * (max - min + 1));
  }
}

/** A stateless source of values of one kind: the same random numbers give the same value. */
export interface Values<out T = unknown> {
  readonly draw: (random: Random) => T;
  /** Values to try in place of one that fails, plainest first. Each is plainer than that, so that shrinking ends. */
  readonly plainer?: (value: unknown) => Iterable<T>;
}

export type Some<T> = readonly [T, ...T[]];

export function some<T>(list: readonly T[], otherwise: T): Some<T> {
  const [first = otherwise, ...others] = list;
  return [first, ...others];
}

export function pick<T>(random: Random, list: Some<T>): T {
  return list[random.nextInt(0, list.length - 1)] ?? list[0];
}

export function listed<T>(list: Some<T>): Values<T> {
  return { draw: (random) => pick(random, list) };
}

export function between(min: number, max: number): Values<number> {
  return { draw: (random) => random.nextInt(min, max) };
}

export function mapped<T, U>({ draw }: Values<T>, change: (value: T) => U): Values<U> {
  return { draw: (random) => change(draw(random)) };
}

export function copied<T>(value: T): T;
export function copied(value: unknown): unknown {
  if (isList(value)) return value.map((item) => copied(item));
  if (!isObject(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(value)) copy[name] = copied(value[name]);
  return copy;
}

interface Origin<T> {
  /** Makes it again, as it was before `finish`. */
  readonly again: () => T;
  /** What shrinking has tried so far, as JSON. */
  readonly tried?: Set<string>;
}

const aSeed = (random: fc.Random): number => random.nextInt(-(2 ** 31), 2 ** 31 - 1);

class ArbitraryOf<T, U> extends fc.Arbitrary<U> {
  readonly #values: Values<T>;
  readonly #finish: (drawn: T) => U;

  constructor(values: Values<T>, finish: (drawn: T) => U) {
    super();
    this.#values = values;
    this.#finish = finish;
  }

  override generate(random: fc.Random): fc.Value<U> {
    const [one, other] = [aSeed(random), aSeed(random)];
    const again = (): T => this.#values.draw(new Random(one, other));
    return new fc.Value(this.#finish(again()), { again });
  }

  override canShrinkWithoutContext(_: unknown): _ is U {
    return false;
  }

  override shrink(_: U, origin: unknown): fc.Stream<fc.Value<U>> {
    // Values without an origin are never shrunk: see `canShrinkWithoutContext`.
    return fc.stream(this.#untried(origin as Origin<T>));
  }

  *#untried({ again, tried = new Set() }: Origin<T>): Generator<fc.Value<U>> {
    for (const value of this.#values.plainer?.(again()) ?? []) {
      const text = JSON.stringify(value);
      if (tried.has(text)) continue;
      tried.add(text);
      yield new fc.Value(this.#finish(copied(value)), { again: () => value, tried });
    }
  }
}

/** Values as a fast-check arbitrary. `finish` may change the drawn value itself and return it. */
export function arbitraryOf<T>(values: Values<T>): fc.Arbitrary<T>;
export function arbitraryOf<T, U>(values: Values<T>, finish: (drawn: T) => U): fc.Arbitrary<U>;
export function arbitraryOf(values: Values, finish = (drawn: unknown) => drawn): fc.Arbitrary<unknown> {
  return new ArbitraryOf(values, finish);
}

/** The items of a list, without those whose key an earlier item has. */
export function distinct<T>(list: readonly T[], keyOf: (item: T) => string): T[] {
  return [...Map.groupBy(list, keyOf).values()].flatMap((same) => same.slice(0, 1));
}
