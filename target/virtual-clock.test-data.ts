import { setImmediate as soon } from 'node:timers/promises';
import type { Clock } from './limiter.ts';

/** A clock that moves on only by what is slept and what the test adds. */
export interface VirtualClock extends Clock {
  /** Milliseconds of each requested sleep. */
  readonly slept: readonly number[];
  pass(milliseconds: number): void;
}

/** A clock whose sleeps end at once and move it on. Several sleepers wake in the order of their time. */
export function virtualClock(): VirtualClock {
  let time = 0;
  const slept: number[] = [];
  const sleepers: { readonly at: number; readonly wake: () => void }[] = [];
  const wakeNext = async (): Promise<void> => {
    await soon();
    sleepers.sort((one, other) => one.at - other.at);
    const next = sleepers.shift();
    if (next === undefined) return;
    time = Math.max(time, next.at);
    next.wake();
  };
  return {
    slept,
    now: () => time,
    pass(milliseconds) {
      time += milliseconds;
    },
    async sleep(milliseconds, signal) {
      signal?.throwIfAborted();
      slept.push(milliseconds);
      await new Promise<void>((resolve) => {
        sleepers.push({ at: time + milliseconds, wake: resolve });
        void wakeNext();
      });
    },
  };
}
