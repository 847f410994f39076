import {
  arrayOf,
  endpoints,
  isObject,
  objectOf,
  pointerTo,
  sameId,
  schemas,
  type EndpointId,
  type JsonObject,
  type SchemaName,
} from '../../spec/index.ts';
import type { KeptExchange } from '../../target/exchange-archive.ts';
import { isSuccess, renewedToken, type AnsweredExchange } from '../../target/exchange.ts';
import type { Memory, Slot } from '../engine/memory.ts';

/** The endpoints whose answer is a page envelope. */
export const listEndpoints = ['E1', 'E5', 'E8'] as const satisfies readonly EndpointId[];

/** Whether the answer of this endpoint is a page envelope. */
export function isList(endpoint: string): boolean {
  return listEndpoints.some((list) => list === endpoint);
}

/** A record of an answer, and the pointer to it. */
export interface PlacedRecord {
  readonly pointer: string;
  readonly record: JsonObject;
}

/** A function that computes its value once for each object, and forgets it with the object. */
export function onceForEach<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, { readonly value: V }>();
  return (key) => {
    const held = known.get(key);
    if (held !== undefined) return held.value;
    const value = compute(key);
    known.set(key, { value });
    return value;
  };
}

/** The records that a success of E1 to E8 carries, as far as they are objects: the items of a list, or the one. */
export const recordsOf = onceForEach((exchange: AnsweredExchange): readonly PlacedRecord[] => {
  const { endpoint } = exchange.request;
  const { isJson, json } = exchange.answer;
  if (!isSuccess(exchange) || !isJson || endpoint === 'token') return [];
  if (!isList(endpoint)) return isObject(json) ? [{ pointer: '', record: json }] : [];
  return arrayOf(objectOf(json).response).flatMap((record, index) =>
    isObject(record) ? [{ pointer: pointerTo('response', index), record }] : [],
  );
});

/** For each endpoint: the schema of the records that its successes carry, and the members of such a record. */
export const recordSchemas: ReadonlyMap<string, { readonly schema: SchemaName; readonly members: readonly string[] }> =
  new Map(
    Object.values(endpoints).map(({ id, response }) => {
      const items = schemas[response].properties?.['response']?.items?.$ref;
      const schema = (items?.replace(/\.json$/, '') ?? response) as SchemaName;
      return [id, { schema, members: Object.keys(schemas[schema].properties ?? {}) }];
    }),
  );

/** Name of the token requests that are made with a good key and the documented body. */
export const goodTokenRequest = 'basic';

/** Whether a request carries a token that should be good for the calling organization. */
export function isAuthorized({ access }: AnsweredExchange): boolean {
  return access === 'first' || access === 'second';
}

/** Whether a token that should be good was refused: it may have expired, and the request is retried with a new one. */
export function isTokenSpent(exchange: AnsweredExchange): boolean {
  return isAuthorized(exchange) && exchange.answer.status === 401 && exchange.accessCase !== renewedToken;
}

/** The body of a success of this endpoint as an object; undefined for any other exchange, or another body. */
export function successBody(exchange: AnsweredExchange, ...of: readonly EndpointId[]): JsonObject | undefined {
  const { request, answer } = exchange;
  const matches = request.endpoint !== 'token' && of.includes(request.endpoint);
  return matches && isSuccess(exchange) && isObject(answer.json) ? answer.json : undefined;
}

/**
 * Arranges wanted ids or texts, whose order does not matter, like those that were found: first the ones that both have,
 * in the order and letter case of the found ones, then those that are missing. That way a comparison shows only what is
 * wrong.
 *
 * @param isSame - default: compares ids
 */
export function inOrderOf<T>(
  found: readonly T[],
  wanted: readonly T[],
  isSame: (found: T, wanted: T) => boolean = sameId,
): readonly T[] {
  const left = [...wanted];
  const shared = found.filter((one) => {
    const at = left.findIndex((other) => isSame(one, other));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  return [...shared, ...left];
}

/** The items with a trait that no item before them has. */
export function oneOfEachTrait<T>(items: Iterable<T>, traitsOf: (item: T) => readonly string[]): readonly T[] {
  const seen = new Set<string>();
  const chosen: T[] = [];
  for (const item of items) {
    const known = seen.size;
    for (const trait of traitsOf(item)) seen.add(trait);
    if (seen.size > known) chosen.push(item);
  }
  return chosen;
}

/** Every nth of the items, from the first one on. */
export function everyNth<T>(items: readonly T[], n: number): readonly T[] {
  return items.filter((_, at) => at % n === 0);
}

/** At most so many of the items, spread evenly over all. */
export function spreadOver<T>(items: readonly T[], most: number): readonly T[] {
  return everyNth(items, Math.max(Math.ceil(items.length / most), 1));
}

/** A number of things in words: `1 record`, `2 records`. */
export function numberOf(count: number, one: string, many: string = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** What rules need to know about the target's configuration and about the traffic. */
export const settings: Slot<{
  reviewStatus: string | undefined;
  /** Whether the traffic may lack requests that made or changed what an answer shows. */
  isPartial: boolean;
  /** Whether the target may hold records of earlier runs: it may be written to, and it is not saved traffic. */
  keepsOwnRecords: boolean;
  /** Whether the target shows writes late: a read may then show an older state than the read before it. */
  showsLate: boolean;
  /** Milliseconds after which a write must show everywhere (`limits.settle`). */
  settleMs: number;
}> = () => ({ reviewStatus: undefined, isPartial: false, keepsOwnRecords: false, showsLate: false, settleMs: 0 });

/** Whether two reads show the order of the states in their answers. */
export function areInOrder(before: KeptExchange, now: AnsweredExchange, memory: Memory): boolean {
  // If the two overlapped, their order is unknown.
  if (before.endedAt > now.startedAt) return false;
  // The answer to a write is never late.
  if (!memory.at(settings).showsLate || now.request.method !== 'GET') return true;
  // Reads may be served by replicas, even at one address, and one of them may be behind the others.
  return now.startedAt - before.endedAt > memory.at(settings).settleMs;
}

/** The units that times and lifetimes may be counted in, the largest first. */
export const unitsOfTime = [
  { name: 'seconds', ofASecond: 1 },
  { name: 'milliseconds', ofASecond: 1000 },
  { name: 'microseconds', ofASecond: 1_000_000 },
  { name: 'nanoseconds', ofASecond: 1_000_000_000 },
] as const;

/** Seconds since 1970 by an answer's `Date` header; undefined without one. */
export function secondsOfDate({ answer: { headers } }: AnsweredExchange): number | undefined {
  const time = Date.parse(headers['date'] ?? '');
  return Number.isNaN(time) ? undefined : time / 1000;
}

const yearInSeconds = 366 * 24 * 3600;

/**
 * By how many seconds a time is before `now` (seconds since 1970), in the unit that brings it closest; undefined if
 * either is not known, or if they are more than a year apart in every unit.
 */
export function ageOf(time: unknown, now: number | undefined): number | undefined {
  if (now === undefined || typeof time !== 'number') return undefined;
  const ages = unitsOfTime
    .map(({ ofASecond }) => now - time / ofASecond)
    .filter((age) => Math.abs(age) < yearInSeconds);
  return ages.toSorted((one, other) => Math.abs(one) - Math.abs(other))[0];
}
