import { uuidFor, type JsonSchema, type JsonType } from '../../spec/index.ts';
import { dates, decimals, integers, text, uuids } from '../values/scalars.ts';
import { listed, some } from '../values/values.ts';
import { anyOf, constant, listOf, mapOf, objectOf, oneOf, varied, type ValueGenerator } from './value-generator.ts';

/** A mistake in this project, never a verdict on a target: no values can be made for a schema at this place. */
function refused(pointer: string, problem: string): Error {
  return new Error(`${pointer}: ${problem}`);
}

export type Override = (fromSchema: ValueGenerator) => ValueGenerator;

interface Place {
  /** Where in the schema: `name.json#/properties/x`. */
  readonly pointer: string;
  readonly path: string;
  readonly vocabulary: Readonly<Record<string, readonly string[]>>;
  /** Continues with a schema for the same value; `step` is added to the pointer. */
  below(schema: JsonSchema, step: string): ValueGenerator;
  /** Continues with the schema of a member: a property's name, `[]` for items, `*` for the values of a map. */
  member(schema: JsonSchema, step: string, member: string): ValueGenerator;
  follow(reference: string): ValueGenerator;
}

/** Makes values for schemas with certain keywords. Other keywords are refused, never ignored. */
interface Builder {
  readonly keywords: readonly (keyof JsonSchema)[];
  readonly build: (schema: JsonSchema, place: Place) => ValueGenerator;
}

const ordinaryLength = 5;
const ordinaryEntries = 4;

function buildObject({ properties = {}, required = [], ...schema }: JsonSchema, place: Place): ValueGenerator {
  const { additionalProperties: values, 'x-values': known = [] } = schema;
  if (typeof values === 'object' && Object.keys(properties).length === 0) {
    const canonicalKeys = known.length > 0 ? known : ['group'];
    return mapOf(place.member(values, 'additionalProperties', '*'), {
      min: 0,
      max: known.length > 0 ? known.length : ordinaryEntries,
      keys: known.length > 0 ? listed(some(known, '')) : text({ min: 1, max: 30 }),
      canonical: (item) => Object.fromEntries(canonicalKeys.map((key) => [key, item.canonical])),
    });
  }
  return objectOf(
    Object.entries(properties).map(([name, property]) => ({
      name,
      value: place.member(property, `properties/${name}`, name),
      mayBeAbsent: property['x-presence'] === 'optional' && !required.includes(name),
    })),
  );
}

function buildArray({ items = {}, minItems = 0 }: JsonSchema, place: Place): ValueGenerator {
  return listOf(place.member(items, 'items', '[]'), {
    min: minItems,
    max: Math.max(minItems, ordinaryLength),
    canonical: (item) => Array.from({ length: Math.max(minItems, 1) }, () => item.canonical),
  });
}

const anyDate = varied('2022-01-01', dates('1900-01-01', '2099-12-31'));

const formats: Readonly<Record<string, (path: string) => ValueGenerator>> = {
  uuid: (path) => varied(uuidFor(path), uuids),
  date: () => anyDate,
};

/** For an open list only known values, else what the format says, else any text, canonically the member's name. */
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
  throw refused(`${pointer}/format`, `no values of the format "${format}"`);
}

const byType: Readonly<Record<JsonType, Builder>> = {
  object: { keywords: ['type', 'properties', 'required', 'additionalProperties'], build: buildObject },
  array: { keywords: ['type', 'items', 'minItems'], build: buildArray },
  string: { keywords: ['type', 'format', 'minLength'], build: buildString },
  number: { keywords: ['type'], build: () => varied(1, decimals) },
  integer: { keywords: ['type'], build: () => varied(1, integers) },
  boolean: { keywords: ['type'], build: () => oneOf([true, false]) },
  null: { keywords: ['type'], build: () => constant(null) },
};

const anything: Builder = {
  keywords: [],
  build: () => varied('anything', listed([true, false, null]), integers, text()),
};

/** The builders for schemas whose first keyword alone decides what a value is, in lookup order. */
const byKeyword: readonly Builder[] = [
  { keywords: ['$ref'], build: ({ $ref = '' }, place) => place.follow($ref) },
  { keywords: ['const', 'type'], build: (schema) => constant(schema.const) },
  { keywords: ['enum', 'type'], build: ({ enum: [first, ...others] = [] }) => oneOf([first, ...others]) },
  {
    keywords: ['anyOf'],
    build: ({ anyOf: ways = [] }, place) => anyOf(ways.map((way, index) => place.below(way, `anyOf/${index}`))),
  },
];

function builderOf(schema: JsonSchema, pointer: string): Builder {
  const deciding = byKeyword.find(({ keywords: [first = ''] }) => first in schema);
  if (deciding !== undefined) return deciding;
  const types = [schema.type ?? []].flat();
  const unknown = types.find((type) => !Object.hasOwn(byType, type));
  if (unknown !== undefined) throw refused(`${pointer}/type`, `unknown type "${unknown}"`);
  const [first, ...others] = types.map((type) => byType[type]);
  if (first === undefined) return anything;
  if (others.length === 0) return first;
  const builders = [first, ...others];
  return {
    keywords: builders.flatMap(({ keywords }) => keywords),
    build: (own, place) => anyOf(builders.map(({ build }) => build(own, place))),
  };
}

const annotation = /^(?:title|description|\$id|\$schema|x-.*)$/u;

/**
 * Walks a schema keyword by keyword and builds a generator of its values.
 *
 * @param source the schemas by name; the values to use for an open list (`x-vocabulary`) by its key, the plainest
 *   first; and overrides for what no schema states, by the member's path from the root: `coverages[].plan_id`,
 *   `lines_of_coverage.*`
 * @throws an error with the place of a keyword that no builder handles, a dangling reference, or an override of no
 *   member
 */
export function generatorFor(
  name: string,
  {
    schemas,
    vocabulary,
    overrides,
  }: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly vocabulary: Place['vocabulary'];
    readonly overrides: Readonly<Record<string, Override>>;
  },
): ValueGenerator {
  const visited = new Set<string>();

  function at(schema: JsonSchema, pointer: string, path: string): ValueGenerator {
    const builder = builderOf(schema, pointer);
    const known: readonly string[] = builder.keywords;
    const unknown = Object.keys(schema).find((keyword) => !known.includes(keyword) && !annotation.test(keyword));
    if (unknown !== undefined) {
      const problem = `no builder obeys "${unknown}" here; add it to one in generators/schema/schema-walk.ts`;
      throw refused(`${pointer}/${unknown}`, problem);
    }
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
    if (schema === undefined) throw refused(pointer, `there is no schema "${reference}"`);
    return at(schema, `${reference}#`, path);
  }

  const generator = follow(`${name}.json`, `${name}.json#`, '');
  const stale = Object.keys(overrides).find((path) => !visited.has(path));
  if (stale !== undefined) {
    throw refused(`${name}.json#`, `no member "${stale}"; correct or drop its override`);
  }
  return generator;
}
