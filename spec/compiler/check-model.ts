import type { NoteMistake } from './mistakes.ts';
import {
  allFields,
  referencesWithin,
  sourceText,
  type Model,
  type ReferenceKind,
  type Resource,
  type SourceLocation,
} from './document-model.ts';

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
export function checkModel(model: Model, note: NoteMistake): void {
  checkNames(model, note);
  checkReferences(model, note);
  checkRequirements(model, note);
  checkCycles(model, note);
}
