import * as fc from 'fast-check';
import type { JsonSchema, JsonType } from '../../spec/index.ts';
import { dates } from '../values/calendar-dates.ts';
import { amounts, text, uuid, uuidFor } from '../values/scalars.ts';
import { constant, listOf, mapOf, objectOf, oneOf, varied, type ValueGenerator } from './value-generator.ts';

/** What a {@link GeneratorError} is about. */
export type GeneratorErrorCode = 'unknown-keyword' | 'dangling-reference' | 'stale-override';

/**
 * No values can be made of a schema: a fault of this project (a schema keyword that no builder obeys, an override of a
 * member that is gone), never a verdict on a target.
 */
export class GeneratorError extends Error {
  override readonly name = 'GeneratorError';
  readonly code: GeneratorErrorCode;
  /** Where in the schema: its name, `#` and a JSON pointer, such as `person.json#/properties/ssn`. */
  readonly pointer: string;

  constructor(code: GeneratorErrorCode, pointer: string, problem: string) {
    super(`${pointer}: ${problem}`);
    this.code = code;
    this.pointer = pointer;
  }
}

/** Makes of what the schema alone gives what the member should be. */
export type Override = (fromSchema: ValueGenerator) => ValueGenerator;

/** What a walk over schemas rests on. */
export interface SchemaSource {
  /** The schemas by name, without the ending that a `$ref` has: `person`. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** The values to use for an open list (`x-vocabulary`) by its key, the plainest first. */
  readonly vocabulary: Readonly<Record<string, readonly string[]>>;
  /** Sense that no schema carries, by the member's path from the root: `coverages[].plan_id`, `lines_of_coverage.*`. */
  readonly overrides: Readonly<Record<string, Override>>;
}

/** Where a walk stands, and how it goes on from there. */
interface Place {
  /** Where in the schema: `name.json#/properties/x`. */
  readonly pointer: string;
  /** The member's path from the root of the value. */
  readonly path: string;
  readonly vocabulary: SchemaSource['vocabulary'];
  /** Goes on to a schema for the same value; `step` is added to the pointer. */
  below(schema: JsonSchema, step: string): ValueGenerator;
  /** Goes on to the schema of a member: a property's name, `[]` for items, `*` for the values of a map. */
  member(schema: JsonSchema, step: string, member: string): ValueGenerator;
  /** Goes on to the schema that a `$ref` names. */
  follow(reference: string): ValueGenerator;
}

/** Makes values of the schemas that have certain keywords. A keyword that it doesn't name is refused, never ignored. */
interface Builder {
  readonly keywords: readonly (keyof JsonSchema)[];
  readonly build: (schema: JsonSchema, place: Place) => ValueGenerator;
}

/** How long a list and a map get where nothing says otherwise. */
const ordinaryLength = 5;
const ordinaryEntries = 4;

/** One of several ways to give a value, the first being the canonical one. */
function anyOf(alternatives: readonly ValueGenerator[]): ValueGenerator {
  return {
    ...varied(alternatives[0]?.canonical, ...alternatives.map(({ arbitrary }) => arbitrary)),
    alternatives,
  };
}

function buildObject({ properties = {}, required = [], ...schema }: JsonSchema, place: Place): ValueGenerator {
  const { additionalProperties: values, 'x-values': known = [] } = schema;
  if (typeof values === 'object' && Object.keys(properties).length === 0) {
    const canonicalKeys = known.length > 0 ? known : ['group'];
    return mapOf(place.member(values, 'additionalProperties', '*'), {
      min: 0,
      max: known.length > 0 ? known.length : ordinaryEntries,
      keys: known.length > 0 ? fc.constantFrom(...known) : text({ min: 1, max: 30 }),
      canonical: (item) => Object.fromEntries(canonicalKeys.map((key) => [key, item.canonical])),
    });
  }
  return objectOf(
    Object.entries(properties).map(([name, property]) => [
      name,
      place.member(property, `properties/${name}`, name),
      property['x-presence'] === 'optional' && !required.includes(name),
    ]),
  );
}

function buildArray({ items = {}, minItems = 0 }: JsonSchema, place: Place): ValueGenerator {
  return listOf(place.member(items, 'items', '[]'), {
    min: minItems,
    max: Math.max(minItems, ordinaryLength),
    canonical: (item) => Array.from({ length: Math.max(minItems, 1) }, () => item.canonical),
  });
}

/** What each `format` looks like. */
const formats: Readonly<Record<string, (path: string) => ValueGenerator>> = {
  uuid: (path) => varied(uuidFor(path), uuid()),
  date: () => varied('2022-01-01', dates('1900-01-01', '2099-12-31')),
};

/** Of an open list only values that are known; else what the format says; else any text, canonically the member's name. */
function buildString(schema: JsonSchema, { pointer, path, vocabulary }: Place): ValueGenerator {
  const { format, minLength: min = 0, 'x-vocabulary': key = '', 'x-values': listed = [] } = schema;
  const known = vocabulary[key] ?? [];
  const [first, ...others] = known.length > 0 ? known : listed;
  if (first !== undefined) return oneOf([first, ...others]);
  if (format === undefined) {
    const name = path.split('.').at(-1)?.replaceAll(/\W/gu, '') || 'text';
    return varied(name.padEnd(min, 'x'), text({ min }));
  }
  const make = formats[format];
  if (make !== undefined) return make(path);
  throw new GeneratorError('unknown-keyword', `${pointer}/format`, `no values of the format "${format}"`);
}

