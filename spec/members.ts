import type { SchemaName } from './generated/names.ts';
import { schemas, type JsonSchema, type Presence } from './json-schemas.ts';

/**
 * What a member holds. A `code` comes from a list of values, an `id` is a UUID, `text` is any other string; `map` is an
 * object whose keys are free.
 */
export type MemberKind = 'date' | 'text' | 'number' | 'boolean' | 'code' | 'id' | 'object' | 'list' | 'map';

/** One member of a body, wherever it may occur in it. */
export interface Member {
  /** From the body's root, `[]` for the items of a list and `*` for the values of a map: `dependents[].person.suffix`. */
  readonly path: string;
  readonly kind: MemberKind;
  /** How firmly the document says that it is there; undefined for items of a list and values of a map. */
  readonly presence?: Presence;
  /** The key of the vocabulary that its values come from. */
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

/** The schema that a schema refers to, or the schema itself when it doesn't. */
export function resolved(schema: JsonSchema): JsonSchema {
  return byReference.get(schema.$ref ?? '') ?? schema;
}

function collect(node: JsonSchema, path: string, into: Map<string, Member>): void {
  const schema = resolved(node);
  const { 'x-presence': presence, 'x-vocabulary': vocabulary } = node;
  if (path !== '' && !into.has(path)) {
    into.set(path, {
      path,
      kind: kindOf(schema),
      ...(presence === undefined ? {} : { presence }),
      ...(vocabulary === undefined ? {} : { vocabulary }),
    });
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

/** The path of a member of the value at `path`, with the name it has there. */
export function memberPath(members: ReadonlyMap<string, Member>, path: string, name: string): string {
  if (path === '') return name;
  return members.get(path)?.kind === 'map' ? `${path}.*` : `${path}.${name}`;
}
