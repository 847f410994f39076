import type { RecordedExchange } from '../../results/report.ts';
import { endpointOf, tokenEndpoint } from '../../spec/index.ts';
import type { Target } from '../../target/configuration/target.ts';
import type { Access, OutgoingRequest } from '../../target/exchange.ts';
import { isCut } from '../../target/exchange-record.ts';
import { lostForms, personalPlaceholder, placeholders } from '../../target/redaction.ts';
import { basicAuthorization, tokenRequest } from '../../target/access-tokens.ts';
import { goodTokenRequest } from '../invariants/token.ts';

/** A recorded request as it can be sent again, or why it can't, as the end of a sentence. */
export type RebuiltRequest =
  | {
      readonly request: OutgoingRequest;
      readonly access: Access;
      readonly accessCase?: string;
      readonly problem?: never;
    }
  | { readonly request?: never; readonly problem: string };

/** What a record is sent again with. */
export interface Means {
  readonly target: Target;
  /** Base address of the target that it was recorded at. */
  readonly recordedBaseUrl: string;
  readonly token: string;
  /** A good token of the second organization, where there is a key of one. */
  readonly secondToken: string | undefined;
}

/** The value of each placeholder; undefined where the configuration has none. */
function valuesOf({ target, token, secondToken }: Means): Readonly<Record<string, string | undefined>> {
  const { credentials, secondCredentials, expiredToken } = target;
  const encoded = (key: typeof credentials): string => basicAuthorization(key).slice('Basic '.length);
  return {
    [placeholders.token]: token,
    [placeholders.secondToken]: secondToken,
    [placeholders.expiredToken]: expiredToken,
    [placeholders.credentials]: encoded(credentials),
    [placeholders.secondCredentials]: secondCredentials === undefined ? undefined : encoded(secondCredentials),
  };
}

/** What is missing where a placeholder has no value. */
const missing: Readonly<Record<string, string>> = {
  [placeholders.secondToken]: "takes a second organization's key; set secondCredentials",
  [placeholders.secondCredentials]: "takes a second organization's key; set secondCredentials",
  [placeholders.expiredToken]: 'takes an expired token; name the variable that holds one with expiredTokenEnv',
};

/** Why a record does not hold the request whole; undefined when it does. */
function lossOf({ url, headers, body = '', wire = '' }: RecordedExchange['request']): string | undefined {
  const texts = [url, ...Object.values(headers), body, wire];
  if ([body, wire].some(isCut)) return 'was too long to be recorded whole';
  if (texts.some((text) => text.includes(personalPlaceholder)))
    return 'carried personal data, which a report does not hold';
  const lost = lostForms.find((form) => texts.some((text) => text.includes(form)));
  if (lost === undefined) return undefined;
  return lost === '<token>' || lost === '<part of a secret>'
    ? 'carried an altered token or a part of a secret, which a report does not hold'
    : 'carried a secret, which a report does not hold';
}

/** Where a request goes now, or why it can go nowhere. */
type Place = Pick<OutgoingRequest, 'endpoint' | 'url' | 'pathParameters' | 'query'> & { readonly problem?: never };

/**
 * The place of a recorded request at the target of now. Whatever a report says, nothing is sent anywhere else: of a
 * recorded address no more is kept than what is below the base address that the report names.
 */
function placeNow(
  { method, url }: RecordedExchange['request'],
  { target: { baseUrl, authUrl }, recordedBaseUrl }: Means,
): Place | { readonly problem: string } {
  const rest = isOfWeb(recordedBaseUrl) && url.startsWith(recordedBaseUrl) ? url.slice(recordedBaseUrl.length) : '';
  const [path = '', search = ''] = rest.split('?');
  const matched = endpointOf(method, path);
  if (matched?.prefix === '' && matched.endpoint !== 'token') {
    if (!sendablePath.test(rest)) return { problem: 'has an address that holds what no address can' };
    const { endpoint, pathParameters } = matched;
    return {
      endpoint,
      pathParameters,
      url: `${baseUrl}${rest}`,
      query: Object.fromEntries(new URLSearchParams(search)),
    };
  }
  if (isOfWeb(url) && endpointOf(method, new URL(url).pathname)?.endpoint === 'token')
    return { endpoint: 'token', pathParameters: {}, url: `${authUrl}${tokenEndpoint.path}`, query: {} };
  return {
    problem: rest.startsWith('/')
      ? 'belongs to no endpoint of the documents'
      : `went to another address than ${recordedBaseUrl}`,
  };
}

