import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { Agent, type Dispatcher } from 'undici';
import type { Bounds } from './client.ts';
import { createConnector, type ConnectionSettings } from './connector.ts';
import {
  readBody,
  type Answer,
  type Outcome,
  type OutgoingRequest,
  type TransportFailure,
  type Wire,
} from './exchange.ts';

/** What requests say of their sender: a gateway may want a product with its version (RFC 9110). */
export const userAgent = 'benefits-fulfillment-conformance/0.1.0';

/** Sends each request once, over at most `most` connections per origin. Never follows redirects; bounds responses. */
export function createSender(most: number, settings: ConnectionSettings, bounds: Bounds, signal?: AbortSignal) {
  const { headers } = settings;
  const connector = createConnector(settings, bounds.connectMs);
  const agentWith = (pipelining: 0 | 1): Agent =>
    new Agent({
      connections: most,
      connect: (options, callback) => connector.connect(options, callback),
      headersTimeout: bounds.answerMs,
      bodyTimeout: bounds.answerMs,
      pipelining,
      keepAliveTimeout: 900,
    });
  const agent = agentWith(1);
  const freshAgent = agentWith(0);
  let writeAgent = agent;
  const underWay = new Set<ReturnType<typeof dispatched>>();
  // A connection stays in the async context it was opened in, and would keep what a case holds while it is open.
  const outsideOfCases = AsyncLocalStorage.snapshot();
  signal?.addEventListener('abort', () => underWay.forEach((one) => one.giveUp()));

  const sendHttp = async (request: OutgoingRequest, longestMs: number): Promise<Outcome> => {
    const { origin } = new URL(request.url);
    const usual = request.method === 'GET' ? agent : writeAgent;
    const options: Dispatcher.DispatchOptions = {
      origin,
      path: request.url.slice(origin.length),
      method: request.method,
      headers: { 'user-agent': userAgent, ...headers, ...request.headers },
      body: request.body ?? null,
    };
    const sent = outsideOfCases(() =>
      dispatched(connector.dispatcherFor(request.url, usual), options, bounds.bodyBytes),
    );
    let isLate = false;
    // A response that trickles in byte by byte would never trip a timeout between two of its parts.
    const timer = setTimeout(() => {
      isLate = true;
      sent.giveUp();
    }, longestMs);
    underWay.add(sent);
    try {
      return await sent.answer;
    } catch (error) {
      if (!isLate) return transportFailure(error, request.url, sent.began());
      // With less time than usual, because the run's time is nearly used up, the target is not at fault.
      if (longestMs < bounds.answerMs) return { ...timeout(request.url, longestMs), hurried: true };
      return timeout(request.url, longestMs, sent.began());
    } finally {
      clearTimeout(timer);
      underWay.delete(sent);
    }
  };

  return {
    /** @throws the error of a request that cannot be sent */
    async send(request: OutgoingRequest, longestMs: number): Promise<Outcome> {
      const { url, wire } = request;
      if (wire === undefined) return sendHttp(request, longestMs);
      try {
        const socket = await connector.socketTo(url);
        return await exchangedOver(socket, url, withHeaders(wire, headers), bounds, signal);
      } catch (error) {
        return rawFailure(error, url);
      }
    },
    /** How many connections were closed before anything came over them: each may have been one too many. */
    get dropped() {
      return connector.dropped;
    },
    /** From now on each write gets its own connection: the target closes idle connections just as they are used. */
    avoidIdleConnections(): void {
      writeAgent = freshAgent;
    },
    async close(): Promise<void> {
      await Promise.all([agent.destroy(), freshAgent.destroy(), connector.close()]);
    },
  };
}

/** What connection error codes mean; any other error is a broken connection. */
const failureKinds: Readonly<Record<string, TransportFailure['kind']>> = {
  ECONNREFUSED: 'unreachable',
  ENOTFOUND: 'unreachable',
  EAI_AGAIN: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ETIMEDOUT: 'unreachable',
  UND_ERR_CONNECT_TIMEOUT: 'unreachable',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
};

const notTls: ReadonlySet<string> = new Set(['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG']);

type Began = NonNullable<TransportFailure['began']>;

/** The failure that an error stands for. @throws the error if the request itself is at fault */
function transportFailure(error: unknown, url: string, began: Began | undefined): TransportFailure {
  const { host } = new URL(url);
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (code === 'UND_ERR_INVALID_ARG') throw error;
  const kind = failureKinds[code] ?? 'broken';
  if (began !== undefined) return { kind, message: `${host}: the answer broke off after ${extentOf(began)}`, began };
  const words = notTls.has(code) ? 'does not speak TLS there; try http://' : message;
  return { kind, message: `${host}: ${words || code || 'no answer'}` };
}

function timeout(url: string, longestMs: number, began?: Began): TransportFailure {
  const message = `${new URL(url).host}: no whole answer in ${Number((longestMs / 1000).toPrecision(2))} s`;
  if (began === undefined) return { kind: 'timeout', message };
  return { kind: 'timeout', message: `${message}: it stopped after ${extentOf(began)}`, began };
}

function extentOf({ received, announced }: Began): string {
  return `${received} ${announced === undefined ? '' : `of ${announced} `}bytes`;
}

