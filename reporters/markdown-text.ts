import { printable } from '../results/printable.ts';
import { lines, type Lines } from './lines.ts';

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}

/** A text of a target as inline code, in which GitHub finds neither markup nor mentions, links, emoji or formulas. */
export function code(text: string, limit = 300): string {
  const line = printable(text, limit);
  const fence = '`'.repeat(longestRun(line) + 1);
  // One space at each end is taken away again: it keeps backticks at the ends from the fence, and spaces there in place.
  const space = /^`|`$|^ .*\S.* $/.test(line) ? ' ' : '';
  return `${fence}${space}${line === '' ? ' ' : line}${space}${fence}`;
}

/** What GitHub makes something of wherever it stands: mentions, addresses, issues, commits, emoji, formulas. */
const busy = /@|:\/\/|www\.|#\d|GH-\d|\$|:[\w+-]+:|\b[0-9a-f]{7,40}\b/i;

const markup = /[\\`*_[\]<>~|&#]/g;
const opening = /^(\s*\d*)([-+=.)])/;

const proseWord = (word: string): string =>
  busy.test(word) ? code(word, word.length) : word.replace(markup, String.raw`\$&`);

/**
 * A sentence that may have come from anywhere, as Markdown that shows it as it is: one line without markup, but that
 * code in backticks stays code.
 */
export function prose(text: string, limit = 2000): string {
  return printable(text, limit)
    .split(/(`[^`]+`)/)
    .map((part, index) => (index % 2 === 1 ? code(part.slice(1, -1), part.length) : part.replaceAll(/\S+/g, proseWord)))
    .join('')
    .replace(opening, String.raw`$1\$2`);
}

/** Lines that are safe already, as a block of code; nothing in them can end it. */
export function codeBlock(lines: readonly string[], language = 'text'): readonly string[] {
  const fence = '`'.repeat(Math.max(3, longestRun(lines.join('\n')) + 1));
  return [`${fence}${language}`, ...lines, fence];
}

/** HTML that shows a text as it is, for the summary of a fold, where Markdown means nothing. */
export function html(text: string, limit = 300): string {
  const entities = (part: string): string =>
    part.replace(/[^\w\s.,;/-]/gu, (character) => `&#${character.codePointAt(0)};`);
  return `<code>${entities(printable(text, limit))}</code>`;
}

/** A part of a page: nothing of it is shown when it has no items. */
export interface Section {
  readonly title: string;
  readonly items: readonly Lines[];
}

const bytesOf = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);

const reserve = 200;

/**
 * A page of sections that stays within a number of bytes of UTF-8. Where the items of a section do not all fit, the rest
 * of them is counted in its last line; later sections still get what room there is.
 */
export function fitted(head: readonly string[], sections: readonly Section[], limit: number): string {
  const page = [...head];
  const filled = sections.filter(({ items }) => items.length > 0);
  let room = limit - bytesOf(head) - filled.reduce((sum, { title }) => sum + Buffer.byteLength(title) + reserve, 0);
  for (const { title, items } of filled) {
    page.push(`### ${title}`, '');
    let shown = 0;
    for (const item of items.map(lines)) {
      const size = bytesOf(item);
      if (size > room) break;
      room -= size;
      shown += 1;
      page.push(...item);
    }
    const left = items.length - shown;
    if (page.at(-1) !== '') page.push('');
    if (left > 0)
      page.push(`${left} of ${items.length} are left out here to save space: the JSON report has them.`, '');
  }
  return `${page.join('\n').trimEnd()}\n`;
}
