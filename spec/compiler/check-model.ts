import type { MistakeCode } from './mistake.ts';
import { sourceText, type Field, type Model, type SourceLocation, type TypeExpression } from './model.ts';
import { typesWithin } from './type-expression.ts';

/** Takes note of a mistake at a place in any of the documents. */
export type NoteAt = (code: MistakeCode, source: SourceLocation, problem: string, remedy: string) => void;

interface Named {
  readonly source: SourceLocation;
}

function checkUnique<Item extends Named>(
  items: readonly Item[],
  keyOf: (item: Item) => string | undefined,
  code: MistakeCode,
  what: string,
  note: NoteAt,
): void {
  const seen = new Map<string, Item>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === undefined) continue;
    const first = seen.get(key);
    if (first === undefined) seen.set(key, item);
    else
      note(
        code,
        item.source,
        `${what} "${key}" stands already in ${sourceText(first.source)}`,
        'rename one of the two',
      );
  }
}

function quoted(names: readonly string[]): string {
  return names.length === 0 ? 'none is defined' : `defined are: ${names.join(', ')}`;
}

/** What a reference of each kind may name. */
function targetsOf(model: Model) {
  const titles = model.resources.map(({ title }) => title);
  const lists = (kind: string) => model.lists.filter((list) => list.kind === kind);
  return {
    resource: { what: 'resource', names: titles },
    echo: { what: 'resource', names: titles },
    closed: { what: 'list of values', names: lists('closed').map(({ title }) => title) },
    seen: { what: 'list of seen values', names: lists('seen').map(({ title }) => title) },
    open: { what: 'vocabulary', names: lists('open').map(({ name }) => name) },
  };
}

function referenceOf(type: TypeExpression): { kind: keyof ReturnType<typeof targetsOf>; name: string } | undefined {
  switch (type.kind) {
    case 'resource':
    case 'echo':
      return { kind: type.kind, name: type.title };
    case 'closed':
    case 'seen':
      return { kind: type.kind, name: type.list };
    case 'open':
      return { kind: 'open', name: type.key };
    case 'map':
      return type.keys === undefined ? undefined : { kind: 'seen', name: type.keys };
    case 'scalar':
    case 'constant':
    case 'array':
    case 'nullable':
    default:
      return undefined;
  }
}

function allFields(fields: readonly Field[]): readonly Field[] {
  return fields.flatMap((field) => [field, ...allFields(field.members)]);
}

function checkReferences(model: Model, note: NoteAt): void {
  const targets = targetsOf(model);
  const missing = (kind: keyof typeof targets, name: string, where: string, source: SourceLocation) => {
    const { what, names } = targets[kind];
    if (!names.includes(name))
      note('dangling-reference', source, `no ${what} is called "${name}", as ${where} says`, quoted(names));
  };
  for (const resource of model.resources) {
    for (const field of allFields(resource.fields)) {
      for (const type of typesWithin(field.type)) {
        const reference = referenceOf(type);
        if (reference !== undefined) missing(reference.kind, reference.name, `field "${field.name}"`, field.source);
      }
    }
  }
  for (const { request, response, title, source } of model.operations) {
    if (request !== undefined) missing('resource', request, `the request of "${title}"`, source);
    missing('resource', response, `the answer of "${title}"`, source);
  }
}

function checkRequirements(model: Model, note: NoteAt): void {
  const endpoints = model.operations.flatMap(({ id }) => id ?? []);
  const parts = model.parts.map(({ name }) => name);
  for (const { id, part, endpoints: named, source } of model.requirements) {
    if (!parts.includes(part))
      note(
        'unknown-part',
        source,
        `unknown part "${part}" of requirement "${id}"`,
        `parts are: ${parts.join(', ')}; or add it to the table of parts`,
      );
    for (const endpoint of named === 'all' ? [] : named.filter((name) => !endpoints.includes(name))) {
      note(
        'unknown-endpoint',
        source,
        `no endpoint is called "${endpoint}", as requirement "${id}" says`,
        quoted(endpoints),
      );
    }
  }
  for (const { name, source } of model.parts) {
    if (!model.requirements.some(({ part }) => part === name)) {
      note('empty-part', source, `the part "${name}" has no requirement`, 'add one, or take the row out');
    }
  }
}

/** Notes what is wrong between the documents: names given twice, and references to what there isn't. */
export function checkModel(model: Model, note: NoteAt): void {
  const { resources, lists, operations, requirements, parts } = model;
  const open = lists.filter(({ kind }) => kind === 'open');
  const others = lists.filter(({ kind }) => kind !== 'open');
  checkUnique([...resources, ...others], ({ name }) => name, 'duplicate-id', 'the id', note);
  checkUnique(open, ({ name }) => name, 'duplicate-id', 'the vocabulary', note);
  checkUnique([...resources, ...others], ({ title }) => title, 'duplicate-title', 'the title', note);
  checkUnique(operations, ({ id }) => id ?? 'Token endpoint', 'duplicate-id', 'the endpoint', note);
  checkUnique(operations, ({ operationId }) => operationId, 'duplicate-id', 'the operation', note);
  checkUnique(operations, ({ method, path }) => `${method} ${path}`, 'duplicate-id', 'the method and path', note);
  checkUnique(requirements, ({ id }) => id, 'duplicate-requirement', 'the requirement', note);
  checkUnique(parts, ({ name }) => name, 'duplicate-id', 'the part', note);
  checkReferences(model, note);
  checkRequirements(model, note);
}
