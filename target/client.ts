import type { Pace } from './configuration/target.ts';
import { plainConnections, type ConnectionSettings } from './connector.ts';
import {
  hasStatus,
  isSuccessStatus,
  type Exchange,
  type Outcome,
  type OutgoingRequest,
  type TransportFailure,
} from './exchange.ts';
import { createLimiter, isAnswer, systemClock, type Clock, type Limiter, type Said } from './limiter.ts';
import { createOutageLog } from './outage-log.ts';
import { createSender } from './send-request.ts';
import {
  createAnsweredRead,
  createGatewayWatch,
  createOwnLimits,
  createPatience,
  isAway,
  isHeld,
  isPageOfGateway,
  isThrottle,
  isTurnedAway,
  isUnavailable,
  isUnread,
  isVague,
  longestPauseWhileAway,
  mayHaveActed,
  pauseAskedFor,
  pauseBefore,
  statusOf,
  triesAtPage,
  type Pages,
} from './turned-away.ts';

/** Limits of a single exchange. */
export const defaultBounds = {
  connectMs: 5_000,
  /** Milliseconds within which a response has to be complete. */
  answerMs: 30_000,
  /** Milliseconds to wait for a response to a request that is not valid HTTP. */
  rawAnswerMs: 1_500,
  /** Bytes of a response body, after decompression. */
  bodyBytes: 8 * 1024 * 1024,
  /** Tries per request while the target is unavailable. */
  tries: 6,
  /** Tries per request while the target asks to slow down (429). */
  throttledTries: 20,
  /** Longest pause in milliseconds that `Retry-After` can ask for. */
  longestPauseMs: 60_000,
};

export type Bounds = Readonly<typeof defaultBounds>;

type Purpose = Pick<Exchange, 'purpose' | 'access' | 'accessCase'>;

/** A request on its way to an exchange, with what its tries have shown so far. */
interface Asked {
  readonly request: OutgoingRequest;
  readonly purpose: Purpose;
  /** Requests of a kind are answered alike: those of one endpoint with one access. */
  readonly kind: string;
  readonly firstAt: number;
  tried: number;
  readonly lost: TransportFailure[];
  readonly pages: Pages[];
  /** Whether an earlier try may have acted. */
  repeated: boolean;
}

/** Counts of the tries sent so far, with or without a response, and of those that were turned away. */
export type Tally = typeof nothingSent;

export const nothingSent = {
  tries: 0,
  /** How often the target asked to slow down (429) or was unavailable (502, 503, 504). */
  throttled: { count: 0, unavailable: 0 },
};

export type Client = ReturnType<typeof createClient>;

export interface ClientOptions {
  readonly signal?: AbortSignal | undefined;
  readonly bounds?: Partial<Bounds>;
  readonly clock?: Clock;
  /** Milliseconds on the clock after which no try starts, and the error that later requests get. Default: none. */
  readonly deadline?: { readonly at: number; readonly passed: () => Error };
  /** The error for a request to an endpoint that asked for a wait (in milliseconds) beyond the deadline. */
  readonly closed?: (request: OutgoingRequest, milliseconds: number) => Error;
  readonly connections?: ConnectionSettings;
  /** Tries made earlier by another client; exchange numbers continue from there. Default: 0. */
  readonly sentBefore?: number;
  /** Start times of earlier token requests, in milliseconds on the clock; they count towards the per-minute limit. */
  readonly tokensBegun?: readonly number[] | undefined;
  /** Called before each try; may refuse it by throwing. `refused`: the previous try was turned away, not acted on. */
  readonly admit?: (request: OutgoingRequest, refused?: boolean) => void;
  /** Gets each request before it is sent, once regardless of the number of tries. */
  readonly onSend?: (request: OutgoingRequest) => void;
  /** Gets each request that was sent but has no exchange because the run is ending: its outcome is unknown. */
  readonly onGivenUp?: (request: OutgoingRequest) => void;
}

