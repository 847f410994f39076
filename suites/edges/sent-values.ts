import { memberPath, membersOf, optionalMembers, optionalTogether, type Member } from '../../generators/index.ts';
import { endpointIds, endpoints, isObject, type JsonObject, type SchemaName } from '../../spec/index.ts';
import type { AnsweredExchange } from '../../target/exchange.ts';

/** The values of a body that was sent, and what it lacks, by the paths of members (`dependents[].person.suffix`). */
export interface SentValues {
  /** Dates, codes, `true` and `false`, and texts other than plain words; the keys of a map are at `keysOf` its path. */
  readonly texts: Map<string, string[]>;
  readonly numbers: Map<string, number[]>;
  /** Optional members that an object lacks which could have them. */
  readonly absent: Set<string>;
  /** Objects that have none of the optional members that go together. */
  readonly bare: Set<string>;
}

/** Where the keys of a map are found. */
export function keysOf(path: string): string {
  return `${path} key`;
}

/** Whether a text is one of those that mean nothing, or a truth value. */
export function isNothing(text: string): boolean {
  return /^(?:null|none|undefined|true|false)$/iu.test(text);
}

/** Plain words, of which most texts are: no edge is of them. */
const isPlain = (text: string): boolean => /^[A-Za-z](?:[A-Za-z ]{0,40}[A-Za-z])?$/u.test(text) && !isNothing(text);

/** Members that only some objects of their kind could have: a metal tier goes with a plan that is described. */
const couldHave: Readonly<Record<string, (owner: JsonObject) => boolean>> = {
  'body.carriers[].lines_of_coverage.*.plans[].metal_tier': (plan) => Object.hasOwn(plan, 'name'),
};

/** What a schema says of the objects in its bodies, by their paths. */
interface Described {
  readonly members: ReadonlyMap<string, Member>;
  readonly optional: ReadonlyMap<string, readonly { readonly name: string; readonly path: string }[]>;
  readonly together: ReadonlyMap<string, readonly string[]>;
}

function describe(schema: SchemaName): Described {
  const optional = optionalMembers(schema).map(({ path }) => {
    const end = path.lastIndexOf('.');
    return { owner: path.slice(0, Math.max(end, 0)), name: path.slice(end + 1), path };
  });
  return {
    members: membersOf(schema),
    optional: Map.groupBy(optional, ({ owner }) => owner),
    together: optionalTogether(schema),
  };
}

const described = new Map<string, Described>(
  endpointIds.flatMap((id) => {
    const { request } = endpoints[id];
    return request === undefined ? [] : [[id, describe(request)]];
  }),
);

function add<T>(values: Map<string, T[]>, path: string, value: T): void {
  const held = values.get(path);
  if (held === undefined) values.set(path, [value]);
  else held.push(value);
}

function readScalar({ kind, path }: Member, value: unknown, { texts, numbers }: SentValues): void {
  if (typeof value === 'boolean') add(texts, path, String(value));
  if (typeof value === 'number' && kind === 'number') add(numbers, path, value);
  if (typeof value !== 'string') return;
  if (kind === 'date' || kind === 'code' || (kind === 'text' && !isPlain(value))) add(texts, path, value);
}

function readObject(body: Described, value: JsonObject, path: string, into: SentValues): void {
  const { members, optional, together } = body;
  if (members.get(path)?.kind === 'map')
    for (const key of Object.keys(value)) if (!isPlain(key)) add(into.texts, keysOf(path), key);
  for (const { name, path: at } of optional.get(path) ?? [])
    if (!Object.hasOwn(value, name) && couldHave[at]?.(value) !== false) into.absent.add(at);
  if (together.get(path)?.every((name) => !Object.hasOwn(value, name)) === true) into.bare.add(path);
  for (const [name, held] of Object.entries(value)) read(body, held, memberPath(members, path, name), into);
}

function read(body: Described, value: unknown, path: string, into: SentValues): void {
  const member = body.members.get(path);
  if (Array.isArray(value)) for (const item of value) read(body, item, `${path}[]`, into);
  else if (isObject(value)) readObject(body, value, path, into);
  else if (member !== undefined) readScalar(member, value, into);
}

/** The values of the body that a request sent; undefined without one. */
export function sentValuesOf({ request: { endpoint, json } }: AnsweredExchange): SentValues | undefined {
  const body = described.get(endpoint);
  if (body === undefined || !isObject(json)) return undefined;
  const values: SentValues = { texts: new Map(), numbers: new Map(), absent: new Set(), bare: new Set() };
  read(body, json, '', values);
  return values;
}
