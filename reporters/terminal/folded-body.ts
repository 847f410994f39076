import { foldLines, jsonLines, placeInRequest } from '../body-lines.ts';
import { printable, printableBody } from '../printable.ts';

/** Lines that a body may take before it is folded. */
const mostLines = 24;
const lineLimit = 160;

/**
 * The body of a request as safe lines: all of it when it is short, otherwise what is around the member that a pointer into
 * the answer speaks of; the beginning where there is none.
 */
export function foldedBody(body: string, pointer: string): readonly string[] {
  const lines = jsonLines(body) ?? [];
  const pointers = new Set(lines.map((line) => line.pointer));
  const place = placeInRequest(pointer, (one) => pointers.has(one));
  if (lines.length <= mostLines || place === undefined) return printableBody(body, mostLines, lineLimit);
  const marked = lines.flatMap((line, index) =>
    line.pointer === place || line.pointer.startsWith(`${place}/`) ? [index] : [],
  );
  return foldLines(lines.length, marked).flatMap(({ from, to, shown }) =>
    shown
      ? lines
          .slice(from, to)
          .map(({ indent, key, value, tail }) => printable(`${indent}${key}${value}${tail}`, lineLimit))
      : [`… (${to - from} more lines)`],
  );
}
