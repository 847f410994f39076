import type { Doubt } from '../engine/definition.ts';
import { arrayOf, endpoints, isObject, type JsonObject, objectOf, present, readJwt } from '../../spec/index.ts';
import {
  isCut,
  isSuccessStatus,
  readBody,
  readJson,
  unavailableStatuses,
  type Access,
  type Answer,
  type Exchange,
  type OutgoingRequest,
} from '../../target/exchange.ts';
import { goodTokenRequest } from '../judging/reading.ts';
import {
  maskTest,
  matchAddress,
  removeUndocumented,
  unambiguousJson,
  UnreadableTraffic,
  withoutUndocumentedValues,
  type SavedExchange,
  type SavedTraffic,
} from './saved-traffic.ts';

/** The purpose of exchanges from HAR files, as their real one is not known. */
export const ofHar = 'captured';

/** What tools that save HAR files write instead of a value: masks, replacement characters, UTF-8 read as Latin-1. */
const usualMasks: readonly RegExp[] = [
  /^(?:[*•●█#]{3,}|x{4,})$/i,
  /^[[<({]?\s*(?:redacted|masked|hidden|removed|filtered|sanitized|anonymized)\s*[\]>)}]?$/i,
  /\u{FFFD}/u,
  /[\u00c2-\u00f4][\u0080-\u00bf]/,
];

/** The traffic in a HAR file (HTTP Archive 1.2). @throws UnreadableTraffic, naming the entry, if one has no request */
export function readHar(name: string, entries: readonly unknown[], masks: readonly RegExp[] = []): SavedTraffic {
  const related = entries.flatMap((entry, index) => readEntry(entry, `${name}: log.entries[${index}]`, index + 1));
  const answered = related.filter(({ isFromCache }) => !isFromCache);
  const isMask = maskTest([...usualMasks, ...masks]);
  const tokens = readTokens(answered, isMask);
  const { epoch, timesOf } = clockOf(answered);
  return {
    source: 'har',
    isWhole: false,
    isMask,
    ...present({ epoch }),
    entries: answered.map((entry) => {
      const { address, place, durationMs } = entry;
      const times = timesOf(entry);
      return {
        ...times,
        ...present({ durationMs }),
        repeated: false,
        endpoint: address.endpoint,
        base: address.base,
        scope: `${address.base}\n${tokens.clientOf(entry)}`,
        place,
        read: () => savedExchange(entry, times, tokens),
      };
    }),
    unrelated: entries.length - related.length,
    cached: related.length - answered.length,
  };
}

type HarEntry = ReturnType<typeof readEntry>[number];

/** Reads an entry of the file; empty if it is not traffic of the interface. */
function readEntry(value: unknown, place: string, number: number) {
  const { request, response: answered, startedDateTime, time, _fromCache } = objectOf(value);
  if (!isObject(request)) throw new UnreadableTraffic(`${place} has no request; save the capture again`);
  const { method, url } = request;
  if (typeof method !== 'string' || typeof url !== 'string')
    throw new UnreadableTraffic(`${place} has no method or no url in its request; save the capture again`);
  const address = matchAddress(method.toUpperCase(), url);
  if (address === undefined) return [];
  const response = objectOf(answered);
  /** Milliseconds since 1970; NaN if unknown. */
  const startedAt = typeof startedDateTime === 'string' ? Date.parse(startedDateTime) : Number.NaN;
  const durationMs = typeof time === 'number' && Number.isFinite(time) && time >= 0 ? time : undefined;
  const isFromCache = Boolean(_fromCache) || isCached(response);
  return [{ request, response, address, place, number, startedAt, durationMs, isFromCache }];
}

type Times = Pick<Exchange, 'startedAt' | 'endedAt'>;

/** By how many milliseconds times may be off: many tools round them. */
const rounding = 1;

/**
 * When the first entry began, and when each entry was sent and answered, relative to that. An entry without a duration
 * is taken to end last. If any entry has no start, they are taken to end in the order of the file.
 */
function clockOf(entries: readonly HarEntry[]): {
  readonly epoch?: number;
  readonly timesOf: (entry: HarEntry) => Times;
} {
  if (entries.length === 0 || !entries.every(({ startedAt }) => Number.isFinite(startedAt)))
    return { timesOf: ({ number }) => ({ startedAt: 0, endedAt: number }) };
  const epoch = entries.reduce((least, { startedAt }) => Math.min(least, startedAt), Infinity);
  const end = entries.reduce((latest, { startedAt, durationMs = 0 }) => Math.max(latest, startedAt + durationMs), 0);
  const timesOf = ({ startedAt, durationMs = end - startedAt + rounding }: HarEntry): Times => ({
    startedAt: startedAt - epoch - rounding,
    endedAt: startedAt - epoch + durationMs + rounding,
  });
  return { epoch, timesOf };
}

/** Whether a cache (of the client or on the way) answered: its content is from an earlier time. */
function isCached(response: JsonObject): boolean {
  const { status, bodySize } = response;
  const headers = headersOf(response);
  // HAR 1.2 sets the size of a body that was not transferred to 0.
  const isTransferred = bodySize !== 0 || bodyOf(response).text === '';
  return status === 304 || !isTransferred || headers['content-range'] !== undefined || Number(headers['age'] ?? 0) > 0;
}

/** The headers of a request or a response: names in lower case, repeated ones joined. */
function headersOf(message: JsonObject): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const header of arrayOf(message['headers'])) {
    const { name, value } = objectOf(header);
    if (typeof name !== 'string' || typeof value !== 'string') continue;
    const key = name.toLowerCase();
    headers[key] = headers[key] === undefined ? value : `${headers[key]}, ${value}`;
  }
  return headers;
}

