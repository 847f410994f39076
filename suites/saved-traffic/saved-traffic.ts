import {
  type EndpointId,
  endpointOf,
  endpoints,
  forEachUnstated,
  percentDecoded,
  type SchemaName,
} from '../../spec/index.ts';
import type { Exchange } from '../../target/exchange.ts';
import { lostForms, placeholders } from '../../target/redaction.ts';
import type { Doubt } from '../engine/definition.ts';

export interface SavedExchange {
  readonly exchange: Exchange;
  readonly doubts: readonly Doubt[];
}

/** One saved exchange. It is read only when needed: there may be many. */
export interface SavedEntry {
  /** Milliseconds on the clock of its traffic. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** Milliseconds as measured by the saving tool; absent if unknown. */
  readonly durationMs?: number;
  /** Whether an earlier try may have reached the service at any time before. */
  readonly repeated: boolean;
  readonly endpoint: EndpointId | 'token';
  readonly base: string;
  /** Entries with the same scope share a memory: one service, as seen by one client if clients can be told apart. */
  readonly scope: string;
  /** Where it is saved, for messages: `journal.ndjson:12`. */
  readonly place: string;
  read(): SavedExchange;
}

/** Exchanges that share a clock: those of one run, or of one HAR file. */
export interface SavedTraffic {
  readonly source: 'journal' | 'har';
  /** Whether it is known to include every request of the sender. */
  readonly isWhole: boolean;
  /** Whether the saving tool has masked a value or a part of it. */
  readonly isMask: (value: unknown) => boolean;
  /** Zero of the clock in milliseconds since 1970; absent if unknown. */
  readonly epoch?: number;
  readonly entries: readonly SavedEntry[];
  /** Number of entries that are not requests to this interface. */
  readonly unrelated: number;
  /** Number of answers that came from a cache. */
  readonly cached: number;
}

/** Saved traffic that cannot be read; the message is one line that says what and where. */
export class UnreadableTraffic extends Error {
  override readonly name = 'UnreadableTraffic';
}

const redacted: readonly string[] = [...lostForms, ...Object.values(placeholders)];

/** Whether a text contains something that the suite has redacted. */
export function isRedacted(text: string): boolean {
  return redacted.some((form) => text.includes(form));
}

/** Returns a test for values that a tool has masked, or that contain a masked value. */
export function maskTest(masks: readonly RegExp[]): SavedTraffic['isMask'] {
  return function isMask(value) {
    if (typeof value === 'string') return masks.some((mask) => mask.test(value));
    return typeof value === 'object' && value !== null && Object.values(value).some(isMask);
  };
}

const documentedParameters = new Set(
  Object.values(endpoints).flatMap(({ queryParameters }) => queryParameters.map(({ name }) => name)),
);

export type MatchedAddress = NonNullable<ReturnType<typeof matchAddress>>;

/** Matches a request with the interface's operations; undefined if it is none of them. */
export function matchAddress(method: string, address: string) {
  const url = URL.parse(address);
  if (url === null) return undefined;
  const { origin, pathname, searchParams } = url;
  const matched = endpointOf(method, pathname);
  if (matched === undefined) return undefined;
  const { endpoint, prefix, pathParameters } = matched;
  const query = Object.fromEntries(searchParams);
  const isDocumented =
    searchParams.size === Object.keys(query).length &&
    Object.keys(query).every((name) => documentedParameters.has(name));
  return { endpoint, base: `${origin}${prefix}`, pathParameters, query, isDocumented };
}

/** The address without user info and fragment, and without values of undocumented parameters, often keys or tokens. */
export function withoutUndocumentedValues(address: string): string {
  const bare = address.replace(/#.*$/s, '').replace(/^([a-z]+:\/\/)[^/?]*@/i, '$1');
  const [path = '', search] = bare.split(/\?(.*)/s);
  if (search === undefined) return path;
  const parameters = search.split('&').map((parameter) => {
    const [name = ''] = parameter.split('=');
    return documentedParameters.has(percentDecoded(name)) ? parameter : `${name}=redacted`;
  });
  return `${path}?${parameters.join('&')}`;
}

/** Bodies nested deeper than this are not compared with anything. */
const deepest = 100;
const jsonText = /"[^"\\]*(?:\\.[^"\\]*)*"/g;

/**
 * The JSON of a request that another client wrote, if every parser reads it alike: no repeated key, no number too large
 * for a double, no lone surrogate, NUL or `__proto__`, no extreme nesting. Otherwise undefined.
 */
export function unambiguousJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    const keysWritten = text.replaceAll(jsonText, '').split(':').length - 1;
    return keysIn(value, deepest) === keysWritten ? value : undefined;
  } catch {
    return undefined;
  }
}

const isPlain = (text: string): boolean => text.isWellFormed() && !text.includes('\0') && text !== '__proto__';

/** The number of keys in a value; NaN if any part of it is ambiguous or nested deeper than so many levels. */
function keysIn(value: unknown, levels: number): number {
  if (typeof value === 'string') return isPlain(value) ? 0 : Number.NaN;
  if (typeof value === 'number') return Number.isFinite(value) ? 0 : Number.NaN;
  if (typeof value !== 'object' || value === null) return 0;
  const names = Array.isArray(value) ? [] : Object.keys(value);
  if (levels === 0 || !names.every(isPlain)) return Number.NaN;
  const members: readonly unknown[] = Object.values(value);
  return members.reduce<number>((sum, member) => sum + keysIn(member, levels - 1), names.length);
}

/** Removes a request's undocumented members: clients may send them, and no document says what services do then. */
export function removeUndocumented(schema: SchemaName, body: unknown): void {
  forEachUnstated(schema, body, (_path, name, holder) => Reflect.deleteProperty(holder, name));
}
