import { asUuid, daysBetween, lastOfMonth, shifted, yearOf } from '../../spec/index.ts';
import { pick, some, type Random, type Some, type Values } from './values.ts';

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -.,';

const plainPieces = some(Array.from(plain), 'a');

/** Pieces that text is built from, mostly plain; each is well-formed on its own, without control characters. */
const pieces: Some<Some<string>> = [
  plainPieces,
  ...Array.from({ length: 8 }, () => plainPieces),
  ['"', "'", '\\', '/', '<', '>', '&', '%', '{', '}', '$', ';', '--', '\u2028', '\u2019'],
  ['é', 'ß', 'ø', 'Å', 'ñ', 'ł', 'ğ', 'İ'],
  ['e\u0301', 'n\u0303', 'q\u0307\u0323', 'a\u030a', '\u1112\u1161\u11ab'],
  ['ש', 'ל', 'ו', 'ם', 'م', 'ر', 'ح', 'ب'],
  ['王', '小', '明', '鈴', '木', '김'],
  ['𝒜', '𠮷', '😀', '👩‍👩‍👧', '🇺🇳', '𐍈'],
];

/** Lengths, in pieces, around limits that databases and forms commonly have. */
const longLengths = [99, 100, 101, 128, 255, 256, 300] as const;

function piecesOf(random: Random, count: number): string {
  let text = '';
  for (let left = count; left > 0; left -= 1) text += pick(random, pick(random, pieces));
  return text;
}

const short = (random: Random): string => piecesOf(random, random.nextInt(0, 10));

function long(random: Random): string {
  const count = random.nextInt(1, 5);
  return piecesOf(random, count).repeat(Math.ceil(pick(random, longLengths) / count));
}

const padded = (random: Random): string => pick(random, [' ', '  ']) + short(random) + pick(random, ['', ' ']);

const texts: Some<(random: Random) => string> = [
  short,
  ...Array.from({ length: 7 }, () => short),
  padded,
  long,
  () => '',
];

/** Adds plain letters or removes whole characters until a text is as long as wanted. */
function fitted(text: string, min: number, max: number): string {
  if (text.length >= min * 2 && text.length <= max) return text;
  const characters = Array.from(text);
  while (characters.length < min) characters.push('x');
  return characters.slice(0, max).join('');
}

/** Shorter texts, with less and less cut off at either end, then texts with plainer characters. */
function* plainerText(text: string, min: number): Generator<string> {
  const characters = Array.from(text);
  for (let fewer = characters.length; fewer > 0; fewer = Math.floor(fewer / 2)) {
    if (characters.length - fewer < min) continue;
    yield characters.slice(0, characters.length - fewer).join('');
    yield characters.slice(fewer).join('');
  }
  const asPlain = characters.map((one) => (plain.includes(one) ? one : 'a'));
  if (characters.every((one, at) => one === asPlain[at])) return;
  yield asPlain.join('');
  for (const [at, one] of asPlain.entries()) if (one !== characters[at]) yield characters.with(at, one).join('');
}

/** Well-formed text without control characters, in many scripts; `min` and `max` are in characters. */
export function text({ min = 0, max = Infinity }: { min?: number; max?: number } = {}): Values<string> {
  return {
    draw: (random) => fitted(pick(random, texts)(random), min, max),
    plainer: (value) => (typeof value === 'string' ? plainerText(value, min) : []),
  };
}

function plainerNumbers(value: unknown): number[] {
  if (typeof value !== 'number') return [];
  const nearer = [0, Math.trunc(value / 2), Math.trunc(value)];
  return [...new Set(nearer)].filter((one) => Math.abs(one) < Math.abs(value)).map((one) => one + 0);
}

/** Amounts that an implementation may store badly: decimals, billions, the limits of exact integers. */
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

const any32 = (random: Random): number => random.nextInt(-(2 ** 31), 2 ** 31 - 1);

const million = 1_000_000;

/** Amounts that are not negative: cents, whole numbers and notable ones. */
export const amounts: Values<number> = {
  draw(random) {
    const kind = random.nextInt(0, 2);
    if (kind === 0) return pick(random, notableAmounts);
    return kind === 1 ? random.nextInt(0, million) : random.nextInt(0, 100 * million) / 100;
  },
  plainer: plainerNumbers,
};

/** Numbers of any size and sign, except a negative zero; half of them amounts. */
export const decimals: Values<number> = {
  draw: (random) =>
    random.nextInt(0, 1) === 0 ? amounts.draw(random) : (any32(random) / 2 ** 31) * 10 ** random.nextInt(-2, 15),
  plainer: plainerNumbers,
};

/** Whole numbers that are exact in every implementation: small ones, and any up to 2 ** 52. */
export const integers: Values<number> = {
  draw: (random) =>
    random.nextInt(0, 1) === 0 ? random.nextInt(-100, 100) : any32(random) * 2 ** 21 + random.nextInt(0, 2 ** 21 - 1),
  plainer: plainerNumbers,
};

/** First and last days of years and some months from `first` to `last`, leap days included; and the leap days alone. */
function specialDays(first: string, last: string): readonly [special: readonly string[], leap: readonly string[]] {
  const years = Array.from({ length: yearOf(last) - yearOf(first) + 1 }, (_, index) => yearOf(first) + index);
  const special = years
    .flatMap((year) => ['01', '02', '06', '12'].map((month) => `${year}-${month}-01`))
    .flatMap((day) => [day, lastOfMonth(day)])
    .filter((day) => day >= first && day <= last);
  return [special, special.filter((day) => day.endsWith('-02-29'))];
}

/** Calendar dates from `first` to `last`: any day, with first, last and leap days more often than by chance. */
export function dates(first: string, last: string): Values<string> {
  let special: readonly (readonly string[])[] | undefined;
  return {
    draw(random) {
      special ??= specialDays(first, last);
      const list = special[random.nextInt(0, 4)] ?? [];
      const drawn = list[random.nextInt(0, Math.max(0, list.length - 1))];
      return drawn ?? shifted(first, random.nextInt(0, daysBetween(first, last)));
    },
  };
}

const hexOf = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function eightDigits(random: Random): string {
  const bits = any32(random);
  return `${hexOf[bits >>> 24]}${hexOf[(bits >>> 16) & 255]}${hexOf[(bits >>> 8) & 255]}${hexOf[bits & 255]}`;
}

/** UUIDs of several versions, mostly in lower case; never the nil or the all-ones UUID, which stand for no identifier. */
export const uuids: Values<string> = {
  draw(random) {
    const hex = eightDigits(random) + eightDigits(random) + eightDigits(random) + eightDigits(random);
    const uuid = asUuid(hex, pick(random, [4, 4, 4, 7, 1, 5]));
    return random.nextInt(0, 3) === 0 ? uuid.toUpperCase() : uuid;
  },
};

export function swapCase(text: string): string {
  return Array.from(text, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  ).join('');
}
