import { isUtf8 } from 'node:buffer';
import { Problem } from '../operations/problem.ts';
import { firstLossyNumber } from './exact-numbers.ts';

/** Objects and arrays within each other at most: no documented body comes near. */
export const maxDepth = 64;

/** Items and members in a body at most, at all levels together: judging a body takes time for each of them. */
const maxValues = 20_000;

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const opening: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const closing: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** How deep brackets nest and how many values commas part, found before anything recursive sees the value. */
function measure(bytes: Uint8Array): { readonly depth: number; readonly values: number } {
  let depth = 0;
  let deepest = 0;
  let values = 1;
  let inString = false;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0;
    if (inString) {
      if (byte === backslash) index += 1;
      else if (byte === quote) inString = false;
    } else if (byte === quote) inString = true;
    else if (byte === comma) values += 1;
    else if (closing.has(byte)) depth -= 1;
    else if (opening.has(byte)) {
      depth += 1;
      deepest = Math.max(deepest, depth);
    }
  }
  return { depth: deepest, values };
}

/**
 * A request body, parsed. Of a member given twice the last counts; `__proto__` is a name like any other; a number
 * that can't be given back unchanged is refused.
 *
 * @throws Problem when the bytes are no such JSON
 */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) throw new Problem('malformed', 'a JSON body is needed, and it is empty');
  if (!isUtf8(bytes)) throw new Problem('malformed', 'the body is not UTF-8');
  const { depth, values } = measure(bytes);
  if (depth > maxDepth) throw new Problem('malformed', `the body nests more than ${maxDepth} levels deep`);
  if (values > maxValues) throw new Problem('too-large', `the body holds more than ${maxValues} values`);
  const text = bytes.toString('utf8');
  let value: unknown;
  let lossy: string | undefined;
  try {
    value = JSON.parse(text);
    lossy = firstLossyNumber(text);
  } catch {
    throw new Problem('malformed', 'the body is not JSON');
  }
  if (lossy !== undefined) {
    throw new Problem('malformed', `the number ${lossy.slice(0, 40)} is outside the range or precision kept`);
  }
  return value;
}
