import type { SchemaName } from './generated/names.ts';
import data from './generated/schemas.ts';
import type { JsonSchema } from './json-schema.ts';

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
