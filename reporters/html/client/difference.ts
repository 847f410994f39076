import type { align } from './align.ts';

/** A piece of a text, and whether the other text lacks it. */
export interface Piece {
  readonly text: string;
  readonly changed: boolean;
}

/** A line of each of two texts, or of one of them. */
export interface DifferenceRow {
  readonly left?: readonly Piece[];
  readonly right?: readonly Piece[];
  readonly same: boolean;
}

/**
 * The lines of two texts beside each other, with the words that differ.
 *
 * Runs in the page as well: it refers to nothing outside itself.
 */
export function difference(
  left: string,
  right: string,
  { align: aligned }: { readonly align: typeof align },
): readonly DifferenceRow[] {
  const wordsOf = (text: string): readonly string[] => text.match(/\d+|[A-Za-z]+|\s+|./gsu) ?? [];
  const piecesOf = (words: readonly string[], changed: ReadonlySet<number>): readonly Piece[] => {
    const pieces: { text: string; changed: boolean }[] = [];
    for (const [index, text] of words.entries()) {
      const last = pieces.at(-1);
      if (last?.changed === changed.has(index)) last.text += text;
      else pieces.push({ text, changed: changed.has(index) });
    }
    return pieces;
  };
  const changedLine = (one: string, other: string): DifferenceRow => {
    const leftWords = wordsOf(one);
    const rightWords = wordsOf(other);
    const rows = aligned(leftWords, rightWords);
    const shared = rows
      .filter((row) => row.left !== undefined && row.right !== undefined)
      .reduce((total, row) => total + (leftWords[row.left ?? 0]?.trim().length ?? 0), 0);
    // Texts that have next to nothing in common differ as a whole.
    if (shared * 4 < Math.min(one.length, other.length)) {
      return { left: [{ text: one, changed: true }], right: [{ text: other, changed: true }], same: false };
    }
    const leftOnly = rows.flatMap((row) => (row.right === undefined && row.left !== undefined ? [row.left] : []));
    const rightOnly = rows.flatMap((row) => (row.left === undefined && row.right !== undefined ? [row.right] : []));
    return {
      left: piecesOf(leftWords, new Set(leftOnly)),
      right: piecesOf(rightWords, new Set(rightOnly)),
      same: false,
    };
  };

  const leftLines = left.split('\n');
  const rightLines = right.split('\n');
  const rows: DifferenceRow[] = [];
  let gone: string[] = [];
  let come: string[] = [];
  const settle = (): void => {
    for (let index = 0; index < Math.max(gone.length, come.length); index += 1) {
      const one = gone[index];
      const other = come[index];
      if (one !== undefined && other !== undefined) rows.push(changedLine(one, other));
      else if (one !== undefined) rows.push({ left: [{ text: one, changed: true }], same: false });
      else if (other !== undefined) rows.push({ right: [{ text: other, changed: true }], same: false });
    }
    gone = [];
    come = [];
  };
  for (const row of aligned(leftLines, rightLines)) {
    const one = row.left === undefined ? undefined : (leftLines[row.left] ?? '');
    const other = row.right === undefined ? undefined : (rightLines[row.right] ?? '');
    if (one !== undefined && other !== undefined) {
      settle();
      rows.push({ left: [{ text: one, changed: false }], right: [{ text: other, changed: false }], same: true });
    } else if (one !== undefined) gone.push(one);
    else if (other !== undefined) come.push(other);
  }
  settle();
  return rows;
}
