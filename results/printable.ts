/**
 * Characters that must not reach a terminal as they are: control characters (escape sequences start with one),
 * characters that are invisible or change the direction of writing, line separators, and lone surrogates.
 */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

/**
 * What a CI takes for a command when it reads the output of a step: `::name` at the beginning of a line, where a
 * wrapped text may end up, and `##[name]` anywhere (GitHub Actions, Azure Pipelines, TeamCity).
 */
const commands = /(?<=^|\s):(?=:[A-Za-z])|#(?=#\w*\[)/g;

const short: Readonly<Record<string, string>> = { '\n': String.raw`\n`, '\r': String.raw`\r`, '\t': String.raw`\t` };

/** As in JSON, and as in JavaScript where that takes more than four digits. */
function escapeOf(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return short[character] ?? (code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`);
}

/** Cuts a text to a number of UTF-16 units, never through a surrogate pair, and says how much is left out. */
export function bounded(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, '');
  return `${cut}… (${text.length - cut.length} more characters)`;
}

/** One safe line: what would act on a terminal or a CI is escaped as in JSON. Cut after `limit` characters. */
export function printable(text: string, limit = 2000): string {
  return bounded(text, limit).replace(commands, escapeOf).replace(unsafe, escapeOf);
}

/** The leading items that fit into a number of characters; at least one, if there are any. */
export function fitting(items: readonly string[], limit: number): readonly string[] {
  const shown: string[] = [];
  for (const item of items) {
    if (shown.length > 0 && shown.join(', ').length + item.length > limit) break;
    shown.push(item);
  }
  return shown;
}

/** The text that stands for the remaining items of a list. */
export const furtherItems = (count: number): string => `… and ${count} more`;

/** How many items a text from `furtherItems` or the like stands for; undefined if it is an ordinary item. */
export function furtherItemsIn(item: unknown): number | undefined {
  const [, count] = /^… (?:and |\()(\d+) more(?: items\))?$/.exec(typeof item === 'string' ? item : '') ?? [];
  return count === undefined ? undefined : Number(count);
}

/** A JSON value as one safe line; `nothing` if undefined. A list that is too long loses whole items. */
export function printableValue(value: unknown, limit = 300): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value) ?? 'not JSON';
  if (text.length <= limit || !Array.isArray(value)) return printable(text, limit);
  const shown = fitting(
    value.map((item) => JSON.stringify(item) ?? 'null'),
    limit,
  );
  return printable(`[${shown.join(',')}, … ${value.length - shown.length} more]`, limit * 2);
}

/** A surrogate escape in a JSON text; any other escape also matches, so that `\\ud800` is not mistaken for one. */
const escapes = /\\(?:u(d[89a-f][0-9a-f]{2})|.)/g;

/**
 * A value as indented JSON that every reader accepts: a lone surrogate, which `JSON.stringify` writes as an escape that
 * strict readers refuse, becomes U+FFFD. `##` is escaped so that a CI that prints the file finds no command in it.
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, undefined, 2)
    .replaceAll(escapes, (escape, half?: string) => (half === undefined ? escape : String.raw`\ufffd`))
    .replaceAll('##', String.raw`#\u0023`);
  return `${text}\n`;
}

/** `1 case`, `2 cases`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** The first few of several names, and the number of others. */
export function firstNames(names: readonly string[], most: number): string {
  const more = names.length - most;
  return `${names.slice(0, most).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** An instant for people, in UTC and to the minute; any other text unchanged. */
export function instant(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** A time for people, rounded up: seconds up to two minutes, then whole minutes. */
export function timeInWords(milliseconds: number): string {
  return milliseconds <= 120_000 ? `${Math.ceil(milliseconds / 1000)} s` : `${Math.ceil(milliseconds / 60_000)} min`;
}

/** Lines of a text, some of them optional: `undefined` and `false` are dropped. */
export type Lines = string | false | undefined | readonly Lines[];

export function lines(content: Lines): readonly string[] {
  if (content === undefined || content === false) return [];
  return typeof content === 'string' ? [content] : content.flatMap(lines);
}
