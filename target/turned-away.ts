import {
  hasStatus,
  heldStatuses,
  isSuccessStatus,
  unavailableStatuses,
  type Outcome,
  type OutgoingRequest,
} from './exchange.ts';

// What a response says about retrying a request, and what sending an answered read again shows about it
// (docs/decisions/0032-concurrency.md).

/** The status of a response; 0 if there is none. */
export const statusOf = (outcome: Outcome): number => (hasStatus(outcome) ? outcome.status : 0);

/** What `Retry-After` asks to wait for, in milliseconds; undefined if it is absent or cannot be read. */
export function pauseAskedFor(outcome: Outcome): number | undefined {
  const { 'retry-after': asked, date } = hasStatus(outcome) ? outcome.headers : {};
  if (asked === undefined) return undefined;
  // By the target's own clock if the response gives it: it may differ from the local one.
  const now = Date.parse(date ?? '');
  const milliseconds = /^\d+$/.test(asked.trim())
    ? Number(asked) * 1000
    : Date.parse(asked) - (Number.isNaN(now) ? Date.now() : now);
  return Number.isFinite(milliseconds) ? Math.max(milliseconds, 10) : undefined;
}

/** Whether a response that turns a request away doesn't say for how long. */
export const isVague = (outcome: Outcome): boolean => pauseAskedFor(outcome) === undefined;

/** Longest pause in milliseconds that a 403 about a limit asks for. */
const longestLimit = 60_000;

/** Words of a 403 that means too many requests, once `camelCase` and `snake_case` are split into words. */
const wordsOfLimit =
  /\brate limit(?: (?:was|is|has been))? (?:exceeded|reached)|\bexceeded (?:\w+ ){1,3}rate limit|\btoo many requests\b|\bquota exceeded\b.{0,100}\bper (?:second|minute)\b/;

/** Characters of a response that are searched for such words. */
const mostLookedAt = 2_000;

/** Whether a 403 means too many requests, as with some gateways: it asks to wait, or says that none remain or so. */
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

/** Whether a response says that the target is unavailable, at least to this request. */
export const isAway = (outcome: Outcome): boolean => [502, 503, 504].includes(statusOf(outcome));

/** Whether the target did not get a request in time, as over a connection it had just given up (RFC 9110, 15.5.9). */
export const isUnread = (outcome: Outcome): boolean => statusOf(outcome) === 408;

/** Longest pause in milliseconds after which a request is retried because its subject is held by something else. */
const longestHeld = 5_000;

/** Whether the target asks to retry a request a little later because its subject is held by something else. */
export function isHeld(outcome: Outcome): boolean {
  return heldStatuses.has(statusOf(outcome)) && (pauseAskedFor(outcome) ?? longestHeld + 1) <= longestHeld;
}

/** A 403 with a page instead of JSON: a gateway answers all requests with it for a while if they come too fast. */
export function isPageOfGateway(outcome: Outcome): boolean {
  return hasStatus(outcome) && outcome.status === 403 && !outcome.isJson && outcome.text !== '';
}

/** Whether a request to retry may have been carried out: a gateway answers 502 and 504 for a service that may act. */
export function mayHaveActed(outcome: Outcome): boolean {
  if (!hasStatus(outcome)) return outcome.kind !== 'unreachable';
  return isUnavailable(outcome) && !isTurnedAway(outcome);
}

type ReadAgain = Pick<ReturnType<typeof createAnsweredRead>, 'sendAgain'>;

/** Sends a read that was answered before again, once for all callers that want to know at the same time. */
export function createAnsweredRead(send: (read: OutgoingRequest) => Promise<Outcome>) {
  let read: OutgoingRequest | undefined;
  let asked: Promise<Outcome> | undefined;
  return {
    /** Notes a response of the API; a successful read is the one to send again. */
    note(request: OutgoingRequest, outcome: Outcome): void {
      if (request.method === 'GET' && isSuccessStatus(statusOf(outcome))) read = request;
    },
    /** The outcome of sending that read again now; undefined if no read has succeeded so far. */
    sendAgain(): Promise<Outcome> | undefined {
      if (read === undefined) return undefined;
      asked ??= send(read).finally(() => (asked = undefined));
      return asked;
    },
  };
}

