import { hash } from 'node:crypto';
import type { SchemaName } from './generated/names.ts';
import data from './generated/schemas.ts';
import type { SchemaTypes } from './generated/types.ts';
import { isList, isObject, present, stepsOf } from './json.ts';

export type JsonScalar = string | number | boolean | null;

export type JsonType = 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'null';

/** How firmly a member is stated: `expected` is implied, `optional` may be absent, `unstated` is not shown. */
export type Presence = 'always' | 'expected' | 'optional' | 'unstated' | 'either';

/**
 * The part of JSON Schema 2020-12 that the compiled schemas use, and no more, so that code that walks them can be
 * complete.
 *
 * - `x-source`: the document and line that states a member, `2-resources.md:17`
 * - `x-presence`: see {@link Presence}
 * - `x-type`: the type as the document writes it, such as `timestamp` or `open sex`
 * - `x-vocabulary`: the key of the open vocabulary that the member's text comes from
 * - `x-values`: known values, which are not a constraint, of a string or of the keys of a map
 */
export interface JsonSchema {
  $schema?: string;
  $id?: string;
  $ref?: string;
  title?: string;
  description?: string;
  type?: JsonType | readonly JsonType[];
  format?: 'uuid' | 'date';
  enum?: readonly JsonScalar[];
  const?: JsonScalar;
  minLength?: number;
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  minItems?: number;
  anyOf?: readonly JsonSchema[];
  'x-source'?: string;
  'x-presence'?: Presence;
  'x-type'?: string;
  'x-vocabulary'?: string;
  'x-values'?: readonly string[];
}

/** Our own keywords, which a validator has to know; they don't affect validity. */
export const annotationKeywords = ['x-source', 'x-presence', 'x-type', 'x-vocabulary', 'x-values'] as const;

// Importing JSON widens its literals; the compiler writes these files from values of exactly this type.
/** The JSON Schemas (2020-12) of all resources and bodies by name; they refer to each other as `<name>.json`. */
export const schemas = data as Readonly<Record<SchemaName, JsonSchema>>;

export const schemaNames = Object.keys(schemas) as readonly SchemaName[];

const uuid = /^[\dA-Fa-f]{8}(?:-[\dA-Fa-f]{4}){3}-[\dA-Fa-f]{12}$/;

/** Whether a text is a UUID: any version and variant in either letter case, without a prefix. */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}

/** Formats 32 hexadecimal digits as a UUID of a version, with the usual variant. */
export function asUuid(hex: string, version: number): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${version}${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** A made-up UUID: the same for the same words, another one for other words. */
export function uuidFor(...words: readonly string[]): string {
  return asUuid(hash('sha256', JSON.stringify(words)), 4);
}

/** What a member holds: `code` is from a list of values, `id` a UUID, `text` any other string; `map` has free keys. */
export type MemberKind = 'date' | 'text' | 'number' | 'boolean' | 'code' | 'id' | 'object' | 'list' | 'map';

export interface Member {
  /** Path from the body's root, `[]` for items of a list and `*` for values of a map: `dependents[].person.suffix`. */
  readonly path: string;
  readonly kind: MemberKind;
  /** How firmly the document states it; undefined for items of a list and values of a map. */
  readonly presence?: Presence;
  readonly vocabulary?: string;
}

const kinds: Readonly<Record<string, MemberKind>> = {
  array: 'list',
  boolean: 'boolean',
  integer: 'number',
  number: 'number',
  string: 'code',
};

function kindOf(schema: JsonSchema): MemberKind {
  if (schema.properties !== undefined || schema.anyOf !== undefined) return 'object';
  if (typeof schema.additionalProperties === 'object') return 'map';
  if (schema.format !== undefined) return schema.format === 'date' ? 'date' : 'id';
  const isText = schema.type === 'string' && schema.enum === undefined && schema['x-values'] === undefined;
  return isText ? 'text' : (kinds[String(schema.type)] ?? 'object');
}

const byReference = new Map<string, JsonSchema>(
  Object.entries(schemas).map(([name, schema]) => [`${name}.json`, schema]),
);

export function resolved(schema: JsonSchema): JsonSchema {
  return byReference.get(schema.$ref ?? '') ?? schema;
}

function collect(node: JsonSchema, path: string, into: Map<string, Member>): void {
  const schema = resolved(node);
  const { 'x-presence': presence, 'x-vocabulary': vocabulary } = node;
  if (path !== '' && !into.has(path)) {
    into.set(path, { path, kind: kindOf(schema), ...present({ presence, vocabulary }) });
  }
  for (const way of schema.anyOf ?? []) collect(way, path, into);
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    collect(member, path === '' ? name : `${path}.${name}`, into);
  }
  if (schema.items !== undefined) collect(schema.items, `${path}[]`, into);
  if (typeof schema.additionalProperties === 'object') collect(schema.additionalProperties, `${path}.*`, into);
}

const known = new Map<SchemaName, ReadonlyMap<string, Member>>();

