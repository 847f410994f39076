import type { ListItem } from 'mdast';
import {
  bareText,
  itemsOf,
  itemText,
  proseText,
  readSections,
  readTable,
  sourceOf,
  tablesOf,
  type Directive,
  type DirectiveKind,
  type Section,
} from './read-markdown.ts';
import type { NoteMistake } from './mistakes.ts';
import type { Level, ListedValue, Model, OpenPoint, RequirementItem, ValueList } from './document-model.ts';
import { readOperation, readResource } from './read-tables.ts';

const plainValue = { pattern: /^(?:: (?<notes>.+))?$/u, example: '- `ready`: what it means' };
const valueForms: Readonly<Record<ValueList['kind'], { pattern: RegExp; example: string }>> = {
  closed: plainValue,
  seen: plainValue,
  open: { pattern: /^ \((?<mark>shown|assumed)\)(?:: (?<notes>.+))?$/u, example: '- `ppo` (shown): where' },
};

/** Reads a list of values: one code span per item, for a vocabulary with its mark, then what it means. */
function readValues(section: Section, { id, title }: Directive, kind: ValueList['kind'], note: NoteMistake): ValueList {
  const { pattern, example } = valueForms[kind];
  const items = itemsOf(section.nodes);
  if (items.length === 0) note('missing-list', section.source, section.heading, 'value', example);
  const values: ListedValue[] = [];
  for (const item of items) {
    const source = sourceOf(section, item);
    const [first, ...rest] = itemText(item);
    const match = pattern.exec(proseText(rest).trimEnd());
    if (first?.type !== 'inlineCode' || match === null) {
      note('malformed-value', source, section.heading, example);
      continue;
    }
    const { value } = first;
    if (values.some((other) => other.value === value)) note('duplicate-value', source, value);
    else {
      const { mark, notes = '' } = match.groups ?? {};
      values.push({ value, shown: mark !== 'assumed', notes, source });
    }
  }
  return { kind, name: id, title, values, source: section.source };
}

const levels: readonly Level[] = ['required', 'expected', 'open'];
const requirementExample = '- **groups.list** (required; E1): The list is answered with 200.';
const requirementId = /^[a-z]+\.[a-z0-9]+(?:-[a-z0-9]+)*$/u;

/** The bold text that the item of a requirement begins with. */
function idOf(item: ListItem): string | undefined {
  const [first] = itemText(item);
  return first?.type === 'strong' ? bareText(first.children) : undefined;
}

function readOpenPoint(section: Section, item: ListItem): OpenPoint[] {
  const [, statement] = /^\(open point\)(.*)$/su.exec(proseText(itemText(item)).trim()) ?? [];
  return statement === undefined ? [] : [{ statement: statement.trim(), source: sourceOf(section, item) }];
}

function readRequirement(
  section: Section,
  item: ListItem,
  id: string,
  part: string,
  note: NoteMistake,
): RequirementItem[] {
  const source = sourceOf(section, item);
  const rest = proseText(itemText(item).slice(1)).trim();
  const [, inBrackets = '', statement = ''] = /^(?:\(([^)]*)\))?:?\s*(.*)$/u.exec(rest) ?? [];
  const [levelText = '', endpointText = ''] = inBrackets.split(';').map((text) => text.trim());
  const level = levels.find((candidate) => candidate === levelText);
  if (!requirementId.test(id)) note('malformed-item', source, `"${id}" is no requirement id`, requirementExample);
  else if (!id.startsWith(`${part}.`)) note('misplaced-requirement', source, id, part);
  if (levelText === '') note('missing-level', source, id, requirementExample);
  else if (level === undefined) note('unknown-level', source, levelText, id, levels.join(', '));
  if (statement === '') note('malformed-item', source, `requirement "${id}" states nothing`, requirementExample);
  if (level === undefined) return [];
  const endpoints = endpointText === 'all' ? 'all' : endpointText.split(',').flatMap((text) => text.trim() || []);
  const notes = itemsOf(item.children).map((nested) => proseText(itemText(nested)).trim());
  return [{ id, level, part, statement, notes, endpoints, source }];
}

