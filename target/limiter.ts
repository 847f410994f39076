import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Pace } from './configuration/target.ts';

/** What a client takes for time: a test gives its own. */
export interface Clock {
  /** Milliseconds on a monotonic clock. */
  readonly now: () => number;
  /** Resolves after so many milliseconds. @throws the signal's reason when it aborts first */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

/** The machine's own time. */
export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (milliseconds, signal) => sleep(milliseconds, undefined, signal === undefined ? {} : { signal }),
};

/** Share of the refused rate that is kept to from then on. */
const restraint = 0.8;

/** Starts that are remembered, for counting those of the last second. */
const mostStarts = 2_000;

/** Milliseconds in which several refusals count as one: they answer requests of the same burst. */
const burst = 1_500;

/**
 * Milliseconds without a refusal after which each success shortens the time between two starts, to this share of it. Each
 * further refusal doubles them: it is no chance then, but a limit of the service.
 */
const calm = { shortest: 5_000, longest: 60_000 } as const;
const recovery = 0.95;

/** Milliseconds that a minute takes at least on any clock: requests may arrive faster than those before them. */
const minute = 61_000;

/** How many requests may be started. */
export interface Rate extends Pick<Pace, 'concurrency' | 'requestsPerSecond'> {
  readonly requestsPerMinute?: number;
}

export type Limiter = ReturnType<typeof createLimiter>;

/**
 * Bounds the requests to one service that are in flight, and those started in a second and in a minute. They start in the
 * order they were asked for.
 *
 * @param signal - ends every wait for a turn
 * @param deadline - milliseconds on the clock after which no request may start
 * @param begun - when requests were started before, on the clock
 */
export function createLimiter(
  { concurrency, requestsPerSecond, requestsPerMinute = Number.POSITIVE_INFINITY }: Rate,
  { now, sleep }: Clock = systemClock,
  signal?: AbortSignal,
  deadline = Number.POSITIVE_INFINITY,
  begun: readonly number[] = [],
) {
  const room = pLimit(concurrency);
  const shortest = requestsPerSecond === undefined ? 0 : 1000 / requestsPerSecond;
  let interval = shortest;
  let nextStart = 0;
  let pausedUntil = 0;
  let slowedAt = Number.NEGATIVE_INFINITY;
  let calmMs = calm.shortest / 2;
  const starts: number[] = [];
  const refusals: number[] = [];
  /** The starts of the last minute, and those to come, where there is a limit to them. */
  let ofMinute: readonly number[] = begun;

  /** The first moment at which a minute has room for one more start. */
  const freeMinute = (): number => (ofMinute.at(-requestsPerMinute) ?? Number.NEGATIVE_INFINITY) + minute;

  /**
   * Waits for the next free moment at which a request may start, and for another one when a pause came in between.
   *
   * @returns false, without waiting for it, when that moment is past the deadline
   */
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
    if (starts.length > mostStarts) starts.splice(0, starts.length - mostStarts);
    return true;
  };

  return {
    /** For one more try of a job that is running. */
    turn,
    /** Requests that may start in a second as things stand; infinite where nothing limits them. */
    requestsPerSecond: () => (interval === 0 ? Number.POSITIVE_INFINITY : 1000 / interval),
    /** Runs a job when it is its turn; at once, with `false`, when its turn would come after the deadline. */
    run: <T>(job: (isInTime: boolean) => Promise<T>): Promise<T> => room(async () => job(await turn())),
    /** Keeps below the rate at which the service asked to slow down. */
    slowDown(): void {
      refusals.push(now());
      if (now() - slowedAt < burst) return;
      const inLastSecond = (times: readonly number[]): number => times.filter((time) => time > now() - 1000).length;
      const taken = Math.max(inLastSecond(starts) - inLastSecond(refusals), 1);
      slowedAt = now();
      calmMs = Math.min(calmMs * 2, calm.longest);
      refusals.length = 0;
      interval = Math.max(interval * 1.1, 1000 / Math.max(taken * restraint, 1));
    },
    /** Goes back towards its own rate, little by little, when nothing has been refused for a while. */
    speedUp(): void {
      if (interval <= shortest || now() - Math.max(slowedAt, pausedUntil) < calmMs) return;
      interval = Math.max(interval * recovery, shortest);
      if (interval < 1) interval = shortest;
    },
    /** Starts nothing before so many milliseconds have passed: what `Retry-After` asks for. */
    pause(milliseconds: number): void {
      pausedUntil = Math.max(pausedUntil, now() + milliseconds);
      nextStart = Math.max(nextStart, pausedUntil);
    },
  };
}
