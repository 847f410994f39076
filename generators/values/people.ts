import { hash } from 'node:crypto';
import * as fc from 'fast-check';

/** First names that an implementation may store, sort or compare badly; of nobody in particular. */
export const firstNames = [
  'Zoë',
  'Siân',
  'Nguyễn',
  "D'Arcy",
  'Jean-Luc',
  'Анна',
  'Νίκη',
  'שלומית',
  'محمد',
  '小明',
  '지우',
  'さくら',
  'अनन्या',
  '𝒜da',
  'Rene\u0301e',
  'Ó',
  'Maximiliana Konstantina Theodora Alexandrina',
] as const;

/** Family names of the same kind. */
export const lastNames = [
  'Example',
  'van der Example',
  "O'Example",
  'Example-Sample',
  'Österberg',
  'Łukasik',
  'İnci',
  'Примерова',
  'בן דוגמה',
  'المثال',
  '王',
  '𠮷田',
  'Null',
  'Test',
  'Wołek-Vašková',
] as const;

/** Area codes of the North American plan. */
const areas = ['202', '312', '415', '503', '617', '808'] as const;

/** As many decimal digits as wanted, the same for the same words. */
export function digitsFor(count: number, ...words: readonly string[]): string {
  const hex = hash('sha256', JSON.stringify(words));
  return (BigInt(`0x${hex}`) % 10n ** BigInt(count)).toString().padStart(count, '0');
}

/** Phone numbers in international format, of the range that is kept free for fiction (555-0100 to 555-0199). */
export function phones(): fc.Arbitrary<string> {
  const end = fc.integer({ min: 0, max: 99 }).map((value) => String(value).padStart(2, '0'));
  return fc.tuple(fc.constantFrom(...areas), end).map(([area, last]) => `+1${area}55501${last}`);
}

/** A number from 1 up, with leading zeros. */
function numberFor(digits: number, ...words: readonly string[]): string {
  const most = 10n ** BigInt(digits) - 1n;
  return String((BigInt(digitsFor(30, ...words)) % most) + 1n).padStart(digits, '0');
}

/**
 * The social security number that belongs to certain words, the same for the same words: of an area that was never issued
 * (900 to 999), and otherwise as it has to be.
 */
export function socialSecurityNumberFor(...words: readonly string[]): string {
  const [area, group, serial] = [
    digitsFor(2, 'area', ...words),
    numberFor(2, 'group', ...words),
    numberFor(4, ...words),
  ];
  return `9${area}-${group}-${serial}`;
}

/** The never-issued employer identification number that belongs to certain words; the same for the same words. */
export function employerNumberFor(...words: readonly string[]): string {
  return `00-${numberFor(7, ...words)}`;
}

/** Characters that the part of an e-mail address before the @ has at most (RFC 5321). */
const longestLocalPart = 64;

/** An address below a domain that is reserved for examples (RFC 2606), which begins with words; the same for the same words. */
export function emailFor(words: string): string {
  const plain = words
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/gu, '-')
    .replaceAll(/^-+|-+$/gu, '');
  const isKept = plain === words && plain.length <= longestLocalPart;
  const local = isKept ? plain : `${plain.slice(0, 50)}.${digitsFor(10, words)}`;
  return `${local}@example.com`;
}
