import { Agent, type Dispatcher } from 'undici';
import { systemClock, type Clock } from './clock.ts';
import type { Limits } from './configuration/target.ts';
import {
  unavailableStatuses,
  type Access,
  type Answer,
  type Exchange,
  type OutgoingRequest,
  type TransportFailure,
} from './exchange.ts';
import { decodeBody } from './content-encoding.ts';
import { createLimiter } from './limiter.ts';
import { sendRaw } from './raw-request.ts';

/** Bounds of what a single exchange may take. */
export interface Bounds {
  /** Milliseconds until the connection stands. */
  readonly connectMs: number;
  /** Milliseconds until the answer's head, and between two parts of its body. */
  readonly answerMs: number;
  /** Milliseconds until the answer to a request that is no HTTP. */
  readonly rawAnswerMs: number;
  /** Bytes of an answer's body, after decompression. */
  readonly bodyBytes: number;
  /** Tries at a request that the target was not available for. */
  readonly tries: number;
  /** Tries at a request that the target asked to come later with (429). */
  readonly throttledTries: number;
  /** Milliseconds that `Retry-After` may ask for at the most. */
  readonly longestPauseMs: number;
}

/** The bounds of every run. */
export const defaultBounds: Bounds = {
  connectMs: 5_000,
  answerMs: 30_000,
  rawAnswerMs: 1_500,
  bodyBytes: 16 * 1024 * 1024,
  tries: 6,
  throttledTries: 20,
  longestPauseMs: 60_000,
};

/** What the sender says of a request beside the request itself. */
export interface Purpose {
  readonly purpose: string;
  readonly access: Access;
  readonly accessCase?: string;
}

/** Sends requests to a target, politely, and hands every exchange to the listener before the sender sees it. */
export interface Client {
  send(request: OutgoingRequest, purpose: Purpose): Promise<Exchange>;
  /** Requests that may start in a second as things stand; infinite where nothing limits them. */
  requestsPerSecond(): number;
  /** Tries at requests so far, answered or not. */
  readonly tries: number;
  /** Times that the target asked to slow down (429) or was not available (502, 503, 504). */
  readonly throttled: { count: number; unavailable: number };
  close(): Promise<void>;
}

/** What a client is made of beside its limits. */
export interface ClientOptions {
  /** Aborts what is in flight and refuses what comes later. */
  readonly signal?: AbortSignal | undefined;
  readonly bounds?: Bounds;
  readonly clock?: Clock;
  /**
   * Asked before each try at a request. What it throws comes back to the sender in place of an answer.
   *
   * @param refused - the target turned the try before away, and did nothing about it (429 or 503)
   */
  readonly admit?: (request: OutgoingRequest, refused?: boolean) => void;
  /** Sees each request before it leaves, once however often it is tried. */
  readonly onSend?: (request: OutgoingRequest) => void;
}

/**
 * A client over one undici agent: a pool of connections per origin, redirects never followed, answers bounded in
 * size and time. 429, 502, 503, 504 and connections lost before an answer are tried again.
 *
 * @param limits - how hard the target may be driven
 * @param onExchange - sees each exchange once it is complete
 */
export function createClient(
  limits: Limits,
  onExchange: (exchange: Exchange) => void,
  { signal, bounds = defaultBounds, clock = systemClock, admit, onSend }: ClientOptions = {},
): Client {
  const agentWith = (pipelining: 0 | 1): Agent =>
    new Agent({
      connections: limits.concurrency,
      connect: { timeout: bounds.connectMs },
      headersTimeout: bounds.answerMs,
      bodyTimeout: bounds.answerMs,
      pipelining,
      keepAliveTimeout: 900,
    });
  const agent = agentWith(1);
  /** Each request on a connection of its own: for writes to a target that closes idle connections under them. */
  const freshAgent = agentWith(0);
  let closesIdle = false;
  const limiter = createLimiter(limits, clock, signal);
  const throttled = { count: 0, unavailable: 0 };
  let sent = 0;
  /** Exchanges in a row that ended without reaching the target. */
  let lost = 0;

  const attempt = async (request: OutgoingRequest): Promise<Answer | TransportFailure> => {
    if (request.wire !== undefined)
      return sendRaw(request.url, request.wire, { ...bounds, answerMs: bounds.rawAnswerMs }, signal);
    const { origin } = new URL(request.url);
    try {
      const isWrite = request.method !== 'GET';
      const response = await (closesIdle && isWrite ? freshAgent : agent).request({
        origin,
        path: request.url.slice(origin.length),
        method: request.method,
        headers: { 'user-agent': 'benefits-fulfillment-conformance', ...request.headers },
        body: request.body ?? null,
        signal: signal ?? null,
      });
      return await readAnswer(response, bounds.bodyBytes);
    } catch (error) {
      return transportFailure(error, request.url);
    }
  };

  /** A target that has gone is asked once for each request: it may come back, but waiting for it each time helps nobody. */
  const triesFor = (outcome: Answer | TransportFailure): number => {
    if (isUnreachable(outcome) && lost >= lostForGood) return 1;
    return isThrottle(outcome) ? bounds.throttledTries : bounds.tries;
  };

  const send = async (request: OutgoingRequest, purpose: Purpose): Promise<Exchange> => {
    // Before it waits for its turn: what is not let through costs no time.
    admit?.(request);
    return limiter.run(async () => {
      let repeated = false;
      onSend?.(request);
      for (let tried = 1; ; tried += 1) {
        signal?.throwIfAborted();
        sent += 1;
        const number = sent;
        const startedAt = clock.now();
        const outcome = await attempt(request);
        const endedAt = clock.now();
        signal?.throwIfAborted();
        if (request.wire === undefined && worthAnotherTry(outcome) && tried < triesFor(outcome)) {
          const pause = Math.min(pauseBefore(outcome, tried), bounds.longestPauseMs);
          if ('status' in outcome) {
            throttled[outcome.status === 429 ? 'count' : 'unavailable'] += 1;
            if (isThrottle(outcome)) limiter.slowDown();
            limiter.pause(pause);
          } else {
            await clock.sleep(pause, signal);
          }
          const isBroken = 'kind' in outcome && outcome.kind === 'broken';
          repeated ||= isBroken;
          closesIdle ||= isBroken;
          admit?.(request, 'status' in outcome && turnsAway.has(outcome.status));
          await limiter.turn();
          continue;
        }
        lost = isUnreachable(outcome) ? lost + 1 : 0;
        const result = 'status' in outcome ? settle(outcome, tried) : { failure: outcome };
        const exchange: Exchange = { number, ...purpose, request, ...result, repeated, startedAt, endedAt };
        onExchange(exchange);
        return exchange;
      }
    });
  };

  return {
    send,
    requestsPerSecond: () => limiter.requestsPerSecond(),
    throttled,
    get tries() {
      return sent;
    },
    async close() {
      await Promise.all([agent.destroy(), freshAgent.destroy()]);
    },
  };
}

