import { randomBytes, randomUUID } from 'node:crypto';
import type { Dialect } from './dialects.ts';

/** Where the service gets the time from; tests pass a clock that they step themselves. */
export interface Clock {
  readonly now: () => number;
}

export function skewed({ now }: Clock, seconds: number): Clock {
  return seconds === 0 ? { now } : { now: () => now() + seconds * 1000 };
}

export const systemClock: Clock = { now: () => Date.now() };

const hyphenated = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');

/** UUIDs by their version; 7 begins with the time, in milliseconds since the epoch. */
const idForms: Readonly<Record<Dialect['uuidVersion'], (now: number) => string>> = {
  1: () => randomUUID().replace(/(?<=^.{14})4/, '1'),
  4: () => randomUUID(),
  7(now) {
    const time = now.toString(16).padStart(12, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
  },
  any: () => hyphenated(randomBytes(16).toString('hex')),
};

/** A source of unique identifiers in lower case. */
export function idSource(version: Dialect['uuidVersion'], { now }: Clock): () => string {
  return () => idForms[version](now());
}

/** The mulberry32 generator: the same numbers for the same seed, good enough for fixtures. Never used for secrets, keys or record ids. */
export function seededRandom(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (bound: number): number => Math.floor((next() / 0x1_0000_0000) * bound);
  return {
    /** An integer in `0..bound-1`. */
    below,
    uuid(): string {
      const digits = Array.from({ length: 32 }, () => below(16).toString(16));
      digits[12] = '4';
      digits[16] = '89ab'.charAt(below(4));
      return hyphenated(digits.join(''));
    },
  };
}
