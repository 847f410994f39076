import { distance } from 'fastest-levenshtein';
import type { Counterexample } from '../results/report.ts';
import { pointerTo } from '../spec/index.ts';

/** What was asked for, and what was there. */
export type Compared = Pick<Counterexample, 'expected' | 'expectedOneOf' | 'actual'>;

/** Values of which one is asked for, as what was there is compared with them. */
interface Allowed {
  readonly nearest?: unknown;
  readonly values: readonly unknown[];
}

const looked = 200;

const textOf = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, looked);

/** Edits from one text to another; the case of a letter weighs a tenth of the letter. */
function editsBetween(one: string, other: string): number {
  const letters = distance(one.toLowerCase(), other.toLowerCase());
  return letters + (distance(one, other) - letters) / 10;
}

/**
 * The values that are allowed, and which of them was probably meant: the one that takes the fewest edits, if these leave
 * half of it as it is.
 */
export function nearestAllowed({ expected, expectedOneOf, actual }: Compared): Allowed | undefined {
  if (expectedOneOf !== true || !Array.isArray(expected) || expected.length === 0) return undefined;
  const values: readonly unknown[] = expected;
  if (actual === undefined) return { values };
  const found = textOf(actual);
  const [best] = values
    .map((value) => {
      const text = textOf(value);
      return { value, edits: editsBetween(text, found), most: Math.max(text.length, found.length) / 2 };
    })
    .filter(({ edits, most }) => edits <= most)
    .toSorted((one, other) => one.edits - other.edits);
  if (best === undefined) return { values };
  return { nearest: best.value, values: [best.value, ...values.filter((value) => value !== best.value)] };
}

function codePoints(text: string): string {
  const points = Array.from(text, (character) => (character.codePointAt(0) ?? 0).toString(16).toUpperCase());
  return points.length === 0 ? 'nothing' : points.map((point) => `U+${point.padStart(4, '0')}`).join(' ');
}

/** What the eye holds on to: letters without their marks, and no blanks. */
const visible = (text: string): string => text.normalize('NFKD').replace(/[^\x21-\x7e]/g, '');
const graphemes = (text: string): readonly string[] => text.match(/.\p{M}*/gsu) ?? [];
const isPlain = (text: string): boolean => /^[\x21-\x7e]$/.test(text);

function lookAlikeTexts(one: string, other: string): string | undefined {
  const [left, right] = [graphemes(one), graphemes(other)];
  const length = Math.max(left.length, right.length);
  const differing = Array.from({ length }, (_, index) => index).filter((index) => left[index] !== right[index]);
  const at = differing[0] ?? 0;
  // Letters of another alphabet stand where plain ones would, each for one.
  const isLetterForLetter =
    left.length === right.length &&
    differing.length < Math.max(left.length, 2) &&
    differing.every((index) => {
      const pair = [left[index] ?? '', right[index] ?? ''];
      return !pair.every(isPlain) && pair.every((character) => !isPlain(character) || /\w/.test(character));
    });
  if (visible(one) !== visible(other) && !isLetterForLetter) return undefined;
  return `in character ${at + 1}: ${codePoints(left[at] ?? '')} was expected, ${codePoints(right[at] ?? '')} came`;
}

/**
 * What differs in two values that look the same: the characters in which they first differ, as code points; a text in a
 * larger value with the place that it stands at. Nothing where the difference can be seen.
 */
export function lookAlike(expected: unknown, actual: unknown, pointer = ''): string | undefined {
  if (typeof expected === 'string' && typeof actual === 'string') {
    const difference = expected === actual ? undefined : lookAlikeTexts(expected, actual);
    return difference === undefined || pointer === '' ? difference : `at ${pointer}, ${difference}`;
  }
  if (typeof expected !== 'object' || expected === null || typeof actual !== 'object' || actual === null)
    return undefined;
  const members = new Map<string, unknown>(Object.entries(actual));
  for (const [name, value] of Object.entries(expected)) {
    const difference = lookAlike(value, members.get(name), `${pointer}${pointerTo(name)}`);
    if (difference !== undefined) return difference;
  }
  return undefined;
}
