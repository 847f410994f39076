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
import { createOutageLog, type Outage } from './outage-log.ts';
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
  /** Milliseconds until the answer is complete. */
  answerMs: 30_000,
  /** Milliseconds until the answer to a request that is no HTTP. */
  rawAnswerMs: 1_500,
  /** Bytes of an answer's body, after decompression. */
  bodyBytes: 8 * 1024 * 1024,
  /** Tries at a request while the target is not available. */
  tries: 6,
  /** Tries at a request while the target asks to slow down (429). */
  throttledTries: 20,
  /** Milliseconds that `Retry-After` may ask for at most. */
  longestPauseMs: 60_000,
};

export type Bounds = Readonly<typeof defaultBounds>;

type Purpose = Pick<Exchange, 'purpose' | 'access' | 'accessCase'>;

/** What has been sent so far, and how often it was turned away. */
export interface Tally {
  /** Tries at requests, answered or not. */
  readonly tries: number;
  /** Times that the target asked to slow down (429) or was not available (502, 503, 504). */
  readonly throttled: { readonly count: number; readonly unavailable: number };
}

export const nothingSent: Tally = { tries: 0, throttled: { count: 0, unavailable: 0 } };

/** Sends requests to a target within its limits. The listener gets every exchange before the sender does. */
export interface Client extends Tally {
  send(request: OutgoingRequest, purpose: Purpose): Promise<Exchange>;
  /** Requests to the API that may start in a second at the current rate; infinite without a limit. */
  requestsPerSecond(): number;
  /** Milliseconds for which the API refuses everything for each answer of 401 that it gives; 0 where it does not. */
  banOfDenial(): number;
  /** Whether a try was given up because it would have begun after the deadline. */
  readonly isLate: boolean;
  /** When the target, having answered before, took no connections. */
  readonly outages: readonly Outage[];
  close(): Promise<void>;
}

export interface ClientOptions {
  readonly signal?: AbortSignal | undefined;
  readonly bounds?: Partial<Bounds>;
  readonly clock?: Clock;
  /** Milliseconds on the clock after which no try begins, and the error that later requests get. Default: none. */
  readonly deadline?: { readonly at: number; readonly passed: () => Error };
  /** The error for an endpoint that asked to wait for so many milliseconds, longer than until the deadline. */
  readonly closed?: (request: OutgoingRequest, milliseconds: number) => Error;
  readonly connections?: ConnectionSettings;
  /** Tries that another client made before: exchanges are numbered from there. Default: 0. */
  readonly sentBefore?: number;
  /** When earlier token requests were started, in milliseconds on the clock: they count towards the limit of a minute. */
  readonly tokensBegun?: readonly number[] | undefined;
  /** Called before each try, which it may refuse by throwing. `refused`: the previous one was rejected without being acted on. */
  readonly admit?: (request: OutgoingRequest, refused?: boolean) => void;
  /** Gets each request before it is sent, once however often it is tried. */
  readonly onSend?: (request: OutgoingRequest) => void;
  /** Gets each request that was sent and has no exchange because the run ends: its outcome is not known. */
  readonly onGivenUp?: (request: OutgoingRequest) => void;
}

const noDeadline = { at: Number.POSITIVE_INFINITY, passed: () => new Error('the time for sending was used up') };

/** Milliseconds that an answer gets even when the deadline is near. */
const leastAnswerMs = 1000;
/** Exchanges in a row that do not reach a target before it counts as gone. */
const lostForGood = 2;
/** Tries at a request that is turned away without a time to wait for, before the others no longer wait with it. */
const triesTogether = 4;
/** Tries at such a request while others are answered. */
const triesAlone = 8;
/** Milliseconds for which an endpoint turns all requests away, while others answer, before each is sent once alone. */
const longestTurnedAway = 60_000;
/** Tries at a request that the target asks to send again a little later, as what it is about is held by something else. */
const triesHeld = 4;

const isCutOff = (outcome: Outcome): boolean =>
  !hasStatus(outcome) && outcome.kind === 'broken' && outcome.began === undefined;

function saidBy({ wire }: OutgoingRequest, outcome: Outcome): Said {
  if (wire !== undefined) return 'nothing';
  // It may take no more connections than there are: what is closed unused counts as turned away.
  if (!hasStatus(outcome)) return isCutOff(outcome) ? 'unavailable' : 'nothing';
  if (isThrottle(outcome)) return 'throttled';
  if (isUnread(outcome)) return 'nothing';
  // It may be a gateway's, in place of the service's.
  if (isPageOfGateway(outcome)) return 'nothing';
  if (isUnavailable(outcome)) return 'unavailable';
  return statusOf(outcome) === 401 ? 'denied' : 'answered';
}

