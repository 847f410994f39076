import type { Clock } from '../clock.ts';

/** A clock that stands still until it is told to go on. */
export interface SteppedClock extends Clock {
  step(milliseconds: number): void;
}

/** A clock that starts on 15 January 2026, at noon. */
export function steppedClock(): SteppedClock {
  let now = Date.UTC(2026, 0, 15, 12);
  return {
    now: () => now,
    step(milliseconds) {
      now += milliseconds;
    },
  };
}
