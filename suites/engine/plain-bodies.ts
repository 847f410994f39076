import { isPlainFamilyName } from '../../generators/index.ts';
import {
  endpoints,
  idKey,
  isList,
  isObject,
  memberPath,
  membersOf,
  pointerTo,
  type Member,
  type SchemaName,
} from '../../spec/index.ts';
import { isSuccess, type Exchange } from '../../target/exchange.ts';
import { isTagged } from '../profiles.ts';

export type PlainBodies = ReturnType<typeof createPlainBodies>;

/** Places of one body that are named at most. */
const mostNamed = 40;

/** A body by the paths of its members: the values there, and how many items a list has. */
type Shape = ReadonlyMap<string, { readonly values: Set<string>; items: number }>;

/** Remembers the first body of each kind that the target took, the plain one, and compares others with it. */
export function createPlainBodies() {
  const plain = new Map<SchemaName, Shape>();
  return {
    note(exchange: Exchange): void {
      const schema = schemaOf(exchange);
      if (schema === undefined || plain.has(schema) || !isSuccess(exchange)) return;
      plain.set(schema, shapeOf(exchange.request.json, membersOf(schema)));
    },
    /** Pointers to what is in the body of a request and not in the plain one; ids, and what names the run, do not count. */
    unusualIn(exchange: Exchange): readonly string[] {
      const schema = schemaOf(exchange);
      const shape = schema === undefined ? undefined : plain.get(schema);
      if (schema === undefined || shape === undefined) return [];
      return unusual(exchange.request.json, shape, membersOf(schema)).slice(0, mostNamed);
    },
  };
}

function schemaOf({ request: { endpoint, json } }: Exchange): SchemaName | undefined {
  return endpoint === 'token' || !isObject(json) ? undefined : endpoints[endpoint].request;
}

/** A value as it is compared: numbers within a text are the run's own. */
function textOf(value: unknown): string {
  if (typeof value !== 'string' || /^\d{4}-\d\d-\d\d$/.test(value)) return JSON.stringify(value) ?? '';
  return JSON.stringify(value.replaceAll(/\d/g, '0'));
}

function shapeOf(body: unknown, members: ReadonlyMap<string, Member>): Shape {
  const shape = new Map<string, { readonly values: Set<string>; items: number }>();
  const gather = (value: unknown, path: string): void => {
    const seen = shape.get(path) ?? { values: new Set(), items: 0 };
    shape.set(path, seen);
    if (isList(value)) {
      seen.items = Math.max(seen.items, value.length);
      for (const item of value) gather(item, `${path}[]`);
    } else if (isObject(value)) {
      for (const [name, held] of Object.entries(value)) {
        seen.values.add(name);
        gather(held, memberPath(members, path, name));
      }
    } else {
      seen.values.add(textOf(value));
    }
  };
  gather(body, '');
  return shape;
}

function unusual(body: unknown, shape: Shape, members: ReadonlyMap<string, Member>): readonly string[] {
  const look = (value: unknown, path: string, pointer: string): readonly string[] => {
    const { values, items } = shape.get(path) ?? { values: new Set(), items: 0 };
    if (isList(value))
      return value.flatMap((item, index) => {
        const at = `${pointer}${pointerTo(index)}`;
        return index < items ? look(item, `${path}[]`, at) : [at];
      });
    if (isObject(value))
      return Object.entries(value).flatMap(([name, held]) => {
        const at = `${pointer}${pointerTo(name)}`;
        return values.has(name) ? look(held, memberPath(members, path, name), at) : [at];
      });
    const isOwn = typeof value === 'string' && (isTagged(idKey(value)) || isPlainFamilyName(value));
    return isOwn || members.get(path)?.kind === 'id' || values.has(textOf(value)) ? [] : [pointer];
  };
  return look(body, '', '');
}
