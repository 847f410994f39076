import { isObject, schemas, type SchemaName } from '../../spec/index.ts';
import { listOf, oneOf, varied, type ListShape, type ValueGenerator } from '../schema/value-generator.ts';
import { generatorFor, type Override } from '../schema/schema-walk.ts';
import { dates } from '../values/calendar-dates.ts';
import { between, listed, mapped, some } from '../values/values.ts';
import type { GenerationContext } from './generation-context.ts';

export type { Override };

/** Overrides by the path of the member: `coverages[].plan_id`. */
export type Overrides = Readonly<Record<string, Override>>;

/** The canonical body of a schema and its variations, made member by member: nothing in them agrees across members yet. */
export function bodyGenerator(name: SchemaName, context: GenerationContext, overrides: Overrides): ValueGenerator {
  return generatorFor(name, { schemas, vocabulary: context.vocabulary, overrides });
}

/** The list holds so many of its schema's items, and canonically these. */
export function list(shape: ListShape): Override {
  return (fromSchema) => listOf(fromSchema.item ?? fromSchema, shape);
}

/** Canonically this text; else what the schema gives, and other values that such a text might have. */
export function textLike(canonical: string, ...likely: readonly string[]): Override {
  return (fromSchema) => varied(canonical, fromSchema, ...(likely.length > 0 ? [listed(some(likely, canonical))] : []));
}

/** Canonically this date; else one from `first` to `last`. */
export function dateWithin(canonical: string, first: string, last: string): Override {
  return () => varied(canonical, dates(first, last));
}

/**
 * A number in the place of a date, which is told from another date once that is known: canonically this one, else one from
 * `min` to `max`.
 */
export function countWithin(canonical: number, min: number, max: number): Override {
  return () => varied(String(canonical), mapped(between(min, max), String));
}

/** A plan's name: one that the target knows, or when none is known a made-up one and any other text. */
export function planName({ planNames }: GenerationContext, madeUp: string): Override {
  if (planNames.length === 0) return textLike(madeUp, 'Exämple HMO 0/0', '例 PPO');
  return () => oneOf(some(planNames, madeUp));
}

/** A number in the place of a reference, resolved by {@link chosen} once the body has what can be referred to. */
export function placeholder(count: number): Override {
  const places = Array.from({ length: count }, (_, index) => String(index));
  return () => oneOf(some(places, '0'));
}

/** What a placeholder refers to; undefined when there is nothing to refer to. */
export function chosen<T>(choices: readonly T[], placeholder: string | undefined): T | undefined {
  return choices[Number(placeholder ?? 0) % choices.length];
}

/** The canonical value of the alternative that has a certain member. */
export function alternativeWith(generator: ValueGenerator, member: string): Readonly<Record<string, unknown>> {
  const values = [...(generator.alternatives ?? []), generator].map(({ canonical }) => canonical);
  return values.filter(isObject).find((value) => member in value) ?? {};
}

/** A canonical value with other members, or without those given as undefined. */
export function withMembers(
  value: unknown,
  members: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const all = { ...(isObject(value) ? value : {}), ...members };
  return Object.fromEntries(Object.entries(all).filter(([, member]) => member !== undefined));
}
