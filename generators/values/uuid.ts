import { createHash } from 'node:crypto';
import * as fc from 'fast-check';

/** Writes 32 hexadecimal digits as a UUID of a version, with the usual variant. */
function written(hex: string, version: number): string {
  const digits = `${hex.slice(0, 12)}${String(version)}${hex.slice(13, 16)}a${hex.slice(17, 32)}`;
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** A made-up UUID that is always the same for the same words, and another one for others. */
export function uuidFor(...words: readonly string[]): string {
  return written(createHash('sha256').update(JSON.stringify(words)).digest('hex'), 4);
}

/**
 * UUIDs as different makers write them: several versions, mostly lower case, now and then upper. Never the nil or the
 * all-ones UUID, which stand for no identifier.
 */
export function uuid(): fc.Arbitrary<string> {
  const digits = fc.array(fc.constantFrom(...Array.from('0123456789abcdef')), { minLength: 32, maxLength: 32 });
  const version = fc.constantFrom(4, 4, 4, 7, 1, 5);
  const upper = fc.constantFrom(false, false, false, true);
  return fc.tuple(digits, version, upper).map(([list, number, isUpper]) => {
    const value = written(list.join(''), number);
    return isUpper ? value.toUpperCase() : value;
  });
}
