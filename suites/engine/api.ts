import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints, present, type EndpointId } from '../../spec/index.ts';
import type { Client } from '../../target/client.ts';
import type { Target } from '../../target/configuration/target.ts';
import {
  isAnswered,
  renewedToken,
  type AnsweredExchange,
  type Exchange,
  type OutgoingRequest,
  type Wire,
} from '../../target/exchange.ts';
import { basicAuthorization, tokenRequest, type TokenHolder } from '../../target/access-tokens.ts';
import { pauseBeforeWrite } from './case-scope.ts';
import { settling, type Lag } from './lag.ts';
import { askUntil } from './waiting.ts';
import type { WriteTurns } from './write-turns.ts';
import { unansweredBy, outOfTime, Undecided } from './verdicts.ts';

export type Query = OutgoingRequest['query'];
export type PathParameters = OutgoingRequest['pathParameters'];

/** Sends what is made of a body, or of what it is to be about. */
export type Send<Body> = (body: Body) => Promise<AnsweredExchange>;

/** A call to an endpoint; `body` and `search` are sent as they are, `json` and `query` are serialized. */
export interface Call {
  readonly path?: PathParameters;
  readonly query?: Query;
  /** The query as text, in place of `query`. */
  readonly search?: string;
  /** The Accept header; null: none. Default: JSON. */
  readonly accept?: string | null;
  readonly json?: unknown;
  readonly body?: string | Uint8Array;
  readonly contentType?: string;
}

/** Whose token a call carries, or an Authorization header (undefined: none) and what else a case has of its own. */
export type Authorization =
  | 'first'
  | 'second'
  | ({ readonly name: string; readonly header: string | undefined } & Pick<Call, 'query' | 'accept'>);

/** A token request; by default the documented one with the first organization's key. */
export interface TokenCall {
  readonly name: string;
  readonly authorization?: string | undefined;
  readonly body?: string;
  readonly contentType?: string;
}

export type Api = ReturnType<typeof createApi>;

/** Milliseconds between the first two reads for something that does not show yet; doubled before each further read. */
const firstPause = 250;

/** Keeps token requests apart from uses of a new token: a new token may invalidate the others of its key. */
export function createTokenTurns() {
  let asked: Promise<unknown> = Promise.resolve();
  let used: Promise<unknown> = Promise.resolve();
  const after = async <T>(others: readonly Promise<unknown>[], send: () => Promise<T>): Promise<T> => {
    await Promise.allSettled(others);
    return send();
  };
  return {
    ask<T>(send: () => Promise<T>): Promise<T> {
      const sent = after([asked, used], send);
      asked = sent;
      return sent;
    },
    use<T>(send: () => Promise<T>): Promise<T> {
      const sent = after([asked], send);
      used = Promise.allSettled([used, sent]);
      return sent;
    },
  };
}

interface ApiParts {
  readonly target: Target;
  readonly client: Client;
  readonly holders: { readonly first: TokenHolder; readonly second: TokenHolder | undefined };
  readonly tokenTurns: ReturnType<typeof createTokenTurns>;
  readonly writeTurns: WriteTurns;
  /** Has the monotonic milliseconds at which the run has used up its time, as of now. */
  readonly time: { readonly deadline: number };
  readonly lag: Lag;
  /** Called with each exchange that got no answer, however often it was sent. */
  readonly onUnanswered: (exchange: Exchange) => void;
}

/**
 * The operations of a target; every request is recorded as sent for `purpose`. A call resolves to an answer, and throws
 * `Undecided` if there is none. If a token that should be good is answered with 401, the request is retried with a new
 * token, at most twice (`spec/documents/5-authentication.md`).
 */
