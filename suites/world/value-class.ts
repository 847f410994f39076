/** Members whose values come from an open vocabulary, or name something that the target has to know: each value counts for itself. */
const named =
  /(?:^|\.)(?:sex|marital_status|relationship|employment_status|salary\.type|salary\.unit|email_address_type|preferred_method|events\.type|events\.reason|snapshot_mode|plan_type|metal_tier|state|line_of_coverage|carrier_id|plan_id)$/;

/** Days that stand out, the most telling first. */
const days: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['without an end', /^9999-12-31$/],
  ['a leap day', /-02-29$/],
  ['the first of a year', /-01-01$/],
  ['the last of a year', /-12-31$/],
  ['the first of a month', /-01$/],
  ['late in a month', /-(?:28|30|31)$/],
];

/** Lengths in UTF-16 units, by which many a service counts. */
const lengths = [255, 100, 50, 20, 10] as const;

/** Kinds of characters, the most telling first. */
const characters: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['control characters', /\p{Cc}/u],
  ['characters beyond the basic plane', /[\u{10000}-\u{10FFFF}]/u],
  ['combining characters', /\p{M}/u],
  ['right-to-left characters', /[\p{Script=Hebrew}\p{Script=Arabic}]/u],
  ['characters beyond ASCII', /[^\p{ASCII}]/u],
  ['quotes or markup', /["'`<>&\\{}]/],
  ['digits alone', /^\d+$/],
];

/**
 * What kind of value a member has, in words: values of one kind are taken or refused alike, as far as one can tell from
 * outside.
 *
 * @param path - names of the members down to it, joined by dots, without indexes
 * @param ordinary - the value that the target took there
 */
export function classOf(path: string, value: unknown, ordinary: unknown): string {
  if (named.test(path) || typeof value === 'boolean' || value === null) return JSON.stringify(value);
  if (typeof value === 'number') return numberClass(value);
  if (typeof value !== 'string') return 'another type';
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return dayClass(value, ordinary);
  return textClass(value);
}

function numberClass(value: number): string {
  const decimals = /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0;
  const size = value < 0 ? 'negative' : value === 0 ? 'zero' : value >= 1e9 ? 'of ten digits or more' : 'other';
  return `a number: ${size}, ${decimals === 0 ? 'whole' : decimals > 2 ? 'more than two decimals' : 'decimals'}`;
}

function dayClass(value: string, ordinary: unknown): string {
  const kind = days.find(([, pattern]) => pattern.test(value))?.[0] ?? 'an ordinary one';
  return `a day: ${kind}, ${typeof ordinary === 'string' && value < ordinary ? 'earlier' : 'later'}`;
}

function textClass(value: string): string {
  if (value === '') return 'an empty text';
  const padded = value.trim() === value ? '' : ', padded';
  const length = lengths.find((limit) => value.length > limit);
  const kind = characters.find(([, pattern]) => pattern.test(value))?.[0] ?? 'plain';
  return `a text: ${kind}${length === undefined ? '' : `, longer than ${length}`}${padded}`;
}
