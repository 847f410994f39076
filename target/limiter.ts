import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Pace } from './configuration/target.ts';

/** The clock that a client uses; tests replace it. */
export interface Clock {
  /** Milliseconds on a monotonic clock. */
  readonly now: () => number;
  /** Resolves after the given milliseconds. @throws the signal's reason if it aborts first */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (milliseconds, signal) => sleep(milliseconds, undefined, signal === undefined ? {} : { signal }),
};

/** Share of the refused rate that is used from then on. */
const restraint = 0.8;

/** Longest interval between starts (ms), unless the own rate is lower: refusals at that pace have other reasons. */
const longestInterval = 2_000;

/** Starts of the last second that are counted, at most. */
const mostStarts = 2_000;

/** Up to this share of a rate that was accepted before, a refusal is not blamed on the rate unless it comes again. */
const ofChance = 0.5;

/** Milliseconds without a refusal before each success speeds up again; doubled after each further refusal. */
const calm = { shortest: 5_000, longest: 60_000 } as const;
const recovery = 0.95;

/** How many 401 responses since the last refusal, and what share of all, it takes to blame a refusal on them. */
const banning = { fewest: 4, share: 0.5 } as const;

/** A minute in milliseconds, with a margin: a request may travel faster than those before it. */
const minute = 61_000;

interface Rate extends Pick<Pace, 'concurrency' | 'requestsPerSecond'> {
  readonly requestsPerMinute?: number;
}

/** What a try says of the pace: it was answered (`denied`: 401), asked to slow down, was not served, or nothing. */
export type Said = 'answered' | 'denied' | 'throttled' | 'unavailable' | 'nothing';

export const isAnswer = (said: Said): boolean => said === 'answered' || said === 'denied';

export type Limiter = ReturnType<typeof createLimiter>;

/**
 * Limits the requests to one service that are in flight, and those started per second and per minute, in order.
 *
 * @param deadline - milliseconds on the clock after which no request may start
 * @param begun - start times of earlier requests, on the clock
 */
export function createLimiter(
  { concurrency, requestsPerSecond, requestsPerMinute = Number.POSITIVE_INFINITY }: Rate,
  { now, sleep }: Clock,
  signal?: AbortSignal,
  deadline = Number.POSITIVE_INFINITY,
  begun: readonly number[] = [],
) {
  const room = createRoom(concurrency);
  const queue = pLimit(room.limit);
  let inFlight = 0;
  const shortest = requestsPerSecond === undefined ? 0 : 1000 / requestsPerSecond;
  let interval = shortest;
  let nextStart = 0;
  let pausedUntil = 0;
  let slowedAt = Number.NEGATIVE_INFINITY;
  let refusedAt = Number.NEGATIVE_INFINITY;
  /** The most starts in a second that the service is known to have accepted. */
  let mostTaken = 0;
  let calmMs = calm.shortest / 2;
  /** Responses since the last refusal, and how many of them were 401. */
  let [answers, denied] = [0, 0];
  /** All 401 responses, for how many milliseconds everything was refused after some of them, and since when now. */
  let [allDenied, bannedMs] = [0, 0];
  let bannedSince: number | undefined;
  const starts: number[] = [];
  const refusals: number[] = [];
  /** The starts of the last minute and the planned ones, if their number is limited. */
  let ofMinute: readonly number[] = begun;

  /** The first moment at which the minute has room for one more start. */
  const freeMinute = (): number => (ofMinute.at(-requestsPerMinute) ?? Number.NEGATIVE_INFINITY) + minute;

  /** Waits until the next request may start. @returns false, without waiting, if that is after the deadline */
  const turn = async (): Promise<boolean> => {
    let planned: number | undefined;
    do {
      ofMinute = ofMinute.filter((start) => start !== planned);
      const at = Math.max(now(), nextStart, freeMinute());
      if (at > deadline) return false;
      nextStart = at + interval;
      planned = at;
      if (Number.isFinite(requestsPerMinute)) ofMinute = [...ofMinute, at].slice(-requestsPerMinute);
      for (let wait = at - now(); wait > 0; wait = at - now()) await sleep(wait, signal);
    } while (now() < pausedUntil);
    starts.push(now());
    if (starts.length > mostStarts) starts.shift();
    return true;
  };

  const inLastSecond = (times: number[]): number => {
    const since = now() - 1000;
    const first = times.findIndex((time) => time > since);
    times.splice(0, first === -1 ? times.length : first);
    return times.length;
  };

  /** Stays below the rate at which the service asked to slow down, unless it refuses all for a while after 401s. */
  const slowDown = (): void => {
    const wasCalm = now() - refusedAt >= calm.shortest;
    const isBan = denied >= banning.fewest && denied >= answers * banning.share;
    refusedAt = now();
    refusals.push(now());
    [answers, denied] = [0, 0];
    if (now() - slowedAt < burst) return;
    const taken = Math.max(inLastSecond(starts) - inLastSecond(refusals), 1);
    if (taken <= mostTaken * ofChance) {
      if (isBan) bannedSince ??= now();
      if (wasCalm || bannedSince !== undefined) return;
    }
    slowedAt = now();
    mostTaken = Math.min(mostTaken, taken);
    calmMs = Math.min(calmMs * 2, calm.longest);
    refusals.length = 0;
    const slower = Math.max(interval * 1.1, 1000 / Math.max(taken * restraint, 1));
    interval = Math.max(Math.min(slower, longestInterval), shortest);
  };

  /** Returns gradually to its own rate when nothing has been refused for a while. */
  const speedUp = (): void => {
    mostTaken = Math.max(mostTaken, inLastSecond(starts));
    if (interval <= shortest || now() - Math.max(slowedAt, pausedUntil) < calmMs) return;
    interval = Math.max(interval * recovery, shortest);
    if (interval < 1) interval = shortest;
  };

  const noteAnswered = (startedAt: number, isDenied: boolean): void => {
    answers += 1;
    if (isDenied) [denied, allDenied] = [denied + 1, allDenied + 1];
    if (bannedSince === undefined || startedAt < bannedSince) return;
    bannedMs += now() - bannedSince;
    bannedSince = undefined;
  };

  const learn = ({ said, kind }: { said: Said; kind: string }, startedAt: number): void => {
    if (said === 'nothing') return;
    if (isAnswer(said)) {
      noteAnswered(startedAt, said === 'denied');
      speedUp();
      room.answered(kind, now() - startedAt, inFlight);
    } else {
      if (said === 'throttled') slowDown();
      if (bannedSince === undefined) room.refused(now(), inFlight);
    }
    if (queue.concurrency !== room.limit) queue.concurrency = room.limit;
  };

  return {
    turn,
    /** Requests that may start per second at present; infinite if nothing limits them. */
    requestsPerSecond: () => (interval === 0 ? Number.POSITIVE_INFINITY : 1000 / interval),
    /** Milliseconds for which the service refused all requests per 401 response before; 0 if it does not. */
    banOfDenial: () => (allDenied === 0 ? 0 : bannedMs / allDenied),
    /** Runs a job on its turn, or at once with `false` if that is too late. No turn is used if `begin` throws. */
    run: <T>(job: (isInTime: boolean) => Promise<T>, begin?: () => void): Promise<T> =>
      queue(async () => {
        begin?.();
        return job(await turn());
      }),
    /** Sends one try and learns from its outcome; only responses of the same kind are compared. */
    async attempt<T>(send: () => Promise<T>, wentBy: (result: T) => { said: Said; kind: string }): Promise<T> {
      const startedAt = now();
      inFlight += 1;
      try {
        const result = await send();
        learn(wentBy(result), startedAt);
        return result;
      } finally {
        inFlight -= 1;
      }
    },
    /** Starts nothing for the given milliseconds: what `Retry-After` asks for. */
    pause(milliseconds: number): void {
      pausedUntil = Math.max(pausedUntil, now() + milliseconds);
      nextStart = Math.max(nextStart, pausedUntil);
    },
  };
}

