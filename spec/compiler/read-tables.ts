import { descriptionOf, readTable, type Directive, type Row, type Section } from './read-markdown.ts';
import type { NoteMistake } from './mistakes.ts';
import {
  isScalarName,
  scalars,
  type Field,
  type Operation,
  type Parameter,
  type ReferenceKind,
  type Resource,
  type TypeExpression,
} from './document-model.ts';

const title = /^[A-Z0-9][\w-]*(?: [\w-]+)*$/u;
const vocabularyKey = /^[a-z]+(?:_[a-z]+)*$/u;

type Reader = (rest: string) => TypeExpression | undefined;

function constantOf(text: string): TypeExpression | undefined {
  if (text === '') return undefined;
  if (/^-?\d+(?:\.\d+)?$/u.test(text)) return { kind: 'constant', value: Number(text) };
  return { kind: 'constant', value: text === 'true' || text === 'false' ? text === 'true' : text };
}

function mapOf(rest: string): TypeExpression | undefined {
  const [, keys = '', values = ''] = /^(.+?) to (.+)$/u.exec(rest) ?? [];
  const of = parseType(values);
  if (of === undefined || (keys !== 'string' && !title.test(keys))) return undefined;
  return { kind: 'map', keys: keys === 'string' ? undefined : keys, of };
}

const arrayOf =
  (atLeast: 0 | 1): Reader =>
  (rest) => {
    const of = parseType(rest);
    return of && { kind: 'array', of, atLeast };
  };

const reference =
  (kind: ReferenceKind, fits = title): Reader =>
  (to) =>
    fits.test(to) ? { kind, to } : undefined;

/** What a type may begin with, how to read the rest, and how that rest is written. */
const forms: readonly (readonly [prefix: string, read: Reader, rest: string | readonly string[]])[] = [
  ['constant ', constantOf, 'VALUE'],
  ['array of ', arrayOf(0), 'TYPE'],
  ['non-empty array of ', arrayOf(1), 'TYPE'],
  ['map of ', mapOf, ['string to TYPE', 'SEEN VALUES to TYPE']],
  ['echo of ', reference('echo'), 'RESOURCE'],
  ['one of ', reference('closed'), 'VALUES'],
  ['seen ', reference('seen'), 'SEEN VALUES'],
  ['open ', reference('open', vocabularyKey), 'VOCABULARY KEY'],
];

const typeForms = [
  ...Object.keys(scalars),
  ...forms.flatMap(([prefix, , rest]) => [rest].flat().map((text) => prefix + text)),
  'the title of a resource',
  'any of these followed by "or null"',
].join(', ');

/** Reads a type as written in the Type column; undefined if it is none. Its references are checked later. */
function parseType(text: string): TypeExpression | undefined {
  if (isScalarName(text)) return { kind: 'scalar', name: text };
  const [prefix, read] = forms.find(([start]) => text.startsWith(start)) ?? [];
  // A constant may be any text, even one that ends in " or null".
  if (prefix !== 'constant ' && text.endsWith(' or null')) {
    const of = parseType(text.slice(0, -' or null'.length));
    return of && { kind: 'nullable', of };
  }
  return prefix !== undefined && read !== undefined ? read(text.slice(prefix.length)) : reference('resource')(text);
}

const plainPresences = ['always', 'expected', 'optional', 'unstated', 'echoed'] as const;
const presenceForms = [...plainPresences, 'either: WAY', 'either: WAY, optional'].join(', ');

function readPresence(text: string): Pick<Field, 'presence' | 'way'> | undefined {
  const plain = plainPresences.find((presence) => presence === text);
  if (plain !== undefined) return { presence: plain };
  const [, label, optional] = /^either: ([^,]+?)(, optional)?$/u.exec(text) ?? [];
  return label === undefined ? undefined : { presence: 'either', way: { label, optional: optional !== undefined } };
}

/** A field to which dotted rows further down add members. */
interface GrowingField extends Field {
  readonly members: GrowingField[];
}

function readField(
  { cells, prose, source }: Row<'Field' | 'Type' | 'Presence' | 'Notes'>,
  note: NoteMistake,
): GrowingField | undefined {
  const { Field: path, Type: typeText, Presence: presenceText } = cells;
  const type = parseType(typeText);
  const presence = readPresence(presenceText);
  if (type === undefined) note('unknown-type', source, typeText, `for field "${path}"`, typeForms);
  if (presence === undefined) note('unknown-presence', source, presenceText, path, presenceForms);
  else if (presence.way !== undefined && path.includes('.')) note('nested-way', source, path);
  if (type === undefined || presence === undefined) return undefined;
  const name = path.slice(path.lastIndexOf('.') + 1);
  return { name, type, typeText, ...presence, notes: prose.Notes, members: [], source };
}