/** Milliseconds for which a throttled read shows that the limit covers all requests. */
const ofAllFor = 10_000;
/** Tries at a request that may be throttled on its own; after these, the pace of all such requests is the cause. */
const mostTries = 3;
/** Consecutive reads that get through at once, after which no more are sent for the same endpoint. */
const enough = 3;

/** Tells a limit on what a write is about, such as one snapshot per employee in two seconds, from a general one. */
export function createOwnLimits(read: ReadAgain, now: () => number) {
  let ofAllAt = Number.NEGATIVE_INFINITY;
  const shown = new Map<string, number>();
  return {
    /** Whether a request that was throttled with a stated pause is limited on its own. */
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

/** Longest time in milliseconds, in total, to wait for a target that only answers that it is unavailable. */
const longestAway = 30_000;
/** Longest pause between two tries at a request meanwhile, in milliseconds. */
export const longestPauseWhileAway = 2_000;

/** Tells a target that is away for a while from one that stays unavailable to some requests however often sent. */
export function createPatience(read: ReadAgain, now: () => number) {
  /** When something was last answered, and when that last ended a period in which nothing was. */
  let [answeredAt, backAt] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let awaySince: number | undefined;
  let left = longestAway;
  /** Notes that the API answered something. */
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
    /** Whether the time to wait for the target is used up and it has answered nothing since. */
    isOver: (): boolean => awaySince !== undefined && isUsedUp(),
    /** Whether retrying a request from `startedAt` may help: nothing else is answered now, or the target came back. */
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

/** Tries at a request that gets a gateway's page, by who answers with it. */
export const triesAtPage = { 'of-service': 3, unknown: 5, 'of-gateway': 20 } as const;
/** Milliseconds before the second try; doubled before each further one. */
const pauseAtGateway = 500;

/** Who answers with a page: a gateway that lets nothing through, the service itself, or unknown. */
export type Pages = keyof typeof triesAtPage;

/** Milliseconds to wait before the next try: what `Retry-After` says (seconds or an HTTP date), else doubling from 100. */
export function pauseBefore(outcome: Outcome, tried: number): number {
  const shortest = isPageOfGateway(outcome) ? pauseAtGateway / 2 : 50;
  return pauseAskedFor(outcome) ?? shortest * 2 ** tried;
}

/** Whether a status refuses a request for its content: not for its token, and not temporarily. */
const isRefusal = (status: number): boolean =>
  status >= 400 && status < 500 && status !== 401 && status !== 408 && !heldStatuses.has(status) && status !== 429;

/** Tells a gateway that lets nothing through for a while from a service that answers some requests with a page. */
export function createGatewayWatch(read: ReadAgain) {
  let isClosed = false;
  /** When the last request that got something other than a page was sent. */
  let passedAt = Number.NEGATIVE_INFINITY;
  /** Kinds of requests that got the page on every try while others got through. */
  const ofService = new Set<string>();
  /** Purposes whose request got the page and then another refusal; whether any request got through after a page. */
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
    /** Whose page a request sent at `startedAt` got; undefined for no page, or one known to be its kind's answer. */
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
    /** Notes that the page is the service's answer to requests of a kind. */
    know: (kind: string) => void ofService.add(kind),
    /** Notes the response to a retry after a page: a refusal shows that the request is refused in any case. */
    noteAfter(outcome: Outcome, purpose: string): void {
      if (!hasStatus(outcome) || isPageOfGateway(outcome)) return;
      if (isSuccessStatus(outcome.status)) letsThrough = true;
      else if (isRefusal(outcome.status)) refusedAnyhow.add(purpose);
    },
  };
}
