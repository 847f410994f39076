import type { Values } from './values.ts';

const day = 86_400_000;

/** The end date of a coverage without an end (`spec/documents/2-resources.md`). */
export const openEnd = '9999-12-31';

type Parts = readonly [year: number, month: number, day: number];

/** Days as dates, by their numbers, and dates taken apart: a run asks for the same few hundred all the time. */
const written = new Map<number, string>();
const read = new Map<string, { readonly parts: Parts; readonly number: number }>();

function dated(number: number): string {
  const known = written.get(number);
  if (known !== undefined) return known;
  const date = new Date(number * day).toISOString().slice(0, 10);
  written.set(number, date);
  return date;
}

function readDate(date: string) {
  const known = read.get(date);
  if (known !== undefined) return known;
  const parts: Parts = [Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8, 10))];
  const made = { parts, number: Date.UTC(parts[0], parts[1] - 1, parts[2]) / day };
  read.set(date, made);
  return made;
}

const numbered = (date: string): number => readDate(date).number;
/** The year, month and day of a date, as numbers; the month from 1. */
const partsOf = (date: string): Parts => readDate(date).parts;

/** First and last days of months and years, and leap days, between two years. */
function edges(firstYear: number, lastYear: number): number[] {
  const years = Array.from({ length: lastYear - firstYear + 1 }, (_, index) => firstYear + index);
  return years.flatMap((year) => {
    const months = [0, 1, 5, 11];
    return months.flatMap((month) => [Date.UTC(year, month, 1) / day, Date.UTC(year, month + 1, 0) / day]);
  });
}

/**
 * Calendar dates `YYYY-MM-DD` from `first` to `last`, both included: any day, the first and last days of months and
 * years, and leap days more often than chance.
 */
export function dates(first: string, last: string): Values<string> {
  const [min, max] = [numbered(first), numbered(last)];
  const special = edges(yearOf(first), yearOf(last)).filter((at) => at >= min && at <= max);
  const leap = special.filter((at) => dated(at).endsWith('-02-29'));
  return {
    draw(random) {
      const list = [special, leap][random.nextInt(0, 4)] ?? [];
      return dated(list[random.nextInt(0, Math.max(0, list.length - 1))] ?? random.nextInt(min, max));
    },
  };
}

/** A date that a number of days later or, when negative, earlier. */
export function shifted(date: string, days: number): string {
  return dated(numbered(date) + days);
}

/** The number of days from a date to a later one; negative when it is earlier. */
export function daysBetween(date: string, later: string): number {
  return numbered(later) - numbered(date);
}

/** The year of a date. */
export function yearOf(date: string): number {
  return partsOf(date)[0];
}

/** The first day of the month of a date, or of the one that is so many months later or, when negative, earlier. */
export function firstOfMonth(date: string, months = 0): string {
  const [year, month] = partsOf(date);
  return dated(Date.UTC(year, month - 1 + months, 1) / day);
}

/** Months from one first day to the next. */
const monthsOf = { month: 1, quarter: 3, year: 12 } as const;

export type MonthStep = keyof typeof monthsOf;

/** The first days of months, or of those that a quarter or a year begins with, from `first` to `last`, both included. */
export function firstsOfMonths(first: string, last: string, step: MonthStep = 'month'): readonly string[] {
  const [from, to] = [partsOf(first), partsOf(last)];
  const count = (to[0] - from[0]) * 12 + to[1] - from[1] + 1;
  return Array.from({ length: count }, (_, months) => firstOfMonth(first, months)).filter(
    (date) => date >= first && (partsOf(date)[1] - 1) % monthsOf[step] === 0,
  );
}

/** The last day of that month. */
export function lastOfMonth(date: string, months = 0): string {
  return shifted(firstOfMonth(date, months + 1), -1);
}

/** The same day so many years later or, when negative, earlier; 1 March for a leap day of a year without one. */
export function yearsAfter(date: string, years: number): string {
  const [year, month, dayOfMonth] = partsOf(date);
  return dated(Date.UTC(year + years, month - 1, dayOfMonth) / day);
}

/** The later of two dates. Dates of four-digit years compare as text. */
export function later(one: string, other: string): string {
  return one > other ? one : other;
}

/** The earlier of two dates. */
export function earlier(one: string, other: string): string {
  return one < other ? one : other;
}

/**
 * A calendar date as HTTP writes it (RFC 9110, IMF-fixdate), at midnight UTC: `Sat, 01 Jan 2022 00:00:00 GMT` for
 * `2022-01-01`. The sample filters of a decision list are in this form (`spec/documents/4-endpoints.md`).
 */
export function httpDate(date: string): string {
  return new Date(`${date}T00:00:00Z`).toUTCString();
}