/** Requests in flight at first: too few to be a load. */
const few = 4;
/** A response is slow beyond `times` its usual duration plus `ms`: up to that, the machine may just be busy. */
const slow = { times: 2, ms: 100 } as const;
/** Share of the difference by which the usual time follows a response; slower ones count only if few were in flight. */
const following = 0.1;
/** Share by which the limit grows per round once it has been reduced; at least by one. */
const growth = 0.125;
/** Factor by which the ceiling rises after a while: a request that is refused then is retried a few times alone. */
const widening = 1.5;
/** Share of the limit that is kept when responses get slow, and when requests are refused. */
const kept = { slow: 0.8, refused: 0.5 } as const;
/** Most responses to wait for before exceeding what was refused; the number doubles with each refusal. */
const mostPatient = 800;
/** Milliseconds within which several refusals count as one: they answer requests of the same burst. */
const burst = 1_500;

/** How many requests may be in flight. Only outcomes while the limit is in use count: others have other reasons. */
export function createRoom(most: number) {
  let limit = Math.min(few, most);
  /** Whether the limit still doubles with each round of responses because it has never been reduced. */
  let isFinding = true;
  /** Usual milliseconds of a response while few are in flight, by the kind of response. */
  const usual = new Map<string, number>();
  /** Responses since the limit was last reviewed, and how many of them were slow. */
  let [answers, late] = [0, 0];
  let refusedAt = Number.NEGATIVE_INFINITY;
  /** The most requests in flight that the service is not known to refuse. */
  let ceiling = most;
  /** Responses since the ceiling last changed, and how many it takes before it is raised. */
  let [calmFor, patience] = [0, 50];

  const isUsed = (inFlight: number): boolean => inFlight > limit / 2;
  const reduceTo = (share: number): void => {
    limit = Math.max(Math.floor(limit * share), 1);
    isFinding = false;
  };

  return {
    get limit() {
      return limit;
    },
    /** Raises the limit after each round of responses, unless most were slow; for a while not to what was refused. */
    answered(kind: string, tookMs: number, inFlight: number): void {
      const before = usual.get(kind) ?? tookMs;
      const follows = tookMs < before || inFlight <= few;
      usual.set(kind, follows ? before + (tookMs - before) * following : before);
      if (!isUsed(inFlight)) return;
      answers += 1;
      if (tookMs > before * slow.times + slow.ms) late += 1;
      if (answers < limit) return;
      calmFor += answers;
      if (calmFor >= patience)
        [ceiling, calmFor] = [Math.min(Math.max(ceiling + 1, Math.ceil(ceiling * widening)), most), 0];
      if (late > answers / 2) reduceTo(kept.slow);
      else limit = Math.max(Math.min(limit + (isFinding ? limit : Math.ceil(limit * growth)), ceiling), limit);
      [answers, late] = [0, 0];
    },
    /** Halves the limit, once per burst. */
    refused(now: number, inFlight: number): void {
      if (!isUsed(inFlight) || now - refusedAt < burst) return;
      reduceTo(kept.refused);
      refusedAt = now;
      ceiling = Math.max(inFlight - 1, 1);
      [answers, late, calmFor, patience] = [0, 0, 0, Math.min(patience * 2, mostPatient)];
    },
  };
}
