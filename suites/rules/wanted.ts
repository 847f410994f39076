import type { Violation } from '../engine/invariant.ts';
import { sameId } from './reading.ts';

/** That one of these values is asked for. */
export function oneOf(values: readonly unknown[]): Pick<Violation, 'expected' | 'expectedOneOf'> {
  return values.length === 1 ? { expected: values[0] } : { expected: values, expectedOneOf: true };
}

/**
 * Wanted ids, or texts, whose order says nothing, as they are to be read beside those that were found: what both have in
 * the order and the letter case of what was found, then what is missing there. So they differ in nothing but what is wrong.
 *
 * @param isSame - default: as ids are
 */
export function inOrderOf(
  found: readonly unknown[],
  wanted: readonly unknown[],
  isSame: (one: unknown, other: unknown) => boolean = sameId,
): readonly unknown[] {
  const left = [...wanted];
  const shared = found.filter((one) => {
    const at = left.findIndex((other) => isSame(one, other));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  return [...shared, ...left];
}
