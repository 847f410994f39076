/**
 * What must not reach a terminal as it is: control characters (escape sequences start with one), marks that cannot be seen
 * or turn the direction of writing, line separators, and halves of surrogate pairs.
 */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

/**
 * What a CI takes for a command to itself when it reads it in the output of a step: `::name` at the beginning of a line,
 * where a wrapped text may end up, and `##[name]` anywhere (GitHub Actions, Azure Pipelines, TeamCity).
 */
const commands = /(?<=^|\s):(?=:[A-Za-z])|#(?=#\w*\[)/g;

const escapeOf = (character: string): string => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;

const short: Readonly<Record<string, string>> = { '\n': String.raw`\n`, '\r': String.raw`\r`, '\t': String.raw`\t` };

/** Cuts a text to a number of UTF-16 units, never through a surrogate pair, and says how much is left out. */
export function bounded(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, '');
  return `${cut}… (${text.length - cut.length} more characters)`;
}

/**
 * A text from a target as one line that is safe to show: what would act on the terminal, or on a CI that reads the
 * output, is shown escaped, as in JSON. Cut after `limit` characters.
 */
export function printable(text: string, limit = 2000): string {
  return bounded(text, limit)
    .replace(commands, escapeOf)
    .replace(unsafe, (character) => {
      const code = (character.codePointAt(0) ?? 0).toString(16);
      return short[character] ?? (code.length > 4 ? `\\u{${code}}` : escapeOf(character));
    });
}

/** A JSON value as one safe line; `nothing` when there is none. Of a list that is too long whole items are left out. */
export function printableValue(value: unknown, limit = 300): string {
  const text = Array.isArray(value) ? (JSON.stringify(value) ?? '') : '';
  if (Array.isArray(value) && text.length > limit) {
    const shown: string[] = [];
    for (const item of value) {
      const next = JSON.stringify(item) ?? 'null';
      if (shown.join(',').length + next.length > limit) break;
      shown.push(next);
    }
    if (shown.length > 0) return printable(`[${shown.join(',')}, … ${value.length - shown.length} more]`, limit * 2);
  }
  return value === undefined ? 'nothing' : printable(JSON.stringify(value) ?? 'not JSON', limit);
}

/** A body as safe lines: JSON indented, anything else as it came. What exceeds `maxLines` is only counted. */
export function printableBody(body: string, maxLines = 24, lineLimit = 160): readonly string[] {
  let text = body;
  try {
    text = JSON.stringify(JSON.parse(body), undefined, 2);
  } catch {
    // Not JSON, which may be the very point of it: shown as sent.
  }
  const lines = bounded(text, 100_000).split('\n');
  const shown = lines.slice(0, maxLines).map((line) => printable(line, lineLimit));
  return lines.length > maxLines ? [...shown, `… (${lines.length - maxLines} more lines)`] : shown;
}

/** An escape of a JSON text, or any other that begins with a backslash, so that what follows one is not mistaken. */
const escapes = /\\(?:u(d[89a-f][0-9a-f]{2})|.)/g;

/**
 * A value as indented JSON that every reader takes: half of a surrogate pair, which `JSON.stringify` writes as an escape
 * that strict readers refuse, becomes U+FFFD. `##` is written so that a CI that prints the file finds no command in it.
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

/** The first of several names; the others are counted. */
export function firstNames(names: readonly string[], most: number): string {
  const more = names.length - most;
  return `${names.slice(0, most).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** An instant as people read it, in UTC and to the minute; any other text unchanged. */
export function instant(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** A time for people, rounded up: seconds up to two minutes, then whole minutes. */
export function timeInWords(milliseconds: number): string {
  return milliseconds <= 120_000 ? `${Math.ceil(milliseconds / 1000)} s` : `${Math.ceil(milliseconds / 60_000)} min`;
}

/** Lines of a text, some of which may be left out: `undefined` and `false` are no lines. */
export type Lines = string | false | undefined | readonly Lines[];

export function lines(content: Lines): readonly string[] {
  if (content === undefined || content === false) return [];
  return typeof content === 'string' ? [content] : content.flatMap(lines);
}
