import type { SchemaName } from './generated/names.ts';
import data from './generated/schemas.ts';

/** A value that stands in a schema as it is. */
export type JsonScalar = string | number | boolean | null;

/** The types of JSON Schema that the documents can speak of. */
export type JsonType = 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'null';

/**
 * How firmly a document states that a member is there: `always` and `either` are stated, `expected` is implied,
 * `optional` is stated not to be needed, and of `unstated` nothing is shown.
 */
export type Presence = 'always' | 'expected' | 'optional' | 'unstated' | 'either';

/**
 * The part of JSON Schema 2020-12 that the compiled schemas use, no more, so that code which walks them can be complete.
 *
 * - `x-source`: the document and line a member is stated at, `2-resources.md:17`
 * - `x-presence`: see {@link Presence}
 * - `x-type`: the type as the document writes it, such as `timestamp` or `open sex`
 * - `x-vocabulary`: the key of the open vocabulary the member's text comes from
 * - `x-values`: values that are known without being a constraint: of a string, or of the keys of a map
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

/** Our own keywords, which a validator has to know; they say nothing about validity. */
export const annotationKeywords = ['x-source', 'x-presence', 'x-type', 'x-vocabulary', 'x-values'] as const;

// The import of a JSON file widens its literals; the compiler writes these files from values of this very type.
/**
 * The JSON Schemas (2020-12) of all resources and bodies by name (`spec/documents/2-resources.md` and others). Each has
 * the `$id` `<name>.json` and refers to others by theirs.
 */
export const schemas = data as Readonly<Record<SchemaName, JsonSchema>>;

/** The names of the schemas, in the order of the documents. */
export const schemaNames: readonly SchemaName[] = Object.keys(schemas).filter(isSchemaName);

/** Whether a text is the name of a schema. */
export function isSchemaName(text: string): text is SchemaName {
  return Object.hasOwn(schemas, text);
}
