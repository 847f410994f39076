import { once } from 'node:events';
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { endpointOf, type EndpointId, type RequirementId } from '../../spec/index.ts';
import { parsed } from '../json-values.ts';
import type { Store } from '../store/store.ts';

export type Place = EndpointId | 'token' | undefined;

export interface ServiceRequest {
  readonly method: string;
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly place: Place;
  /** Path parameters by their documented names, decoded. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

export interface ServiceAnswer {
  readonly status: number;
  /** Names in lower case, without `content-length`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /**
   * How it is sent, if not whole and in UTF-8: its head and half of its body, or nothing, at once or never; or with its
   * text in Latin-1.
   */
  readonly delivery?: 'torn' | 'closed' | 'never' | 'latin1';
}

export type Serve = (request: ServiceRequest) => Promise<ServiceAnswer>;

/**
 * Sits between the clients and the service. It may change the request, let the service handle it once, several times or
 * not at all, and change the answer; it keeps what it remembers between exchanges in its closure.
 */
type Behaviour = (request: ServiceRequest, serve: Serve) => Promise<ServiceAnswer>;

/** Starts the behaviour for one running service, with its own memory; it may read the store, and write to it. */
export type Begin = (store: Store) => Behaviour;

/** One way in which an implementation could break the interface. */
export interface Fault {
  readonly name: string;
  readonly description: string;
  /** The data, order or frequency that it takes to show; absent: it shows at once. */
  readonly when?: string;
  readonly breaks: readonly RequirementId[];
  /** Other requirements that fail along with them, always or depending on what else the run sends. */
  readonly also?: readonly RequirementId[];
  /** Milliseconds that a proof waits for an answer; absent: as long as for any service. */
  readonly answerMs?: number;
  /** Milliseconds for which a proof watches records after everything else; absent: it does not. */
  readonly watchMs?: number;
  /** Milliseconds per step of fulfilment in a proof; absent: so few that a run sees every step. */
  readonly pace?: number;
  /** Whether the configuration of a proof names the plans on offer and their lines; absent: only their ids. */
  readonly namesPlans?: boolean;
  readonly begin: Begin;
}

function readRequest(parts: Pick<ServiceRequest, 'method' | 'url' | 'headers' | 'body'>): ServiceRequest {
  const [pathname = '', search = ''] = parts.url.split(/\?(.*)/s);
  const { endpoint: place, pathParameters: path = {} } = endpointOf(parts.method, pathname) ?? {};
  return { ...parts, place, path, query: Object.fromEntries(new URLSearchParams(search)) };
}

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

export function withParameter(request: ServiceRequest, name: string, value: string): ServiceRequest {
  const before = request.path[name];
  if (before === undefined) return request;
  return readRequest({ ...request, url: request.url.replace(encodeURIComponent(before), encodeURIComponent(value)) });
}

export function withAuthorization(request: ServiceRequest, authorization: string): ServiceRequest {
  return { ...request, headers: { ...request.headers, authorization } };
}

export function withJson(request: ServiceRequest, value: unknown): ServiceRequest {
  const headers = { ...request.headers, 'content-type': 'application/json' };
  return { ...request, headers, body: Buffer.from(JSON.stringify(value)) };
}

/** The value of a request's body; undefined if it is not JSON. */
export function sentBody(request: ServiceRequest): unknown {
  return parsed(request.body.toString('utf8'));
}

export function isSuccess({ status }: ServiceAnswer): boolean {
  return status >= 200 && status < 300;
}

export function withBody(answer: ServiceAnswer, value: unknown): ServiceAnswer {
  return { ...answer, text: JSON.stringify(value) };
}

export function answerWith(status: number, body: unknown = { message: STATUS_CODES[status] ?? '' }): ServiceAnswer {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, text: JSON.stringify(body) };
}

/** A success without content, as from a service that shows nothing of it. */
export function withoutContent(answer: ServiceAnswer): ServiceAnswer {
  return isSuccess(answer) ? { ...answer, status: 204, text: '' } : answer;
}

export type FaultProxy = (incoming: IncomingMessage, outgoing: ServerResponse, app: FastifyInstance) => void;

/** Headers that belong to a connection or follow from the body: each side sets its own. */
const ownHeaders: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'transfer-encoding',
  'keep-alive',
  'date',
]);

function headersOf(raw: Readonly<Record<string, unknown>>): Record<string, string> {
  const kept = Object.entries(raw).filter(
    ([name, value]) => value !== undefined && !ownHeaders.has(name.toLowerCase()),
  );
  return Object.fromEntries(kept.map(([name, value]) => [name.toLowerCase(), String(value)]));
}

function serving(app: FastifyInstance): Serve {
  return async ({ method, url, headers, body }) => {
    const payload = body.length === 0 ? {} : { payload: body };
    const answer = await app.inject({ method: method as 'GET', url, headers: { ...headers }, ...payload });
    return { status: answer.statusCode, headers: headersOf(answer.headers), text: answer.rawPayload.toString('utf8') };
  };
}

async function receive(incoming: IncomingMessage): Promise<ServiceRequest> {
  const chunks: Buffer[] = [];
  // Iterating over a request takes longer than reading it.
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(incoming, 'end');
  return readRequest({
    method: incoming.method ?? 'GET',
    url: incoming.url ?? '/',
    headers: headersOf(incoming.headers),
    body: Buffer.concat(chunks),
  });
}

const deliveries: Readonly<
  Record<NonNullable<ServiceAnswer['delivery']>, (answer: ServiceAnswer, outgoing: ServerResponse) => void>
> = {
  torn({ status, headers, text }, outgoing) {
    outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) });
    outgoing.write(text.slice(0, text.length / 2), () => outgoing.destroy());
  },
  closed: (_, outgoing) => void outgoing.destroy(),
  never: () => undefined,
  latin1({ status, headers, text }, outgoing) {
    outgoing.writeHead(status, { ...headers, 'content-length': text.length }).end(Buffer.from(text, 'latin1'));
  },
};

function send(answer: ServiceAnswer, outgoing: ServerResponse): void {
  const { status, headers, text, delivery } = answer;
  if (delivery !== undefined) return deliveries[delivery](answer, outgoing);
  outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) }).end(text);
}

/** Whether a client went away, or the service was stopped while it waited: this is no failure, unlike anything else. */
const isGone = (code: string | undefined): boolean => code === 'ECONNRESET' || code === 'FST_ERR_REOPENED_CLOSE_SERVER';

/** Puts a behaviour in front of an application: it sees each request before the service does, and each answer after. */
export function createFaultProxy(behave: Behaviour): FaultProxy {
  return (incoming, outgoing, app) => {
    receive(incoming)
      .then((request) => behave(request, serving(app)))
      .catch((error: unknown) => {
        if (!isGone((error as NodeJS.ErrnoException).code)) console.error(error);
        return answerWith(500);
      })
      .then((answer) => send(answer, outgoing))
      .catch(console.error);
  };
}
