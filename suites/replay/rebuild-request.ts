import type { RecordedExchange } from '../../results/report.ts';
import { endpointOf, tokenEndpoint } from '../../spec/index.ts';
import type { Target } from '../../target/configuration/target.ts';
import { readJson, type Access, type OutgoingRequest } from '../../target/exchange.ts';
import { isCut } from '../../target/exchange-record.ts';
import { lostForms, personalPlaceholder, placeholders } from '../../target/redaction.ts';
import { goodTokenRequest } from '../rules/reading.ts';
import { basicAuthorization, tokenRequest } from '../../target/access-tokens.ts';

/** A request that can be sent again, or why it can't be, as the end of a sentence. */
export type RebuiltRequest =
  | {
      readonly request: OutgoingRequest;
      readonly access: Access;
      readonly accessCase?: string;
      readonly problem?: never;
    }
  | { readonly request?: never; readonly problem: string };

/** What a recorded request is sent again with. */
export interface Means {
  readonly target: Target;
  /** Base address of the target where it was recorded. */
  readonly recordedBaseUrl: string;
  readonly token: string;
  /** A token of the second organization, if its key is configured. */
  readonly secondToken: string | undefined;
}

const ofSecondKey = "takes a second organization's key; set secondCredentials";

/** What stands for each placeholder, and why a request with it cannot be sent if the configuration has no value. */
function valuesOf({ target, token, secondToken }: Means) {
  const { credentials, secondCredentials, expiredToken } = target;
  const encoded = (key: typeof secondCredentials) => key && basicAuthorization(key).slice('Basic '.length);
  return [
    { name: placeholders.token, value: token, lack: '' },
    { name: placeholders.secondToken, value: secondToken, lack: ofSecondKey },
    {
      name: placeholders.expiredToken,
      value: expiredToken,
      lack: 'takes an expired token; name the variable that holds one with expiredTokenEnv',
    },
    { name: placeholders.credentials, value: encoded(credentials), lack: '' },
    { name: placeholders.secondCredentials, value: encoded(secondCredentials), lack: ofSecondKey },
  ];
}

/** Why a record does not contain the whole request; undefined if it does. */
function lossOf({ url, headers, body = '' }: RecordedExchange['request']): string | undefined {
  const has = (form: string) => [url, ...Object.values(headers), body].some((text) => text.includes(form));
  if (isCut(body)) return 'was too long to be recorded whole';
  if (has(personalPlaceholder)) return 'carried personal data, which a report does not hold';
  return lostForms.some(has) ? 'carried a secret, or an altered token, which a report does not hold' : undefined;
}

/**
 * Where a recorded request goes at the given target, or why it goes nowhere. Nothing is sent anywhere else, whatever the
 * report says: of a recorded address only the part below the base address is kept.
 */
function placeNow(
  { method, url }: RecordedExchange['request'],
  { target: { baseUrl, authUrl }, recordedBaseUrl }: Means,
): Pick<OutgoingRequest, 'endpoint' | 'url' | 'pathParameters' | 'query'> | string {
  const rest = isOfWeb(recordedBaseUrl) && url.startsWith(recordedBaseUrl) ? url.slice(recordedBaseUrl.length) : '';
  const [path = '', search = ''] = rest.split('?');
  const matched = endpointOf(method, path);
  if (matched?.prefix === '' && matched.endpoint !== 'token') {
    if (!/^[\x21-\xff]+$/.test(rest)) return 'has an address that HTTP cannot carry';
    const { endpoint, pathParameters } = matched;
    const query = Object.fromEntries(new URLSearchParams(search));
    return { endpoint, pathParameters, url: `${baseUrl}${rest}`, query };
  }
  if (isOfWeb(url) && endpointOf(method, new URL(url).pathname)?.endpoint === 'token')
    return { endpoint: 'token', pathParameters: {}, url: `${authUrl}${tokenEndpoint.path}`, query: {} };
  return rest.startsWith('/')
    ? 'belongs to no endpoint of the documents'
    : `went to another address than ${recordedBaseUrl}`;
}

function isOfWeb(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}