/** Reads the items of a section under a part: requirements and open points, nothing else. */
function readRequirements(section: Section, part: string, note: NoteMistake): Partial<Model> {
  const items = itemsOf(section.nodes);
  if (items.length === 0) note('missing-list', section.source, section.heading, 'requirement', requirementExample);
  const openPoints = items.flatMap((item) => readOpenPoint(section, item));
  const requirements = items.flatMap((item) => {
    const id = idOf(item);
    if (id !== undefined) return readRequirement(section, item, id, part, note);
    if (readOpenPoint(section, item).length === 0) {
      const problem = `an item of "${section.heading}" is neither a requirement nor an open point`;
      note('malformed-item', sourceOf(section, item), problem, requirementExample);
    }
    return [];
  });
  return { requirements, openPoints };
}

type SectionReader = (section: Section, directive: Directive, note: NoteMistake) => Partial<Model>;

const operations: SectionReader = (...section) => ({ operations: readOperation(...section) });
const values =
  (kind: ValueList['kind']): SectionReader =>
  (section, directive, note) => ({ lists: [readValues(section, directive, kind, note)] });

/** How the section below each kind of heading is read, and whether it is a table or lists. */
const kinds: Readonly<Record<DirectiveKind, readonly ['table' | 'lists', SectionReader]>> = {
  Parts: [
    'table',
    (section, _, note) => {
      const rows = readTable(section, { Part: 'needed', Title: 'needed' }, note);
      return { parts: rows.map(({ cells, source }) => ({ name: cells.Part, title: cells.Title, source })) };
    },
  ],
  Resource: ['table', (...section) => ({ resources: [readResource(...section)] })],
  Values: ['lists', values('closed')],
  'Seen values': ['lists', values('seen')],
  Vocabulary: ['lists', values('open')],
  Endpoint: ['table', operations],
  'Token endpoint': ['table', operations],
  Requirements: ['lists', (section, { id }, note) => readRequirements(section, id, note)],
};

/** Reads the open points that stand in prose, and refuses requirements there: they belong under a part. */
function readProse(section: Section, note: NoteMistake): Partial<Model> {
  const items = itemsOf(section.nodes);
  for (const item of items) {
    const id = idOf(item);
    if (id !== undefined && requirementId.test(id)) note('requirement-in-prose', sourceOf(section, item), id);
  }
  return { openPoints: items.flatMap((item) => readOpenPoint(section, item)) };
}

/** Puts readings together, in their order. */
function joined(readings: readonly Partial<Model>[]): Model {
  return {
    resources: readings.flatMap(({ resources = [] }) => resources),
    lists: readings.flatMap(({ lists = [] }) => lists),
    operations: readings.flatMap((reading) => reading.operations ?? []),
    requirements: readings.flatMap(({ requirements = [] }) => requirements),
    openPoints: readings.flatMap(({ openPoints = [] }) => openPoints),
    parts: readings.flatMap(({ parts = [] }) => parts),
  };
}

/** Reads documents, in the order given, into one model, noting what is malformed. */
export function readDocuments(
  documents: readonly { readonly name: string; readonly text: string }[],
  note: NoteMistake,
): Model {
  const sections = documents.flatMap(({ name, text }) => readSections(name, text, note));
  const readings = sections.flatMap((section) => {
    const { directive, heading } = section;
    const [form, read] = directive === undefined ? [] : kinds[directive.kind];
    const stray = form === 'table' ? [] : tablesOf(section);
    for (const table of stray) note('stray-table', sourceOf(section, table), heading);
    return [
      directive === undefined || read === undefined ? {} : read(section, directive, note),
      form === 'lists' ? {} : readProse(section, note),
    ];
  });
  return joined(readings);
}
