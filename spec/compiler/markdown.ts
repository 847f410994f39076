import type { List, ListItem, Node, Paragraph, PhrasingContent, Root, RootContent, Table } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';

const processor = unified().use(remarkParse).use(remarkGfm);

/** The Markdown tree of a document, every node with its position. */
export function parseMarkdown(text: string): Root {
  return processor.parse(text);
}

/** The line a node starts on, counted from 1. */
export function lineOf(node: Node): number {
  return node.position?.start.line ?? 1;
}

function flatten(nodes: readonly PhrasingContent[], code: (value: string) => string): string {
  return nodes
    .map((node): string => {
      if (node.type === 'inlineCode') return code(node.value);
      if ('children' in node) return flatten(node.children, code);
      return 'value' in node ? node.value : ' ';
    })
    .join('')
    .replaceAll(/\s+/gu, ' ');
}

/** The bare text of nodes: a code span counts as what is in it. */
export function bareText(nodes: readonly PhrasingContent[]): string {
  return flatten(nodes, (value) => value).trim();
}

/** The text of nodes as prose: code spans keep their backticks. */
export function proseText(nodes: readonly PhrasingContent[]): string {
  return flatten(nodes, (value) => `\`${value}\``);
}

export function isTable(node: RootContent): node is Table {
  return node.type === 'table';
}

export function isList(node: RootContent): node is List {
  return node.type === 'list';
}

export function isParagraph(node: { type: string }): node is Paragraph {
  return node.type === 'paragraph';
}

/** What a list item says on its own: the nodes of its first paragraph. */
export function itemText(item: ListItem): readonly PhrasingContent[] {
  return item.children.find(isParagraph)?.children ?? [];
}

/** The items of the lists below a list item. */
export function nestedItems(item: ListItem): readonly ListItem[] {
  return item.children.flatMap((child) => (child.type === 'list' ? child.children : []));
}
