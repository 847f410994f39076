import type { RecordedExchange } from '../../reporters/report.ts';
import { endpointIds, endpoints, tokenEndpoint, type EndpointId } from '../../spec/index.ts';
import type { Target } from '../../target/configuration/target.ts';
import type { Access, OutgoingRequest } from '../../target/exchange.ts';
import { lostForms, placeholders } from '../../target/redaction.ts';
import { basicAuthorization, tokenRequest } from '../../target/token-service.ts';
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

const cutShort = /… \(\d+ more characters\)$/;

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
  if ([body, wire].some((text) => cutShort.test(text))) return 'was too long to be recorded whole';
  const lost = lostForms.find((form) => texts.some((text) => text.includes(form)));
  if (lost === undefined) return undefined;
  return lost === '<token>' || lost === '<part of a secret>'
    ? 'carried an altered token or a part of a secret, which a report does not hold'
    : 'carried a secret, which a report does not hold';
}

/** The address at the target of now; undefined when the recorded one belonged to neither of its services. */
function rebased(url: string, recordedBaseUrl: string, { baseUrl, authUrl }: Target): string | undefined {
  const rest = url.startsWith(recordedBaseUrl) ? url.slice(recordedBaseUrl.length) : undefined;
  if (rest === '' || rest?.startsWith('/api/') === true) return `${baseUrl}${rest}`;
  return url.endsWith(tokenEndpoint.path) ? `${authUrl}${tokenEndpoint.path}` : undefined;
}

/** The endpoint that a method and an address below the base belong to, with its parameters. */
function matchEndpoint(
  method: string,
  path: string,
): { readonly endpoint: EndpointId; readonly pathParameters: Record<string, string> } | undefined {
  for (const endpoint of endpointIds) {
    const { method: own, path: template } = endpoints[endpoint];
    const pattern = new RegExp(`^${template.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]*)')}$`);
    const groups = own === method ? pattern.exec(path)?.groups : undefined;
    if (groups !== undefined || (own === method && path === template)) {
      const named = Object.entries(groups ?? {}).map(([name, value]) => [name, decoded(value)] as const);
      return { endpoint, pathParameters: Object.fromEntries(named) };
    }
  }
  return undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

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
  const { target, recordedBaseUrl } = means;
  const loss = lossOf(request);
  if (loss !== undefined) return { problem: loss };
  const url = rebased(request.url, recordedBaseUrl, target);
  if (url === undefined) return { problem: `went to another address than ${recordedBaseUrl}` };
  const values = valuesOf(means);
  const filled = (text: string): string =>
    Object.entries(values).reduce((from, [name, value]) => from.replaceAll(name, () => value ?? name), text);
  const texts = [...Object.values(request.headers), request.wire ?? ''];
  const lacking = Object.keys(values).find(
    (name) => values[name] === undefined && texts.some((text) => text.includes(name)),
  );
  if (lacking !== undefined) return { problem: missing[lacking] ?? 'takes what is not configured' };

  if (request.wire !== undefined) {
    const hosts = [recordedBaseUrl, target.baseUrl].map((address) => new URL(address).host);
    const text = filled(request.wire).replace(`Host: ${hosts[0]}`, () => `Host: ${hosts[1]}`);
    const endpoint = request.method === 'GET' ? 'E1' : 'E3';
    const wire = { text, isCutShort: false };
    const bare = { endpoint, method: request.method, url, pathParameters: {}, query: {}, headers: {}, wire } as const;
    return { request: bare, access: 'case', accessCase: 'not HTTP' };
  }
  const isToken = url.endsWith(tokenEndpoint.path);
  const [path = '', search = ''] = url.slice(target.baseUrl.length).split('?');
  const matched = isToken ? ({ endpoint: 'token', pathParameters: {} } as const) : matchEndpoint(request.method, path);
  if (matched === undefined) return { problem: 'belongs to no endpoint of the documents' };
  const headers = Object.entries(request.headers).map(([name, value]) => [name, filled(value)] as const);
  const { body, isBinary } = request;
  const [access, accessCase] = accessOf(request, isToken);
  return {
    request: {
      ...matched,
      method: request.method,
      url,
      query: Object.fromEntries(new URLSearchParams(search)),
      headers: Object.fromEntries(headers),
      ...(body === undefined ? {} : { body: isBinary === true ? Buffer.from(body, 'latin1') : body }),
      ...jsonOf(body),
    },
    access,
    ...(accessCase === undefined ? {} : { accessCase }),
  };
}
