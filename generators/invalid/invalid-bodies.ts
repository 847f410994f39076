import * as fc from 'fast-check';
import {
  isList,
  isObject,
  pointerTo,
  replaceAt,
  resolved,
  schemas,
  type JsonSchema,
  type SchemaName,
} from '../../spec/index.ts';
import { distinct } from '../values/values.ts';

/** Rules of a document that a value can break, by the names that reports use. */
type InvalidRule = 'type' | 'uuid' | 'date' | 'calendar-date' | 'value-list' | 'min-items' | 'min-length';

/** A body that breaks one documented rule at one place, and nothing else. */
export interface InvalidCase {
  /** JSON pointer to the value that breaks it. */
  readonly pointer: string;
  readonly rule: InvalidRule;
  readonly value: unknown;
}

/** Values that break one rule of a schema and no other at their place. */
interface WrongValues {
  readonly rule: InvalidRule;
  /** The plainest one first. */
  readonly values: readonly unknown[];
  /** The right value in another form, by the name of that: what many a parser takes for it. */
  readonly converted?: Readonly<Record<string, unknown>>;
}

/** What is of another JSON type, first what no service could take for the right one. */
const ofAnotherType: Readonly<Record<string, readonly unknown[]>> = {
  string: [{ unexpected: 'object' }, 12_345, true, ['text']],
  number: ['twelve', '12', { unexpected: 'object' }, true, [12]],
  integer: ['twelve', '12', { unexpected: 'object' }, true, 1.5],
  boolean: ['perhaps', { unexpected: 'object' }, 12_345, ['text']],
  object: ['text', ['text'], 12_345, true],
  array: ['text', { unexpected: 'object' }, 12_345, true],
};

/** Each value that is right as one of another JSON type. */
const asAnotherType: Readonly<Record<string, (value: unknown) => Readonly<Record<string, unknown>>>> = {
  number: (value) => ({ 'a number as text': String(value) }),
  boolean: (value) => ({ 'a boolean as text': String(value), 'a boolean as a number': Number(value) }),
  string: (value) => ({ 'a text in a list': [value] }),
  array: (value) => (isList(value) && value.length > 0 ? { 'a list as its first item': value[0] } : {}),
};

function typesOf(value: unknown): readonly string[] {
  if (value === null) return ['null'];
  if (isList(value)) return ['array'];
  return Number.isInteger(value) ? ['integer', 'number'] : [typeof value];
}

const notListed: readonly WrongValues[] = [{ rule: 'value-list', values: ['no-such-value', ''] }];

const formats: Readonly<Record<string, (value: unknown) => readonly WrongValues[]>> = {
  uuid: () => [
    {
      rule: 'uuid',
      values: ['not-a-uuid', '12345', '00000000-0000-4000-a000-00000000000', 'g0000000-0000-4000-a000-000000000000'],
    },
  ],
  date: (value) => [
    {
      rule: 'date',
      values: ['not-a-date', '01/02/2022', '2022-1-2', '20220102'],
      converted: { 'a date with a time': `${String(value)}T00:00:00Z` },
    },
    { rule: 'calendar-date', values: ['2021-02-29', '2022-13-01', '2022-04-31', '2022-00-10'] },
  ],
};

/** How to break each keyword of a schema that a value obeys. Keywords that are not here say what else a body may hold. */
const wrongByKeyword: Readonly<
  Partial<Record<keyof JsonSchema, (schema: JsonSchema, value: unknown) => readonly WrongValues[]>>
> = {
  type(schema, value) {
    // A value outside of a closed list breaks that rule alone.
    if ('enum' in schema || 'const' in schema) return [];
    const types: readonly string[] = [schema.type ?? []].flat();
    const isWrong = (wrong: unknown): boolean => !typesOf(wrong).some((type) => types.includes(type));
    const converted = Object.entries(asAnotherType[isList(value) ? 'array' : typeof value]?.(value) ?? {}).filter(
      ([, wrong]) => isWrong(wrong),
    );
    return [
      {
        rule: 'type',
        values: types.flatMap((type) => ofAnotherType[type] ?? []).filter(isWrong),
        converted: Object.fromEntries(converted),
      },
    ];
  },
  format: ({ format = '' }, value) => formats[format]?.(value) ?? [],
  enum: () => notListed,
  const: () => notListed,
  minItems: ({ minItems = 0 }, value) => [
    { rule: 'min-items', values: isList(value) && minItems > 0 ? [value.slice(0, minItems - 1)] : [] },
  ],
  minLength: ({ minLength = 0 }) => [{ rule: 'min-length', values: minLength > 0 ? ['x'.repeat(minLength - 1)] : [] }],
};

interface Violation extends WrongValues {
  /** JSON pointer to the value in the body. */
  readonly pointer: string;
  /** The member's path, the same for every item of a list: `coverages[].plan_id`. */
  readonly path: string;
}

