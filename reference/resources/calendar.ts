const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

const isoForm = /^(\d{4})-(\d{2})-(\d{2})$/;
const httpForm = /^([A-Z][a-z]{2}), (\d{2}) ([A-Z][a-z]{2}) (\d{4}) ([01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60) GMT$/;

/** Midnight UTC in milliseconds; undefined when the calendar has no such day. */
function midnight(year: number, month: number, day: number): number | undefined {
  const date = new Date(0);
  // Not Date.UTC, which takes the years 0 to 99 for 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day);
  const real = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return real ? date.getTime() : undefined;
}

/** Midnight UTC, in milliseconds, of a date written `YYYY-MM-DD`; undefined when it is not a day of the calendar. */
export function startOfDay(date: string): number | undefined {
  const match = isoForm.exec(date);
  return match === null ? undefined : midnight(Number(match[1]), Number(match[2]), Number(match[3]));
}

/**
 * The day in an HTTP date, `Sat, 01 Jan 2022 00:00:00 GMT` (IMF-fixdate, RFC 9110), as `YYYY-MM-DD`.
 *
 * @returns undefined for another form, an impossible day, or a weekday that isn't that day's
 */
export function dayOfHttpDate(text: string): string | undefined {
  const match = httpForm.exec(text);
  if (match === null) return undefined;
  const [, weekday = '', day = '', monthName = '', year = ''] = match;
  const month = months.indexOf(monthName) + 1;
  const time = month === 0 ? undefined : midnight(Number(year), month, Number(day));
  if (time === undefined || weekdays[new Date(time).getUTCDay()] !== weekday) return undefined;
  return `${year}-${String(month).padStart(2, '0')}-${day}`;
}
