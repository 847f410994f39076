import type { RootContent } from 'mdast';
import { bareText, isParagraph, lineOf, parseMarkdown, proseText } from './markdown.ts';
import type { NoteMistake } from './mistake.ts';

const directiveKinds = [
  'Parts',
  'Resource',
  'Values',
  'Seen values',
  'Vocabulary',
  'Endpoint',
  'Token endpoint',
  'Requirements',
] as const;
export type DirectiveKind = (typeof directiveKinds)[number];

/** What a heading like `### Endpoint E1: List groups {#list-groups}` announces. */
export interface Directive {
  readonly kind: DirectiveKind;
  /** `E1` in the example; the empty string where the kind takes none. */
  readonly argument: string;
  readonly title: string;
  readonly id: string;
  readonly flags: readonly string[];
}

/** A heading with what follows it, up to the next heading. */
export interface Section {
  readonly heading: string;
  readonly directive: Directive | undefined;
  readonly line: number;
  readonly nodes: readonly RootContent[];
}

/** Names of files and types come of ids; a vocabulary's id is a key, and keys are spelled like members. */
const idPattern = (kind: DirectiveKind): RegExp =>
  kind === 'Vocabulary' ? /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/u : /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/u;
const flagsOf: Partial<Record<DirectiveKind, readonly string[]>> = { Resource: ['exhaustive'] };
const example = 'write it like `### Resource: Group {#group}`';

function readDirective(heading: string, line: number, note: NoteMistake): Directive | undefined {
  const [, before, braces] = /^(.*?)(?:\s*\{#([^}]*)\})?$/u.exec(heading) ?? [];
  if (before === undefined) return undefined;
  const colon = before.indexOf(':');
  if (colon === -1) {
    if (braces !== undefined) note('malformed-heading', line, `heading "${heading}" has no kind`, example);
    return undefined;
  }
  const announced = before.slice(0, colon).trim();
  const kind = directiveKinds.find(
    (candidate) => announced === candidate || (/^Endpoint \S+$/u.test(announced) && candidate === 'Endpoint'),
  );
  if (kind === undefined) {
    const remedy = `begin it with one of: ${directiveKinds.join(', ')}; or leave out the colon where it is prose`;
    note('unknown-directive', line, `unknown kind "${announced}" of heading`, remedy);
    return undefined;
  }
  const argument = announced.slice(kind.length).trim();
  if ((kind === 'Endpoint') !== /^E[1-9]\d*$/u.test(argument)) {
    note(
      'malformed-heading',
      line,
      `heading "${heading}" doesn't say which endpoint it is`,
      'write it like `### Endpoint E1: List groups {#list-groups}`',
    );
    return undefined;
  }
  const [id = '', ...flags] = (braces ?? '').split(' ');
  const title = before.slice(colon + 1).trim();
  if (title === '' || !idPattern(kind).test(id)) {
    note('malformed-heading', line, `heading "${heading}" lacks a title or an id of small letters`, example);
    return undefined;
  }
  const unknown = flags.find((flag) => !(flagsOf[kind] ?? []).includes(flag));
  if (unknown !== undefined) {
    note(
      'malformed-heading',
      line,
      `heading "${heading}" has the unknown flag "${unknown}"`,
      'the one flag is `exhaustive`, of a resource',
    );
  }
  return { kind, argument, title, id, flags };
}

/** Splits a document at its headings. Those of the third level may announce something; all others are prose. */
export function readSections(text: string, note: NoteMistake): readonly Section[] {
  const sections: { heading: string; directive: Directive | undefined; line: number; nodes: RootContent[] }[] = [];
  const seen = new Map<string, number>();
  const { children } = parseMarkdown(text);
  const [first] = children;
  if (first?.type !== 'heading' || first.depth !== 1) {
    const remedy = 'begin it with a heading of the first level: `# Title`';
    note(
      'missing-title',
      first === undefined ? 1 : lineOf(first),
      'the document does not begin with its title',
      remedy,
    );
  }
  for (const node of children) {
    if (node.type !== 'heading') {
      sections.at(-1)?.nodes.push(node);
      continue;
    }
    const heading = bareText(node.children);
    const line = lineOf(node);
    const before = seen.get(heading);
    if (before === undefined) seen.set(heading, line);
    else
      note(
        'duplicate-heading',
        line,
        `heading "${heading}" stands already on line ${before}`,
        'name one of them otherwise',
      );
    const directive = node.depth === 3 ? readDirective(heading, line, note) : undefined;
    if (node.depth !== 3 && heading.includes('{#')) {
      note(
        'malformed-heading',
        line,
        `heading "${heading}" announces something on level ${node.depth}`,
        'give it three number signs: `###`',
      );
    }
    sections.push({ heading, directive, line, nodes: [] });
  }
  return sections;
}

/** The first paragraph of a section, as the description of what it announces. */
export function descriptionOf(section: Section): string {
  const paragraph = section.nodes.find(isParagraph);
  return paragraph === undefined ? '' : proseText(paragraph.children).trim();
}
