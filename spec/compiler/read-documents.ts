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
  type Section,
  type SourceDocument,
} from './read-markdown.ts';
import { mistakeOf, SpecError, type Mistake, type NoteMistake } from './mistakes.ts';
import {
  allFields,
  levels,
  referencesWithin,
  sourceText,
  withReferences,
  type Field,
  type ListedValue,
  type Model,
  type OpenPoint,
  type ReferenceKind,
  type RequirementItem,
  type SourceLocation,
  type ValueList,
} from './document-model.ts';
import { readOperation, readResource } from './read-tables.ts';

type Lists = { [Key in keyof Model]: Model[Key][number][] };

const plainValue = { pattern: /^(?:: .+)?$/u, example: '- `ready`: what it means' };
const valueForms: Readonly<Record<ValueList['kind'], { pattern: RegExp; example: string }>> = {
  closed: plainValue,
  seen: plainValue,
  open: { pattern: /^ \((shown|assumed)\)(?:: .+)?$/u, example: '- `ppo` (shown): where' },
};

/** Reads a list of values: one code span per item, then its mark if in a vocabulary, then what it means. */
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
    else values.push({ value, shown: match[1] !== 'assumed' });
  }
  return { kind, name: id, title, values, source: section.source };
}

const requirementExample = '- **groups.list** (required; E1): The list is answered with 200.';
const requirementId = /^[a-z]+\.[a-z0-9]+(?:-[a-z0-9]+)*$/u;

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

/** Reads the items of a section under a part: only requirements and open points. */
function readRequirements(section: Section, part: string, { requirements, openPoints }: Lists, note: NoteMistake) {
  const items = itemsOf(section.nodes);
  if (items.length === 0) note('missing-list', section.source, section.heading, 'requirement', requirementExample);
  for (const item of items) {
    const [id, points] = [idOf(item), readOpenPoint(section, item)];
    openPoints.push(...points);
    if (id !== undefined) requirements.push(...readRequirement(section, item, id, part, note));
    else if (points.length === 0) {
      const problem = `an item of "${section.heading}" is neither a requirement nor an open point`;
      note('malformed-item', sourceOf(section, item), problem, requirementExample);
    }
  }
}

/** Adds what a section states to what has been read so far. */
type SectionReader = (section: Section, directive: Directive, into: Lists, note: NoteMistake) => unknown;

const operations: SectionReader = (section, directive, into, note) =>
  into.operations.push(...readOperation(section, directive, note));
const values =
  (kind: ValueList['kind']): SectionReader =>
  (section, directive, { lists }, note) =>
    lists.push(readValues(section, directive, kind, note));

/** How to read the section below each kind of heading, and whether it holds a table or lists. */
const kinds: Readonly<Record<string, readonly ['table' | 'lists', SectionReader]>> = {
  Parts: [
    'table',
    (section, _, { parts }, note) => {
      const rows = readTable(section, { Part: 'needed', Title: 'needed' }, note);
      parts.push(...rows.map(({ cells, source }) => ({ name: cells.Part, title: cells.Title, source })));
    },
  ],
  Resource: ['table', (section, directive, into, note) => into.resources.push(readResource(section, directive, note))],
  Values: ['lists', values('closed')],
  'Seen values': ['lists', values('seen')],
  Vocabulary: ['lists', values('open')],
  Endpoint: ['table', operations],
  'Token endpoint': ['table', operations],
  Requirements: ['lists', (section, { id }, into, note) => readRequirements(section, id, into, note)],
};

/** Reads open points in prose, and refuses requirements there: they belong under a part. */
function readProse(section: Section, { openPoints }: Lists, note: NoteMistake): void {
  for (const item of itemsOf(section.nodes)) {
    const id = idOf(item);
    if (id !== undefined && requirementId.test(id)) note('requirement-in-prose', sourceOf(section, item), id);
    openPoints.push(...readOpenPoint(section, item));
  }
}

function readDocuments(documents: readonly SourceDocument[], note: NoteMistake): Model {
  const model: Lists = { resources: [], lists: [], operations: [], requirements: [], openPoints: [], parts: [] };
  for (const section of documents.flatMap((one) => readSections(one, Object.keys(kinds), note))) {
    const { directive, heading } = section;
    const [form, read] = kinds[directive?.kind ?? ''] ?? [];
    const stray = form === 'table' ? [] : tablesOf(section);
    for (const table of stray) note('stray-table', sourceOf(section, table), heading);
    if (directive !== undefined) read?.(section, directive, model, note);
    if (form !== 'lists') readProse(section, model, note);
  }
  return model;
}

function quoted(names: readonly string[]): string {
  return names.length === 0 ? 'none is defined' : `defined are: ${names.join(', ')}`;
}

function checkNames({ resources, lists, operations, requirements, parts }: Model, note: NoteMistake): void {
  const vocabularies = lists.filter(({ kind }) => kind === 'open');
  const titled = [...resources, ...lists.filter(({ kind }) => kind !== 'open')];
  const names: readonly (readonly [name: string, source: SourceLocation])[] = [
    ...titled.map(({ name, source }) => [`the id "${name}"`, source] as const),
    ...titled.map(({ title, source }) => [`the title "${title}"`, source] as const),
    ...vocabularies.map(({ name, source }) => [`the vocabulary "${name}"`, source] as const),
    ...operations.map(({ id = 'Token endpoint', source }) => [`the endpoint "${id}"`, source] as const),
    ...operations.map(({ operationId, source }) => [`the operation "${operationId}"`, source] as const),
    ...operations.map(({ method, path, source }) => [`the method and path "${method} ${path}"`, source] as const),
    ...requirements.map(({ id, source }) => [`the requirement "${id}"`, source] as const),
    ...parts.map(({ name, source }) => [`the part "${name}"`, source] as const),
  ];
  const seen = new Map<string, SourceLocation>();
  for (const [name, source] of names) {
    const first = seen.get(name);
    if (first === undefined) seen.set(name, source);
    else note('duplicate-name', source, name, sourceText(first));
  }
}