/** Sends a request with undici's handlers: a stream and a signal per request would cost as much as everything else. */
function dispatched(dispatcher: Dispatcher, options: Dispatcher.DispatchOptions, longest: number) {
  const { promise, resolve, reject } = Promise.withResolvers<Answer | TransportFailure>();
  const chunks: Buffer[] = [];
  let size = 0;
  let head: Head | undefined;
  let controller: Dispatcher.DispatchController | undefined;
  let reason: Error | undefined;
  const giveUp = (why: Error): void => {
    reason = why;
    controller?.abort(why);
  };
  const refuse = (): void => {
    resolve(tooLarge(longest));
    // An unread body would keep the connection busy.
    giveUp(new Error('the answer is too large'));
  };
  dispatcher.dispatch(options, {
    onRequestStart(one) {
      controller = one;
      if (reason !== undefined) one.abort(reason);
    },
    onResponseStart(_, status, headers) {
      if (status < 200) return;
      head = { status, headers };
      if (Number(headers['content-length']) > longest) refuse();
    },
    onResponseData(_, chunk) {
      size += chunk.length;
      if (size > longest) refuse();
      else chunks.push(chunk);
    },
    onResponseEnd() {
      if (head !== undefined) resolve(decodedAnswer(head, Buffer.concat(chunks), longest));
    },
    onResponseError(_, error) {
      reject(error);
    },
  });
  return {
    /** The complete response, or a failure if its body is too long or undecodable. Rejects with undici's errors. */
    answer: promise,
    /** What has been received of an incomplete response; undefined before its head arrives. */
    began(): Began | undefined {
      if (head === undefined) return undefined;
      const announced = Number(head.headers['content-length']);
      return { status: head.status, received: size, ...(Number.isInteger(announced) ? { announced } : {}) };
    },
    giveUp: () => giveUp(new Error('given up')),
  };
}

interface Head {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

function decodedAnswer({ status, headers: received }: Head, body: Buffer, longest: number): Answer | TransportFailure {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(received)) {
    if (value !== undefined) headers[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  try {
    return { status, headers, ...readBody(decodeBody(body, headers['content-encoding'], longest)) };
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    return code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge(longest) : { kind: 'undecodable', message: message ?? '' };
  }
}

function tooLarge(longest: number): TransportFailure {
  return { kind: 'too-large', message: `the answer is larger than ${longest} bytes` };
}

type Decoder = (body: Buffer, options: { readonly maxOutputLength: number }) => Buffer;

/** Many servers send `deflate` without the zlib header that RFC 9110 requires. */
const inflate: Decoder = (body, options) => {
  const [method = 0, flags = 0] = body;
  const hasHeader = (method & 0x0f) === 8 && (method * 256 + flags) % 31 === 0;
  return hasHeader ? inflateSync(body, options) : inflateRawSync(body, options);
};

const decoders: ReadonlyMap<string, Decoder> = new Map([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflate],
  ['br', brotliDecompressSync],
  ['zstd', zstdDecompressSync],
]);

/** Decodes a body by its `Content-Encoding`; the coding applied last is removed first. */
function decodeBody(body: Buffer, contentEncoding = '', longest: number): Buffer {
  if (body.length === 0) return body;
  const codings = contentEncoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  return codings.toReversed().reduce((bytes, name) => {
    const decode = decoders.get(name);
    if (decode === undefined) throw new Error(`the answer has the unknown content encoding ${name}`);
    return decode(bytes, { maxOutputLength: longest });
  }, body);
}

/** Milliseconds of silence after which a response counts as complete: its stated length cannot be relied on here. */
const silenceMs = 150;

function withHeaders(wire: Wire, headers: Readonly<Record<string, string>>): Wire {
  const lines = Object.entries(headers).map(([name, value]) => `\r\n${name}: ${value}`);
  const [, start, rest = ''] = /^([^\r\n]* HTTP\/1\.1)(\r\n.*)$/s.exec(wire.text) ?? [];
  return start === undefined ? wire : { ...wire, text: `${start}${lines.join('')}${rest}` };
}

/** Sends raw bytes and resolves with the response. A server may wait for the rest of a request, which never comes. */
function exchangedOver(
  socket: Socket,
  url: string,
  { text, isCutShort }: Wire,
  { rawAnswerMs, bodyBytes }: Bounds,
  signal?: AbortSignal,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let problem: Error | undefined;
    const finish = (): void => {
      socket.destroy();
      signal?.removeEventListener('abort', finish);
      resolve(answerIn(Buffer.concat(chunks)) ?? rawFailure(problem, url));
    };
    signal?.addEventListener('abort', finish, { once: true });
    socket.once('timeout', finish);
    socket.setTimeout(rawAnswerMs);
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > bodyBytes) finish();
      else socket.setTimeout(silenceMs);
    });
    socket.on('error', (error) => (problem = error));
    socket.once('close', finish);
    if (signal?.aborted === true) return finish();
    const bytes = Buffer.from(text, 'latin1');
    // Some services take a half-closed connection for a client that is gone: only cut-short requests half-close.
    if (isCutShort) socket.end(bytes);
    else socket.write(bytes);
    return undefined;
  });
}

/** Interim responses, which may precede any other (RFC 9110, section 15.2). */
const interim = /^(?:HTTP\/1\.1 1\d\d[^]*?\r\n\r\n)+/;

function answerIn(bytes: Buffer): Answer | undefined {
  const [head = '', ...rest] = bytes.toString('latin1').replace(interim, '').split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const status = Number(/^HTTP\/\d(?:\.\d)? (\d{3})/.exec(statusLine)?.[1]);
  if (Number.isNaN(status)) return undefined;
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const body = Buffer.from(rest.join('\r\n\r\n'), 'latin1').toString('utf8');
  return { status, headers, text: body, isJson: false, json: undefined };
}

function rawFailure(problem: unknown, url: string): TransportFailure {
  const { code, message } = (problem ?? {}) as Partial<NodeJS.ErrnoException>;
  const kind = code === 'ECONNREFUSED' ? 'unreachable' : 'unanswered';
  return { kind, message: `${new URL(url).host}: ${message ?? 'the connection ended without an answer'}` };
}
