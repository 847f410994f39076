/** Numbers that look random and are the same for the same seed. */
export interface SeededRandom {
  /** An integer in `0..bound-1`. */
  below(bound: number): number;
  /** A UUID (version 4 layout, lower case). */
  uuid(): string;
}

/** The mulberry32 generator: small, and good enough for fixtures. Never used for secrets, keys or record ids. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (bound: number): number => Math.floor((next() / 0x1_0000_0000) * bound);
  return {
    below,
    uuid() {
      const digits = Array.from({ length: 32 }, () => below(16).toString(16));
      digits[12] = '4';
      digits[16] = '89ab'.charAt(below(4));
      const hex = digits.join('');
      return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
    },
  };
}
