import { endpoints } from '../../spec/index.ts';
import {
  unavailableStatuses,
  type Access,
  type Answer,
  type Exchange,
  type OutgoingRequest,
} from '../../target/exchange.ts';
import { isCut } from '../../target/exchange-record.ts';
import { arrayOf, isObject, objectOf, type JsonObject } from '../invariants/reading.ts';
import { goodTokenRequest } from '../invariants/token.ts';
import { withoutStrangeValues, type Addressed } from './addressed.ts';
import { answerTextOf, headersOf, sentTextOf } from './capture-parts.ts';
import { documentedPart } from './documented-part.ts';
import type { Keyring } from './keyring.ts';
import { answerOf, textOr } from './reading-saved.ts';
import { sentJson } from './sent-json.ts';
import type { Doubt, SavedExchange } from './traffic.ts';

/** What a captured exchange was sent for, as far as it is known. */
export const captured = 'captured';

/** An entry of a capture that is of the interface. */
export interface PlacedEntry {
  readonly entry: JsonObject;
  /** Where it stands, for messages. */
  readonly place: string;
  /** Its position among all entries, from 1. */
  readonly number: number;
  readonly address: Addressed;
}

/** Headers of a capture that are read, and may be shown: browsers send many that tell who somebody is. */
const shownHeaders =
  /^(?:accept|age|allow|authorization|content-length|content-type|date|etag|idempotency-key|location|retry-after|server|www-authenticate|.*rate-?limit.*)$/;

function shownHeadersOf(message: JsonObject): Record<string, string> {
  return Object.fromEntries(Object.entries(headersOf(message)).filter(([name]) => shownHeaders.test(name)));
}

/** The exchange of an entry. */
export function captureEntry(
  { entry, number, address }: PlacedEntry,
  times: { readonly startedAt: number; readonly endedAt: number },
  keyring: Keyring,
): SavedExchange {
  const request = requestOf(objectOf(entry['request']), address);
  const { answer, doubts } = readAnswer(objectOf(entry['response']));
  const token = objectOf(answer?.json)['access_token'];
  const exchange: Exchange = {
    number,
    purpose: captured,
    ...accessOf(request, answer, keyring.principal(entry), () => keyring.isProven(address, entry)),
    request,
    ...(answer === undefined
      ? { failure: { kind: 'unanswered' as const, message: 'no answer was captured' } }
      : { answer }),
    repeated: false,
    ...times,
  };
  const also: Doubt[] = ['characters'];
  if (!address.isFamiliar) also.push('query');
  if (answer?.status !== 201) also.push('newness');
  if (typeof token === 'string' && isMask(token)) also.push('token');
  return { exchange, doubts: [...doubts, ...also] };
}

function requestOf(request: JsonObject, address: Addressed): OutgoingRequest {
  const { endpoint, pathParameters, query } = address;
  const method = textOr(request['method'], 'GET').toUpperCase();
  const takes = endpoint === 'token' || endpoints[endpoint].request !== undefined;
  const headers = shownHeadersOf(request);
  const body = takes ? sentTextOf(request) : undefined;
  const json = body === undefined || !isJsonType(headers['content-type']) ? undefined : sentJson(body);
  const schema = endpoint === 'token' ? undefined : endpoints[endpoint].request;
  return {
    endpoint,
    method,
    url: withoutStrangeValues(textOr(request['url'], '')),
    pathParameters,
    query,
    headers,
    // A body that was not kept may have been any: as one that is no JSON it is held to nothing.
    ...(takes ? { body: body ?? '' } : {}),
    ...(json === undefined ? {} : { json: schema === undefined ? json : documentedPart(schema, json) }),
  };
}

/** Whether a text is what tools put in the place of a token. */
function isMask(text: string): boolean {
  return /[^\w.~+/=-]|\.\.\.|x{4}|redact|mask|hidden|remov|filter/i.test(text);
}

function isJsonType(mediaType: string | undefined): boolean {
  return mediaType === undefined || /^[^;,]*\bjson\b/i.test(mediaType);
}

interface ReadAnswer {
  readonly answer: Answer | undefined;
  readonly doubts: readonly Doubt[];
}

function readAnswer(response: JsonObject): ReadAnswer {
  const status = Number(response['status']);
  // What speaks of availability alone is no answer in a run either.
  if (!Number.isInteger(status) || status < 100 || unavailableStatuses.has(status))
    return { answer: undefined, doubts: [] };
  const headers = shownHeadersOf(response);
  const hasHeaders = arrayOf(response['headers']).length > 0;
  const text = answerTextOf(response);
  const answer = answerOf(status, headers, text ?? '');
  const isKnown = answer.isJson || isKnownWhole(response, text, headers);
  return {
    answer,
    doubts: [...(isKnown ? [] : (['answer body'] as const)), ...(hasHeaders ? [] : (['headers'] as const))],
  };
}

/** Whether a body that is no JSON is all that was answered, and not what a tool has kept of it. */
function isKnownWhole(
  response: JsonObject,
  text: string | undefined,
  headers: Readonly<Record<string, string>>,
): boolean {
  const status = Number(response['status']);
  if (text === undefined || text === '') return status === 204 || status === 205 || headers['content-length'] === '0';
  const { size } = objectOf(response['content']);
  return !isCut(text) && size === Buffer.byteLength(text);
}

/** Whose token a request carries: only what an answer proves to be good counts as that. */
function accessOf(
  { endpoint, headers, json }: OutgoingRequest,
  answer: Answer | undefined,
  principal: string,
  isProven: () => boolean,
): { access: Access; accessCase?: string } {
  const status = answer?.status ?? 0;
  const isTaken = status >= 200 && status < 300;
  if (endpoint === 'token') {
    const asksAsShown = isObject(json) && json['grant_type'] === 'client_credentials';
    const isBasic = /^basic\b/i.test(headers['authorization'] ?? 'Basic');
    const good = isTaken && asksAsShown && isBasic && isObject(answer?.json);
    return good ? { access: 'case', accessCase: goodTokenRequest } : { access: 'case' };
  }
  if (principal === '') return { access: headers['authorization'] === undefined ? 'none' : 'case' };
  // Not found, or broken, with a token that is good elsewhere: that is no matter of the token.
  const isGood = isTaken || ((status === 404 || status === 500) && isProven());
  return { access: isGood ? 'first' : 'case' };
}