const decimals = fc.double({ min: -1e15, max: 1e15, noNaN: true }).filter((value) => !Object.is(value, -0));

const byType: Readonly<Record<JsonType, Builder>> = {
  object: { keywords: ['type', 'properties', 'required', 'additionalProperties'], build: buildObject },
  array: { keywords: ['type', 'items', 'minItems'], build: buildArray },
  string: { keywords: ['type', 'format', 'minLength'], build: buildString },
  number: { keywords: ['type'], build: () => varied(1, decimals, amounts()) },
  integer: { keywords: ['type'], build: () => varied(1, fc.maxSafeInteger()) },
  boolean: { keywords: ['type'], build: () => varied(true, fc.constant(false)) },
  null: { keywords: ['type'], build: () => constant(null) },
};

/** A schema that says nothing of the value: any scalar. */
const anything: Builder = {
  keywords: [],
  build: () => varied('anything', fc.boolean(), fc.integer(), fc.constant(null), text()),
};

/** The keywords that decide by themselves what a value is, in the order in which they are looked for. */
const byKeyword = {
  $ref: { keywords: ['$ref'], build: ({ $ref = '' }, place) => place.follow($ref) },
  const: { keywords: ['const', 'type'], build: (schema) => constant(schema.const) },
  enum: {
    keywords: ['enum', 'type'],
    build: ({ enum: [first, ...others] = [] }) => oneOf([first, ...others]),
  },
  anyOf: {
    keywords: ['anyOf'],
    build: ({ anyOf: ways = [] }, place) => anyOf(ways.map((way, index) => place.below(way, `anyOf/${String(index)}`))),
  },
} as const satisfies Readonly<Record<string, Builder>>;

function isDeciding(keyword: string): keyword is keyof typeof byKeyword {
  return Object.hasOwn(byKeyword, keyword);
}

function builderOf(schema: JsonSchema, pointer: string): Builder {
  const deciding = Object.keys(byKeyword).find((keyword) => keyword in schema);
  if (deciding !== undefined && isDeciding(deciding)) return byKeyword[deciding];
  const types = [schema.type ?? []].flat();
  const unknown = types.find((type) => !Object.hasOwn(byType, type));
  if (unknown !== undefined)
    throw new GeneratorError('unknown-keyword', `${pointer}/type`, `unknown type "${unknown}"`);
  const [first, ...others] = types.map((type) => byType[type]);
  if (first === undefined) return anything;
  if (others.length === 0) return first;
  const builders = [first, ...others];
  return {
    keywords: builders.flatMap(({ keywords }) => keywords),
    build: (own, place) => anyOf(builders.map(({ build }) => build(own, place))),
  };
}

/** Keywords that describe and don't constrain; `x-` ones besides. */
const annotations: ReadonlySet<string> = new Set(['title', 'description', '$id', '$schema']);

function refuseUnknown(schema: JsonSchema, keywords: readonly string[], pointer: string): void {
  const isKnown = (name: string) => keywords.includes(name) || annotations.has(name) || name.startsWith('x-');
  const unknown = Object.keys(schema).find((name) => !isKnown(name));
  if (unknown === undefined) return;
  const problem = `no builder obeys "${unknown}" here; add it to one in generators/schema/schema-walk.ts`;
  throw new GeneratorError('unknown-keyword', `${pointer}/${unknown}`, problem);
}

/**
 * Walks a schema keyword by keyword and gives its canonical value and an arbitrary of its values.
 *
 * @param name the schema to start from
 * @param source schemas, known values and overrides
 * @throws {GeneratorError} for a keyword that no builder obeys, a reference to nothing, and an override whose path no
 *   member has
 */
export function generatorFor(name: string, { schemas, vocabulary, overrides }: SchemaSource): ValueGenerator {
  const visited = new Set<string>();

  function at(schema: JsonSchema, pointer: string, path: string): ValueGenerator {
    const builder = builderOf(schema, pointer);
    refuseUnknown(schema, builder.keywords, pointer);
    return builder.build(schema, {
      pointer,
      path,
      vocabulary,
      below: (child, step) => at(child, `${pointer}/${step}`, path),
      member(child, step, member) {
        const memberPath = path === '' || member === '[]' ? `${path}${member}` : `${path}.${member}`;
        visited.add(memberPath);
        const fromSchema = at(child, `${pointer}/${step}`, memberPath);
        return overrides[memberPath]?.(fromSchema) ?? fromSchema;
      },
      follow: (reference) => follow(reference, pointer, path),
    });
  }

  function follow(reference: string, pointer: string, path: string): ValueGenerator {
    const schema = schemas[reference.replace(/\.json$/u, '')];
    if (schema === undefined)
      throw new GeneratorError('dangling-reference', pointer, `there is no schema "${reference}"`);
    return at(schema, `${reference}#`, path);
  }

  const generator = follow(`${name}.json`, `${name}.json#`, '');
  const stale = Object.keys(overrides).find((path) => !visited.has(path));
  if (stale !== undefined) {
    throw new GeneratorError('stale-override', `${name}.json#`, `no member "${stale}"; correct or drop its override`);
  }
  return generator;
}
