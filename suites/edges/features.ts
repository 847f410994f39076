import { openEnd } from '../../generators/index.ts';

/** A name for what is special about a value. */
interface Feature<T> {
  readonly name: string;
  readonly of: (value: T) => boolean;
}

const isLastOfMonth = (date: string): boolean => {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).getUTCDate() === day;
};

const features = {
  date: [
    { name: 'leap day', of: (date) => date.endsWith('-02-29') },
    { name: 'first day of a year', of: (date) => date.endsWith('-01-01') },
    { name: 'last day of a year', of: (date) => date.endsWith('-12-31') && date !== openEnd },
    { name: 'first day of a month', of: (date) => date.endsWith('-01') && !date.endsWith('-01-01') },
    { name: 'last day of a month', of: (date) => isLastOfMonth(date) && !/-12-31$|-02-29$/u.test(date) },
    { name: 'open end', of: (date) => date === openEnd },
    { name: 'day before the open end', of: (date) => date === '9999-12-30' },
    { name: 'day before 1970', of: (date) => date < '1970-01-01' },
    { name: 'day past 2038-01-19', of: (date) => date > '2038-01-19' && date < '9999-01-01' },
  ],
  text: [
    { name: 'outside the basic plane', of: (text) => /[\u{10000}-\u{10ffff}]/u.test(text) },
    { name: 'combining characters', of: (text) => /\p{M}/u.test(text) && text.normalize('NFC') !== text },
    { name: 'right-to-left writing', of: (text) => /\p{Script=Hebrew}|\p{Script=Arabic}/u.test(text) },
    { name: 'a compatible twin', of: (text) => text.normalize('NFC').normalize('NFKC') !== text.normalize('NFC') },
    { name: 'past 100 characters', of: (text) => text.length > 100 && Array.from(text).length > 100 },
    { name: 'past 255 characters', of: (text) => text.length > 255 && Array.from(text).length > 255 },
    { name: 'past 255 bytes alone', of: (text) => text.length <= 255 && Buffer.byteLength(text) > 255 },
    { name: 'empty', of: (text) => text === '' },
    { name: 'padded with blanks', of: (text) => text.trim() !== text },
    { name: 'quotes or backslashes', of: (text) => /["'\\]/u.test(text) },
    { name: 'markup', of: (text) => /[<>&]/u.test(text) },
    { name: 'digits with leading zeros', of: (text) => /^0\d+$/u.test(text) },
    { name: 'like a number', of: (text) => /^[+-]?\d[\d.,]*(?:e\d+)?$/u.test(text) && !/^0\d+$/u.test(text) },
    { name: 'like a date', of: (text) => /^\d{4}-\d{2}-\d{2}/u.test(text) },
    { name: 'like nothing or a truth value', of: (text) => /^(?:null|none|undefined|true|false)$/iu.test(text) },
    { name: 'line breaks or tabs', of: (text) => /[\n\r\t]/u.test(text) },
  ],
  number: [
    { name: 'zero', of: (number) => number === 0 },
    { name: 'decimals', of: (number) => !Number.isInteger(number) },
    { name: 'more than two decimals', of: (number) => /\.\d{3}/u.test(String(number)) },
    { name: 'past 32 bits', of: (number) => number > 2 ** 31 },
    { name: 'the largest exact integer', of: (number) => number === Number.MAX_SAFE_INTEGER },
  ],
} as const satisfies {
  readonly date: readonly Feature<string>[];
  readonly text: readonly Feature<string>[];
  readonly number: readonly Feature<number>[];
};

/** The name of something special about a date, a text or a number. */
export type FeatureName = (typeof features)[keyof typeof features][number]['name'];

function namesOf<T>(list: readonly Feature<T>[], value: T): readonly string[] {
  return list.filter(({ of }) => of(value)).map(({ name }) => name);
}

/** What is special about a date `YYYY-MM-DD`. */
export function dateFeatures(date: string): readonly string[] {
  return namesOf(features.date, date);
}

const ordinary = /^[A-Za-z](?:[A-Za-z ]{0,40}[A-Za-z])?$/u;

/** What is special about a text. */
export function textFeatures(text: string): readonly string[] {
  return ordinary.test(text) && !/^(?:null|none|undefined|true|false)$/iu.test(text)
    ? []
    : namesOf(features.text, text);
}

/** What is special about a number. */
export function numberFeatures(number: number): readonly string[] {
  return namesOf(features.number, number);
}
