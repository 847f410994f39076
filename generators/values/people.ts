import { crc32 } from 'node:zlib';
import type { Person } from '../../spec/index.ts';
import { some, type Some } from './values.ts';

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

const numberFor = (...words: readonly string[]): number => crc32(JSON.stringify(words));

const padded = (number: number, digits: number): string => String(number).padStart(digits, '0');

export function digitsFor(count: number, ...words: readonly string[]): string {
  return padded(numberFor(...words) % 10 ** count, count);
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz';

/** A family name derived from certain words, recognizably made up; the same for the same words. */
export function familyNameFor(...words: readonly string[]): string {
  const numbers = digitsFor(10, 'family', ...words).match(/\d{2}/gu) ?? [];
  return `Example${numbers.map((number) => alphabet.charAt(Number(number) % alphabet.length)).join('')}`;
}

/** Whether a family name is a plain one: any other was chosen on purpose. */
export function isPlainFamilyName(name: string): boolean {
  return /^Example[a-z]*$/u.test(name);
}

const elsewhere = '95814';

/** ZIP codes by the two letters of a state: of its capital, and for some states of other cities. */
const zipCodes = new Map(
  [
    'AK 99801, AL 36104, AR 72201, AZ 85003, CA 95814 90012 94103 92101, CO 80202, CT 06103, DC 20001',
    'DE 19901, FL 32301 33130, GA 30303, HI 96813, IA 50309, ID 83702, IL 62701 60602, IN 46204, KS 66603',
    'KY 40601, LA 70802, MA 02108, MD 21401, ME 04330, MI 48933, MN 55101, MO 65101, MS 39201, MT 59601',
    'NC 27601, ND 58501, NE 68508, NH 03301, NJ 08608, NM 87501, NV 89701, NY 12207 10007 14202, OH 43215',
    'OK 73102, OR 97301, PA 17101 19107, RI 02903, SC 29201, SD 57501, TN 37219, TX 78701 75201 77002',
    'UT 84111, VA 23219, VT 05602, WA 98501 98104, WI 53703, WV 25301, WY 82001',
  ]
    .flatMap((row) => row.split(', '))
    .map((entry) => {
      const [state = '', ...codes] = entry.split(' ');
      return [state, some(codes, elsewhere)];
    }),
);

export function zipCodesOf(state: string): Some<string> {
  return zipCodes.get(state.toUpperCase()) ?? [elsewhere];
}

/** The postal code if it belongs to the state, else one that does; the four digits after the dash stay. */
export function zipCodeIn(state: string, code: string): string {
  const known = zipCodesOf(state);
  return known.includes(code.slice(0, 5)) ? code : known[0] + code.slice(5);
}

/** Area codes of the United States, each with a hundred numbers reserved for fiction. */
const areas = [
  '201 202 203 205 206 207 208 209 210 212 213 214 215 216 217 218 219 224 225 228 229 231 234 239 240',
  '248 251 252 253 254 256 260 262 267 269 270 276 281',
  '301 302 303 304 305 307 308 309 310 312 313 314 315 316 317 318 319 320 321 323 325 330 331 334 336',
  '337 339 347 351 352 360 361 385 386',
  '401 402 404 405 406 407 408 409 410 412 413 414 415 417 419 423 424 425 430 432 434 435 440 443 458',
  '469 470 475 478 479 480 484',
  '501 502 503 504 505 507 508 509 510 512 513 515 516 517 518 520 530 531 534 539 540 541 551 559 561',
  '562 563 567 570 571 573 574 575 580 585 586',
  '601 602 603 605 606 607 608 609 610 612 614 615 616 617 618 619 620 623 626 630 631 636 641 646 650',
  '651 657 660 661 662 667 669 678 681 682',
  '701 702 703 704 706 707 708 712 713 714 715 716 717 718 719 720 724 725 727 731 732 734 737 740 747',
  '754 757 760 762 763 765 769 770 772 773 774 775 779 781 785 786',
  '801 802 803 804 805 806 808 810 812 813 814 815 816 817 818 828 830 831 832 843 845 847 848 850 854',
  '856 857 858 859 860 862 863 864 865 870 872 878',
  '901 903 904 906 907 908 909 910 912 913 914 915 916 917 918 919 920 925 928 929 930 931 934 936 937',
  '938 940 941 947 949 951 952 954 956 959 970 971 972 973 978 979 980 984 985 989',
].flatMap((row) => row.split(' '));

const numbersOfArea = 100;

/** The phone number for certain words, from the range reserved for fiction: a few people of a run may share one. */
export function phoneFor(...words: readonly string[]): string {
  const place = numberFor('phone', ...words) % (areas.length * numbersOfArea);
  return `+1${areas[Math.floor(place / numbersOfArea)]}55501${padded(place % numbersOfArea, 2)}`;
}

/** The social security number for certain words, well-formed but of an area that was never issued (900 to 999). */
export function socialSecurityNumberFor(...words: readonly string[]): string {
  const number = numberFor('ssn', ...words);
  const group = (Math.floor(number / 100) % 99) + 1;
  const serial = (Math.floor(number / 9900) % 9999) + 1;
  return `9${padded(number % 100, 2)}-${padded(group, 2)}-${padded(serial, 4)}`;
}

/** The employer identification number for certain words, of a prefix never issued; the same for the same words. */
export function employerNumberFor(...words: readonly string[]): string {
  return `00-${padded((numberFor('ein', ...words) % 9_999_999) + 1, 7)}`;
}

/** Longest local part of an e-mail address, in characters: services allow less than standards do. */
const longestLocalPart = 28;

/** An address in a domain reserved for examples (RFC 2606) that begins with the words; the same for the same words. */
function emailFor(words: string): string {
  const plain = words
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/gu, '-')
    .replaceAll(/^-+|-+$/gu, '');
  const isKept = plain === words && plain.length <= longestLocalPart;
  const local = isKept ? plain : `${plain.slice(0, longestLocalPart - 10)}-${digitsFor(9, words)}`;
  return `${local}@example.com`;
}

/** How people's roles appear in their own names for the target. */
export const roles = {
  employee: 'emp',
  dependent: (place: number): string => `dep${place}`,
} as const;

/** Longest tag in a name, in characters: services limit the identifiers of people. */
const longestTagInNames = 22;

/** A made-up name for somebody, with the tag, or a shortened one; the ending distinguishes people of one role. */
export function ownName(tag: string, role: string, ending = ''): string {
  const own = tag.length <= longestTagInNames ? tag : `${tag.slice(0, longestTagInNames - 10)}-${digitsFor(9, tag)}`;
  return ending === '' ? `${own}-${role}` : `${own}-${role}-${ending}`;
}

/** Makes a person's social security number, e-mail address, phone numbers and plain family name unique, if present. */
export function giveOwnTraits(person: Person, name: string): void {
  const { contact, last_name: family, ssn } = person;
  if (family !== undefined && isPlainFamilyName(family)) person.last_name = familyNameFor(name);
  if (ssn !== undefined) person.ssn = socialSecurityNumberFor(name);
  if (contact?.email_address !== undefined) contact.email_address = emailFor(name);
  if (contact?.home_phone !== undefined) contact.home_phone = phoneFor(name, 'home');
  if (contact?.work_phone !== undefined) contact.work_phone = phoneFor(name, 'work');
}
