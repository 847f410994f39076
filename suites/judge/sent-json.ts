import { isObject } from '../rules/reading.ts';

/** Deeper bodies are sent to see what happens, and hold nothing to be compared. */
const deepest = 100;

/**
 * The JSON of a request that somebody else has written, where it says the same to every reader: not with a key given
 * twice, a number past what a double holds, a lone surrogate, a NUL, a key that many
 * languages take for something else, or nested beyond measure.
 *
 * @returns undefined where it does not, or is no JSON
 */
export function sentJson(text: string): unknown {
  const keys = keysWritten(text);
  if (keys === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return keysRead(value) === keys ? value : undefined;
  } catch {
    return undefined;
  }
}

/** How many keys a JSON text writes; undefined when it is nested too deep. */
function keysWritten(text: string): number | undefined {
  let keys = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    else if (character === ':') keys += 1;
    else if (character === '"') {
      at += 1;
      while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
    }
    if (depth > deepest) return undefined;
  }
  return keys;
}

/** How many keys a value has, all in all; NaN when something in it is read in more than one way. */
function keysRead(value: unknown): number {
  if (typeof value === 'string') return isPlain(value) ? 0 : Number.NaN;
  if (typeof value === 'number') return Number.isFinite(value) ? 0 : Number.NaN;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + keysRead(item), 0);
  if (!isObject(value)) return 0;
  return Object.entries(value).reduce(
    (sum, [name, member]) => sum + 1 + keysRead(member) + (isPlain(name) && name !== '__proto__' ? 0 : Number.NaN),
    0,
  );
}

function isPlain(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