const noDeadline = { at: Number.POSITIVE_INFINITY, passed: () => new Error('the time for sending was used up') };

/** Milliseconds that a response is given even when the deadline is near. */
const leastAnswerMs = 1000;
/** Consecutive exchanges that fail to reach a target before it counts as gone. */
const lostForGood = 2;
/** Tries at a request that is rejected without a time to wait for, before other requests stop waiting with it. */
const triesTogether = 4;
/** Tries at such a request while others get responses. */
const triesAlone = 8;
/** Milliseconds for which an endpoint may reject everything while others respond, before each request gets one try. */
const longestTurnedAway = 60_000;
/** Tries at a request that the target asks to retry a little later because its subject is held by something else. */
const triesHeld = 4;

const isCutOff = (outcome: Outcome): boolean =>
  !hasStatus(outcome) && outcome.kind === 'broken' && outcome.began === undefined;

function saidBy({ wire }: OutgoingRequest, outcome: Outcome): Said {
  if (wire !== undefined) return 'nothing';
  // The target may accept no more connections than are open: a connection closed unused counts as a rejection.
  if (!hasStatus(outcome)) return isCutOff(outcome) ? 'unavailable' : 'nothing';
  if (isThrottle(outcome)) return 'throttled';
  if (isUnread(outcome)) return 'nothing';
  // The page may come from a gateway rather than from the service.
  if (isPageOfGateway(outcome)) return 'nothing';
  if (isUnavailable(outcome)) return 'unavailable';
  return statusOf(outcome) === 401 ? 'denied' : 'answered';
}

/**
 * A client of one target that keeps within the limits of its API and its token service. It retries after 408, 429, 502,
 * 503, 504, a 403 for too many requests and lost connections, and once after a timeout.
 *
 * @param onExchange - gets every exchange before the caller of `send` does
 */
