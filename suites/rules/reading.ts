import { pointerTo, type EndpointId } from '../../spec/index.ts';
import { isSuccess, renewedToken, type AnsweredExchange } from '../../target/exchange.ts';

/** A JSON object whose members are not known yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object (not null, not an array). */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value when it is an object, else an empty one: for reading members that another requirement judges. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** The value when it is an array, else an empty one. */
export function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** UUIDs mean the same in either letter case; anything else is left as it is. */
export function sameId(one: unknown, other: unknown): boolean {
  return (
    one === other || (typeof one === 'string' && typeof other === 'string' && one.toLowerCase() === other.toLowerCase())
  );
}

/** An identifier in the letter case that maps and sets are keyed by. */
export function idKey(id: unknown): string {
  return String(id).toLowerCase();
}

/** The endpoints whose answers are page envelopes. */
const listEndpoints = ['E1', 'E5', 'E8'] as const satisfies readonly EndpointId[];

/** Whether the answer of this endpoint is a page envelope. */
export function isList(endpoint: string): boolean {
  return (listEndpoints as readonly string[]).includes(endpoint);
}

/** One record of an answer, with where it stands. */
export interface PlacedRecord {
  readonly pointer: string;
  readonly record: JsonObject;
}

const read = new WeakMap<AnsweredExchange, readonly PlacedRecord[]>();

/**
 * The records that a success of E1 to E8 carries: the items of a list, or the one record. Values that are no objects
 * are left out. Read once for each exchange, however many invariants ask.
 */
export function recordsOf(exchange: AnsweredExchange): readonly PlacedRecord[] {
  const records = read.get(exchange) ?? readRecords(exchange);
  read.set(exchange, records);
  return records;
}

function readRecords(exchange: AnsweredExchange): readonly PlacedRecord[] {
  const { endpoint } = exchange.request;
  if (!isSuccess(exchange) || !exchange.answer.isJson || endpoint === 'token') return [];
  if (!isList(endpoint)) return placed([exchange.answer.json], () => '');
  return placed(arrayOf(objectOf(exchange.answer.json).response), (index) => pointerTo('response', index));
}

function placed(values: readonly unknown[], pointer: (index: number) => string): readonly PlacedRecord[] {
  return values.flatMap((record, index) => (isObject(record) ? [{ pointer: pointer(index), record }] : []));
}

/** Name of the token requests that are made with a good key and the document's own body. */
export const goodTokenRequest = 'basic';

/** Whether a request carries a token that ought to be good for the calling organization. */
export function isAuthorized({ access }: AnsweredExchange): boolean {
  return access === 'first' || access === 'second';
}

/**
 * Whether the answer says no more than that a token which ought to be good is no longer: it may expire or be revoked at
 * any time, and the request is sent again with a new one.
 */
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
 * Wanted ids, or texts, whose order says nothing, as they are to be read beside those that were found: what both have in
 * the order and the letter case of what was found, then what is missing there. So they differ in nothing but what is wrong.
 *
 * @param isSame - default: as ids are
 */
export function inOrderOf(
  found: readonly unknown[],
  wanted: readonly unknown[],
  isSame: (one: unknown, other: unknown) => boolean = sameId,
): readonly unknown[] {
  const left = [...wanted];
  const shared = found.filter((one) => {
    const at = left.findIndex((other) => isSame(one, other));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  return [...shared, ...left];
}

/** A number of things in words: `1 record`, `2 records`. */
export function numberOf(count: number, one: string, many: string = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
