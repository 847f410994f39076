import type { Counterexample } from '../../../results/report.ts';

/** What was asked for, and what was there. */
export type Compared = Pick<Counterexample, 'expected' | 'expectedOneOf' | 'actual'>;

/** Values of which one is asked for, as what was there is compared with them. */
export interface Allowed {
  /** The value that the actual one is nearest to; absent where it is like none of them. */
  readonly nearest?: unknown;
  /** All of them, the nearest first. */
  readonly values: readonly unknown[];
}

/**
 * The values that are allowed, and which of them was probably meant: the one that takes the fewest edits, if these leave
 * half of it as it is. The case of a letter weighs less than the letter.
 *
 * Runs in the page of the HTML report as well: it refers to nothing outside itself.
 *
 * @returns undefined where one value, or a phrase, is asked for
 */
export function nearestAllowed({ expected, expectedOneOf, actual }: Compared): Allowed | undefined {
  if (expectedOneOf !== true || !Array.isArray(expected) || expected.length === 0) return undefined;
  /** What is looked at of a text, which may be of any length. */
  const looked = 200;
  const lettersOf = (value: unknown): readonly string[] =>
    Array.from((typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, looked));
  const costOf = (one: string | undefined, other: string | undefined): number => {
    if (one === other) return 0;
    return one?.toLowerCase() === other?.toLowerCase() ? 0.1 : 1;
  };
  const distance = (left: readonly string[], right: readonly string[]): number => {
    let above = [0, ...right.map((_, index) => index + 1)];
    for (const [row, letter] of left.entries()) {
      const costs = [row + 1];
      for (const [column, other] of right.entries()) {
        costs.push(
          Math.min(
            (above[column] ?? 0) + costOf(letter, other),
            (above[column + 1] ?? 0) + 1,
            (costs[column] ?? 0) + 1,
          ),
        );
      }
      above = costs;
    }
    return above[right.length] ?? 0;
  };

  const values: readonly unknown[] = expected;
  const found = lettersOf(actual);
  let best = { value: undefined as unknown, edits: Infinity };
  for (const value of actual === undefined ? [] : values) {
    const letters = lettersOf(value);
    const edits = distance(letters, found);
    if (edits * 2 <= Math.max(letters.length, found.length) && edits < best.edits) best = { value, edits };
  }
  if (best.edits === Infinity) return { values };
  return { nearest: best.value, values: [best.value, ...values.filter((value) => value !== best.value)] };
}

/**
 * What tells two values apart that look the same: the characters in which they first differ, as code points; a text in a
 * larger value with the place that it stands at. Nothing where the difference can be seen.
 *
 * Runs in the page of the HTML report as well: it refers to nothing outside itself.
 *
 * @returns the end of a sentence that begins with `differs`
 */
export function lookAlike(expected: unknown, actual: unknown): string | undefined {
  const codePoints = (text: string): string =>
    text === ''
      ? 'nothing'
      : Array.from(text)
          .map((character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`)
          .join(' ');
  // What the eye holds on to: letters without their marks, and no blanks.
  const visible = (text: string): string => text.normalize('NFKD').replace(/[^\x21-\x7e]/g, '');
  const graphemes = (text: string): readonly string[] => text.match(/.\p{M}*/gsu) ?? [];
  const isPlain = (text: string): boolean => /^[\x21-\x7e]$/.test(text);

  const ofTexts = (one: string, other: string): string | undefined => {
    const [left, right] = [graphemes(one), graphemes(other)];
    const differing = Array.from({ length: Math.max(left.length, right.length) }, (_, index) => index).filter(
      (index) => left[index] !== right[index],
    );
    const at = differing[0] ?? 0;
    // Letters of another alphabet stand where plain ones would, each for one.
    const isLetterForLetter =
      left.length === right.length &&
      differing.length < Math.max(left.length, 2) &&
      differing.every((index) => {
        const pair = [left[index] ?? '', right[index] ?? ''];
        return !pair.every(isPlain) && pair.every((one) => !isPlain(one) || /\w/.test(one));
      });
    if (visible(one) !== visible(other) && !isLetterForLetter) return undefined;
    return `in character ${at + 1}: ${codePoints(left[at] ?? '')} was expected, ${codePoints(right[at] ?? '')} came`;
  };
  const within = (one: unknown, other: unknown, pointer: string): string | undefined => {
    if (typeof one === 'string' && typeof other === 'string') {
      const told = one === other ? undefined : ofTexts(one, other);
      return told === undefined || pointer === '' ? told : `at ${pointer}, ${told}`;
    }
    if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) return undefined;
    const members = new Map<string, unknown>(Object.entries(other));
    for (const [name, value] of Object.entries(one)) {
      const told = within(value, members.get(name), `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
      if (told !== undefined) return told;
    }
    return undefined;
  };
  return within(expected, actual, '');
}

/**
 * The place in a request's body that a pointer into the answer speaks of, where the answer gives back what was sent: the
 * same pointer, or the one within the member that the answer wraps it in.
 *
 * Runs in the page of the HTML report as well: it refers to nothing outside itself.
 *
 * @param has - whether the body has something at a pointer
 */
export function placeInRequest(pointer: string | undefined, has: (pointer: string) => boolean): string | undefined {
  if (pointer?.startsWith('/') !== true) return undefined;
  const wrapped = pointer.replace(/^\/[^/]*/, '');
  return [pointer, wrapped].find((one) => one !== '' && has(one));
}
