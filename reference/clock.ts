/** Where the service takes the time from; tests hand in one that they step themselves. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => Date.now() };