/** An answer that still says "not available" after the last try is no answer to the question that was asked. */
function settle(answer: Answer, tries: number): Pick<Exchange, 'answer'> | Pick<Exchange, 'failure'> {
  if (!unavailableStatuses.has(answer.status)) return { answer };
  return { failure: { kind: 'unavailable', message: `the target answered ${answer.status} ${tries} times` } };
}

/** Statuses that say that nothing was done about a request. */
const turnsAway: ReadonlySet<number> = new Set([429, 503]);

/** Exchanges in a row that do not reach a target before it counts as gone. */
const lostForGood = 2;

/** Whether there was nobody to answer. */
function isUnreachable(outcome: Answer | TransportFailure): boolean {
  return 'kind' in outcome && outcome.kind === 'unreachable';
}

/** Whether the target asked to slow down. */
function isThrottle(outcome: Answer | TransportFailure): boolean {
  return 'status' in outcome && outcome.status === 429;
}

/** Whether a failed try may be repeated: nothing was decided by it. */
function worthAnotherTry(outcome: Answer | TransportFailure): boolean {
  return 'status' in outcome
    ? unavailableStatuses.has(outcome.status)
    : outcome.kind === 'broken' || outcome.kind === 'unreachable';
}

/** Milliseconds to wait before the next try: what `Retry-After` says (seconds or an HTTP date), else doubling from 100. */
function pauseBefore(outcome: Answer | TransportFailure, tried: number): number {
  const backOff = 50 * 2 ** tried;
  const { 'retry-after': asked, date } = 'status' in outcome ? outcome.headers : {};
  if (asked === undefined) return backOff;
  // By the target's own clock, where the answer tells it: it may differ from the one here.
  const now = Date.parse(date ?? '');
  const milliseconds = /^\d+$/.test(asked.trim())
    ? Number(asked) * 1000
    : Date.parse(asked) - (Number.isNaN(now) ? Date.now() : now);
  return Number.isFinite(milliseconds) ? Math.max(milliseconds, 10) : backOff;
}

async function readAnswer(response: Dispatcher.ResponseData, longest: number): Promise<Answer | TransportFailure> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response.body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > longest) return tooLarge(longest);
    chunks.push(chunk);
  }
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined) headers[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  try {
    const text = decodeBody(Buffer.concat(chunks), headers['content-encoding'], longest).toString('utf8');
    return { status: response.statusCode, headers, text, ...parse(text) };
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    return code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge(longest) : { kind: 'undecodable', message: message ?? '' };
  }
}

function tooLarge(longest: number): TransportFailure {
  return { kind: 'too-large', message: `the answer is larger than ${longest} bytes` };
}

function parse(text: string): Pick<Answer, 'isJson' | 'json'> {
  try {
    return { isJson: true, json: JSON.parse(text) as unknown };
  } catch {
    return { isJson: false, json: undefined };
  }
}

/** Codes of connection errors by what they mean; anything else broke while under way. */
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

function transportFailure(error: unknown, url: string): TransportFailure {
  const { code, message } = error as { code?: string; message?: string };
  if (code === 'UND_ERR_INVALID_ARG') throw error;
  const kind = failureKinds[code ?? ''] ?? 'broken';
  return {
    kind,
    message: `${new URL(url).host}: ${message === undefined || message === '' ? (code ?? 'no answer') : message}`,
  };
}
