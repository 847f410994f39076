import { hash } from 'node:crypto';
import * as fc from 'fast-check';

const letters = Array.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ');
const digits = Array.from('0123456789');

/** Pieces that text is put together from; each is well-formed by itself. No control characters among them. */
const pieces: Readonly<Record<string, readonly string[]>> = {
  plain: [...letters, ...digits, ' ', '-', '.', ','],
  quoting: ['"', "'", '\\', '/', '<', '>', '&', '%', '{', '}', '$', ';', '--', '\u2028', '\u2019'],
  accented: ['é', 'ß', 'ø', 'Å', 'ñ', 'ł', 'ğ', 'İ'],
  combining: ['e\u0301', 'n\u0303', 'q\u0307\u0323', 'a\u030a', '\u1112\u1161\u11ab'],
  rightToLeft: ['ש', 'ל', 'ו', 'ם', 'م', 'ر', 'ح', 'ب'],
  han: ['王', '小', '明', '鈴', '木', '김'],
  astral: ['𝒜', '𠮷', '😀', '👩‍👩‍👧', '🇺🇳', '𐍈'],
};

/** Lengths, in pieces, past limits that databases and forms commonly have. */
const longLengths = [99, 100, 101, 128, 255, 256, 300] as const;

const piece: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom(...(pieces['plain'] ?? [])), weight: 8 },
  ...Object.values(pieces).map((list) => ({ arbitrary: fc.constantFrom(...list), weight: 1 })),
);

/** Adds plain letters and takes whole characters away until a text is as long as wanted. */
function fitted(text: string, min: number, max: number): string {
  if (min === 0 && text.length <= max) return text;
  const characters = Array.from(text);
  while (characters.length < min) characters.push('x');
  return characters.slice(0, max).join('');
}

/**
 * Well-formed text without control characters: Latin, accents as one code point and as two, right-to-left and Han
 * writing, characters outside the basic plane, quotes and escapes; now and then empty, padded with blanks, or past 100
 * and 255 characters. Shrinks to shorter and plainer text. `min` and `max` are in characters.
 */
export function text({ min = 0, max = Infinity }: { min?: number; max?: number } = {}): fc.Arbitrary<string> {
  const short = fc.array(piece, { maxLength: 24 }).map((list) => list.join(''));
  const long = fc
    .tuple(fc.constantFrom(...longLengths), fc.array(piece, { minLength: 1, maxLength: 5 }))
    .map(([length, list]) => list.join('').repeat(Math.ceil(length / list.length)));
  const padded = fc
    .tuple(fc.constantFrom(' ', '  '), short, fc.constantFrom('', ' '))
    .map(([before, inner, after]) => before + inner + after);
  const choices = [
    { arbitrary: short, weight: 8 },
    { arbitrary: padded, weight: 1 },
    { arbitrary: long, weight: 1 },
    { arbitrary: fc.constant(''), weight: 1 },
  ];
  return fc.oneof(...choices).map((value) => fitted(value, min, max));
}

/** Amounts that an implementation may store badly: decimals, thousands of millions, the ends of exact integers. */
const notableAmounts = [
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
  return fc.oneof(cents, fc.integer({ min: 0, max: 1_000_000 }), fc.constantFrom(...notableAmounts));
}

/** Writes 32 hexadecimal digits as a UUID of a version, with the usual variant. */
function asUuid(hex: string, version: number): string {
  const [third, fourth] = [`${String(version)}${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${third}-${fourth}-${hex.slice(20, 32)}`;
}

/** A made-up UUID that is always the same for the same words, and another one for others. */
export function uuidFor(...words: readonly string[]): string {
  return asUuid(hash('sha256', JSON.stringify(words)), 4);
}

/**
 * UUIDs as different makers write them: several versions, mostly lower case, now and then upper. Never the nil or the
 * all-ones UUID, which stand for no identifier.
 */
export function uuid(): fc.Arbitrary<string> {
  const hex = fc.array(fc.constantFrom(...Array.from('0123456789abcdef')), { minLength: 32, maxLength: 32 });
  const version = fc.constantFrom(4, 4, 4, 7, 1, 5);
  const upper = fc.constantFrom(false, false, false, true);
  return fc.tuple(hex, version, upper).map(([list, number, isUpper]) => {
    const value = asUuid(list.join(''), number);
    return isUpper ? value.toUpperCase() : value;
  });
}
