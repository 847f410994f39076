import * as fc from 'fast-check';
import { listOf, type ListShape } from '../schema/array.ts';
import { isObject } from '../schema/node.ts';
import type { Override } from '../schema/place.ts';
import { around, oneOfValues, type Sketch } from '../schema/sketch.ts';
import { dates } from '../values/dates.ts';

/** The member is made in this way, whatever its schema would give. */
export function as(sketch: Sketch): Override {
  return () => sketch;
}

/** The list holds so many of its schema's items, and canonically these. */
export function list(shape: ListShape): Override {
  return (fromSchema) => listOf(fromSchema.item ?? fromSchema, shape);
}

/** Text around a canonical one: what the schema gives, and other values that such a text might have. */
export function textAround(canonical: string, ...likely: readonly string[]): Override {
  return (fromSchema) =>
    around(canonical, fromSchema.arbitrary, ...(likely.length > 0 ? [fc.constantFrom(...likely)] : []));
}

/** A date around a canonical one, within two others. */
export function dateAround(canonical: string, first: string, last: string): Override {
  return as(around(canonical, dates(first, last)));
}

/** Stands in a draft for a choice among what the finished body holds; the first of it canonically. */
export function choice(count: number): Sketch {
  const [first = '0', ...others] = Array.from({ length: count }, (_, index) => String(index));
  return oneOfValues([first, ...others]);
}

/** What a choice of a draft stands for; undefined when there is nothing to choose from. */
export function chosen<T>(choices: readonly T[], draft: string | undefined): T | undefined {
  return choices[Number(draft ?? 0) % choices.length];
}

/** The canonical value of the alternative that has a certain member. */
export function wayWith(sketch: Sketch, member: string): Readonly<Record<string, unknown>> {
  const values = [...(sketch.ways ?? []).map((way) => way.canonical), sketch.canonical].filter(isObject);
  return values.find((value) => member in value) ?? {};
}

/** A canonical value with other members, or without those given as undefined. */
export function withMembers(
  value: unknown,
  members: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const all = { ...(isObject(value) ? value : {}), ...members };
  return Object.fromEntries(Object.entries(all).filter(([, member]) => member !== undefined));
}
