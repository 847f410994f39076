import type { Nodes } from 'mdast';
import remarkParse from 'remark-parse';
import { unified } from 'unified';

/** A fenced block of a Markdown page. */
export interface Fence {
  readonly language: string;
  /** The file that the block is quoted from, relative to the page: `yaml file=github/gate.yml`. */
  readonly file: string | undefined;
  /** Line of the page at which the content begins, from 1. */
  readonly line: number;
  readonly text: string;
}

function nodesOf(node: Nodes): readonly Nodes[] {
  return [node, ...('children' in node ? node.children.flatMap(nodesOf) : [])];
}

const nodesIn = (markdown: string): readonly Nodes[] => nodesOf(unified().use(remarkParse).parse(markdown));

/** The fenced blocks of a Markdown page, in order, without what a list or a quotation puts before their lines. */
export function fencesOf(markdown: string): readonly Fence[] {
  return nodesIn(markdown).flatMap((node) => {
    if (node.type !== 'code') return [];
    const file = /\bfile=(\S+)/.exec(node.meta ?? '')?.[1];
    return [{ language: node.lang ?? '', file, line: (node.position?.start.line ?? 0) + 1, text: node.value }];
  });
}

/** The pieces of inline code of a Markdown page, with the lines they stand on. */
export function inlineCodeOf(markdown: string): readonly { readonly line: number; readonly text: string }[] {
  return nodesIn(markdown).flatMap((node) =>
    node.type === 'inlineCode' ? [{ line: node.position?.start.line ?? 0, text: node.value }] : [],
  );
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
