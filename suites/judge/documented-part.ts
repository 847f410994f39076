import { isSchemaName, schemas, type JsonSchema, type SchemaName } from '../../spec/index.ts';
import { isObject } from '../rules/reading.ts';

/**
 * A request's body without the members that the documents do not name: clients of a service may send more than these,
 * and nothing says what becomes of it.
 */
export function documentedPart(name: SchemaName, value: unknown): unknown {
  return partOf(schemas[name], value);
}

function partOf(schema: JsonSchema, value: unknown): unknown {
  const ways = waysOf(schema);
  if (Array.isArray(value)) {
    const items = ways.find((way) => way.items !== undefined)?.items;
    return items === undefined ? value : value.map((item) => partOf(items, item));
  }
  if (!isObject(value)) return value;
  const members = Object.assign({}, ...ways.map(({ properties }) => properties)) as Record<string, JsonSchema>;
  const others = ways.map(({ additionalProperties }) => additionalProperties).find((rest) => typeof rest === 'object');
  const isFree = Object.keys(members).length === 0 && others === undefined;
  if (isFree) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const known = Object.hasOwn(members, name) ? members[name] : others;
      return known === undefined ? [] : [[name, partOf(known, member)]];
    }),
  );
}

/** The schema itself and the ways it can be fulfilled in, each with its reference followed. */
function waysOf(schema: JsonSchema): readonly JsonSchema[] {
  const name = schema.$ref?.replace(/\.json$/, '');
  const followed = name !== undefined && isSchemaName(name) ? schemas[name] : schema;
  return [followed, ...(followed.anyOf ?? []).flatMap(waysOf)];
}
