import { setTimeout as sleep } from 'node:timers/promises';

/** Time as a client lives it; given by the caller where time has to be made up. */
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
