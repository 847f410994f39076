import { createHash } from 'node:crypto';
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

const domains = ['example.com', 'example.org', 'example.net', 'mail.example.com'] as const;
const areas = ['202', '312', '415', '503', '617', '808'] as const;
const tails = Array.from('abcdefghijklmnopqrstuvwxyz0123456789');

function digitsOf(words: readonly string[], count: number): string {
  const hex = createHash('sha256').update(JSON.stringify(words)).digest('hex');
  return (BigInt(`0x${hex}`) % 10n ** BigInt(count)).toString().padStart(count, '0');
}

function digits(count: number): fc.Arbitrary<string> {
  return fc.integer({ min: 0, max: 10 ** count - 1 }).map((value) => String(value).padStart(count, '0'));
}

/** Addresses below the domains that are reserved for examples (RFC 2606). */
export function emails(): fc.Arbitrary<string> {
  const local = fc.array(fc.constantFrom(...tails), { minLength: 1, maxLength: 40 }).map((list) => list.join(''));
  const tag = fc.constantFrom('', '', '+benefits', '.x', '_y', '-z');
  return fc
    .tuple(local, tag, fc.constantFrom(...domains))
    .map(([name, suffix, domain]) => `${name}${suffix}@${domain}`);
}

/** Phone numbers in international format, of the range that is kept free for fiction (555-0100 to 555-0199). */
export function phones(): fc.Arbitrary<string> {
  return fc.tuple(fc.constantFrom(...areas), digits(2)).map(([area, end]) => `+1${area}55501${end}`);
}

/** Social security numbers of areas that were never issued: 000, 666 and 900 to 999. */
export function socialSecurityNumbers(): fc.Arbitrary<string> {
  const area = fc.oneof(fc.constantFrom('000', '666'), fc.integer({ min: 900, max: 999 }).map(String));
  return fc.tuple(area, digits(2), digits(4)).map((parts) => parts.join('-'));
}

/** The never-issued social security number that belongs to certain words; the same for the same words. */
export function socialSecurityNumberFor(...words: readonly string[]): string {
  return `9${digitsOf(words, 8)}`.replace(/^(.{3})(.{2})(.{4})$/u, '$1-$2-$3');
}

/** Employer identification numbers with the prefix 00, which is never issued. */
export function employerNumbers(): fc.Arbitrary<string> {
  return digits(7).map((end) => `00-${end}`);
}

/** The never-issued employer identification number that belongs to certain words; the same for the same words. */
export function employerNumberFor(...words: readonly string[]): string {
  return `00-${digitsOf(words, 7)}`;
}

/** Postal codes: five digits, and five and four. */
export function postalCodes(): fc.Arbitrary<string> {
  return fc.oneof(
    digits(5),
    fc.tuple(digits(5), digits(4)).map((parts) => parts.join('-')),
  );
}
