/** An HTTP date as filters are shown to take it: `Sat, 01 Jan 2022 00:00:00 GMT`. */
const httpDate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** The day (`YYYY-MM-DD`) that an HTTP date names; undefined for any other text. */
export function dayOfHttpDate(text: string): string | undefined {
  if (!httpDate.test(text)) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString().slice(0, 10);
}
