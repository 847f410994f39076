import { randomBytes, randomUUID } from 'node:crypto';

/** Where the service takes the time from; tests hand in one that they step themselves. */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export function skewed({ now }: Clock, seconds: number): Clock {
  return seconds === 0 ? { now } : { now: () => now() + seconds * 1000 };
}

export const systemClock: Clock = { now: () => Date.now() };

const hyphenated = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');

/** 100-nanosecond steps from 15 October 1582 to the epoch (RFC 9562). */
const gregorianOffset = 122_192_928_000_000_000n;

const written = (bytes: Uint8Array): string => hyphenated(Buffer.from(bytes).toString('hex'));

/** Random bytes that say they are a UUID of a version, with the variant of RFC 9562. */
function marked(version: number): Buffer {
  const bytes = randomBytes(16);
  bytes[6] = (version << 4) | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  return bytes;
}

function ordered(milliseconds: number): string {
  const bytes = marked(7);
  bytes.writeUIntBE(milliseconds, 0, 6);
  return written(bytes);
}

/** Version 1: a count of 100-nanosecond steps, and a node that stays the same. */
function counted(steps: bigint, node: Buffer): string {
  const bytes = Buffer.concat([marked(1).subarray(0, 10), node]);
  const version = (bytes[6] ?? 0) & 0xf0;
  bytes.writeUInt32BE(Number(steps & 0xffff_ffffn), 0);
  bytes.writeUInt16BE(Number((steps >> 32n) & 0xffffn), 4);
  bytes.writeUInt16BE(Number((steps >> 48n) & 0x0fffn), 6);
  bytes[6] = version | ((bytes[6] ?? 0) & 0x0f);
  return written(bytes);
}

/**
 * A source of identifiers in lower case, no two of them alike.
 *
 * @param now milliseconds since the epoch, for versions that hold the time
 */
export function idSource(version: 1 | 4 | 7 | 'any', now: () => number): () => string {
  if (version === 'any') return () => written(randomBytes(16));
  if (version === 7) return () => ordered(now());
  if (version === 4) return () => randomUUID();
  const node = randomBytes(6);
  let last = 0n;
  return () => {
    const steps = BigInt(now()) * 10_000n + gregorianOffset;
    last = steps > last ? steps : last + 1n;
    return counted(last, node);
  };
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
