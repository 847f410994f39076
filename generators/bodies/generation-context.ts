import {
  firstOfMonth,
  isObject,
  objectOf,
  present,
  sameId,
  schemas,
  uuidFor,
  vocabulary,
  yearsAfter,
  type MonthStep,
  type SchemaName,
  type VocabularyKey,
} from '../../spec/index.ts';
import { generatorFor, type Override } from '../schema/schema-walk.ts';
import { listOf, oneOf, varied, type ListShape, type ValueGenerator } from '../schema/value-generator.ts';
import { dates } from '../values/scalars.ts';
import { between, listed, mapped, some, type Some } from '../values/values.ts';
import type { KnownPlan } from './known-plans.ts';

/** Days on which a renewal may be: any, or only the first days of months, quarters or years. */
export interface RenewalDays {
  readonly first: string;
  readonly last: string;
  readonly step: 'day' | MonthStep;
}

/** What bodies are made from: what the target knows, and what marks them as ours. */
export interface GenerationContext {
  /** The day on which the bodies have to make sense, `YYYY-MM-DD`: all their dates are relative to it. */
  readonly today: string;
  readonly renewalDays: RenewalDays;
  /** Carriers that the target knows; made-up ones are used when there are none. */
  readonly carrierIds: readonly string[];
  /** Plans that the target knows; made-up ones are used when there are none. */
  readonly planIds: readonly string[];
  /** Names of plans that the target knows; if there are none, made-up ones and any text are used. */
  readonly planNames: readonly string[];
  /** Plans that the target accepts only at their carrier and line, if these are known. */
  readonly plans: readonly KnownPlan[];
  /** The values to use for each coded member, the plainest first. */
  readonly vocabulary: Readonly<Record<VocabularyKey, readonly string[]>>;
  /** The keys of lines of coverage that a decision may use; `dental` and `medical` among them. */
  readonly linesOfCoverage: readonly string[];
  /** Marks what a run created: part of every `custom_individual_id` and of every group's name. */
  readonly runTag: string;
  /** The employee of the snapshots; by default a made-up one, the same for the same run tag. */
  readonly employeeId?: string;
  readonly groupName?: string;
}

function valuesOf(key: VocabularyKey): readonly string[] {
  const shownFirst = vocabulary[key].toSorted((one, other) => Number(other.shown) - Number(one.shown));
  return shownFirst.map(({ value }) => value);
}

export function isVocabularyKey(key: string | undefined): key is VocabularyKey {
  return key !== undefined && Object.hasOwn(vocabulary, key);
}

/** A context for a target about which nothing is known; the default day is for bodies outside of any run. */
export function defaultContext(today = '2026-06-15'): GenerationContext {
  const keys = Object.keys(vocabulary).filter(isVocabularyKey);
  return {
    today,
    // Later than any enrollment that is open now.
    renewalDays: { first: firstOfMonth(today, 3), last: yearsAfter(today, 9), step: 'day' },
    carrierIds: [],
    planIds: [],
    planNames: [],
    plans: [],
    vocabulary: Object.fromEntries(keys.map((key) => [key, valuesOf(key)])) as GenerationContext['vocabulary'],
    linesOfCoverage: ['medical', 'dental'],
    runTag: 'bfc-sample',
  };
}

const madeUp = (kind: string): readonly string[] => ['1', '2', '3', '4'].map((number) => uuidFor(kind, number));

function orMadeUp(known: readonly string[], kind: string): Some<string> {
  return some(known.length > 0 ? known : madeUp(kind), '');
}

/** Whether a carrier is one of the made-up ones that bodies have if none is known. */
export function isMadeUpCarrier(id: string | undefined): boolean {
  return madeUp('carrier').some((one) => sameId(one, id));
}

/** The carriers and the plans to use: those of the context, or four made-up ones. */
export const carriersOf = ({ carrierIds }: GenerationContext): Some<string> => orMadeUp(carrierIds, 'carrier');
export const plansOf = ({ planIds }: GenerationContext): Some<string> => orMadeUp(planIds, 'plan');

export type Overrides = Readonly<Record<string, Override>>;

/** The canonical body of a schema and its variations, made member by member: members need not agree with each other. */
export function bodyGenerator(name: SchemaName, context: GenerationContext, overrides: Overrides): ValueGenerator {
  return generatorFor(name, { schemas, vocabulary: context.vocabulary, overrides });
}

/** Makes one generator for all contexts that differ only in what marks a run: bodies hardly differ otherwise. */
export function madeOnce(make: (context: GenerationContext) => ValueGenerator): typeof make {
  const made = new Map<string, ValueGenerator>();
  return (context) => {
    const isOfKnown = context.employeeId !== undefined;
    const key = JSON.stringify({ ...context, runTag: '', groupName: '', employeeId: isOfKnown });
    const known = made.get(key) ?? make(context);
    made.set(key, known);
    return known;
  };
}

export function list(shape: ListShape): Override {
  return (fromSchema) => listOf(fromSchema.item ?? fromSchema, shape);
}

/** Canonically this text; else what the schema gives, or other values that such a text might have. */
export function textLike(canonical: string, ...likely: readonly string[]): Override {
  return (fromSchema) => varied(canonical, fromSchema, ...(likely.length > 0 ? [listed(some(likely, canonical))] : []));
}

export function dateWithin(canonical: string, first: string, last: string): Override {
  return () => varied(canonical, dates(first, last));
}

/** A number in place of a date that is computed later: canonically this one, else one from `min` to `max`. */
export function countWithin(canonical: number, min: number, max: number): Override {
  return () => varied(String(canonical), mapped(between(min, max), String));
}

/** A plan's name: one that the target knows, or, if none is known, a made-up one or any other text. */
export function planName({ planNames }: GenerationContext, madeUp: string): Override {
  if (planNames.length === 0) return textLike(madeUp, 'Exämple HMO 0/0', '例 PPO');
  return () => oneOf(some(planNames, madeUp));
}

/** A number in place of a reference, resolved by {@link chosen} once the body has something to refer to. */
export function placeholder(count: number): Override {
  const places = Array.from({ length: count }, (_, index) => String(index));
  return () => oneOf(some(places, '0'));
}

export function chosen<T>(choices: readonly T[], placeholder: string | undefined): T | undefined {
  return choices[Number(placeholder ?? 0) % choices.length];
}

export function alternativeWith(generator: ValueGenerator, member: string): Readonly<Record<string, unknown>> {
  const values = [...(generator.alternatives ?? []), generator].map(({ canonical }) => canonical);
  return values.filter(isObject).find((value) => member in value) ?? {};
}

export function withMembers(
  value: unknown,
  members: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return present({ ...objectOf(value), ...members });
}