/** Headers that are kept: many others that browsers send identify people. */
const keptHeaders =
  /^(?:accept|age|allow|authorization|content-length|content-type|date|etag|idempotency-key|location|retry-after|server|www-authenticate|.*rate-?limit.*)$/;

const keptHeadersOf = (message: JsonObject) =>
  Object.fromEntries(Object.entries(headersOf(message)).filter(([name]) => keptHeaders.test(name)));

/** The body of a response, empty if it was not saved; also in bytes if it was saved as such (base64). */
function bodyOf(response: JsonObject): { readonly text: string; readonly bytes?: Buffer } {
  const { text, encoding } = objectOf(response['content']);
  if (typeof text !== 'string' || encoding !== 'base64') return { text: typeof text === 'string' ? text : '' };
  const bytes = Buffer.from(text, 'base64');
  return { text: bytes.toString('utf8'), bytes };
}

function savedExchange(entry: HarEntry, times: Times, tokens: Tokens): SavedExchange {
  const { response, address, number } = entry;
  const request = requestOf(entry);
  const answer = answerOf(response);
  const { access_token: token } = objectOf(answer?.json);
  const doubts: readonly (readonly [Doubt, boolean])[] = [
    ['answer body', answer !== undefined && !answer.isJson && !isKnownWhole(response)],
    ['answer headers', answer !== undefined && arrayOf(response['headers']).length === 0],
    ['query', !address.isDocumented],
    ['resent creates', answer?.status !== 201],
    ['token', typeof token === 'string' && tokens.isMasked(token)],
  ];
  return {
    exchange: {
      number,
      purpose: ofHar,
      ...accessOf(entry, request, answer, tokens),
      request,
      ...(answer === undefined ? { failure: { kind: 'unanswered', message: 'no answer was captured' } } : { answer }),
      repeated: false,
      ...times,
    },
    doubts: doubts.flatMap(([doubt, isDoubted]) => (isDoubted ? [doubt] : [])),
  };
}

function requestOf({ request, address }: HarEntry): OutgoingRequest {
  const { endpoint, pathParameters, query } = address;
  const schema = endpoint === 'token' ? undefined : endpoints[endpoint].request;
  const takesBody = endpoint === 'token' || schema !== undefined;
  const headers = keptHeadersOf(request);
  const { text } = objectOf(request['postData']);
  // A body that was not saved is unknown; rules compare nothing with a body that is not JSON.
  const body = typeof text === 'string' ? text : '';
  const isJson = /^[^;,]*\bjson\b/i.test(headers['content-type'] ?? 'json');
  const json = takesBody && isJson ? unambiguousJson(body) : undefined;
  if (schema !== undefined) removeUndocumented(schema, json);
  return {
    endpoint,
    method: String(request['method']).toUpperCase(),
    url: withoutUndocumentedValues(String(request['url'])),
    pathParameters,
    query,
    headers,
    ...present({ body: takesBody ? body : undefined, json }),
  };
}

