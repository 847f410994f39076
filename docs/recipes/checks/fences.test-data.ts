/** A fenced block of a Markdown page. */
export interface Fence {
  readonly language: string;
  /** The file that the block is quoted from, relative to the page: `yaml file=github/gate.yml`. */
  readonly file: string | undefined;
  /** Line of the page at which the content begins, from 1. */
  readonly line: number;
  readonly text: string;
}

/** What stands before a fence: the indentation of a list, the signs of a quotation. */
const opening = /^([\s>]*)(`{3,})(\S*)(?:\s+file=(\S+))?.*$/;

/** The fenced blocks of a Markdown page, in order, without what a list or a quotation puts before their lines. */
export function fencesOf(markdown: string): readonly Fence[] {
  const lines = markdown.split('\n');
  const fences: Fence[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const [, indent = '', ticks, language = '', file] = opening.exec(lines[at] ?? '') ?? [];
    if (ticks === undefined) continue;
    const from = at + 1;
    at = from;
    while (at < lines.length && withoutPrefix(lines[at] ?? '', indent).trim() !== ticks) at += 1;
    const content = lines.slice(from, at).map((line) => withoutPrefix(line, indent));
    fences.push({ language, file, line: from + 1, text: content.join('\n') });
  }
  return fences;
}

function withoutPrefix(line: string, prefix: string): string {
  return line.startsWith(prefix) ? line.slice(prefix.length) : line.slice(prefix.trimEnd().length);
}

/** The pieces of inline code outside of fenced blocks, with the lines they stand on. */
export function inlineCodeOf(markdown: string): readonly { readonly line: number; readonly text: string }[] {
  let ticks: string | undefined;
  return markdown.split('\n').flatMap((line, index) => {
    const fence = opening.exec(line)?.[2];
    if (ticks !== undefined) {
      if (line.replace(/^[\s>]+/, '').trim() === ticks) ticks = undefined;
      return [];
    }
    if (fence !== undefined) {
      ticks = fence;
      return [];
    }
    return [...line.matchAll(/(?<!`)`([^`]+)`(?!`)/g)].map(([, text = '']) => ({ line: index + 1, text }));
  });
}

/** Whether the lines of a quote stand in a text one after another, whatever the indentation of the whole. */
export function isQuotedFrom(quote: string, text: string): boolean {
  const quoted = dedent(quote.split('\n'));
  const lines = text.split('\n');
  return lines.some((_, from) => dedent(lines.slice(from, from + quoted.length)).join('\n') === quoted.join('\n'));
}

function dedent(lines: readonly string[]): readonly string[] {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const least = Math.min(...indents);
  return lines.map((line) => line.slice(least));
}
