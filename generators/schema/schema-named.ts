import { schemas } from '../../spec/index.ts';
import { isObject, type SchemaNode } from './node.ts';

const byReference: ReadonlyMap<string, unknown> = new Map(
  Object.entries(schemas).map(([name, schema]) => [`${name}.json`, schema]),
);

/** The documents' schema that a reference such as `person.json` names, undefined when there is none. */
export function schemaNamed(reference: string): SchemaNode | undefined {
  const schema = byReference.get(reference);
  return isObject(schema) ? schema : undefined;
}
