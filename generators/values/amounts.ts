import * as fc from 'fast-check';

/** Amounts that an implementation may store badly: decimals, thousands of millions, the ends of exact integers. */
const notable = [
  0,
  0.01,
  0.1,
  1.005,
  19.99,
  1234.56,
  99_999.99,
  2 ** 31,
  1_234_567_890.12,
  2 ** 53 - 1,
  1e15 + 0.5,
] as const;

/** Amounts of nothing or more: cents, whole numbers and notable ones. */
export function amounts(): fc.Arbitrary<number> {
  const cents = fc.integer({ min: 0, max: 100_000_000 }).map((count) => count / 100);
  return fc.oneof(cents, fc.integer({ min: 0, max: 1_000_000 }), fc.constantFrom(...notable));
}
