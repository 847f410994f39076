import {
  hasStatus,
  heldStatuses,
  isSuccessStatus,
  unavailableStatuses,
  type Outcome,
  type OutgoingRequest,
} from './exchange.ts';

// What an answer says of sending a request again, and what a read that was answered before shows of it, sent again
// (docs/decisions/0032-concurrency.md).

/** The status of an answer; 0 where none came. */
export const statusOf = (outcome: Outcome): number => (hasStatus(outcome) ? outcome.status : 0);

/** What `Retry-After` asks to wait for, in milliseconds; undefined where an answer has none that can be read. */
export function pauseAskedFor(outcome: Outcome): number | undefined {
  const { 'retry-after': asked, date } = hasStatus(outcome) ? outcome.headers : {};
  if (asked === undefined) return undefined;
  // By the target's own clock, where the answer gives it: it may differ from the one here.
  const now = Date.parse(date ?? '');
  const milliseconds = /^\d+$/.test(asked.trim())
    ? Number(asked) * 1000
    : Date.parse(asked) - (Number.isNaN(now) ? Date.now() : now);
  return Number.isFinite(milliseconds) ? Math.max(milliseconds, 10) : undefined;
}

/** Whether an answer turns a request away and doesn't say for how long. */
export const isVague = (outcome: Outcome): boolean => pauseAskedFor(outcome) === undefined;

/** Milliseconds for which a 403 asks at most where it is about a limit. */
const longestLimit = 60_000;

/** Words of a 403 that is for too many requests, once `camelCase` and `snake_case` are written as words. */
const wordsOfLimit =
  /\brate limit(?: (?:was|is|has been))? (?:exceeded|reached)|\bexceeded (?:\w+ ){1,3}rate limit|\btoo many requests\b|\bquota exceeded\b.{0,100}\bper (?:second|minute)\b/;

/** Characters of an answer that are looked at for such words. */
const mostLookedAt = 2_000;

/** Whether a 403 is for too many requests, as some gateways answer: it asks to wait, or says that none remains, or as much. */
function isForbiddenForNow(outcome: Outcome): boolean {
  if (!hasStatus(outcome) || outcome.status !== 403) return false;
  const pause = pauseAskedFor(outcome);
  if (pause !== undefined) return pause <= longestLimit;
  const { 'x-ratelimit-remaining': remaining, 'ratelimit-remaining': left = remaining } = outcome.headers;
  const words = outcome.text
    .slice(0, mostLookedAt)
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[\s_-]+/g, ' ');
  return left === '0' || wordsOfLimit.test(words.toLowerCase());
}

export const isThrottle = (outcome: Outcome): boolean => statusOf(outcome) === 429 || isForbiddenForNow(outcome);
export const isUnavailable = (outcome: Outcome): boolean =>
  unavailableStatuses.has(statusOf(outcome)) || isForbiddenForNow(outcome);
export const isTurnedAway = (outcome: Outcome): boolean => isThrottle(outcome) || statusOf(outcome) === 503;

/** Whether an answer says that the target is not available, to this request at least. */
export const isAway = (outcome: Outcome): boolean => [502, 503, 504].includes(statusOf(outcome));

/** Whether the target says that a request did not reach it in time, as of a connection that it had just given up: RFC 9110, 15.5.9. */
export const isUnread = (outcome: Outcome): boolean => statusOf(outcome) === 408;

/** Milliseconds that a target may ask for to send again what is about something that is held by something else. */
const longestHeld = 5_000;

/** Whether a target asks to send a request again a little later, as what it is about is held by something else. */
export function isHeld(outcome: Outcome): boolean {
  return heldStatuses.has(statusOf(outcome)) && (pauseAskedFor(outcome) ?? longestHeld + 1) <= longestHeld;
}

/** A page in place of JSON, with 403: what a gateway answers to all requests for a while when they come too fast for it. */
export function isPageOfGateway(outcome: Outcome): boolean {
  return hasStatus(outcome) && outcome.status === 403 && !outcome.isJson && outcome.text !== '';
}

/** Whether a request that is tried again may have been carried out: a gateway answers 502 and 504 for a service that may act. */
export function mayHaveActed(outcome: Outcome): boolean {
  if (!hasStatus(outcome)) return outcome.kind !== 'unreachable';
  return isUnavailable(outcome) && !isTurnedAway(outcome);
}

export type AnsweredRead = ReturnType<typeof createAnsweredRead>;
type ReadAgain = Pick<AnsweredRead, 'sendAgain'>;

/** Sends a read that was answered before again: once for all who want to know at the same time. */
export function createAnsweredRead(send: (read: OutgoingRequest) => Promise<Outcome>) {
  let read: OutgoingRequest | undefined;
  let asked: Promise<Outcome> | undefined;
  return {
    /** Notes an answer of the API. */
    note(request: OutgoingRequest, outcome: Outcome): void {
      if (request.method === 'GET' && isSuccessStatus(statusOf(outcome))) read = request;
    },
    /** What such a read gets now; undefined where none was answered so far. */
    sendAgain(): Promise<Outcome> | undefined {
      if (read === undefined) return undefined;
      asked ??= send(read).finally(() => (asked = undefined));
      return asked;
    },
  };
}

/** Milliseconds for which a read that was throttled shows that what is limited is all that is sent. */
const ofAllFor = 10_000;
/** Tries at a request that may be throttled for itself: after these it is the pace of all such requests. */
const mostTries = 3;
/** Reads in a row that get through at once, after which no more are sent for the same endpoint. */
const enough = 3;

