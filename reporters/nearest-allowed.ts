import type { Counterexample } from './report.ts';

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