function membersIn({ items, properties = {}, additionalProperties: others }: JsonSchema, value: unknown) {
  if (isList(value)) return value.map((member, index) => ({ step: index, name: '[]', schema: items, member }));
  if (!isObject(value)) return [];
  return Object.entries(value).map(([step, member]) =>
    step in properties
      ? { step, name: `.${step}`, schema: properties[step], member }
      : { step, name: '.*', schema: typeof others === 'object' ? others : undefined, member },
  );
}

function violationsWithin(node: JsonSchema, value: unknown, pointer: string, path: string): readonly Violation[] {
  const schema = resolved(node);
  const own = Object.entries(wrongByKeyword)
    .filter(([keyword]) => keyword in schema)
    .flatMap(([, wrong]) => wrong(schema, value))
    .filter(({ values }) => values.length > 0)
    .map((wrong) => ({ ...wrong, pointer, path }));
  const below = membersIn(schema, value).flatMap(({ step, name, schema: child, member }) =>
    child === undefined ? [] : violationsWithin(child, member, `${pointer}${pointerTo(step)}`, `${path}${name}`),
  );
  const ofAlternatives = (schema.anyOf ?? []).flatMap((way) => violationsWithin(way, value, pointer, path));
  return [...own, ...below, ...ofAlternatives];
}

/**
 * Every rule that the values of a valid body obey, each with values that would break it, in the order of the body.
 *
 * A member that is missing breaks nothing here: which members are required the documents don't say.
 */
function violationsOf(schemaName: SchemaName, body: unknown): readonly Violation[] {
  return distinct(violationsWithin(schemas[schemaName], body, '', ''), ({ pointer, rule }) => `${pointer} ${rule}`);
}

function broken(body: unknown, { pointer, rule }: Omit<InvalidCase, 'value'>, wrong: unknown): InvalidCase {
  return { pointer, rule, value: replaceAt(body, pointer, wrong) };
}

/**
 * Every rule that the documents state of a body's members (type, format, closed list, number of items), each broken
 * once: one case for each member and rule, always in the same order.
 *
 * @param schemaName the body's schema
 * @param canonical a valid body that has every member
 * @param values how many wrong values each rule of a member is broken by; the plainest alone by default
 */
export function invalidBodies(schemaName: SchemaName, canonical: unknown, values = 1): readonly InvalidCase[] {
  // Each member at the first place it is found: another item of a list shows nothing new.
  const all = distinct(violationsOf(schemaName, canonical), ({ path, rule }) => `${path} ${rule}`);
  return all.flatMap((one) => one.values.slice(0, values).map((wrong) => broken(canonical, one, wrong)));
}

/**
 * Bodies in which one value is not of its documented type or format, though it is the right one in another form: a number or
 * a boolean as text, a date with a time, an item in place of its list. Parsers that convert take them. Each form at the first member that may have it.
 *
 * @param schemaName the body's schema
 * @param canonical a valid body that has every member
 */
export function convertedBodies(schemaName: SchemaName, canonical: unknown): readonly InvalidCase[] {
  const all = violationsOf(schemaName, canonical).flatMap((one) =>
    Object.entries(one.converted ?? {}).map(([form, wrong]) => ({ ...one, form, wrong })),
  );
  return distinct(all, ({ form }) => form).map((one) => broken(canonical, one, one.wrong));
}

/**
 * Bodies in which the last of several items of a list has a member of another type, for services that look at the first one
 * alone: one for each list.
 *
 * @param valid a valid body with lists of several items
 */
export function laterItemsInvalid(schemaName: SchemaName, valid: unknown): readonly InvalidCase[] {
  const all = violationsOf(schemaName, valid).filter(
    ({ pointer, rule }) => rule === 'type' && /\/[1-9]\d*\/[^/]+$/u.test(pointer),
  );
  const ofLists = distinct(all.toReversed(), ({ path }) => path.slice(0, path.lastIndexOf('[]')));
  return ofLists.map((one) => broken(valid, one, one.values[0]));
}

/**
 * Bodies that break one documented rule, anywhere and in various ways.
 *
 * @param schemaName the body's schema
 * @param valid valid bodies, such as those of `arbitrarySnapshot`
 * @throws {RangeError} when drawn from, where the schema states no rule to break
 */
export function arbitraryInvalid(schemaName: SchemaName, valid: fc.Arbitrary<unknown>): fc.Arbitrary<InvalidCase> {
  return fc.tuple(valid, fc.nat(), fc.nat()).map(([body, which, how]) => {
    const all = violationsOf(schemaName, body);
    const chosen = all[which % all.length];
    if (chosen === undefined) throw new RangeError(`${schemaName}: no rule to break`);
    const values = [...chosen.values, ...Object.values(chosen.converted ?? {})];
    return broken(body, chosen, values[how % values.length]);
  });
}
