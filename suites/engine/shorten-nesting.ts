import { isNestedDeeper, readJson } from '../../target/read-answer.ts';

/** Levels of a body that a record shows: indented for its readers, those below it would fill the report with blanks. */
export const deepestShown = 200;

/**
 * Leaves out of a JSON text what is nested too deep, such that it stays JSON and all the rest stays as it came: a text that
 * says so stands there.
 *
 * @returns the text as it is, where nothing in it is nested deeper, or it is no JSON
 */
export function shortenNesting(text: string, levels = deepestShown): string {
  if (!isNestedDeeper(text, levels) || !readJson(text).isJson) return text;
  const gaps = gapsOf(text, levels);
  const stand = JSON.stringify(nestedDeeper(levels));
  return [0, ...gaps.map(({ end }) => end)].map((from, index) => text.slice(from, gaps[index]?.start)).join(stand);
}

/** What stands for what is nested deeper. */
export function nestedDeeper(levels: number): string {
  return `… nested deeper than ${levels} levels`;
}

/** Where the lists and objects begin and end that are too deep, outermost ones alone. */
function gapsOf(text: string, levels: number): readonly { readonly start: number; readonly end: number }[] {
  const gaps: { start: number; end: number }[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: token, index } of text.matchAll(/[{}[\]]|"[^"\\]*(?:\\.[^"\\]*)*"/gs)) {
    if (token === '{' || token === '[') {
      depth += 1;
      if (depth === levels + 1) start = index;
    } else if (token === '}' || token === ']') {
      if (depth === levels + 1) gaps.push({ start, end: index + 1 });
      depth -= 1;
    }
  }
  return gaps;
}
