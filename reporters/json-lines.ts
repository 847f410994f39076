import { printable, printableBody } from '../results/printable.ts';
import { pointerTo } from '../spec/index.ts';

export interface JsonLine {
  readonly indent: string;
  readonly key: string;
  readonly value: string;
  tail: ',' | '';
  /** JSON pointer to the value, or to what the bracket belongs to. */
  readonly pointer: string;
}

/**
 * A JSON text in lines; undefined if it is none. Numbers and texts stay as they were written, which a parser would lose:
 * `1.0`, `12345678901234567890`, escapes, and a name that occurs twice.
 */
export function jsonLines(text: string): readonly JsonLine[] | undefined {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  const tokens = text.match(/"[^"\\]*(?:\\.[^"\\]*)*"|\{\s*\}|\[\s*\]|[{}[\],:]|[^\s{}[\],:"]+/gs) ?? [];
  const lines: JsonLine[] = [];
  const parents: { readonly pointer: string; readonly isList: boolean; count: number }[] = [];
  let key = '';
  let step = '';
  const add = (value: string, pointer: string): void => {
    lines.push({ indent: '  '.repeat(Math.min(parents.length, 24)), key, value, tail: '', pointer });
    key = '';
  };
  for (const [index, token] of tokens.entries()) {
    const parent = parents.at(-1);
    const last = lines.at(-1);
    if (token === ',' && last !== undefined) {
      last.tail = ',';
    } else if (token === '}' || token === ']') {
      parents.pop();
      add(token, parent?.pointer ?? '');
    } else if (tokens[index + 1] === ':') {
      key = `${token}: `;
      step = pointerTo(String(JSON.parse(token)));
    } else if (token !== ':') {
      const pointer = parent === undefined ? '' : `${parent.pointer}${parent.isList ? `/${parent.count++}` : step}`;
      add(token.replace(/^([{[])\s+/, '$1'), pointer);
      if (token === '{' || token === '[') parents.push({ pointer, isList: token === '[', count: 0 });
    }
  }
  return lines;
}

/**
 * The place in a request's body that a pointer into the answer speaks of, where the answer gives back what was sent: the
 * same pointer, or the one within the member, or the item of a list, that the answer wraps it in.
 */
export function placeInRequest(pointer: string, body: string): string | undefined {
  if (!pointer.startsWith('/')) return undefined;
  const sent = new Set(jsonLines(body)?.map((line) => line.pointer));
  const places = [pointer, pointer.replace(/^\/[^/]*/, ''), pointer.replace(/^\/response\/\d+/, '')];
  return places.find((one) => one !== '' && sent.has(one));
}

/** Lines of a body that are shown at most: of one that is told whole, and of those of another that matter. */
const most = { whole: 30, telling: 80 } as const;
/** Characters of a line: nothing is cut but what no reader would look through. */
const longestLine = 4096;

/**
 * The lines of a body that matter, whole and safe to show: all of them where they are few, otherwise those that lead to the
 * places, with what is there. What is between them is left out, and stands as `…`.
 *
 * @param places - JSON pointers into the body
 */
export function tellingLines(body: string, places: readonly string[]): readonly string[] {
  const lines = jsonLines(body) ?? [];
  const isWithin = (one: string, other: string): boolean => one === other || one.startsWith(`${other}/`);
  const matters = ({ pointer: at }: JsonLine): boolean =>
    places.some((place) => isWithin(at, place) || isWithin(place, at)) || at === '';
  const isWhole = lines.length <= most.whole;
  if (lines.length === 0 || (!isWhole && !lines.some((line) => line.pointer !== '' && matters(line))))
    return printableBody(body, most.whole, longestLine);
  const shown: string[] = [];
  let isGap = false;
  for (const line of lines) {
    const { indent, key, value, tail } = line;
    const isShown = isWhole || matters(line);
    if (isShown) shown.push(printable(`${indent}${key}${value}${tail}`, longestLine));
    else if (!isGap) shown.push(`${indent}…`);
    isGap = !isShown;
  }
  const hidden = shown.length - most.telling;
  return hidden > 0 ? [...shown.slice(0, most.telling), `… (${hidden} more lines)`] : shown;
}