/** Tells a limit of what a write is about, such as one snapshot of an employee in two seconds, from a limit of all requests. */
export function createOwnLimits(read: ReadAgain, now: () => number) {
  let ofAllAt = Number.NEGATIVE_INFINITY;
  const shown = new Map<string, number>();
  return {
    /** Whether a request that was throttled, for a time that the answer gives, is limited alone. */
    async isOwn({ endpoint, method }: OutgoingRequest, tried: number): Promise<boolean> {
      if (method === 'GET') ofAllAt = now();
      if (endpoint === 'token' || tried > mostTries || now() - ofAllAt < ofAllFor) return false;
      const times = shown.get(endpoint) ?? 0;
      if (times >= enough) return true;
      const outcome = await read.sendAgain();
      const isAnswered = outcome !== undefined && isSuccessStatus(statusOf(outcome));
      if (!isAnswered) ofAllAt = now();
      shown.set(endpoint, isAnswered ? times + 1 : 0);
      return isAnswered;
    },
  };
}

/** Milliseconds for which a client waits at most, in all, for a target that answers nothing but that it is not available. */
const longestAway = 30_000;
/** Milliseconds between two tries at a request meanwhile, at most. */
export const longestPauseWhileAway = 2_000;

/** Tells a target that is away for a while from one that is not available to some requests alone, however often they are sent. */
export function createPatience(read: ReadAgain, now: () => number) {
  /** When something was last answered, and when that ended a time in which nothing was. */
  let [answeredAt, backAt] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let awaySince: number | undefined;
  let left = longestAway;
  /** Notes that something was answered, by the API. */
  const noteAnswered = (): void => {
    answeredAt = now();
    if (awaySince === undefined) return;
    left -= answeredAt - awaySince;
    awaySince = undefined;
    backAt = answeredAt;
  };
  const isUsedUp = (): boolean => now() - (awaySince ?? now()) >= left;
  return {
    noteAnswered,
    /** Whether it was waited for as long as it is at most, and has answered nothing since. */
    isOver: (): boolean => awaySince !== undefined && isUsedUp(),
    /** Whether a request that was sent then may get another answer later: nothing else gets one now, or does so again. */
    async mayHelp(startedAt: number): Promise<boolean> {
      if (answeredAt <= startedAt) {
        const outcome = isUsedUp() ? undefined : await read.sendAgain();
        if (outcome === undefined) return false;
        if (isAway(outcome)) {
          awaySince ??= now();
          return true;
        }
        noteAnswered();
      }
      return backAt > startedAt;
    },
  };
}

/** Tries at a request that gets a gateway's page while others get through, and while nothing shows whether others do. */
export const triesAtPage = { 'of-service': 3, unknown: 5, 'of-gateway': 20 } as const;
/** Milliseconds before the second of them; before each further one twice as many. */
const pauseAtGateway = 500;

/** Who answers with a page: a gateway that lets nothing through, the service itself, or nobody knows. */
export type Pages = keyof typeof triesAtPage;

/** Milliseconds to wait before the next try: what `Retry-After` says (seconds or an HTTP date), else doubling from 100. */
export function pauseBefore(outcome: Outcome, tried: number): number {
  const shortest = isPageOfGateway(outcome) ? pauseAtGateway / 2 : 50;
  return pauseAskedFor(outcome) ?? shortest * 2 ** tried;
}

/** Whether a status is that of a request which is refused for what it says: neither for its token, nor for now. */
const isRefusal = (status: number): boolean =>
  status >= 400 && status < 500 && status !== 401 && status !== 408 && !heldStatuses.has(status) && status !== 429;

/** Tells a gateway that lets nothing through for a while from a service that answers some requests with such a page. */
export function createGatewayWatch(read: ReadAgain) {
  let isClosed = false;
  /** When the last request that got something else was sent. */
  let passedAt = Number.NEGATIVE_INFINITY;
  /** Kinds of requests that got the page each time they were sent while others got through. */
  const ofService = new Set<string>();
  /** Purposes that have got the page and another refusal for the same request, and whether any request got through after a page. */
  const refusedAnyhow = new Set<string>();
  let letsThrough = false;
  const whose = async (startedAt: number): Promise<Pages> => {
    if (passedAt >= startedAt) return 'of-service';
    const outcome = await read.sendAgain();
    if (outcome === undefined) return 'unknown';
    isClosed = isPageOfGateway(outcome);
    return isClosed ? 'of-gateway' : 'of-service';
  };
  return {
    /** Whether nothing has got through since a page was found to be the gateway's. */
    get isClosed() {
      return isClosed;
    },
    /** Whose page a request got that was sent then; undefined for no page, or one that is known to be its answer. */
    async pageOf(
      request: OutgoingRequest,
      outcome: Outcome,
      { kind, purpose, startedAt }: { readonly kind: string; readonly purpose: string; readonly startedAt: number },
    ): Promise<Pages | undefined> {
      if (request.wire !== undefined || !hasStatus(outcome)) return undefined;
      if (!isPageOfGateway(outcome)) {
        if (request.endpoint === 'token') return undefined;
        passedAt = Math.max(passedAt, startedAt);
        isClosed = false;
        return undefined;
      }
      const page = await whose(startedAt);
      const isKnown = ofService.has(kind) || (!letsThrough && refusedAnyhow.has(purpose));
      return page !== 'of-gateway' && isKnown ? undefined : page;
    },
    /** Notes that the page is the answer to requests of a kind. */
    know: (kind: string) => void ofService.add(kind),
    /** Notes what came in place of a page when a request was sent again: a refusal shows that it is refused in any case. */
    noteAfter(outcome: Outcome, purpose: string): void {
      if (!hasStatus(outcome) || isPageOfGateway(outcome)) return;
      if (isSuccessStatus(outcome.status)) letsThrough = true;
      else if (isRefusal(outcome.status)) refusedAnyhow.add(purpose);
    },
  };
}