/** Every member that a body of this schema may have, by path, in the order of the documents. */
export function membersOf(name: SchemaName): ReadonlyMap<string, Member> {
  const found = known.get(name);
  if (found !== undefined) return found;
  const members = new Map<string, Member>();
  collect(schemas[name], '', members);
  known.set(name, members);
  return members;
}

/** The path of the member `name` of the value at `path`. */
export function memberPath(members: ReadonlyMap<string, Member>, path: string, name: string): string {
  if (path === '') return name;
  return members.get(path)?.kind === 'map' ? `${path}.*` : `${path}.${name}`;
}

/**
 * The values in bodies of this schema, by the path of their member. Objects and lists are included.
 *
 * @param omits - whether a value is of no interest
 */
export function valuesByPath(
  name: SchemaName,
  bodies: readonly unknown[],
  omits: (value: unknown, member: Member | undefined) => boolean = () => false,
): ReadonlyMap<string, readonly unknown[]> {
  const members = membersOf(name);
  const values = new Map<string, unknown[]>();
  const read = (value: unknown, path: string): void => {
    if (omits(value, members.get(path))) return;
    const held = values.get(path);
    if (held === undefined) values.set(path, [value]);
    else held.push(value);
    if (isList(value)) for (const item of value) read(item, `${path}[]`);
    else if (isObject(value)) for (const member in value) read(value[member], memberPath(members, path, member));
  };
  for (const body of bodies) read(body, '');
  return values;
}

/** A place in a body: an object with these members, a list of these items, or a map of these values. */
interface Place {
  readonly path: string;
  readonly members: ReadonlyMap<string, Place>;
  readonly items?: Place;
  readonly values?: Place;
}

function placeOf(node: JsonSchema, path: string): Place {
  const schema = resolved(node);
  const { items, additionalProperties: values, anyOf: ways = [] } = schema;
  const named = [schema, ...ways.map(resolved)].flatMap(({ properties = {} }) => Object.entries(properties));
  return {
    path,
    members: new Map(named.map(([name, member]) => [name, placeOf(member, `${path}.${name}`)])),
    ...present({
      items: items && placeOf(items, `${path}[]`),
      values: typeof values === 'object' ? placeOf(values, `${path}.*`) : undefined,
    }),
  };
}

const places = new Map<SchemaName, Place>();

function rootOf(name: SchemaName): Place {
  const place = places.get(name) ?? placeOf(schemas[name], name);
  places.set(name, place);
  return place;
}

/** Whether a body of this schema may have something at this place (a JSON pointer), by the documents. */
export function isStated(name: SchemaName, pointer: string): boolean {
  let place: Place | undefined = rootOf(name);
  for (const step of stepsOf(pointer)) place = place?.items ?? place?.values ?? place?.members.get(step);
  return place !== undefined;
}

/**
 * Calls `onFound` for each member of a body that its schema does not list, where it lists any: not for the keys of a
 * map, nor for what is in a member that is not listed.
 *
 * @param onFound - gets the path of the object, `snapshot.fulfillment_summary[]`, the name of the member, and the object
 */
export function forEachUnstated(
  schema: SchemaName,
  body: unknown,
  onFound: (path: string, name: string, holder: object) => void,
): void {
  const look = ({ path, members, items, values }: Place, value: unknown): void => {
    if (isList(value)) {
      if (items !== undefined) for (const item of value) look(items, item);
    } else if (isObject(value)) {
      // Scalars are not visited: every answer of a run is looked through.
      for (const name of Object.keys(value)) {
        const place = values ?? members.get(name);
        const held = value[name];
        if (place !== undefined && typeof held === 'object') look(place, held);
        if (place === undefined && members.size > 0) onFound(path, name, value);
      }
    }
  };
  look(rootOf(schema), body);
}

/** Returns what a member becomes; undefined leaves it out. `ordinal` counts the members without children before it. */
export type Change = (member: Member, value: unknown, ordinal: number) => unknown;

/** A copy of a body with its members changed. A list or object is passed to `change` before its content. */
export function withChanged<Name extends SchemaName>(
  name: Name,
  body: SchemaTypes[Name],
  change: Change,
): SchemaTypes[Name] {
  const members = membersOf(name);
  let ordinal = 0;

  function changed(value: unknown, path: string): unknown {
    const member = members.get(path);
    const own = member === undefined ? value : change(member, value, ordinal);
    if (isList(own)) return own.map((item) => changed(item, `${path}[]`)).filter((item) => item !== undefined);
    if (!isObject(own)) {
      ordinal += 1;
      return own;
    }
    const entries: [key: string, held: unknown][] = [];
    for (const [key, held] of Object.entries(own)) {
      const kept = changed(held, memberPath(members, path, key));
      if (kept !== undefined) entries.push([key, kept]);
    }
    return Object.fromEntries(entries);
  }

  // A change keeps to the schema that the type is generated from; tests confirm it with Ajv for every example.
  return changed(body, '') as SchemaTypes[Name];
}
