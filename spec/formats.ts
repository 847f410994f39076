const uuid = /^[\dA-Fa-f]{8}(?:-[\dA-Fa-f]{4}){3}-[\dA-Fa-f]{12}$/;

/** Whether a text is a UUID: any version and variant in either letter case, and no prefix. */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}

/** Days of each month of a common year. */
const daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** Whether a text is a day of the calendar, written `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8));
  if (month === 2 && day === 29) {
    const year = Number(text.slice(0, 4));
    return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  }
  return day > 0 && day <= (daysOfMonths[month - 1] ?? 0);
}