/**
 * A client of one target that keeps the limits of its API and its token service. It tries again after 408, 429, 502, 503,
 * 504, a 403 for too many requests, and after lost connections, and once after an answer that did not come in time.
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
): Client {
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
  /** When the API last gave an answer that asked for nothing. */
  let answeredAt = Number.NEGATIVE_INFINITY;
  let unreached = 0;
  /** Endpoints that did not answer a request in time, nor when it was sent again: to try each again would take long. */
  const hanging = new Set<string>();

  /** What each endpoint asked to wait for that asked for longer than there is time: milliseconds. */
  const closedFor = new Map<string, number>();

  /** Since when each endpoint has turned all requests away as too many, and did not say for how long. */
  const turnedAwaySince = new Map<string, number>();

  /** Whether an endpoint of the API has a quota that is used up, by all that is seen of it: others have answered meanwhile. */
  const isUsedUp = (endpoint: string): boolean => {
    const since = turnedAwaySince.get(endpoint);
    return since !== undefined && endpoint !== 'token' && clock.now() - since > longestTurnedAway && answeredAt > since;
  };

  /** Whether an answer closes its endpoint for the rest of the time: others may be as open as before. */
  const closes = ({ wire, endpoint }: OutgoingRequest, outcome: Outcome): boolean => {
    if (wire !== undefined || endpoint === 'token' || !isThrottle(outcome)) return false;
    const asked = pauseAskedFor(outcome);
    if (asked === undefined || clock.now() + asked <= deadline.at) return false;
    closedFor.set(endpoint, asked);
    return true;
  };

  /** Whether a request is limited for what it is about: it may wait alone, and says nothing of the pace. */
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
      // How fast it was before the gateway closed is known when it is first found closed.
      (result) => ({
        said: isPageOfGateway(result) && !gateway.isClosed ? 'throttled' : 'nothing',
        kind: 'a read, again',
      }),
    );
  });
  const gateway = createGatewayWatch(read);
  const patience = createPatience(read, clock.now);
  const ownLimits = createOwnLimits(read, clock.now);

  /** Whether a request that was turned away as often as any may be sent on, as the target is away. What may have acted is not. */
  const isAwaited = async (
    { wire, method }: OutgoingRequest,
    outcome: Outcome,
    startedAt: number,
  ): Promise<boolean> => {
    if (!isAway(outcome) || !isVague(outcome) || wire !== undefined) return false;
    if (method !== 'GET' && mayHaveActed(outcome)) return false;
    return clock.now() + longestPauseWhileAway < deadline.at && patience.mayHelp(startedAt);
  };

  /** Whether the API has been away for longer than it is waited for: it may come back, but each request is sent once then. */
  const isGone = ({ endpoint }: OutgoingRequest, outcome: Outcome): boolean =>
    endpoint !== 'token' && isAway(outcome) && patience.isOver();

  const triesFor = (request: OutgoingRequest, outcome: Outcome, firstAt: number): number => {
    const { wire, endpoint } = request;
    if (wire !== undefined || closedFor.has(endpoint) || isUsedUp(endpoint) || isGone(request, outcome)) return 1;
    if (isHeld(outcome)) return triesHeld;
    if (isThrottle(outcome)) return answeredAt > firstAt && isVague(outcome) ? triesAlone : bounds.throttledTries;
    if (hasStatus(outcome)) return isUnavailable(outcome) || isUnread(outcome) ? bounds.tries : 1;
    // A target that is gone gets one try for each request: it may come back, but waiting for it every time takes too long.
    if (outcome.kind === 'unreachable') return unreached >= lostForGood ? 1 : bounds.tries;
    if (outcome.kind === 'broken') return bounds.tries;
    const maySucceed = outcome.kind === 'timeout' && !hanging.has(endpoint);
    return maySucceed && clock.now() + bounds.answerMs < deadline.at ? 2 : 1;
  };

  /** Waits until a request may be tried again, alone or with all others. @returns whether that is in time */
  const untilNextTry = async (
    request: OutgoingRequest,
    outcome: Outcome,
    { tried, isAlone }: { tried: number; isAlone: boolean },
  ): Promise<boolean> => {
    const isPatient = tried >= bounds.tries && isAway(outcome) && isVague(outcome);
    const pause = Math.min(pauseBefore(outcome, tried), isPatient ? longestPauseWhileAway : bounds.longestPauseMs);
    const limiter = limiterOf(request);
    if (!isAlone) {
      limiter.pause(pause);
    } else {
      if (clock.now() + pause > deadline.at) return false;
      await clock.sleep(pause, signal);
    }
    const isUntouched = isTurnedAway(outcome) || isHeld(outcome) || isUnread(outcome) || isPageOfGateway(outcome);
    admit?.(request, isUntouched);
    return limiter.turn();
  };

  const exchangeOf = async (request: OutgoingRequest, purpose: Purpose): Promise<Exchange> => {
    const lost: TransportFailure[] = [];
    let repeated = false;
    const pages: Pages[] = [];
    const kind = `${request.endpoint} ${purpose.access}`;
    const firstAt = clock.now();
    for (let tried = 1; ; tried += 1) {
      signal?.throwIfAborted();
      sent += 1;
      const number = sentBefore + sent;
      const startedAt = clock.now();
      const { dropped } = sender;
      let [isLimited, endedAt] = [false, startedAt];
      const saidOf = (outcome: Outcome): Said => {
        if (closes(request, outcome) || isLimited || isGone(request, outcome)) return 'nothing';
        // What gets through when it is sent again was too fast before.
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
      const isVagueLimit = isThrottle(outcome) && isVague(outcome);
      if (isVagueLimit) turnedAwaySince.set(request.endpoint, turnedAwaySince.get(request.endpoint) ?? startedAt);
      else if (isThrottle(outcome) || isSuccessStatus(statusOf(outcome))) turnedAwaySince.delete(request.endpoint);
      if (request.endpoint !== 'token' && isAnswer(saidBy(request, outcome))) {
        answeredAt = endedAt;
        read.note(request, outcome);
        patience.noteAnswered();
      }
      outages.note(request, outcome, { startedAt, endedAt });
      if (pages.length > 0) gateway.noteAfter(outcome, purpose.purpose);
      const page = await gateway.pageOf(request, outcome, { kind, purpose: purpose.purpose, startedAt });
      if (page !== undefined) pages.push(page);
      if (!hasStatus(outcome)) lost.push(outcome);
      else if (isUnavailable(outcome) && request.wire === undefined)
        throttled[isThrottle(outcome) ? 'count' : 'unavailable'] += 1;
      const mayPass =
        page === undefined
          ? tried < triesFor(request, outcome, firstAt) || (await isAwaited(request, outcome, startedAt))
          : pages.filter((other) => other === page).length < triesAtPage[page];
      if (mayPass) {
        if (isUnread(outcome) || (isCutOff(outcome) && sender.dropped === dropped)) sender.avoidIdleConnections();
        // A limit may be of what this request is about, and the page its own: others go on while it waits.
        const isAlone =
          page === undefined
            ? !hasStatus(outcome) ||
              isHeld(outcome) ||
              isUnread(outcome) ||
              isLimited ||
              (tried >= triesTogether && isVague(outcome))
            : page !== 'of-gateway';
        if (await untilNextTry(request, outcome, { tried, isAlone })) {
          repeated ||= mayHaveActed(outcome);
          continue;
        }
        isLate = true;
      }
      unreached = !hasStatus(outcome) && outcome.kind === 'unreachable' ? unreached + 1 : 0;
      if (lost.length > 1 && lost.every(({ kind }) => kind === 'timeout')) hanging.add(request.endpoint);
      const lostTries = lost.length === 0 ? {} : { lost };
      if (page === 'of-service' || page === 'unknown') gateway.know(kind);
      // An endpoint that is closed for longer than there is time says nothing of the others either.
      const wasAlone =
        closedFor.has(request.endpoint) || (isVagueLimit && (answeredAt > firstAt || isUsedUp(request.endpoint)));
      const settled = settle(outcome, tried, { isHeldUp: page === 'of-gateway', isAlone: wasAlone });
      return { number, ...purpose, request, ...settled, ...lostTries, repeated, startedAt, endedAt };
    }
  };

  return {
    async send(request, purpose) {
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
    get isLate() {
      return isLate;
    },
    outages: outages.all,
    close: () => sender.close(),
  };
}

/** An answer that still says "not available" after the last try is a failure. */
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
