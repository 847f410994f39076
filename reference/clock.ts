/** Where the service takes the time from; tests hand in one that they step themselves. */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export function skewed({ now }: Clock, seconds: number): Clock {
  return seconds === 0 ? { now } : { now: () => now() + seconds * 1000 };
}

export const systemClock: Clock = { now: () => Date.now() };