export function createApi(parts: ApiParts, purpose: string) {
  const { target, client, holders, tokenTurns, writeTurns, time, lag } = parts;

  const mayWrite = (endpoint: EndpointId): void => {
    if (endpoints[endpoint].method === 'GET' || target.writesAllowed) return;
    const why = 'writes are not allowed on this target; set environment: sandbox or pass --allow-writes';
    throw new Undecided('not-configured', why);
  };
  const inTime = (): void => {
    if (performance.now() > time.deadline) throw outOfTime();
  };

  const transmit = async (
    request: OutgoingRequest,
    access: 'first' | 'second' | 'case' | 'none',
    accessCase?: string,
  ) => {
    const pause = request.method === 'GET' ? lag.pauseBefore(request) : pauseBeforeWrite();
    if (pause > 0) await sleep(pause);
    inTime();
    return client.send(request, { purpose, access, ...present({ accessCase }) });
  };
  const answered = (exchange: Exchange): AnsweredExchange => {
    if (isAnswered(exchange)) return exchange;
    parts.onUnanswered(exchange);
    throw unansweredBy(exchange);
  };
  const send = async (...sent: Parameters<typeof transmit>): Promise<AnsweredExchange> =>
    answered(await transmit(...sent));

  /** Sends a request; after a 401 once more with a new token, as another one may have invalidated this one. */
  const sendWith = async (key: 'first' | 'second', request: OutgoingRequest): Promise<AnsweredExchange> => {
    const holder = holders[key];
    if (holder === undefined) throw new Undecided('not-configured', 'no second key; set secondCredentials');
    let token = await holder.current();
    const authorized = withAuthorization(request, `Bearer ${token}`);
    let exchange = answered(await writeTurns.send(request, () => transmit(authorized, key)));
    const sendRenewed = async (accessCase?: string): Promise<AnsweredExchange> => {
      token = await holder.replace(token);
      return send(withAuthorization(request, `Bearer ${token}`), key, accessCase);
    };
    // The first retry may use a token that other requests have renewed meanwhile, and that has ended as well.
    for (const accessCase of [undefined, renewedToken])
      if (exchange.answer.status === 401) exchange = await tokenTurns.use(() => sendRenewed(accessCase));
    return exchange;
  };

  /** Reads until a write shows, for as long as that may take; once a wait has failed, reads no longer wait. */
  const untilShown = async <T>(endpoint: EndpointId, look: () => Promise<T>, isShown: (seen: T) => boolean) => {
    const waited = lag.of(endpoint);
    const first = await look();
    const isOver = (seen: T): boolean => isShown(seen) || !lag.mayShowLate(endpoint);
    if (isOver(first)) return first;
    const began = performance.now();
    const writtenAt = lag.lastWrite(endpoint) ?? began;
    const end = Math.min(began + target.limits.settle, time.deadline);
    const seen = await askUntil(first, look, isOver, { pause: firstPause, end });
    // If more was written meanwhile, that may have made it show.
    const isByTime = waited > 0 || (lag.lastWrite(endpoint) ?? began) === writtenAt;
    if (!isShown(seen)) lag.giveUp(endpoint);
    else if (isByTime) {
      const now = performance.now();
      // The last write may be another one. The first read for this one came after `waited` milliseconds.
      lag.learn(endpoint, Math.max(now - writtenAt, waited === 0 ? 0 : waited + now - began), waited);
    }
    return seen;
  };

  /** Reads a new record until it is found: one replica of a target may not have yet what another one has made. */
  const sendUntilThere = (endpoint: EndpointId, request: OutgoingRequest): Promise<AnsweredExchange> => {
    const look = (): Promise<AnsweredExchange> => sendWith('first', request);
    if (!lag.mayFindNothing(request, target.limits.settle)) return look();
    return untilShown(endpoint, look, ({ answer }) => answer.status !== 404);
  };

  return {
    async call(
      endpoint: EndpointId,
      call: Call = {},
      authorization: Authorization = 'first',
    ): Promise<AnsweredExchange> {
      mayWrite(endpoint);
      const { query, accept } = typeof authorization === 'object' ? authorization : {};
      const further = { query: { ...call.query, ...query }, ...present({ accept }) };
      const request = requestOf(target.baseUrl, endpoint, { ...call, ...further });
      if (typeof authorization === 'object') {
        const { name, header } = authorization;
        return send(withAuthorization(request, header), header === undefined ? 'none' : 'case', name);
      }
      const isOwn = authorization === 'first' && purpose !== settling;
      return isOwn ? sendUntilThere(endpoint, request) : sendWith(authorization, request);
    },
    /** Waits as long as the endpoint takes to show a change. @returns whether it takes any time */
    async settle(endpoint: EndpointId): Promise<boolean> {
      const ms = lag.of(endpoint);
      if (ms > 0) await sleep(ms);
      return ms > 0;
    },
    untilShown,
    async token(call: TokenCall): Promise<AnsweredExchange> {
      const { name, body, contentType } = call;
      const authorization = 'authorization' in call ? call.authorization : basicAuthorization(target.credentials);
      const request = tokenRequest(target.authUrl, authorization, body, contentType);
      return tokenTurns.ask(async () => send(request, 'case', name));
    },
    /** Sends a request that is not HTTP to the API's address. It may get no answer. */
    async raw(endpoint: EndpointId, wire: Wire): Promise<Exchange> {
      mayWrite(endpoint);
      inTime();
      const { method } = endpoints[endpoint];
      const request = { endpoint, method, url: target.baseUrl, pathParameters: {}, query: {}, headers: {}, wire };
      return client.send(request, { purpose, access: 'case', accessCase: 'not HTTP' });
    },
    /** Sends a request again, with a good token if it had one; `leftOut` are query parameters to leave out. */
    async repeat(
      { request, access, accessCase }: Exchange,
      path: PathParameters = {},
      leftOut: readonly string[] = [],
    ): Promise<AnsweredExchange> {
      if (request.endpoint !== 'token') mayWrite(request.endpoint);
      const again = withoutQuery(withPath(target.baseUrl, request, path), leftOut);
      if (access === 'first' || access === 'second') return sendWith(access, again);
      const sendAgain = async (): Promise<AnsweredExchange> => send(again, access, accessCase);
      return request.endpoint === 'token' ? tokenTurns.ask(sendAgain) : sendAgain();
    },
  };
}

