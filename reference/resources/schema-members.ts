import { pointerTo, resolved, schemas, isObject, type JsonSchema, type SchemaName } from '../../spec/index.ts';
import type { Dialect } from '../dialects.ts';

export type BodySchema = 'group-connection-input' | 'renewal-decision-input' | 'member-snapshot-input';

/** Members that the documents mention without showing them as members of a body, by pointer. */
const mentioned: Readonly<Record<BodySchema, readonly string[]>> = {
  'group-connection-input': ['/data_exchange', '/use_best_data_exchange'],
  'renewal-decision-input': [],
  'member-snapshot-input': ['/employee/group_id'],
};

export interface Member {
  readonly pointer: string;
  /** How the member is documented; undefined: it isn't. */
  readonly schema: JsonSchema | undefined;
  /** Undefined: a documented member that isn't there. */
  readonly value: unknown;
}

function propertiesOf({ properties, anyOf = [] }: JsonSchema): ReadonlyMap<string, JsonSchema> | undefined {
  const all = [properties, ...anyOf.map((way) => way.properties)].filter((some) => some !== undefined);
  return all.length === 0 ? undefined : new Map(all.flatMap((some) => Object.entries(some)));
}

function* within(given: JsonSchema, value: unknown, pointer: string): Generator<Member> {
  const schema = resolved(given);
  if (Array.isArray(value)) {
    if (schema.items === undefined) return;
    for (const [index, item] of value.entries()) yield* within(schema.items, item, `${pointer}/${index}`);
    return;
  }
  if (!isObject(value)) return;
  const properties = propertiesOf(schema);
  const rest = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
  for (const [name, member] of Object.entries(value)) {
    const at = `${pointer}${pointerTo(name)}`;
    const documented = properties?.get(name) ?? rest;
    yield { pointer: at, schema: documented, value: member };
    if (documented !== undefined) yield* within(documented, member, at);
  }
  for (const [name, documented] of properties ?? []) {
    if (!Object.hasOwn(value, name)) {
      yield { pointer: `${pointer}${pointerTo(name)}`, schema: documented, value: undefined };
    }
  }
}

/** Every member of a body, however deep, with what is documented of it; and every documented one that is missing. */
export function membersOf(name: BodySchema, body: unknown): readonly Member[] {
  return [...within(schemas[name], body, '')];
}

export function isUnknown(name: BodySchema, { schema, pointer }: Member): boolean {
  return schema === undefined && !mentioned[name].includes(pointer);
}

function withoutAt(value: unknown, gone: ReadonlySet<string>, pointer: string): unknown {
  if (Array.isArray(value)) return value.map((item, index) => withoutAt(item, gone, `${pointer}/${index}`));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).flatMap(([name, member]) => {
    const at = `${pointer}${pointerTo(name)}`;
    return gone.has(at) ? [] : [[name, withoutAt(member, gone, at)] as const];
  });
  return Object.fromEntries(kept);
}

export function withoutUnknown(name: BodySchema, body: unknown): unknown {
  const unknown = membersOf(name, body).filter((member) => isUnknown(name, member));
  return unknown.length === 0 ? body : withoutAt(body, new Set(unknown.map(({ pointer }) => pointer)), '');
}

/** Members of an answer beyond the documented ones; they look like identifiers and dates, and are neither. */
const extras = { external_id: 'none', updated_on: '11/20/2026', annotations: { notes: null, total: -1.5 } };

/** Objects whose members the documents list to the last one. */
const exhaustive: ReadonlySet<JsonSchema> = new Set([schemas['snapshot-list-item']]);

const allowsNull = ({ type, anyOf = [] }: JsonSchema): boolean =>
  type === 'null' || (Array.isArray(type) && type.includes('null')) || anyOf.some(allowsNull);

/** The one way of a schema that isn't null; most have no ways at all. */
function concrete(schema: JsonSchema): JsonSchema {
  const ways = schema.anyOf?.filter((way) => way.type !== 'null') ?? [];
  return ways.length === 1 && ways[0] !== undefined ? resolved(ways[0]) : resolved(schema);
}

interface Rules {
  readonly extras: boolean;
  readonly nulls: boolean;
}

function absentMembers(properties: Readonly<Record<string, JsonSchema>>, value: object): readonly [string, null][] {
  return Object.entries(properties)
    .filter(([name, member]) => !Object.hasOwn(value, name) && allowsNull(member))
    .map(([name]) => [name, null]);
}

function embellished(schema: JsonSchema, value: unknown, rules: Rules, isEcho: boolean): unknown {
  const { items, properties, additionalProperties, $id = '' } = schema;
  if (Array.isArray(value)) {
    return items === undefined ? value : value.map((item) => embellished(concrete(items), item, rules, isEcho));
  }
  if (!isObject(value)) return value;
  const echo = isEcho || $id.endsWith('-echo.json') || $id === 'renewal-line.json';
  const rest = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  const members = Object.entries(value).map(([name, member]) => {
    const documented = properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : rest;
    return [name, documented === undefined ? member : embellished(concrete(documented), member, rules, echo)] as const;
  });
  const isRecord = properties !== undefined;
  return Object.fromEntries([
    ...(rules.extras && isRecord && !exhaustive.has(schema) ? Object.entries(extras) : []),
    ...(rules.nulls && isRecord && echo ? absentMembers(properties, value) : []),
    ...members,
  ]);
}

/**
 * Adds to the answers of an endpoint what the dialect adds to the documented members: members of its own in every
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
    const answer = embellished(schemas[name], body, rules, false);
    return isObject(answer) ? answer : body;
  };
}