const sendableName = /^[\w!#$%&'*+.^`|~-]+$/;
const sendableValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Headers that are specific to a connection or a host: the client writes its own. */
const ofConnection =
  /^(?:connection|content-length|expect|host|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade)$/i;

/** The value of a body, if it is JSON as the suites write it. */
function jsonOf(body: string | undefined): { readonly json?: unknown } {
  try {
    const json: unknown = JSON.parse(body ?? '');
    return JSON.stringify(json) === body ? { json } : {};
  } catch {
    return {};
  }
}

/** Whose token or key the record shows. */
function accessOf({ headers, body }: RecordedExchange['request'], isToken: boolean) {
  const { authorization } = headers;
  if (authorization === undefined) return { access: 'none' } as const;
  if (authorization === `Bearer ${placeholders.token}`) return { access: 'first' } as const;
  if (authorization === `Bearer ${placeholders.secondToken}`) return { access: 'second' } as const;
  const isGood = authorization === `Basic ${placeholders.credentials}` && body === tokenRequest('', '').body;
  return { access: 'case', accessCase: isToken && isGood ? goodTokenRequest : 'replayed' } as const;
}

/**
 * A recorded request as it can be sent to the given target: at its address, with its tokens and keys instead of
 * their placeholders.
 */
export function rebuildRequest({ request }: RecordedExchange, means: Means): RebuiltRequest {
  if (request.wire !== undefined) return { problem: 'is not HTTP, and is only sent by its check' };
  const loss = lossOf(request);
  if (loss !== undefined) return { problem: loss };
  const values = valuesOf(means);
  const lacking = values.find(
    ({ name, value }) => value === undefined && Object.values(request.headers).some((text) => text.includes(name)),
  );
  if (lacking !== undefined) return { problem: lacking.lack };
  const filled = (text: string): string =>
    values.reduce((from, { name, value }) => from.replaceAll(name, () => value ?? name), text);

  const place = placeNow(request, means);
  if (typeof place === 'string') return { problem: place };
  const headers = Object.entries(request.headers)
    .filter(([name]) => !ofConnection.test(name))
    .map(([name, value]) => [name, filled(value)] as const);
  if (!headers.every(([name, value]) => sendableName.test(name) && sendableValue.test(value)))
    return { problem: 'has a header that HTTP cannot carry' };
  const { body, isBinary } = request;
  return {
    request: {
      ...place,
      method: request.method,
      headers: Object.fromEntries(headers),
      ...(body === undefined ? {} : { body: isBinary === true ? Buffer.from(body, 'latin1') : body }),
      ...jsonOf(body),
    },
    ...accessOf(request, place.endpoint === 'token'),
  };
}

/** Identifiers of an earlier run, in lower case, with those that the target uses instead now. */
export type RenamedIds = ReadonlyMap<string, string>;

const uuid = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`;
const isUuid = new RegExp(`^${uuid}$`, 'i');
const uuids = new RegExp(uuid, 'gi');

/** Learns from the recorded and the new answer to a request which identifiers have changed. */
export function learnRenamed(known: RenamedIds, before: string, now: string): RenamedIds {
  const learned = new Map(known);
  const compare = (one: unknown, other: unknown): void => {
    if (typeof one === 'string' && typeof other === 'string' && isUuid.test(one) && isUuid.test(other))
      learned.set(one.toLowerCase(), other);
    if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) return;
    const members = new Map<string, unknown>(Object.entries(other));
    for (const [name, value] of Object.entries(one)) compare(value, members.get(name));
  };
  compare(readJson(before).json, readJson(now).json);
  return learned;
}

/** A recorded exchange with the identifiers in its request replaced by those of now. */
export function withRenamedIds(exchange: RecordedExchange, known: RenamedIds): RecordedExchange {
  const renamed = (text: string): string => text.replaceAll(uuids, (id) => known.get(id.toLowerCase()) ?? id);
  const { url, body } = exchange.request;
  const request = { ...exchange.request, url: renamed(url), ...(body === undefined ? {} : { body: renamed(body) }) };
  return { ...exchange, request };
}
