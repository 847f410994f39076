import { createHash } from 'node:crypto';
import { emitOpenApi } from './emit-openapi.ts';
import { emitSchemas } from './emit-schema.ts';
import { emitNames, emitSchemaModule, emitTypes } from './emit-types.ts';
import { mistakeOf, SpecError, type Mistake, type NoteMistake } from './mistakes.ts';
import {
  allFields,
  referencesWithin,
  withReferences,
  type Field,
  type Model,
  type Operation,
  sourceText,
  type ReferenceKind,
  type Resource,
  type SourceLocation,
} from './document-model.ts';
import { readDocuments } from './read-documents.ts';

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

/** Notes resources that hold themselves, if by way of others: what is generated from such a schema would have no end. */
function checkCycles({ resources }: Model, note: NoteMistake): void {
  const byTitle = new Map(resources.map((resource) => [resource.title, resource]));
  const finished = new Set<Resource>();
  const visit = (resource: Resource, above: readonly Resource[]): void => {
    if (finished.has(resource)) return;
    const start = above.indexOf(resource);
    if (start !== -1) {
      const way = [...above.slice(start), resource].map(({ title }) => title).join(' in ');
      note('cyclic-reference', resource.source, way);
      return;
    }
    const references = allFields(resource.fields).flatMap(({ type }) => referencesWithin(type));
    const held = references.filter(({ kind }) => kind === 'resource' || kind === 'echo');
    for (const inner of held.flatMap(({ to }) => byTitle.get(to) ?? [])) visit(inner, [...above, resource]);
    finished.add(resource);
  };
  for (const resource of resources) visit(resource, []);
}

/** Notes what is wrong between the documents: names given twice, references to what there isn't, and in a circle. */
function checkModel(model: Model, note: NoteMistake): void {
  checkNames(model, note);
  checkReferences(model, note);
  checkRequirements(model, note);
  checkCycles(model, note);
}

/** A document by its file name and its text. */
export interface SourceDocument {
  readonly name: string;
  readonly text: string;
}

const echoTitle = (title: string): string => `${title.replace(/ input$/u, '')} echo`;
const echoName = (name: string): string => `${name.replace(/-input$/u, '')}-echo`;

/** What was not submitted may be absent from an echo or be null there; whether what was submitted is kept is for a check to say. */
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

function titlesWithin(fields: readonly Field[], kind: 'resource' | 'echo'): readonly string[] {
  const references = allFields(fields).flatMap(({ type }) => referencesWithin(type));
  return references.flatMap((reference) => (reference.kind === kind ? reference.to : []));
}

/** Turns `echo of X` into references to resources of their own, derived from X and from all it holds. */
function withEchoes(model: Model): Model {
  const byTitle = new Map(model.resources.map((resource) => [resource.title, resource]));
  const reached = new Set<string>();
  const reach = (title: string): void => {
    if (reached.has(title)) return;
    reached.add(title);
    for (const held of titlesWithin(byTitle.get(title)?.fields ?? [], 'resource')) reach(held);
  };
  for (const { fields } of model.resources) for (const title of titlesWithin(fields, 'echo')) reach(title);
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

/**
 * Reads documents into one model, in the order given.
 *
 * @param locate turns a document's name into the file that a mistake is reported in
 * @throws {SpecError} with every mistake in them
 */
export function readModel(documents: readonly SourceDocument[], locate = (name: string): string => name): Model {
  const mistakes: Mistake[] = [];
  const note: NoteMistake = (code, { document, line }, ...details) => {
    mistakes.push(mistakeOf(code, locate(document), line, details));
  };
  const model = readDocuments(documents, note);
  checkModel(model, note);
  if (mistakes.length === 0) {
    const whole = withEchoes(model);
    // Derived resources take names too, which must be free.
    checkModel(whole, note);
    if (mistakes.length === 0) return whole;
  }
  const rank = new Map(documents.map(({ name }, index) => [locate(name), index]));
  throw new SpecError(
    mistakes.toSorted((a, b) => (rank.get(a.file) ?? 0) - (rank.get(b.file) ?? 0) || a.line - b.line),
  );
}

/** The first twelve hexadecimal digits of a SHA-256 over the documents: the same documents, the same revision. */
function revisionOf(documents: readonly SourceDocument[]): string {
  const hash = createHash('sha256');
  for (const { name, text } of documents) hash.update(`${name}\0${text}\0`);
  return hash.digest('hex').slice(0, 12);
}

function operationEntry(operation: Operation, nameOf: (title: string | undefined) => string | undefined) {
  // JSON leaves out what is undefined.
  return {
    ...operation,
    description: operation.description === '' ? undefined : operation.description,
    pathParameters: operation.pathParameters.map(({ name }) => name),
    queryParameters: operation.queryParameters.map(({ name, type }) => ({ name, type })),
    request: nameOf(operation.request),
    response: nameOf(operation.response),
  };
}

/** What the documents state apart from schemas, as plain data: requirements, parts, open points, endpoints, value lists. */
function emitRegister(model: Model, revision: string) {
  const names = new Map(model.resources.map(({ title, name }) => [title, name]));
  const entry = (operation: Operation) => operationEntry(operation, (title = '') => names.get(title));
  const endpoints = model.operations.filter(({ id }) => id !== undefined);
  const token = model.operations.find(({ id }) => id === undefined);
  const lists = (kind: string) => model.lists.filter((list) => list.kind === kind);
  const bare = (kind: string) =>
    Object.fromEntries(lists(kind).map(({ name, values }) => [name, values.map(({ value }) => value)]));
  return {
    revision,
    parts: model.parts.map(({ name, title }) => ({ name, title })),
    requirements: model.requirements.map((item) => ({
      ...item,
      endpoints: item.endpoints === 'all' ? endpoints.map(({ id }) => id) : item.endpoints,
    })),
    openPoints: model.openPoints,
    endpoints: Object.fromEntries(endpoints.map((operation) => [operation.id, entry(operation)])),
    tokenEndpoint: token && entry(token),
    vocabulary: Object.fromEntries(
      lists('open').map(({ name, values }) => [name, values.map(({ value, shown }) => ({ value, shown }))]),
    ),
    valueLists: bare('closed'),
    seenValues: bare('seen'),
  };
}

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** The generated files of documents: text by path, relative to the folder of generated files. */
export function compileDocuments(
  documents: readonly SourceDocument[],
  locate?: (name: string) => string,
): Map<string, string> {
  const model = readModel(documents, locate);
  const revision = revisionOf(documents);
  return new Map([
    ...[...emitSchemas(model)].map(([name, schema]) => [`schemas/${name}.json`, json(schema)] as const),
    ['openapi.json', json(emitOpenApi(model, revision))],
    ['register.json', json(emitRegister(model, revision))],
    ['names.ts', emitNames(model)],
    ['schemas.ts', emitSchemaModule(model)],
    ['types.ts', emitTypes(model)],
  ]);
}
