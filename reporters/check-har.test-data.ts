import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Ajv, type AnySchema } from 'ajv';
import addFormats from 'ajv-formats';
import metaSchema from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' };
import { expect } from 'vitest';

// The package has no types, and its schemas hold `optional` and `min`, which no draft knows.
const folder = dirname(createRequire(import.meta.url).resolve('har-schema'));
const schemas = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name): AnySchema => JSON.parse(readFileSync(join(folder, name), 'utf8')));
const ajv = new Ajv({ strict: false, allErrors: true });
ajv.addMetaSchema(metaSchema);
addFormats.default(ajv);
ajv.addSchema(schemas);
const conforms = ajv.getSchema('har.json#') ?? expect.fail('har-schema has no schema of archives');

/** Fails unless a text is an archive as the published schema of HAR 1.2 has it. */
export function checkHar(text: string): void {
  if (conforms(JSON.parse(text)) !== true) expect.fail(ajv.errorsText(conforms.errors));
}
