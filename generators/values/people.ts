import { crc32 } from 'node:zlib';
import { pick, type Values } from './values.ts';
import type { Person } from '../../spec/index.ts';

/** First names that an implementation may store, sort or compare badly. */
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

const areas = ['202', '312', '415', '503', '617', '808'] as const;

/** A number below 2 ** 32, the same for the same words. */
const numberFor = (...words: readonly string[]): number => crc32(JSON.stringify(words));

const padded = (number: number, digits: number): string => String(number).padStart(digits, '0');

/** As many decimal digits as wanted, ten at most; the same for the same words. */
export function digitsFor(count: number, ...words: readonly string[]): string {
  return padded(numberFor(...words) % 10 ** count, count);
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz';

/** A family name that belongs to certain words, seen to be made up; the same for the same words. */
export function familyNameFor(...words: readonly string[]): string {
  const numbers = digitsFor(10, 'family', ...words).match(/\d{2}/gu) ?? [];
  return `Example${numbers.map((number) => alphabet.charAt(Number(number) % alphabet.length)).join('')}`;
}

/** Whether a family name is a plain one: all others were chosen on purpose. */
export function isPlainFamilyName(name: string): boolean {
  return /^Example[a-z]*$/u.test(name);
}

/** ZIP codes of each state by its two letters: those of the capital, and of other cities where a state has several. */
const zipCodes: Readonly<Record<string, readonly [string, ...string[]]>> = {
  AK: ['99801'],
  AL: ['36104'],
  AR: ['72201'],
  AZ: ['85003'],
  CA: ['95814', '90012', '94103', '92101'],
  CO: ['80202'],
  CT: ['06103'],
  DC: ['20001'],
  DE: ['19901'],
  FL: ['32301', '33130'],
  GA: ['30303'],
  HI: ['96813'],
  IA: ['50309'],
  ID: ['83702'],
  IL: ['62701', '60602'],
  IN: ['46204'],
  KS: ['66603'],
  KY: ['40601'],
  LA: ['70802'],
  MA: ['02108'],
  MD: ['21401'],
  ME: ['04330'],
  MI: ['48933'],
  MN: ['55101'],
  MO: ['65101'],
  MS: ['39201'],
  MT: ['59601'],
  NC: ['27601'],
  ND: ['58501'],
  NE: ['68508'],
  NH: ['03301'],
  NJ: ['08608'],
  NM: ['87501'],
  NV: ['89701'],
  NY: ['12207', '10007', '14202'],
  OH: ['43215'],
  OK: ['73102'],
  OR: ['97301'],
  PA: ['17101', '19107'],
  RI: ['02903'],
  SC: ['29201'],
  SD: ['57501'],
  TN: ['37219'],
  TX: ['78701', '75201', '77002'],
  UT: ['84111'],
  VA: ['23219'],
  VT: ['05602'],
  WA: ['98501', '98104'],
  WI: ['53703'],
  WV: ['25301'],
  WY: ['82001'],
};

const elsewhere = ['95814'] as const;

/** ZIP codes of a state; some code where the state is unknown. */
export function zipCodesOf(state: string): readonly [string, ...string[]] {
  return zipCodes[state.toUpperCase()] ?? elsewhere;
}

/** The postal code, if it is one of the state's, else one that is; the four digits after the dash stay. */
export function zipCodeIn(state: string, code: string): string {
  const known = zipCodesOf(state);
  return known.includes(code.slice(0, 5)) ? code : known[0] + code.slice(5);
}

/** Phone numbers in international format, of the range that is kept free for fiction (555-0100 to 555-0199). */
export const phones: Values<string> = {
  draw: (random) => `+1${pick(random, areas)}55501${padded(random.nextInt(0, 99), 2)}`,
};

/**
 * The social security number that belongs to certain words, the same for the same words: of an area that was never issued
 * (900 to 999), and otherwise as it has to be.
 */
export function socialSecurityNumberFor(...words: readonly string[]): string {
  const number = numberFor('ssn', ...words);
  const group = (Math.floor(number / 100) % 99) + 1;
  const serial = (Math.floor(number / 9900) % 9999) + 1;
  return `9${padded(number % 100, 2)}-${padded(group, 2)}-${padded(serial, 4)}`;
}

/** The never-issued employer identification number that belongs to certain words; the same for the same words. */
export function employerNumberFor(...words: readonly string[]): string {
  return `00-${padded((numberFor('ein', ...words) % 9_999_999) + 1, 7)}`;
}

/** Characters that the part of an e-mail address before the @ has at most: services allow less than standards do. */
const longestLocalPart = 28;

/** An address below a domain that is reserved for examples (RFC 2606), which begins with words; the same for the same words. */
function emailFor(words: string): string {
  const plain = words
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/gu, '-')
    .replaceAll(/^-+|-+$/gu, '');
  const isKept = plain === words && plain.length <= longestLocalPart;
  const local = isKept ? plain : `${plain.slice(0, longestLocalPart - 10)}-${digitsFor(9, words)}`;
  return `${local}@example.com`;
}

/** The names of people, as they go into their own names for the target. */
export const roles = {
  employee: 'emp',
  dependent: (place: number): string => `dep${place}`,
} as const;

/**
 * A name of our own for somebody, which begins with the run tag.
 *
 * @param ending distinguishes people of one role
 */
export function ownName(tag: string, role: string, ending = ''): string {
  return ending === '' ? `${tag}-${role}` : `${tag}-${role}-${ending}`;
}

/** Makes a person's social security number, e-mail address and plain family name, where it has them, unique. */
export function giveOwnTraits(person: Person | undefined, name: string): void {
  const family = person?.last_name;
  if (person !== undefined && family !== undefined && isPlainFamilyName(family)) person.last_name = familyNameFor(name);
  if (person?.ssn !== undefined) person.ssn = socialSecurityNumberFor(name);
  if (person?.contact?.email_address !== undefined) person.contact.email_address = emailFor(name);
}