/** Reads a field table. A dotted field belongs to the inline object of a row above it. */
export function readResource(section: Section, { id, title, flags }: Directive, note: NoteMistake): Resource {
  const fields: GrowingField[] = [];
  const byPath = new Map<string, { line: number; field: GrowingField | undefined }>();
  const columns = { Field: 'needed', Type: 'needed', Presence: 'needed', Notes: 'needed' } as const;
  for (const row of readTable(section, columns, note)) {
    const path = row.cells.Field;
    const before = byPath.get(path);
    if (before !== undefined) {
      note('duplicate-field', row.source, path, String(before.line));
      continue;
    }
    const field = readField(row, note);
    byPath.set(path, { line: row.source.line, field });
    if (field === undefined) continue;
    if (!path.includes('.')) {
      fields.push(field);
      continue;
    }
    const parentPath = path.slice(0, path.lastIndexOf('.'));
    const parent = byPath.get(parentPath);
    const type = parent?.field?.type;
    if (parent === undefined || (type !== undefined && !(type.kind === 'scalar' && type.name === 'object'))) {
      note('missing-parent', row.source, path, parentPath);
    }
    parent?.field?.members.push(field);
  }
  const description = descriptionOf(section);
  return { name: id, title, description, exhaustive: flags.includes('exhaustive'), fields, source: section.source };
}

type OperationRow = Row<'Part' | 'Value' | 'Notes'>;

const methods = ['GET', 'POST', 'PUT'] as const;
const singleRows = ['Method and path', 'Request body', 'Response body', 'Success status'] as const;
const rowForms = [...singleRows, 'Path parameter NAME', 'Query parameter NAME'].join(', ');
const parameterTypes = { Path: ['uuid', 'string'], Query: ['string', 'integer'] } as const;

function readParameter(row: OperationRow, place: 'Path' | 'Query', name: string, note: NoteMistake): Parameter[] {
  const type = parameterTypes[place].find((candidate) => candidate === row.cells.Value);
  if (type !== undefined) return [{ name, type, notes: row.prose.Notes, source: row.source }];
  const where = `of ${place.toLowerCase()} parameter "${name}"`;
  note('unknown-type', row.source, row.cells.Value, where, parameterTypes[place].join(', '));
  return [];
}

function readStatus(row: OperationRow | undefined, note: NoteMistake): number | undefined {
  if (row === undefined || row.cells.Value === 'not shown') return undefined;
  if (/^2\d\d$/u.test(row.cells.Value)) return Number(row.cells.Value);
  return note('malformed-status', row.source, row.cells.Value);
}

function readPath(
  { cells, source }: OperationRow,
  parameters: readonly Parameter[],
  note: NoteMistake,
): Pick<Operation, 'method' | 'path'> | undefined {
  const [, verb, path] = /^([A-Z]+) (\/\S*)$/u.exec(cells.Value) ?? [];
  const method = methods.find((candidate) => candidate === verb);
  if (method === undefined || path === undefined)
    return note('malformed-path', source, cells.Value, methods.join(', '));
  const inPath = [...path.matchAll(/\{([^}]+)\}/gu)].map(([, name = '']) => name);
  for (const name of inPath.filter((one) => !parameters.some((described) => described.name === one))) {
    note('undescribed-parameter', source, name);
  }
  for (const described of parameters.filter(({ name }) => !inPath.includes(name))) {
    note('unknown-parameter', described.source, described.name);
  }
  return { method, path };
}

/** Reads the table of an endpoint; empty, with a mistake noted, if method and path or the response is missing. */
export function readOperation(section: Section, directive: Directive, note: NoteMistake): Operation[] {
  const singles = new Map<string, OperationRow>();
  const parameters: Record<'Path' | 'Query', Parameter[]> = { Path: [], Query: [] };
  const seen = new Set<string>();
  const rows = readTable(section, { Part: 'needed', Value: 'needed', Notes: 'may be empty' }, note);
  for (const row of rows) {
    const { Part: part } = row.cells;
    const [, place, name] = /^(Path|Query) parameter (\w+)$/u.exec(part) ?? [];
    if (seen.has(part)) note('duplicate-row', row.source, part);
    else if (singleRows.some((single) => single === part)) singles.set(part, row);
    else if ((place === 'Path' || place === 'Query') && name !== undefined) {
      parameters[place].push(...readParameter(row, place, name, note));
    } else note('unknown-row', row.source, part, rowForms);
    seen.add(part);
  }
  // If the whole table is malformed, that has been noted already.
  const wanted = rows.length === 0 ? [] : ['Method and path', 'Response body', 'Success status'];
  for (const part of wanted.filter((name) => !singles.has(name))) {
    note('missing-row', section.source, section.heading, part);
  }
  const successStatus = readStatus(singles.get('Success status'), note);
  const [line, response] = [singles.get('Method and path'), singles.get('Response body')];
  if (line === undefined || response === undefined) return [];
  const address = readPath(line, parameters.Path, note);
  if (address === undefined) return [];
  return [
    {
      id: directive.argument === '' ? undefined : directive.argument,
      title: directive.title,
      description: descriptionOf(section),
      ...address,
      operationId: directive.id.replaceAll(/-(\w)/gu, (_, letter: string) => letter.toUpperCase()),
      pathParameters: parameters.Path,
      queryParameters: parameters.Query,
      request: singles.get('Request body')?.cells.Value,
      response: response.cells.Value,
      successStatus,
      source: section.source,
    },
  ];
}
