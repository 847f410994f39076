import { schemas, type JsonSchema } from '../../spec/index.ts';

const byFile = new Map(Object.entries(schemas).map(([name, schema]) => [`${name}.json`, schema]));

/** The schema that a schema refers to; itself when it refers to none. */
export function referredSchema(schema: JsonSchema): JsonSchema {
  return byFile.get(schema.$ref ?? '') ?? schema;
}
