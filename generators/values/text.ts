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

/** How long a text may be, in UTF-16 code units as JSON Schema's cousins count it, or in characters: both hold. */
export interface TextLength {
  readonly min?: number;
  readonly max?: number;
}

const piece: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom(...(pieces['plain'] ?? [])), weight: 8 },
  ...Object.values(pieces).map((list) => ({ arbitrary: fc.constantFrom(...list), weight: 1 })),
);

/** Adds plain letters and takes whole characters away until a text is as long as wanted. */
function fitted(text: string, min: number, max: number): string {
  const characters = Array.from(text);
  while (characters.length < min) characters.push('x');
  return characters.slice(0, max).join('');
}

/**
 * Well-formed text without control characters: Latin, accents as one code point and as two, right-to-left and Han
 * writing, characters outside the basic plane, quotes and escapes; now and then empty, padded with blanks, or past 100
 * and 255 characters.
 * Shrinks to shorter and plainer text.
 */
export function text({ min = 0, max = Infinity }: TextLength = {}): fc.Arbitrary<string> {
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