export function createClient(
  limits: Pace,
  onExchange: (exchange: Exchange) => void,
  {
    signal,
    bounds: ownBounds,
    clock = systemClock,
    deadline = noDeadline,
    closed = deadline.passed,
    connections = plainConnections,
    sentBefore = 0,
    tokensBegun,
    admit,
    onSend,
    onGivenUp,
  }: ClientOptions = {},
) {
  const bounds = { ...defaultBounds, ...ownBounds };
  const sender = createSender(limits.concurrency, connections, bounds, signal);
  const { tokensPerMinute, ...rate } = limits;
  const tokenRate = tokensPerMinute === undefined ? rate : { ...rate, requestsPerMinute: tokensPerMinute };
  const limiters = {
    api: createLimiter(rate, clock, signal, deadline.at),
    tokens: createLimiter(tokenRate, clock, signal, deadline.at, tokensBegun),
  };
  const limiterOf = ({ endpoint }: OutgoingRequest): Limiter => limiters[endpoint === 'token' ? 'tokens' : 'api'];
  const outages = createOutageLog();
  const throttled = { count: 0, unavailable: 0 };
  let sent = 0;
  let isLate = false;
  /** When the API last gave an ordinary response, not one that asks to wait or slow down. */
  let answeredAt = Number.NEGATIVE_INFINITY;
  let unreached = 0;
  /** Endpoints where a request and its retry timed out: retrying each further request would take too long. */
  const hanging = new Set<string>();

  /** The wait in milliseconds that an endpoint asked for, if it is longer than the time left. */
  const closedFor = new Map<string, number>();

  /** Since when each endpoint has rejected all requests as too many without saying for how long. */
  const turnedAwaySince = new Map<string, number>();

  /** Whether an API endpoint's quota seems used up: it has long rejected everything while others responded. */
  const isUsedUp = (endpoint: string): boolean => {
    const since = turnedAwaySince.get(endpoint);
    return since !== undefined && endpoint !== 'token' && clock.now() - since > longestTurnedAway && answeredAt > since;
  };

  /** Whether a response closes its endpoint for the rest of the time; other endpoints may stay open. */
  const closes = ({ wire, endpoint }: OutgoingRequest, outcome: Outcome): boolean => {
    if (wire !== undefined || endpoint === 'token' || !isThrottle(outcome)) return false;
    const asked = pauseAskedFor(outcome);
    if (asked === undefined || clock.now() + asked <= deadline.at) return false;
    closedFor.set(endpoint, asked);
    return true;
  };

  /** Whether the limit concerns only what this request is about: it may wait alone, and says nothing about the pace. */
  const isLimitedAlone = async (request: OutgoingRequest, outcome: Outcome, tried: number): Promise<boolean> => {
    if (request.wire !== undefined || !isThrottle(outcome)) return false;
    return (isVague(outcome) && tried >= triesTogether) || ownLimits.isOwn(request, tried);
  };

  const attempt = (request: OutgoingRequest): Promise<Outcome> => {
    const leftMs = Math.max(deadline.at - clock.now(), leastAnswerMs);
    return sender.send(request, Math.min(bounds.answerMs, leftMs));
  };

  const read = createAnsweredRead(async (request) => {
    admit?.(request);
    sent += 1;
    if (!(await limiters.api.turn())) throw deadline.passed();
    return limiters.api.attempt(
      async () => {
        const result = await attempt(request);
        if (isSuccessStatus(statusOf(result))) answeredAt = clock.now();
        return result;
      },
      // The rate before the gateway closed is known only when it is first found closed.
      (result) => ({
        said: isPageOfGateway(result) && !gateway.isClosed ? 'throttled' : 'nothing',
        kind: 'a read, again',
      }),
    );
  });
  const gateway = createGatewayWatch(read);
  const patience = createPatience(read, clock.now);
  const ownLimits = createOwnLimits(read, clock.now);

  /** Whether to retry a request past its usual tries because the target is away. Not a write that may have acted. */
  const isAwaited = async (
    { wire, method }: OutgoingRequest,
    outcome: Outcome,
    startedAt: number,
  ): Promise<boolean> => {
    if (!isAway(outcome) || !isVague(outcome) || wire !== undefined) return false;
    if (method !== 'GET' && mayHaveActed(outcome)) return false;
    return clock.now() + longestPauseWhileAway < deadline.at && patience.mayHelp(startedAt);
  };

  /** Whether the API has been away for too long to wait: it may come back, but each request is sent only once. */
  const isGone = ({ endpoint }: OutgoingRequest, outcome: Outcome): boolean =>
    endpoint !== 'token' && isAway(outcome) && patience.isOver();

  const triesFor = (request: OutgoingRequest, outcome: Outcome, firstAt: number): number => {
    const { wire, endpoint } = request;
    if (wire !== undefined || closedFor.has(endpoint) || isUsedUp(endpoint) || isGone(request, outcome)) return 1;
    if (isHeld(outcome)) return triesHeld;
    if (isThrottle(outcome)) return answeredAt > firstAt && isVague(outcome) ? triesAlone : bounds.throttledTries;
    if (hasStatus(outcome)) return isUnavailable(outcome) || isUnread(outcome) ? bounds.tries : 1;
    // Once a target is gone, each request gets one try: it may come back, but waiting for it every time takes too long.
    if (outcome.kind === 'unreachable') return unreached >= lostForGood ? 1 : bounds.tries;
    if (outcome.kind === 'broken') return bounds.tries;
    const maySucceed = outcome.kind === 'timeout' && !hanging.has(endpoint);
    return maySucceed && clock.now() + bounds.answerMs < deadline.at ? 2 : 1;
  };

  type Try = Awaited<ReturnType<typeof tryOnce>>;
  const tryOnce = async ({ request, purpose: { purpose }, kind, tried, pages }: Asked) => {
    signal?.throwIfAborted();
    sent += 1;
    const number = sentBefore + sent;
    const startedAt = clock.now();
    const { dropped } = sender;
    let [isLimited, endedAt] = [false, startedAt];
    const saidOf = (outcome: Outcome): Said => {
      if (closes(request, outcome) || isLimited || isGone(request, outcome)) return 'nothing';
      // A request that succeeds on retry after a page was sent too fast before.
      if (pages.includes('of-service') && isSuccessStatus(statusOf(outcome))) return 'throttled';
      return saidBy(request, outcome);
    };
    const outcome = await limiterOf(request).attempt(
      async () => {
        const result = await attempt(request);
        endedAt = clock.now();
        isLimited = await isLimitedAlone(request, result, tried);
        return result;
      },
      (result) => ({ said: saidOf(result), kind: `${request.endpoint} ${statusOf(result)}` }),
    );
    signal?.throwIfAborted();
    note(request, outcome, { startedAt, endedAt });
    if (pages.length > 0) gateway.noteAfter(outcome, purpose);
    /** Whose page it got in place of an answer. */
    const page = await gateway.pageOf(request, outcome, { kind, purpose, startedAt });
    /** Whether its connection was closed although it had been in use before: an idle one that the target ended. */
    const wasIdle = isCutOff(outcome) && sender.dropped === dropped;
    return { number, outcome, startedAt, endedAt, isLimited, wasIdle, page };
  };

  const note = (request: OutgoingRequest, outcome: Outcome, span: Pick<Exchange, 'startedAt' | 'endedAt'>): void => {
    const { endpoint } = request;
    if (isThrottle(outcome) && isVague(outcome))
      turnedAwaySince.set(endpoint, turnedAwaySince.get(endpoint) ?? span.startedAt);
    else if (isThrottle(outcome) || isSuccessStatus(statusOf(outcome))) turnedAwaySince.delete(endpoint);
    if (endpoint !== 'token' && isAnswer(saidBy(request, outcome))) {
      answeredAt = span.endedAt;
      read.note(request, outcome);
      patience.noteAnswered();
    }
    outages.note(request, outcome, span);
    if (isUnavailable(outcome) && request.wire === undefined)
      throttled[isThrottle(outcome) ? 'count' : 'unavailable'] += 1;
  };

  const mayTryAgain = async ({ request, firstAt, tried, pages }: Asked, last: Try): Promise<boolean> => {
    const { outcome, startedAt, page } = last;
    if (page !== undefined) return pages.filter((other) => other === page).length < triesAtPage[page];
    return tried < triesFor(request, outcome, firstAt) || isAwaited(request, outcome, startedAt);
  };

  /** Whether others go on while a request waits: the limit concerns only it, or the page is the service's own. */
  const waitsAlone = ({ tried }: Asked, { outcome, isLimited, page }: Try): boolean => {
    if (page !== undefined) return page !== 'of-gateway';
    if (!hasStatus(outcome) || isHeld(outcome) || isUnread(outcome) || isLimited) return true;
    return tried >= triesTogether && isVague(outcome);
  };

  /** Waits until a request may be retried, alone or with all others. @returns whether that is before the deadline */
  const untilNextTry = async (asked: Asked, last: Try): Promise<boolean> => {
    const { request, tried } = asked;
    const { outcome } = last;
    const isPatient = tried >= bounds.tries && isAway(outcome) && isVague(outcome);
    const pause = Math.min(pauseBefore(outcome, tried), isPatient ? longestPauseWhileAway : bounds.longestPauseMs);
    const limiter = limiterOf(request);
    if (!waitsAlone(asked, last)) {
      limiter.pause(pause);
    } else {
      if (clock.now() + pause > deadline.at) return false;
      await clock.sleep(pause, signal);
    }
    const isUntouched = isTurnedAway(outcome) || isHeld(outcome) || isUnread(outcome) || isPageOfGateway(outcome);
    admit?.(request, isUntouched);
    return limiter.turn();
  };

  const conclude = ({ request, purpose, kind, firstAt, tried, lost, repeated }: Asked, last: Try): Exchange => {
    const { number, outcome, startedAt, endedAt, page } = last;
    const { endpoint } = request;
    unreached = !hasStatus(outcome) && outcome.kind === 'unreachable' ? unreached + 1 : 0;
    if (lost.length > 1 && lost.every((failure) => failure.kind === 'timeout')) hanging.add(endpoint);
    const lostTries = lost.length === 0 ? {} : { lost };
    if (page === 'of-service' || page === 'unknown') gateway.know(kind);
    // An endpoint that is closed for longer than the time left says nothing about other endpoints.
    const isVagueLimit = isThrottle(outcome) && isVague(outcome);
    const isAlone = closedFor.has(endpoint) || (isVagueLimit && (answeredAt > firstAt || isUsedUp(endpoint)));
    const settled = settle(outcome, tried, { isHeldUp: page === 'of-gateway', isAlone });
    return { number, ...purpose, request, ...settled, ...lostTries, repeated, startedAt, endedAt };
  };

  const exchangeOf = async (request: OutgoingRequest, purpose: Purpose): Promise<Exchange> => {
    const kind = `${request.endpoint} ${purpose.access}`;
    const asked: Asked = {
      request,
      purpose,
      kind,
      firstAt: clock.now(),
      tried: 1,
      lost: [],
      pages: [],
      repeated: false,
    };
    for (;;) {
      const last = await tryOnce(asked);
      const { outcome, page, wasIdle } = last;
      if (page !== undefined) asked.pages.push(page);
      if (!hasStatus(outcome)) asked.lost.push(outcome);
      if (!(await mayTryAgain(asked, last))) return conclude(asked, last);
      if (isUnread(outcome) || wasIdle) sender.avoidIdleConnections();
      if (!(await untilNextTry(asked, last))) {
        isLate = true;
        return conclude(asked, last);
      }
      asked.repeated ||= mayHaveActed(outcome);
      asked.tried += 1;
    }
  };

  return {
    async send(request: OutgoingRequest, purpose: Purpose): Promise<Exchange> {
      const begin = (): void => admit?.(request);
      return limiterOf(request).run(async (isInTime) => {
        isLate ||= !isInTime;
        if (!isInTime) throw deadline.passed();
        const asked = closedFor.get(request.endpoint);
        if (asked !== undefined) throw closed(request, asked);
        onSend?.(request);
        const exchange = await exchangeOf(request, purpose).catch((error: unknown) => {
          onGivenUp?.(request);
          throw error;
        });
        onExchange(exchange);
        return exchange;
      }, begin);
    },
    requestsPerSecond: limiters.api.requestsPerSecond,
    banOfDenial: limiters.api.banOfDenial,
    throttled,
    get tries() {
      return sent;
    },
    /** Whether a try was given up because it would have started after the deadline. */
    get isLate() {
      return isLate;
    },
    /** Times when the target, having responded before, accepted no connections. */
    outages: outages.all,
    close: () => sender.close(),
  };
}

/** A response that still says "unavailable" after the last try becomes a failure. */
function settle(
  outcome: Outcome,
  tries: number,
  { isHeldUp, isAlone }: { readonly isHeldUp: boolean; readonly isAlone: boolean },
): Pick<Exchange, 'answer'> | Pick<Exchange, 'failure'> {
  if (!hasStatus(outcome)) return { failure: outcome };
  if (!isUnavailable(outcome) && !isHeldUp) return { answer: outcome };
  const times = tries === 1 ? 'once' : `${tries} times`;
  const failure = { kind: 'unavailable', message: `the target answered ${outcome.status} ${times}` } as const;
  return { failure: isAlone ? { ...failure, isAlone } : failure };
}
