export const msPerDay = 86_400_000;

/** The end date of a coverage without an end (`spec/documents/2-resources.md`). */
export const openEnd = '9999-12-31';

const twoDigits = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'));

const written = (year: number, month: number, dayOfMonth: number): string =>
  `${String(year).padStart(4, '0')}-${twoDigits[month]}-${twoDigits[dayOfMonth]}`;

const digit = (date: string, at: number): number => date.charCodeAt(at) - 48;
const numberAt = (date: string, at: number): number => digit(date, at) * 10 + digit(date, at + 1);

export const yearOf = (date: string): number => numberAt(date, 0) * 100 + numberAt(date, 2);
const monthOf = (date: string): number => numberAt(date, 5);
const dayOf = (date: string): number => numberAt(date, 8);

/** Days of 400 years, after which the calendar repeats, and days from 0000-03-01 to 1970-01-01. */
const [cycle, epoch] = [146_097, 719_468] as const;

/** Days from 1970-01-01 to a date. Years are counted from March, so that a leap day is the last of its year. */
function numbered(date: string): number {
  const month = monthOf(date);
  const year = month > 2 ? yearOf(date) : yearOf(date) - 1;
  const ofYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + dayOf(date) - 1;
  return year * 365 + Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400) + ofYear - epoch;
}

/** The date a number of days after 1970-01-01. */
function dated(number: number): string {
  const days = number + epoch;
  const ofCycle = days - Math.floor(days / cycle) * cycle;
  const leaps = Math.floor(ofCycle / 1460) - Math.floor(ofCycle / 36_524) + Math.floor(ofCycle / (cycle - 1));
  const years = Math.floor((ofCycle - leaps) / 365);
  const ofYear = ofCycle - (365 * years + Math.floor(years / 4) - Math.floor(years / 100));
  const month = Math.floor((5 * ofYear + 2) / 153);
  const year = years + Math.floor(days / cycle) * 400;
  const dayOfMonth = ofYear - Math.floor((153 * month + 2) / 5) + 1;
  return month < 10 ? written(year, month + 3, dayOfMonth) : written(year + 1, month - 9, dayOfMonth);
}

/** A day that every month has: recognizing one takes a fraction of the time. */
const usualDay = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])$/;

/** Whether a text is a day of the calendar, written `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  return usualDay.test(text) || (/^\d{4}-\d\d-\d\d$/.test(text) && dated(numbered(text)) === text);
}

/** The date a number of days later, or earlier if negative. */
export function shifted(date: string, days: number): string {
  return dated(numbered(date) + days);
}

/** The number of days from a date to a later one; negative if it is earlier. */
export function daysBetween(date: string, later: string): number {
  return numbered(later) - numbered(date);
}

/** The first day of a date's month, or of the month that many months later, or earlier if negative. */
export function firstOfMonth(date: string, months = 0): string {
  const month = yearOf(date) * 12 + monthOf(date) - 1 + months;
  return written(Math.floor(month / 12), (month % 12) + 1, 1);
}

/** Months from one first day to the next. */
const monthsOf = { month: 1, quarter: 3, year: 12 } as const;

export type MonthStep = keyof typeof monthsOf;

/** The first days of months, quarters or years from `first` to `last`, both included. */
export function firstsOfMonths(first: string, last: string, step: MonthStep = 'month'): readonly string[] {
  const count = (yearOf(last) - yearOf(first)) * 12 + monthOf(last) - monthOf(first) + 1;
  return Array.from({ length: count }, (_, months) => firstOfMonth(first, months)).filter(
    (date) => date >= first && (monthOf(date) - 1) % monthsOf[step] === 0,
  );
}

export function lastOfMonth(date: string, months = 0): string {
  return shifted(firstOfMonth(date, months + 1), -1);
}

/** The same day a number of years later, or earlier if negative; 1 March for a leap day in a common year. */
export function yearsAfter(date: string, years: number): string {
  const moved = `${yearOf(date) + years}${date.slice(4)}`;
  return !moved.endsWith('-02-29') || isDay(moved) ? moved : `${yearOf(moved)}-03-01`;
}

/** The later of two dates. Dates of four-digit years compare as text. */
export function later(one: string, other: string): string {
  return one > other ? one : other;
}

export function earlier(one: string, other: string): string {
  return one < other ? one : other;
}

/** A date as HTTP writes it (RFC 9110, IMF-fixdate), as in filters of decisions: `Sat, 01 Jan 2022 00:00:00 GMT`. */
export function httpDate(date: string): string {
  return new Date(`${date}T00:00:00Z`).toUTCString();
}
