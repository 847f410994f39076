import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Pace } from './configuration/target.ts';

/** The time that a client goes by; tests replace it. */
export interface Clock {
  /** Milliseconds on a monotonic clock. */
  readonly now: () => number;
  /** Resolves after so many milliseconds. @throws the signal's reason when it aborts first */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (milliseconds, signal) => sleep(milliseconds, undefined, signal === undefined ? {} : { signal }),
};

/** Share of the refused rate that is kept to from then on. */
const restraint = 0.8;

/** Milliseconds between two starts at most, unless the own rate is lower: what is refused even so has other reasons. */
const longestInterval = 2_000;

/** Starts of the last second that are counted at most. */
const mostStarts = 2_000;

/** Share of the rate that it has taken before at which a refusal has another reason than the rate, unless it comes again. */
const ofChance = 0.5;

/** Milliseconds without a refusal after which each success speeds up; twice as many after each further refusal. */
const calm = { shortest: 5_000, longest: 60_000 } as const;
const recovery = 0.95;

/** Answers of 401 since the last refusal from which on they may be why it refuses, where they are at least this share of all. */
const banning = { fewest: 4, share: 0.5 } as const;

/** Milliseconds that a minute takes at least on any clock: requests may arrive faster than those before them. */
const minute = 61_000;

interface Rate extends Pick<Pace, 'concurrency' | 'requestsPerSecond'> {
  readonly requestsPerMinute?: number;
}

/** What a try says of the pace: the service answered it (`denied`: with 401), asked to slow down, could not serve it, or neither. */
export type Said = 'answered' | 'denied' | 'throttled' | 'unavailable' | 'nothing';

export const isAnswer = (said: Said): boolean => said === 'answered' || said === 'denied';

export type Limiter = ReturnType<typeof createLimiter>;

/**
 * Bounds the requests to one service that are in flight, and those started in a second and in a minute; they start in order.
 *
 * @param deadline - milliseconds on the clock after which no request may start
 * @param begun - when requests were started before, on the clock
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
  /** The most starts in a second after which it still answered. */
  let mostTaken = 0;
  let calmMs = calm.shortest / 2;
  /** Answers since the last refusal, and those of 401 among them. */
  let [answers, denied] = [0, 0];
  /** All answers of 401, the milliseconds for which it refused everything after some of them, and since when it does. */
  let [allDenied, bannedMs] = [0, 0];
  let bannedSince: number | undefined;
  const starts: number[] = [];
  const refusals: number[] = [];
  /** The starts of the last minute, and those to come, where there is a limit to them. */
  let ofMinute: readonly number[] = begun;

  /** The first moment at which a minute has room for one more start. */
  const freeMinute = (): number => (ofMinute.at(-requestsPerMinute) ?? Number.NEGATIVE_INFINITY) + minute;

  /** Waits for the next moment at which a request may start. @returns false, without waiting, when it is past the deadline */
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

  /** Keeps below the rate at which the service asked to slow down, unless it refuses all for a while after answers of 401. */
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

  /** Goes back towards its own rate, little by little, when nothing has been refused for a while. */
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
    /** Requests that may start in a second as things stand; infinite where nothing limits them. */
    requestsPerSecond: () => (interval === 0 ? Number.POSITIVE_INFINITY : 1000 / interval),
    /** Milliseconds for which it refused all requests for each answer of 401 that it gave before; 0 where it does not. */
    banOfDenial: () => (allDenied === 0 ? 0 : bannedMs / allDenied),
    /** Runs a job when it is its turn; at once, with `false`, when that is too late. What `begin` throws takes nobody's turn. */
    run: <T>(job: (isInTime: boolean) => Promise<T>, begin?: () => void): Promise<T> =>
      queue(async () => {
        begin?.();
        return job(await turn());
      }),
    /** Sends one try at a request, and learns from how it went; only answers of one kind are compared. */
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
    /** Starts nothing before so many milliseconds have passed: what `Retry-After` asks for. */
    pause(milliseconds: number): void {
      pausedUntil = Math.max(pausedUntil, now() + milliseconds);
      nextStart = Math.max(nextStart, pausedUntil);
    },
  };
}

/** Requests in flight at first: so few are no load. */
const few = 4;
/** An answer is slow beyond so many times what is usual, and so many milliseconds more: a busy machine is no slow service. */
const slow = { times: 2, ms: 100 } as const;
/** Share of the difference by which the usual time follows an answer: a slower one only where few were in flight. */
const following = 0.1;
/** Share of the limit by which it grows in a round, once something has spoken against it: at least by one. */
const growth = 0.125;
/** By how much more than was refused is tried after a while: what is refused is sent again a few times alone. */
const widening = 1.5;
/** Share of the limit that is kept to when answers get slow, and when requests are refused. */
const kept = { slow: 0.8, refused: 0.5 } as const;
/** Answers before more is tried than what was refused: twice as many after each refusal. */
const mostPatient = 800;
/** Milliseconds in which several refusals count as one: they answer requests of the same burst. */
const burst = 1_500;

/** How many requests may be in flight. Only what comes while the limit is used counts: otherwise it has another reason. */
export function createRoom(most: number) {
  let limit = Math.min(few, most);
  /** Whether it still doubles with each round of answers: nothing has spoken against it yet. */
  let isFinding = true;
  /** Milliseconds of an answer while few are in flight, by the kind of answer. */
  const usual = new Map<string, number>();
  /** Answers since the limit was last looked at, and how many of them were slow. */
  let [answers, late] = [0, 0];
  let refusedAt = Number.NEGATIVE_INFINITY;
  /** The most requests in flight that it is not known to refuse. */
  let ceiling = most;
  /** Answers since it was last refused, and how many there have to be before more than the ceiling is tried. */
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
    /** After each round of answers: more, unless most of them were slow for their kind, and for a while not as many as were refused. */
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
    /** Half as many, once for each burst. */
    refused(now: number, inFlight: number): void {
      if (!isUsed(inFlight) || now - refusedAt < burst) return;
      reduceTo(kept.refused);
      refusedAt = now;
      ceiling = Math.max(inFlight - 1, 1);
      [answers, late, calmFor, patience] = [0, 0, 0, Math.min(patience * 2, mostPatient)];
    },
  };
}
