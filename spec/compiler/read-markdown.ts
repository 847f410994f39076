import type { List, ListItem, Node, Paragraph, PhrasingContent, RootContent, Table } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import type { NoteMistake } from './mistakes.ts';
import type { SourceLocation } from './document-model.ts';

export interface SourceDocument {
  readonly name: string;
  readonly text: string;
}

/** What a heading like `### Endpoint E1: List groups {#list-groups}` announces. */
export type Directive = NonNullable<ReturnType<typeof readDirective>>;

/** A heading with what follows it, up to the next heading. */
export interface Section {
  readonly heading: string;
  readonly directive: Directive | undefined;
  readonly source: SourceLocation;
  readonly nodes: readonly RootContent[];
}

export function sourceOf({ source: { document } }: Pick<Section, 'source'>, node: Node): SourceLocation {
  return { document, line: node.position?.start.line ?? 1 };
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

/** The bare text of nodes: a code span counts as its content. */
export function bareText(nodes: readonly PhrasingContent[]): string {
  return flatten(nodes, (value) => value).trim();
}

/** The text of nodes as prose: code spans keep their backticks. */
export function proseText(nodes: readonly PhrasingContent[]): string {
  return flatten(nodes, (value) => `\`${value}\``);
}

const isTable = (node: RootContent): node is Table => node.type === 'table';
const isList = (node: RootContent): node is List => node.type === 'list';
const isParagraph = (node: RootContent): node is Paragraph => node.type === 'paragraph';

export function tablesOf({ nodes }: Section): readonly Table[] {
  return nodes.filter(isTable);
}

export function itemsOf(nodes: readonly RootContent[]): readonly ListItem[] {
  return nodes.filter(isList).flatMap((list) => list.children);
}

export function itemText(item: ListItem): readonly PhrasingContent[] {
  return item.children.find(isParagraph)?.children ?? [];
}

export function descriptionOf({ nodes }: Section): string | undefined {
  return proseText(nodes.find(isParagraph)?.children ?? []).trim() || undefined;
}

/** Ids become names of files and types; the id of a vocabulary is a key, spelled like a member. */
const idPattern = (kind: string): RegExp =>
  kind === 'Vocabulary' ? /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/u : /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/u;

function readDirective(heading: string, source: SourceLocation, kinds: readonly string[], note: NoteMistake) {
  const [, before = '', braces] = /^(.*?)(?:\s*\{#([^}]*)\})?$/u.exec(heading) ?? [];
  const colon = before.indexOf(':');
  if (colon === -1) {
    if (braces !== undefined) note('malformed-heading', source, heading, 'has no kind');
    return undefined;
  }
  const announced = before.slice(0, colon).trim();
  const kind = kinds.find(
    (candidate) => announced === candidate || (/^Endpoint \S+$/u.test(announced) && candidate === 'Endpoint'),
  );
  if (kind === undefined) return note('unknown-directive', source, announced, kinds.join(', '));
  /** `E1` in the example; empty if the kind takes none. */
  const argument = announced.slice(kind.length).trim();
  if ((kind === 'Endpoint') !== /^E[1-9]\d*$/u.test(argument)) return note('unnumbered-endpoint', source, heading);
  const [id = '', ...flags] = (braces ?? '').split(' ');
  const title = before.slice(colon + 1).trim();
  if (title === '' || !idPattern(kind).test(id))
    return note('malformed-heading', source, heading, 'lacks a title or an id of small letters');
  const unknown = flags.find((flag) => kind !== 'Resource' || flag !== 'exhaustive');
  if (unknown !== undefined) note('unknown-flag', source, heading, unknown);
  return { kind, argument, title, id, flags };
}

const processor = unified().use(remarkParse).use(remarkGfm);

/** Splits a document at its headings. A heading of the third level may be a directive; all others are prose. */
export function readSections(
  { name: document, text }: SourceDocument,
  kinds: readonly string[],
  note: NoteMistake,
): readonly Section[] {
  const sections: (Section & { nodes: RootContent[] })[] = [];
  const seen = new Map<string, number>();
  const { children } = processor.parse(text);
  const top = { source: { document, line: 1 } };
  const [first] = children;
  if (first?.type !== 'heading' || first.depth !== 1) {
    note('missing-title', first === undefined ? top.source : sourceOf(top, first));
  }
  for (const node of children) {
    if (node.type !== 'heading') {
      sections.at(-1)?.nodes.push(node);
      continue;
    }
    const heading = bareText(node.children);
    const source = sourceOf(top, node);
    const before = seen.get(heading);
    if (before === undefined) seen.set(heading, source.line);
    else note('duplicate-heading', source, heading, String(before));
    const directive = node.depth === 3 ? readDirective(heading, source, kinds, note) : undefined;
    if (node.depth !== 3 && heading.includes('{#')) note('misplaced-heading', source, heading, String(node.depth));
    sections.push({ heading, directive, source, nodes: [] });
  }
  return sections;
}

/** A row of a table: its cells by column, without markup (`cells`) and with code spans kept (`prose`). */
export interface Row<Title extends string> {
  readonly source: SourceLocation;
  readonly cells: Readonly<Record<Title, string>>;
  readonly prose: Readonly<Record<Title, string>>;
}

export function readTable<Title extends string>(
  section: Section,
  columns: Readonly<Record<Title, 'needed' | 'may be empty'>>,
  note: NoteMistake,
): readonly Row<Title>[] {
  // The keys of a record with exactly these titles.
  const wanted = Object.keys(columns) as Title[];
  const header = `| ${wanted.join(' | ')} |`;
  const [table, second] = tablesOf(section);
  if (table === undefined) {
    note('missing-table', section.source, section.heading, header);
    return [];
  }
  if (second !== undefined) note('second-table', sourceOf(section, second), section.heading);
  const [first, ...rows] = table.children;
  const titles = first?.children.map((cell) => bareText(cell.children)) ?? [];
  const missing = wanted.filter((title) => !titles.includes(title));
  const unknown = titles.filter((title, index) => !(title in columns) || titles.indexOf(title) !== index);
  if (missing.length > 0 || unknown.length > 0) {
    const lacks = missing.map((title) => `lacks the column "${title}"`);
    const has = unknown.map((title) => `has the column "${title}"`);
    note('missing-column', sourceOf(section, table), [...lacks, ...has].join(' and '), header);
    return [];
  }
  return rows.flatMap((row): Row<Title>[] => {
    const source = sourceOf(section, row);
    const read = (render: typeof bareText) =>
      Object.fromEntries(
        wanted.map((title) => [title, render(row.children[titles.indexOf(title)]?.children ?? []).trim()]),
      ) as Record<Title, string>;
    const cells = read(bareText);
    const empty = wanted.filter((title) => columns[title] === 'needed' && cells[title] === '');
    for (const title of empty) note('empty-cell', source, title);
    return empty.length > 0 ? [] : [{ source, cells, prose: read(proseText) }];
  });
}
