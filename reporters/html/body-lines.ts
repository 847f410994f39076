export interface JsonLine {
  readonly indent: string;
  readonly key: string;
  readonly value: string;
  readonly tail: string;
  /** JSON pointer to the value, or to what the bracket belongs to. */
  readonly pointer: string;
}

/**
 * A JSON text in lines. Numbers and texts stay as they were written, which a parser would lose: `1.0`,
 * `12345678901234567890`, escapes, and a name that occurs twice.
 */
export function jsonLines(text: string): readonly JsonLine[] | undefined {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  const tokens = text.match(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/gs) ?? [];
  const lines: { indent: string; key: string; value: string; tail: string; pointer: string }[] = [];
  const parents: { pointer: string; list: boolean; next: number }[] = [];
  let key = '';
  let step = '';
  const indent = (): string => '  '.repeat(Math.min(parents.length, 24));
  const pointerHere = (): string => {
    const parent = parents.at(-1);
    return parent === undefined ? '' : `${parent.pointer}/${parent.list ? parent.next++ : step}`;
  };
  const add = (value: string, pointer: string): void => {
    lines.push({ indent: indent(), key, value, tail: '', pointer });
    key = '';
  };
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] ?? '';
    const following = tokens[index + 1];
    const last = lines.at(-1);
    if (token === ',') {
      if (last !== undefined) last.tail = ',';
    } else if (token === '{' || token === '[') {
      const pointer = pointerHere();
      if (following === '}' || following === ']') {
        add(token + following, pointer);
        index += 1;
      } else {
        add(token, pointer);
        parents.push({ pointer, list: token === '[', next: 0 });
      }
    } else if (token === '}' || token === ']') {
      const { pointer } = parents.pop() ?? { pointer: '' };
      add(token, pointer);
    } else if (following === ':' && parents.at(-1)?.list === false) {
      key = `${token}: `;
      step = String(JSON.parse(token)).replaceAll('~', '~0').replaceAll('/', '~1');
      index += 1;
    } else {
      add(token, pointerHere());
    }
  }
  return lines;
}

/** Lines from one index up to another that are shown, or folded away. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
  readonly shown: boolean;
}

/**
 * Which of many lines to show: all when they are few; otherwise the marked ones with what is around them, the beginning and
 * the end.
 */
export function foldLines(count: number, marked: readonly number[]): readonly LineRange[] {
  const around = 6;
  const first = marked[0];
  if (count <= 40) return [{ from: 0, to: count, shown: true }];
  const wanted =
    first === undefined
      ? [{ from: 0, to: 24 }]
      : [
          { from: 0, to: 3 },
          { from: first - around, to: Math.min((marked.at(-1) ?? first) + around + 1, first + 40) },
          { from: count - 2, to: count },
        ];
  const ranges: { from: number; to: number; shown: boolean }[] = [];
  let at = 0;
  for (const { from, to } of wanted) {
    // A fold takes a line itself.
    const start = from - at < 4 ? at : from;
    if (to <= at) continue;
    if (start > at) ranges.push({ from: at, to: start, shown: false });
    const before = ranges.at(-1);
    if (before?.shown === true) before.to = Math.min(to, count);
    else ranges.push({ from: start, to: Math.min(to, count), shown: true });
    at = Math.min(to, count);
  }
  if (at < count) ranges.push({ from: at, to: count, shown: false });
  return ranges;
}

/**
 * The place in a request's body that a pointer into the answer speaks of, where the answer gives back what was sent: the
 * same pointer, or the one within the member that the answer wraps it in.
 */
export function placeInRequest(pointer: string | undefined, has: (pointer: string) => boolean): string | undefined {
  if (pointer?.startsWith('/') !== true) return undefined;
  const wrapped = pointer.replace(/^\/[^/]*/, '');
  return [pointer, wrapped].find((one) => one !== '' && has(one));
}
