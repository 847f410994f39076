import { schemas, type JsonSchema } from '../../spec/index.ts';
import { isObject } from '../domain/json-object.ts';
import { referredSchema } from '../domain/referred-schema.ts';
import type { BodySchema } from './required-members.ts';

/** Members that the documents speak of without showing them as members of a body, by pointer. */
const spokenOf: Readonly<Record<BodySchema, readonly string[]>> = {
  'group-connection-input': ['/data_exchange', '/use_best_data_exchange'],
  'renewal-decision-input': [],
  'member-snapshot-input': ['/employee/group_id'],
};

/** A member of a body. */
export interface Member {
  /** JSON pointer. */
  readonly pointer: string;
  /** How the member is documented; undefined: it isn't. */
  readonly schema: JsonSchema | undefined;
  /** Undefined: a documented member that isn't there. */
  readonly value: unknown;
}

/** The members of an object, over all ways of giving it. */
function propertiesOf({ properties, anyOf = [] }: JsonSchema): ReadonlyMap<string, JsonSchema> | undefined {
  const all = [properties, ...anyOf.map((way) => way.properties)].filter((some) => some !== undefined);
  return all.length === 0 ? undefined : new Map(all.flatMap((some) => Object.entries(some)));
}

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

function* within(given: JsonSchema, value: unknown, pointer: string): Generator<Member> {
  const schema = referredSchema(given);
  if (Array.isArray(value)) {
    if (schema.items === undefined) return;
    for (const [index, item] of value.entries()) yield* within(schema.items, item, `${pointer}/${index}`);
    return;
  }
  if (!isObject(value)) return;
  const properties = propertiesOf(schema);
  const rest = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
  for (const [name, member] of Object.entries(value)) {
    const at = `${pointer}/${escaped(name)}`;
    const documented = properties?.get(name) ?? rest;
    yield { pointer: at, schema: documented, value: member };
    if (documented !== undefined) yield* within(documented, member, at);
  }
  for (const [name, documented] of properties ?? []) {
    if (!Object.hasOwn(value, name)) {
      yield { pointer: `${pointer}/${escaped(name)}`, schema: documented, value: undefined };
    }
  }
}

/** Every member of a body, however deep, with what is documented of it; and every documented one that is missing. */
export function membersOf(name: BodySchema, body: unknown): readonly Member[] {
  return [...within(schemas[name], body, '')];
}

/** Whether a member is one that the documents don't speak of. */
export function isUnknown(name: BodySchema, { schema, pointer }: Member): boolean {
  return schema === undefined && !spokenOf[name].includes(pointer);
}

function withoutAt(value: unknown, gone: ReadonlySet<string>, pointer: string): unknown {
  if (Array.isArray(value)) return value.map((item, index) => withoutAt(item, gone, `${pointer}/${index}`));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).flatMap(([name, member]) => {
    const at = `${pointer}/${escaped(name)}`;
    return gone.has(at) ? [] : [[name, withoutAt(member, gone, at)] as const];
  });
  return Object.fromEntries(kept);
}

/** The body without the members that the documents don't speak of. */
export function withoutUnknown(name: BodySchema, body: unknown): unknown {
  const unknown = membersOf(name, body).filter((member) => isUnknown(name, member));
  return unknown.length === 0 ? body : withoutAt(body, new Set(unknown.map(({ pointer }) => pointer)), '');
}