function checkReferences({ resources, lists, operations }: Model, note: NoteMistake): void {
  const titles = resources.map(({ title }) => title);
  const listed = (kind: string) => lists.filter((list) => list.kind === kind);
  const targets: Readonly<Record<ReferenceKind, readonly [what: string, names: readonly string[]]>> = {
    resource: ['resource', titles],
    echo: ['resource', titles],
    closed: ['list of values', listed('closed').map(({ title }) => title)],
    seen: ['list of seen values', listed('seen').map(({ title }) => title)],
    open: ['vocabulary', listed('open').map(({ name }) => name)],
  };
  const check = (kind: ReferenceKind, name: string, where: string, source: SourceLocation) => {
    const [what, names] = targets[kind];
    if (!names.includes(name)) note('dangling-reference', source, what, name, where, quoted(names));
  };
  for (const { name, type, source } of resources.flatMap(({ fields }) => allFields(fields))) {
    for (const { kind, to } of referencesWithin(type)) check(kind, to, `field "${name}"`, source);
  }
  for (const { request, response, title, source } of operations) {
    if (request !== undefined) check('resource', request, `the request of "${title}"`, source);
    check('resource', response, `the answer of "${title}"`, source);
  }
}

function checkRequirements({ operations, parts, requirements }: Model, note: NoteMistake): void {
  const endpoints = operations.flatMap(({ id }) => id ?? []);
  const names = parts.map(({ name }) => name);
  for (const { id, part, endpoints: named, source } of requirements) {
    if (!names.includes(part)) note('unknown-part', source, part, id, names.join(', '));
    for (const endpoint of named === 'all' ? [] : named.filter((name) => !endpoints.includes(name))) {
      note('unknown-endpoint', source, endpoint, id, quoted(endpoints));
    }
  }
  for (const { name, source } of parts) {
    if (!requirements.some(({ part }) => part === name)) note('empty-part', source, name);
  }
}

function checkModel(model: Model, note: NoteMistake): void {
  checkNames(model, note);
  checkReferences(model, note);
  checkRequirements(model, note);
}

const echoTitle = (title: string): string => `${title.replace(/ input$/u, '')} echo`;
const echoName = (name: string): string => `${name.replace(/-input$/u, '')}-echo`;

/** What was not submitted may be absent or null in an echo; whether the rest is kept is for a check to judge. */
function echoField({ name, typeText, notes, source, ...field }: Field): Field {
  const type = withReferences(field.type, ({ kind, to }) => ({ kind, to: kind === 'resource' ? echoTitle(to) : to }));
  return {
    name,
    typeText,
    notes,
    source,
    type: type.kind === 'nullable' ? type : { kind: 'nullable', of: type },
    presence: field.presence === 'echoed' ? 'expected' : 'unstated',
    members: field.members.map(echoField),
  };
}

function referToEcho(field: Field): Field {
  const type = withReferences(field.type, (reference) =>
    reference.kind === 'echo' ? { kind: 'resource', to: echoTitle(reference.to) } : reference,
  );
  return { ...field, type, members: field.members.map(referToEcho) };
}

/** Turns `echo of X` into references to separate resources, derived from X and everything it holds. */
function withEchoes(model: Model): Model {
  const byTitle = new Map(model.resources.map((resource) => [resource.title, resource]));
  const titlesWithin = (fields: readonly Field[], kind: ReferenceKind) =>
    allFields(fields).flatMap(({ type }) => referencesWithin(type).flatMap((one) => (one.kind === kind ? one.to : [])));
  const reached = new Set(model.resources.flatMap(({ fields }) => titlesWithin(fields, 'echo')));
  // The loop also visits titles that it adds.
  for (const title of reached)
    for (const held of titlesWithin(byTitle.get(title)?.fields ?? [], 'resource')) reached.add(held);
  const echoes = model.resources
    .filter(({ title }) => reached.has(title))
    .map((resource) => ({
      ...resource,
      name: echoName(resource.name),
      title: echoTitle(resource.title),
      description: `${resource.title} as an answer gives it back: what was not submitted may be null.`,
      exhaustive: false,
      fields: resource.fields.map(echoField),
    }));
  const resources = model.resources.map((resource) => ({ ...resource, fields: resource.fields.map(referToEcho) }));
  return { ...model, resources: [...resources, ...echoes] };
}

/** @throws SpecError with every mistake; `locate` gives the file of a document */
export function readModel(documents: readonly SourceDocument[], locate = (name: string): string => name): Model {
  const mistakes: Mistake[] = [];
  const note: NoteMistake = (code, { document, line }, ...details) => {
    mistakes.push(mistakeOf(code, locate(document), line, details));
    return undefined;
  };
  const model = readDocuments(documents, note);
  checkModel(model, note);
  if (mistakes.length === 0) {
    const whole = withEchoes(model);
    // Derived resources have names too, which must be free.
    checkModel(whole, note);
    if (mistakes.length === 0) return whole;
  }
  const rank = new Map(documents.map(({ name }, index) => [locate(name), index]));
  throw new SpecError(
    mistakes.toSorted((a, b) => (rank.get(a.file) ?? 0) - (rank.get(b.file) ?? 0) || a.line - b.line),
  );
}