function answerOf(response: JsonObject): Answer | undefined {
  const status = Number(response['status']);
  // A run does not count statuses about availability as answers either.
  if (!Number.isInteger(status) || status < 100 || unavailableStatuses.has(status)) return undefined;
  const { text, bytes } = bodyOf(response);
  return {
    status,
    headers: keptHeadersOf(response),
    ...(bytes === undefined ? { text, ...readJson(text) } : readBody(bytes)),
  };
}

/** Whether a body that is not JSON is known to be the whole answer, and not just the part that the tool saved. */
function isKnownWhole(response: JsonObject): boolean {
  const { text, bytes } = bodyOf(response);
  if (text === '')
    return response['status'] === 204 || response['status'] === 205 || headersOf(response)['content-length'] === '0';
  const { length } = bytes ?? Buffer.from(text);
  return !isCut(text) && objectOf(response['content'])['size'] === length;
}

/** Whose token a request carries: only a success proves that a token is good. */
function accessOf(
  entry: HarEntry,
  { endpoint, headers: { authorization }, json }: OutgoingRequest,
  answer: Answer | undefined,
  tokens: Tokens,
): { readonly access: Access; readonly accessCase?: string } {
  const status = answer?.status ?? 0;
  if (endpoint === 'token') {
    const isAsShown = isObject(json) && json['grant_type'] === 'client_credentials';
    const isBasic = /^basic\b/i.test(authorization ?? 'Basic');
    const isGood = isSuccessStatus(status) && isAsShown && isBasic && isObject(answer?.json);
    return { access: 'case', ...present({ accessCase: isGood ? goodTokenRequest : undefined }) };
  }
  if (tokens.clientOf(entry) === '') return { access: authorization === undefined ? 'none' : 'case' };
  // A 404 or 500 does not mean that the token is bad.
  const isGood = isSuccessStatus(status) || ((status === 404 || status === 500) && tokens.isProven(entry));
  return { access: isGood ? 'first' : 'case' };
}

export function bearerOf(authorization = ''): string | undefined {
  return /^bearer\s+(\S+)\s*$/i.exec(authorization)?.[1];
}

export function basicOf(authorization = ''): { clientId: string; clientSecret: string } | undefined {
  const encoded = /^basic\s+([A-Za-z0-9+/=_-]+)\s*$/i.exec(authorization)?.[1] ?? '';
  const [, clientId, clientSecret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? [];
  return clientId === undefined || clientSecret === undefined ? undefined : { clientId, clientSecret };
}

/** Shorter texts are no tokens. */
const shortestToken = 8;

/** A character that no token has, or a word for masking. */
const tokenMask = /[^\w.~+/=-]|\.\.\.|x{4}|redact|mask|hidden|remov|filter/i;

/** Finds the client of each token in a HAR file, because each organization sees other records. */
function readTokens(entries: readonly HarEntry[], isMask: SavedTraffic['isMask']) {
  const clients = new Map<string, string>();
  const proven = new Set<string>();
  const bearer = ({ request }: HarEntry) => bearerOf(headersOf(request)['authorization']);
  for (const entry of entries.filter(({ response }) => isSuccessStatus(Number(response['status'])))) {
    const { address, request, response } = entry;
    if (address.endpoint !== 'token') {
      proven.add(`${address.base} ${bearer(entry)}`);
      continue;
    }
    const { access_token: token } = objectOf(readJson(bodyOf(response).text).json);
    if (typeof token !== 'string' || token.length < shortestToken || isMask(token)) continue;
    const key = basicOf(headersOf(request)['authorization']);
    clients.set(token, key === undefined ? `token ${token}` : `client ${key.clientId}`);
  }
  /** A token of unknown origin counts only if it is a JWT: a mask would be the same for all clients. */
  const tokenOf = (entry: HarEntry): string | undefined => {
    const token = bearer(entry);
    if (token === undefined || clients.has(token)) return token;
    return readJwt(token) === undefined || isMask(token) ? undefined : token;
  };
  return {
    /** Identifies the client: its id if the file shows it, otherwise its token; empty if it shows neither. */
    clientOf(entry: HarEntry): string {
      const token = tokenOf(entry);
      return token === undefined ? '' : (clients.get(token) ?? `token ${token}`);
    },
    /** Whether the same service accepted the entry's token at least once. */
    isProven(entry: HarEntry): boolean {
      const token = tokenOf(entry);
      return token !== undefined && proven.has(`${entry.address.base} ${token}`);
    },
    isMasked: (token: string): boolean => isMask(token) || tokenMask.test(token),
  };
}

type Tokens = ReturnType<typeof readTokens>;
