import { Agent } from 'undici';
import { systemClock, type Clock, createLimiter } from './limiter.ts';
import type { Limits } from './configuration/target.ts';
import {
  unavailableStatuses,
  type Access,
  type Exchange,
  type OutgoingRequest,
  type TransportFailure,
} from './exchange.ts';
import { createOutageLog, type Outage } from './outage-log.ts';
import {
  isThrottle,
  isUnreachable,
  pauseBefore,
  settle,
  tooLate,
  transportFailure,
  turnsAway,
  type Outcome,
} from './outcome.ts';
import { sendRaw } from './raw-request.ts';
import { readAnswer } from './read-answer.ts';

/** Bounds of what a single exchange may take. */
export interface Bounds {
  /** Milliseconds until the connection stands. */
  readonly connectMs: number;
  /** Milliseconds until the whole answer is there. */
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

/** What has been sent so far, and how often it was turned away. */
export interface Tally {
  /** Tries at requests, answered or not. */
  readonly tries: number;
  /** Times that the target asked to slow down (429) or was not available (502, 503, 504). */
  readonly throttled: { readonly count: number; readonly unavailable: number };
}

/** When a client sends no more. */
export interface Deadline {
  /** Milliseconds on the client's clock. No try is waited for that would begin after it. */
  readonly at: number;
  /** Makes what is thrown in place of an answer to a request that was not sent for it. */
  readonly passed: () => Error;
}

/** Sends requests to a target, politely, and hands every exchange to the listener before the sender sees it. */
export interface Client extends Tally {
  send(request: OutgoingRequest, purpose: Purpose): Promise<Exchange>;
  /** Requests that may start in a second as things stand; infinite where nothing limits them. */
  requestsPerSecond(): number;
  /** Whether a try was given up because it would have begun after the deadline. */
  readonly isLate: boolean;
  /** When the target, having answered before, took no connections. */
  readonly outages: readonly Outage[];
  close(): Promise<void>;
}

/** What a client is made of beside its limits. */
export interface ClientOptions {
  /** Aborts what is in flight and refuses what comes later. */
  readonly signal?: AbortSignal | undefined;
  readonly bounds?: Bounds;
  readonly clock?: Clock;
  /** Default: it goes on for as long as it is asked to. */
  readonly deadline?: Deadline;
  /**
   * Asked before each try at a request. What it throws comes back to the sender in place of an answer.
   *
   * @param refused - the target turned the try before away, and did nothing about it (429 or 503)
   */
  readonly admit?: (request: OutgoingRequest, refused?: boolean) => void;
  /** Sees each request before it leaves, once however often it is tried. */
  readonly onSend?: (request: OutgoingRequest) => void;
}

const noDeadline: Deadline = {
  at: Number.POSITIVE_INFINITY,
  passed: () => new Error('the time for sending was used up'),
};

/**
 * A client over one undici agent: a pool of connections per origin, redirects never followed, answers bounded in
 * size and time. 429, 502, 503, 504 and connections lost before an answer are tried again, and once what was not answered
 * in time.
 *
 * @param limits - how hard the target may be driven
 * @param onExchange - sees each exchange once it is complete
 */
export function createClient(
  limits: Limits,
  onExchange: (exchange: Exchange) => void,
  { signal, bounds = defaultBounds, clock = systemClock, deadline = noDeadline, admit, onSend }: ClientOptions = {},
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
  const limiter = createLimiter(limits, clock, signal, deadline.at);
  const throttled = { count: 0, unavailable: 0 };
  let sent = 0;
  let isLate = false;
  /** Exchanges in a row that ended without reaching the target. */
  let gone = 0;
  const outages = createOutageLog();
  /** Endpoints that a request was not answered by in time, nor when it was sent again: to try each again would take long. */
  const hanging = new Set<string>();

  const attempt = async (request: OutgoingRequest): Promise<Outcome> => {
    if (request.wire !== undefined)
      return sendRaw(request.url, request.wire, { ...bounds, answerMs: bounds.rawAnswerMs }, signal);
    const { origin } = new URL(request.url);
    // An answer that trickles in, a byte now and then, would never be too slow between two parts of it.
    const late = new AbortController();
    const longestMs = Math.min(bounds.answerMs, Math.max(deadline.at - clock.now(), leastAnswerMs));
    const timer = setTimeout(() => late.abort(), longestMs);
    try {
      const isWrite = request.method !== 'GET';
      const response = await (closesIdle && isWrite ? freshAgent : agent).request({
        origin,
        path: request.url.slice(origin.length),
        method: request.method,
        headers: { 'user-agent': 'benefits-fulfillment-conformance', ...request.headers },
        body: request.body ?? null,
        signal: signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]),
      });
      return await readAnswer(response, bounds.bodyBytes);
    } catch (error) {
      if (late.signal.aborted) return tooLate(error, request.url, longestMs, longestMs < bounds.answerMs);
      return transportFailure(error, request.url);
    } finally {
      clearTimeout(timer);
    }
  };

  const triesFor = ({ wire, endpoint }: OutgoingRequest, outcome: Outcome): number => {
    if (wire !== undefined) return 1;
    if ('status' in outcome) {
      if (!unavailableStatuses.has(outcome.status)) return 1;
      return isThrottle(outcome) ? bounds.throttledTries : bounds.tries;
    }
    // A target that has gone is asked once for each request: it may come back, but waiting for it each time helps nobody.
    if (outcome.kind === 'unreachable') return gone >= lostForGood ? 1 : bounds.tries;
    if (outcome.kind === 'broken') return bounds.tries;
    const isWorthIt = outcome.kind === 'timeout' && !hanging.has(endpoint);
    return isWorthIt && clock.now() + bounds.answerMs < deadline.at ? 2 : 1;
  };

  /** Waits until a request may be tried again. @returns whether that is in time */
  const untilNextTry = async (request: OutgoingRequest, outcome: Outcome, tried: number): Promise<boolean> => {
    const pause = Math.min(pauseBefore(outcome, tried), bounds.longestPauseMs);
    if ('status' in outcome) {
      if (isThrottle(outcome)) limiter.slowDown();
      limiter.pause(pause);
    } else {
      if (clock.now() + pause > deadline.at) return false;
      await clock.sleep(pause, signal);
    }
    admit?.(request, 'status' in outcome && turnsAway.has(outcome.status));
    return limiter.turn();
  };

  const send = async (request: OutgoingRequest, purpose: Purpose): Promise<Exchange> => {
    // Before it waits for its turn: what is not let through costs no time.
    admit?.(request);
    return limiter.run(async (isInTime) => {
      isLate ||= !isInTime;
      if (!isInTime) throw deadline.passed();
      let repeated = false;
      const lost: TransportFailure[] = [];
      onSend?.(request);
      for (let tried = 1; ; tried += 1) {
        signal?.throwIfAborted();
        sent += 1;
        const number = sent;
        const startedAt = clock.now();
        const outcome = await attempt(request);
        const endedAt = clock.now();
        signal?.throwIfAborted();
        outages.note(request, outcome, { startedAt, endedAt });
        if ('kind' in outcome) lost.push(outcome);
        if (request.wire === undefined && 'status' in outcome && unavailableStatuses.has(outcome.status))
          throttled[outcome.status === 429 ? 'count' : 'unavailable'] += 1;
        if (tried < triesFor(request, outcome)) {
          const mayHaveActed = 'kind' in outcome && outcome.kind !== 'unreachable';
          closesIdle ||= mayHaveActed && outcome.kind === 'broken' && outcome.began === undefined;
          if (await untilNextTry(request, outcome, tried)) {
            repeated ||= mayHaveActed;
            continue;
          }
          isLate = true;
        }
        gone = isUnreachable(outcome) ? gone + 1 : 0;
        if (lost.length > 1 && lost.every(({ kind }) => kind === 'timeout')) hanging.add(request.endpoint);
        const result = 'status' in outcome ? settle(outcome, tried) : { failure: outcome };
        const told = { ...(lost.length === 0 ? {} : { lost }), repeated, startedAt, endedAt };
        const exchange: Exchange = { number, ...purpose, request, ...result, ...told };
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
    get isLate() {
      return isLate;
    },
    outages: outages.all,
    async close() {
      await Promise.all([agent.destroy(), freshAgent.destroy()]);
    },
  };
}

/** What an answer gets at the least when the deadline is near. Milliseconds. */
const leastAnswerMs = 1000;

/** Exchanges in a row that do not reach a target before it counts as gone. */
const lostForGood = 2;