function isOfWeb(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}

/** What can be sent as it is, of a path with its query, of a header's name, and of its value. */
const sendablePath = /^[\x21-\xff]+$/;
const sendableName = /^[\w!#$%&'*+.^`|~-]+$/;
const sendableValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Headers that say how a message is carried, and to whom: whoever sends it writes its own. */
const ofCarrier =
  /^(?:connection|content-length|expect|host|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade)$/i;

/** The value that a body was written from, when it is JSON as the suites write it. */
function jsonOf(body: string | undefined): { readonly json?: unknown } {
  try {
    const json: unknown = JSON.parse(body ?? '');
    return JSON.stringify(json) === body ? { json } : {};
  } catch {
    return {};
  }
}

const accessBy: Readonly<Record<string, Access>> = {
  [`Bearer ${placeholders.token}`]: 'first',
  [`Bearer ${placeholders.secondToken}`]: 'second',
};

/** Whose access the record shows; the token service's own request with the first key is the one that all else rests on. */
function accessOf({ headers, body }: RecordedExchange['request'], isToken: boolean): [Access, string?] {
  const { authorization } = headers;
  if (authorization === undefined) return ['none'];
  const access = accessBy[authorization];
  if (access !== undefined) return [access];
  const isGood = authorization === `Basic ${placeholders.credentials}` && body === tokenRequest('', '').body;
  return ['case', isToken && isGood ? goodTokenRequest : 'replayed'];
}

/**
 * A recorded request as one to send to the target of now: at its address, with its tokens and keys in the place of
 * what stands for them.
 */
export function rebuildRequest({ request }: RecordedExchange, means: Means): RebuiltRequest {
  const loss = lossOf(request);
  if (loss !== undefined) return { problem: loss };
  const values = valuesOf(means);
  const filled = (text: string): string =>
    Object.entries(values).reduce((from, [name, value]) => from.replaceAll(name, () => value ?? name), text);
  const texts = [...Object.values(request.headers), request.wire ?? ''];
  const lacking = Object.keys(values).find(
    (name) => values[name] === undefined && texts.some((text) => text.includes(name)),
  );
  if (lacking !== undefined) return { problem: missing[lacking] ?? 'takes what is not configured' };

  if (request.wire !== undefined) return rebuildWire(request.wire, request.url, filled, means);
  const place = placeNow(request, means);
  if (place.problem !== undefined) return place;
  const headers = Object.entries(request.headers)
    .filter(([name]) => !ofCarrier.test(name))
    .map(([name, value]) => [name, filled(value)] as const);
  if (!headers.every(([name, value]) => sendableName.test(name) && sendableValue.test(value)))
    return { problem: 'has a header that holds what no header can' };
  const { body, isBinary } = request;
  const [access, accessCase] = accessOf(request, place.endpoint === 'token');
  return {
    request: {
      ...place,
      method: request.method,
      headers: Object.fromEntries(headers),
      ...(body === undefined ? {} : { body: isBinary === true ? Buffer.from(body, 'latin1') : body }),
      ...jsonOf(body),
    },
    access,
    ...(accessCase === undefined ? {} : { accessCase }),
  };
}

/** What is no HTTP, at the target of now. All but a single GET counts as a write: nobody can tell what it comes to. */
function rebuildWire(
  wire: string,
  url: string,
  filled: (text: string) => string,
  { target: { baseUrl }, recordedBaseUrl }: Means,
): RebuiltRequest {
  if (!isOfWeb(recordedBaseUrl) || url !== recordedBaseUrl)
    return { problem: `went to another address than ${recordedBaseUrl}` };
  const [before, now] = [recordedBaseUrl, baseUrl].map((address) => new URL(address).host);
  const text = filled(wire).replace(`Host: ${before}`, () => `Host: ${now}`);
  const isGet = /^GET? ?T? /.test(text) && text.split(/http\//i).length <= 2;
  const bare = { url: baseUrl, pathParameters: {}, query: {}, headers: {}, wire: { text, isCutShort: false } };
  const asked = isGet ? ({ endpoint: 'E1', method: 'GET' } as const) : ({ endpoint: 'E3', method: 'POST' } as const);
  return { request: { ...bare, ...asked }, access: 'case', accessCase: 'not HTTP' };
}
