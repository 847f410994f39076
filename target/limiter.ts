import { setTimeout as sleep } from 'node:timers/promises';
import type { Limits } from './configuration/target.ts';

/** Lets a bounded number of requests into flight, and no more than so many a second. */
export interface Limiter {
  /** Runs `job` when its turn has come. */
  run<T>(job: () => Promise<T>): Promise<T>;
  /** Starts nothing before so many milliseconds have passed: what `Retry-After` asks for. */
  pause(milliseconds: number): void;
}

/**
 * A limiter for one target. Requests start in the order they were asked for.
 *
 * @param limits - requests in flight, and requests started in a second
 * @param now - milliseconds on a monotonic clock
 */
export function createLimiter(limits: Limits, now: () => number = () => performance.now()): Limiter {
  const waiting: (() => void)[] = [];
  const interval = limits.requestsPerSecond === undefined ? 0 : 1000 / limits.requestsPerSecond;
  let inFlight = 0;
  let nextStart = 0;

  const startNext = (): void => {
    if (inFlight >= limits.concurrency) return;
    const start = waiting.shift();
    if (start === undefined) return;
    inFlight += 1;
    start();
  };

  /** Reserves the next free moment and waits for it; asks again when a pause came in between. */
  const awaitTurn = async (): Promise<void> => {
    const turn = Math.max(now(), nextStart);
    nextStart = turn + interval;
    let wait = turn - now();
    while (wait > 0) {
      await sleep(wait);
      wait = pausedUntil - now();
    }
  };
  let pausedUntil = 0;

  return {
    async run(job) {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        startNext();
      });
      try {
        if (interval > 0 || nextStart > now()) await awaitTurn();
        return await job();
      } finally {
        inFlight -= 1;
        startNext();
      }
    },
    pause(milliseconds) {
      pausedUntil = Math.max(pausedUntil, now() + milliseconds);
      nextStart = Math.max(nextStart, pausedUntil);
    },
  };
}
