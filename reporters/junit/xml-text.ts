import { printable } from '../../results/printable.ts';

/** What XML 1.0 cannot hold even escaped, and `printable` leaves as it is. */
const noncharacters = /[\uFFFE\uFFFF]/g;

const visible = (text: string): string =>
  text.replace(noncharacters, (mark) => (mark === '\uFFFE' ? '\\ufffe' : '\\uffff'));

/** A text of a target as one line that any XML 1.0 parser takes; what it cannot hold is shown escaped, as in JSON. */
export function xmlLine(text: string, limit = 1000): string {
  return visible(printable(text, limit));
}

/** Lines as they come of `evidenceLines`, as the text of an element. */
export function xmlLines(lines: readonly string[]): string {
  return visible(lines.join('\n'));
}
