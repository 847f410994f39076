/** Lines of a text, some of which may be left out: `undefined` and `false` are no lines. */
export type Lines = string | false | undefined | readonly Lines[];

/** The lines that are there, in order. */
export function lines(content: Lines): readonly string[] {
  if (content === undefined || content === false) return [];
  return typeof content === 'string' ? [content] : content.flatMap(lines);
}
