import { isUtf8 } from 'node:buffer';
import { Problem } from '../operations/problem.ts';
import { firstLossyNumber } from './exact-numbers.ts';

/** Bytes in a body at most (`spec/documents/8-limits.md` shows no limit; this one is the service's own). */
export const maxBodyBytes = 1024 * 1024;
/** Objects and arrays within each other at most: no documented body comes near. */
export const maxDepth = 64;

const quote = 0x22;
const backslash = 0x5c;
const opening: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const closing: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** How deep brackets nest, counted before parsing so that nothing recursive ever sees a deeper value. */
function depthOf(bytes: Uint8Array): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0;
    if (inString) {
      if (byte === backslash) index += 1;
      else if (byte === quote) inString = false;
    } else if (byte === quote) inString = true;
    else if (opening.has(byte)) deepest = Math.max(deepest, (depth += 1));
    else if (closing.has(byte)) depth -= 1;
  }
  return deepest;
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
  if (depthOf(bytes) > maxDepth) throw new Problem('malformed', `the body nests more than ${maxDepth} levels deep`);
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
