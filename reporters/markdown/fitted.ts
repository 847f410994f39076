/** A part of a page: nothing of it is shown when it has no items. */
export interface Section {
  readonly title: string;
  /** Items of lines, the most telling first; each is shown as a whole or not at all. */
  readonly items: readonly (readonly string[])[];
}

const bytesOf = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);

/** Bytes kept for the lines that say what was left out. */
const reserve = 200;

/**
 * A page of sections that stays within a number of bytes of UTF-8. Where the items of a section do not all fit, the rest
 * of them is counted in its last line; later sections still get what room there is.
 */
export function fitted(head: readonly string[], sections: readonly Section[], limit: number): string {
  const lines = [...head];
  const filled = sections.filter(({ items }) => items.length > 0);
  let room = limit - bytesOf(head) - filled.reduce((sum, { title }) => sum + Buffer.byteLength(title) + reserve, 0);
  for (const { title, items } of filled) {
    lines.push(`### ${title}`, '');
    let shown = 0;
    for (const item of items) {
      const size = bytesOf(item);
      if (size > room) break;
      room -= size;
      shown += 1;
      lines.push(...item);
    }
    const left = items.length - shown;
    if (lines.at(-1) !== '') lines.push('');
    if (left > 0)
      lines.push(`${left} of ${items.length} are left out here for want of room: the JSON report has them.`, '');
  }
  return `${lines.join('\n').trimEnd()}\n`;
}
