import { schemas, type JsonSchema, type SchemaName } from '../../spec/index.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { isObject } from '../domain/json-object.ts';
import { referredSchema } from '../domain/referred-schema.ts';

/** Members that stand beside the documented ones; they look like identifiers and dates, and are neither. */
const extras = { external_id: 'none', updated_on: '11/20/2026', annotations: { notes: null, total: -1.5 } };

/** Objects whose members the documents list to the last one. */
const exhaustive: ReadonlySet<JsonSchema> = new Set([schemas['snapshot-list-item']]);

const allowsNull = ({ type, anyOf = [] }: JsonSchema): boolean =>
  type === 'null' || (Array.isArray(type) && type.includes('null')) || anyOf.some(allowsNull);

/** The one way of a schema that isn't null; most have no ways at all. */
function concrete(schema: JsonSchema): JsonSchema {
  const ways = schema.anyOf?.filter((way) => way.type !== 'null') ?? [];
  return ways.length === 1 && ways[0] !== undefined ? referredSchema(ways[0]) : referredSchema(schema);
}

interface Rules {
  readonly extras: boolean;
  readonly nulls: boolean;
}

/** The members of an echo that were not submitted, as nulls. */
function absentMembers(properties: Readonly<Record<string, JsonSchema>>, value: object): readonly [string, null][] {
  return Object.entries(properties)
    .filter(([name, member]) => !Object.hasOwn(value, name) && allowsNull(member))
    .map(([name]) => [name, null]);
}

function walk(schema: JsonSchema, value: unknown, rules: Rules, isEcho: boolean): unknown {
  const { items, properties, additionalProperties, $id = '' } = schema;
  if (Array.isArray(value)) {
    return items === undefined ? value : value.map((item) => walk(concrete(items), item, rules, isEcho));
  }
  if (!isObject(value)) return value;
  const echo = isEcho || $id.endsWith('-echo.json') || $id === 'renewal-line.json';
  const rest = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  const members = Object.entries(value).map(([name, member]) => {
    const documented = properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : rest;
    return [name, documented === undefined ? member : walk(concrete(documented), member, rules, echo)] as const;
  });
  const isRecord = properties !== undefined;
  return Object.fromEntries([
    ...(rules.extras && isRecord && !exhaustive.has(schema) ? Object.entries(extras) : []),
    ...(rules.nulls && isRecord && echo ? absentMembers(properties, value) : []),
    ...members,
  ]);
}

/**
 * Adds to the answers of an endpoint what the dialect has them carry beyond the documented: members of its own in every
 * object but the items of the snapshots list, and nulls for what was not submitted
 * (`spec/documents/2-resources.md`).
 *
 * @param name the schema of the answers
 */
export function embellisherOf(
  name: SchemaName,
  { extraFields, absentMembers: absent }: Dialect,
): (body: object) => object {
  const rules: Rules = { extras: extraFields === 'everywhere', nulls: absent === 'null' };
  if (!rules.extras && !rules.nulls) return (body) => body;
  return (body) => {
    const walked = walk(schemas[name], body, rules, false);
    return isObject(walked) ? walked : body;
  };
}
