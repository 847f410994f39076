import type { Answer } from './exchange.ts';

/** Levels of a JSON text that are read. No document nests a tenth as deep. */
export const deepestRead = 500;

/**
 * The JSON of a text. What is nested deeper than anybody reads is JSON all the same: lists and objects stand there, with
 * nothing in them, so that whoever goes through the value comes to an end.
 */
export function readJson(text: string): Pick<Answer, 'isJson' | 'json'> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { isJson: false, json: undefined };
  }
  if (isNestedDeeper(text, deepestRead)) emptyBelow(json, deepestRead);
  return { isJson: true, json };
}

/** Whether lists and objects are nested deeper than so many levels in a JSON text. */
export function isNestedDeeper(text: string, levels: number): boolean {
  if (text.length <= 2 * levels) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '{' || character === '[') {
      depth += 1;
      if (depth > levels) return true;
    } else if (character === '}' || character === ']') depth -= 1;
    else if (character === '"') at = endOfText(text, at);
  }
  return false;
}

/** Where the quote is that ends the text which begins with one; the end of all, where none does. */
function endOfText(text: string, from: number): number {
  for (let quote = text.indexOf('"', from + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let slashes = 0;
    while (text[quote - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return quote;
  }
  return text.length;
}

/** Level by level: what calls itself for each of them would come to no end. */
function emptyBelow(json: unknown, levels: number): void {
  const within = (values: readonly object[]): object[] =>
    values.flatMap((value) => Object.values(value).filter((member) => typeof member === 'object' && member !== null));
  let level = within([[json]]);
  for (let depth = 1; depth < levels; depth += 1) level = within(level);
  for (const value of level) for (const key of Object.keys(value)) Reflect.deleteProperty(value, key);
  for (const value of level) if (Array.isArray(value)) value.length = 0;
}
