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
 * The lines of two JSON texts beside each other, with what differs in them: words, or letters within a word that is mostly
 * the same. The comma that ends a line belongs to what follows it: lines that differ in it alone are the same.
 *
 * Runs in the page as well: it refers to nothing outside itself.
 */
export function difference(
  left: string,
  right: string,
  { align: aligned }: { readonly align: typeof align },
): readonly DifferenceRow[] {
  const wordsOf = (text: string): readonly string[] => text.match(/\d+|[A-Za-z]+|\s+|./gsu) ?? [];
  const graphemesOf = (text: string): readonly string[] => text.match(/.\p{M}*/gsu) ?? [];
  const withoutComma = (line: string): string => line.replace(/,$/, '');
  const addTo = (pieces: { text: string; changed: boolean }[], text: string, changed: boolean): void => {
    const last = pieces.at(-1);
    if (text === '') return;
    if (last?.changed === changed) last.text += text;
    else pieces.push({ text, changed });
  };
  /** How many letters two texts share at their beginning and at their end, where that is at least half of them. */
  const sharedEnds = (one: readonly string[], other: readonly string[]): readonly [start: number, end: number] => {
    const shorter = Math.min(one.length, other.length);
    let start = 0;
    while (start < shorter && one[start] === other[start]) start += 1;
    let end = 0;
    while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
    return (start + end) * 2 < Math.max(one.length, other.length) ? [0, 0] : [start, end];
  };
  const changedLine = (one: string, other: string): DifferenceRow => {
    const [bareOne, bareOther] = [withoutComma(one), withoutComma(other)];
    const [leftWords, rightWords] = [wordsOf(bareOne), wordsOf(bareOther)];
    const leftPieces: { text: string; changed: boolean }[] = [];
    const rightPieces: { text: string; changed: boolean }[] = [];
    let gone = '';
    let come = '';
    const settle = (): void => {
      const [goneLetters, comeLetters] = [graphemesOf(gone), graphemesOf(come)];
      const [start, end] = sharedEnds(goneLetters, comeLetters);
      for (const [pieces, letters] of [[leftPieces, goneLetters] as const, [rightPieces, comeLetters] as const]) {
        addTo(pieces, letters.slice(0, start).join(''), false);
        addTo(pieces, letters.slice(start, letters.length - end).join(''), true);
        addTo(pieces, letters.slice(letters.length - end).join(''), false);
      }
      gone = '';
      come = '';
    };
    for (const row of aligned(leftWords, rightWords)) {
      const word = leftWords[row.left ?? -1] ?? '';
      if (row.left !== undefined && row.right !== undefined) {
        settle();
        addTo(leftPieces, word, false);
        addTo(rightPieces, word, false);
      } else {
        gone += word;
        come += rightWords[row.right ?? -1] ?? '';
      }
    }
    settle();
    const shared = leftPieces.reduce((total, { text, changed }) => total + (changed ? 0 : text.trim().length), 0);
    // Texts that have next to nothing in common differ as a whole.
    if (shared * 4 < Math.min(bareOne.length, bareOther.length)) {
      return { left: [{ text: one, changed: true }], right: [{ text: other, changed: true }], same: false };
    }
    addTo(leftPieces, one.slice(bareOne.length), false);
    addTo(rightPieces, other.slice(bareOther.length), false);
    return { left: leftPieces, right: rightPieces, same: false };
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
  for (const row of aligned(leftLines.map(withoutComma), rightLines.map(withoutComma))) {
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