/** The path of an endpoint below the base URL, with its parameters filled in. */
function pathOf(endpoint: EndpointId, parameters: PathParameters): string {
  return endpoints[endpoint].path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(parameters[name] ?? ''),
  );
}

/** The request with other path parameters; a parameter that was empty stays empty. */
function withPath(baseUrl: string, request: OutgoingRequest, path: PathParameters): OutgoingRequest {
  const { endpoint, url, pathParameters } = request;
  const given = Object.entries(path).filter(([name]) => pathParameters[name] !== '');
  if (endpoint === 'token' || given.length === 0) return request;
  const parameters = { ...pathParameters, ...Object.fromEntries(given) };
  const [, search] = url.split(/(?=\?)/u);
  return { ...request, url: `${baseUrl}${pathOf(endpoint, parameters)}${search ?? ''}`, pathParameters: parameters };
}

/** The request for a call to an endpoint, without a token. */
export function requestOf(
  baseUrl: string,
  endpoint: EndpointId,
  { path = {}, query = {}, search, accept = 'application/json', json, body, contentType }: Call,
): OutgoingRequest {
  const { method } = endpoints[endpoint];
  const parameters = Object.entries(query).map((pair) => pair.map(encodeURIComponent).join('='));
  const sent = search ?? parameters.join('&');
  const text = json === undefined ? body : JSON.stringify(json);
  const type = text === undefined ? {} : { 'content-type': contentType ?? 'application/json' };
  return {
    endpoint,
    method,
    url: `${baseUrl}${pathOf(endpoint, path)}${sent === '' ? '' : `?${sent}`}`,
    pathParameters: path,
    query: search === undefined ? query : Object.fromEntries(new URLSearchParams(search)),
    headers: { ...(accept === null ? {} : { accept }), ...type },
    ...present({ body: text, json }),
  };
}

function withoutQuery(request: OutgoingRequest, names: readonly string[]): OutgoingRequest {
  if (names.length === 0) return request;
  const url = new URL(request.url);
  for (const name of names) url.searchParams.delete(name);
  const query = Object.entries(request.query).filter(([name]) => !names.includes(name));
  return { ...request, url: url.href, query: Object.fromEntries(query) };
}

export function withAuthorization(request: OutgoingRequest, authorization: string | undefined): OutgoingRequest {
  if (authorization === undefined) return request;
  return { ...request, headers: { ...request.headers, authorization } };
}
