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

const mostNamed = 40;

/** The contents of a body: each list item, member and value, with the path of its place in the schema. */
type Marks = ReadonlySet<string>;

/** Remembers the first accepted body of each kind, the plain one, and compares others with it. */
export function createPlainBodies() {
  const plain = new Map<SchemaName, Marks>();
  return {
    note(exchange: Exchange): void {
      const schema = schemaOf(exchange);
      if (schema === undefined || plain.has(schema) || !isSuccess(exchange)) return;
      const marks = new Set<string>();
      walk(exchange.request.json, membersOf(schema), ({ mark }) => marks.add(mark));
      plain.set(schema, marks);
    },
    /** Pointers to what a request's body has and the plain one lacks, except ids and what names the run. */
    unusualIn(exchange: Exchange): readonly string[] {
      const schema = schemaOf(exchange);
      const marks = schema === undefined ? undefined : plain.get(schema);
      if (schema === undefined || marks === undefined) return [];
      const unusual: string[] = [];
      walk(exchange.request.json, membersOf(schema), ({ mark, pointer, isOwn }) => {
        const isUsual = isOwn || marks.has(mark);
        if (!isUsual) unusual.push(pointer);
        return isUsual;
      });
      return unusual.slice(0, mostNamed);
    },
  };
}

function schemaOf({ request: { endpoint, json } }: Exchange): SchemaName | undefined {
  return endpoint === 'token' || !isObject(json) ? undefined : endpoints[endpoint].request;
}

/** A value as text for comparison; digits are masked, as numbers within a text are the run's own. */
function textOf(value: unknown): string {
  if (typeof value !== 'string' || /^\d{4}-\d\d-\d\d$/.test(value)) return JSON.stringify(value) ?? '';
  return JSON.stringify(value.replaceAll(/\d/g, '0'));
}

interface Place {
  /** Equal for what is alike in two bodies. */
  readonly mark: string;
  readonly pointer: string;
  /** Whether it holds an id, or a value that names the run. */
  readonly isOwn: boolean;
}

/** Visits the places of a body from the outside in; goes into a place only if `visit` returns something truthy. */
function walk(body: unknown, members: ReadonlyMap<string, Member>, visit: (place: Place) => unknown): void {
  const within = (value: unknown, path: string, pointer: string): void => {
    const child = (held: unknown, mark: string, step: number | string, to: string): void => {
      const at = `${pointer}${pointerTo(step)}`;
      if (visit({ mark: `${path}${mark}`, pointer: at, isOwn: false })) within(held, to, at);
    };
    if (isList(value)) for (const [index, item] of value.entries()) child(item, `[${index}]`, index, `${path}[]`);
    else if (isObject(value))
      for (const [name, held] of Object.entries(value))
        child(held, ` has ${name}`, name, memberPath(members, path, name));
    else {
      const namesRun = typeof value === 'string' && (isTagged(idKey(value)) || isPlainFamilyName(value));
      visit({ mark: `${path} is ${textOf(value)}`, pointer, isOwn: namesRun || members.get(path)?.kind === 'id' });
    }
  };
  within(body, '', '');
}
