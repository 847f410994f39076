import { STATUS_CODES } from 'node:http';
import { endpointIds, endpoints, tokenEndpoint, type EndpointId } from '../../spec/index.ts';

/** Where a request goes: one of the documented operations, the token service, or elsewhere (undefined). */
export type Place = EndpointId | 'token' | undefined;

/** A request before the service handles it. */
export interface ServiceRequest {
  readonly method: string;
  /** Path and query as they came. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly place: Place;
  /** Path parameters by their documented names, decoded. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

/** An answer before it leaves. */
export interface ServiceAnswer {
  readonly status: number;
  /** Names in lower case, without the length. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** How much of it leaves, where not all: its head and half of its body, or nothing, at once or for ever. */
  readonly delivery?: 'torn' | 'closed' | 'never';
}

/** Lets the service itself handle a request. */
export type Serve = (request: ServiceRequest) => Promise<ServiceAnswer>;

const operations = [
  ...endpointIds.map((id) => ({ ...endpoints[id], place: id })),
  { ...tokenEndpoint, place: 'token' as const },
];

/** Each operation's path as a pattern with one group for each parameter. */
const routes = operations.map(({ method, path, place, pathParameters }) => ({
  method,
  place,
  names: pathParameters,
  pattern: new RegExp(`${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`),
}));

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A request as it came, with what its address says. */
export function readRequest(parts: Pick<ServiceRequest, 'method' | 'url' | 'headers' | 'body'>): ServiceRequest {
  const [pathname = '', search = ''] = parts.url.split(/\?(.*)/s);
  const route = routes.find(({ method, pattern }) => method === parts.method && pattern.test(pathname));
  const values = route?.pattern.exec(pathname)?.slice(1) ?? [];
  return {
    ...parts,
    place: route?.place,
    path: Object.fromEntries((route?.names ?? []).map((name, index) => [name, decoded(values[index] ?? '')])),
    query: Object.fromEntries(new URLSearchParams(search)),
  };
}

/** The request with other query parameters; undefined takes one away. */
export function withQuery(
  request: ServiceRequest,
  query: Readonly<Record<string, string | undefined>>,
): ServiceRequest {
  const [pathname = ''] = request.url.split('?');
  const kept = Object.entries({ ...request.query, ...query }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const search = new URLSearchParams(kept).toString();
  return readRequest({ ...request, url: search === '' ? pathname : `${pathname}?${search}` });
}

/** The request with another value of a path parameter. */
export function withParameter(request: ServiceRequest, name: string, value: string): ServiceRequest {
  const before = request.path[name];
  if (before === undefined) return request;
  return readRequest({ ...request, url: request.url.replace(encodeURIComponent(before), encodeURIComponent(value)) });
}

/** The request with another Authorization header. */
export function withAuthorization(request: ServiceRequest, authorization: string): ServiceRequest {
  return { ...request, headers: { ...request.headers, authorization } };
}

/** Another request by the same caller, to a path below `/api/v1`. */
export function followUp({ url, headers }: ServiceRequest, method: string, path: string): ServiceRequest {
  const base = url.slice(0, Math.max(url.indexOf('/api/v1'), 0));
  const { authorization } = headers;
  return readRequest({
    method,
    url: `${base}/api/v1${path}`,
    headers: authorization === undefined ? {} : { authorization },
    body: Buffer.alloc(0),
  });
}

/** The request with another JSON body. */
export function withJson(request: ServiceRequest, value: unknown): ServiceRequest {
  const headers = { ...request.headers, 'content-type': 'application/json' };
  return { ...request, headers, body: Buffer.from(JSON.stringify(value)) };
}

/** A JSON text's value; undefined when it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The value of a request's body; undefined when it is no JSON. */
export function sentBody(request: ServiceRequest): unknown {
  return parsed(request.body.toString('utf8'));
}

/** Whether the answer is a success (2xx). */
export function isSuccess({ status }: ServiceAnswer): boolean {
  return status >= 200 && status < 300;
}

/** The answer with another JSON body. */
export function withBody(answer: ServiceAnswer, value: unknown): ServiceAnswer {
  return { ...answer, text: JSON.stringify(value) };
}

/** An answer of our own with a status and a JSON body. */
export function answerWith(status: number, body: unknown = { message: STATUS_CODES[status] ?? '' }): ServiceAnswer {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, text: JSON.stringify(body) };
}
