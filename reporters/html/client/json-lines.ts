/** A line of a JSON text that is laid out. */
export interface JsonLine {
  /** Spaces before it. */
  readonly indent: string;
  /** The member's name as it was written, with quotes and colon; empty in lists. */
  readonly key: string;
  /** A value, or a bracket, as it was written. */
  readonly value: string;
  /** A comma, or nothing. */
  readonly tail: string;
  /** JSON pointer to the value, or to what the bracket belongs to. */
  readonly pointer: string;
}

/**
 * A JSON text in lines, a value each. Numbers and texts stand as they were written, which a parser would lose: `1.0`,
 * `12345678901234567890`, escapes, and a name that is there twice.
 *
 * Runs in the page as well: it refers to nothing outside itself.
 *
 * @returns nothing when the text is no JSON
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
