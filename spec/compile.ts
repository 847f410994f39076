import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Model, Operation } from './compiler/document-model.ts';
import { emitOpenApi } from './compiler/emit-openapi.ts';
import { emitNames, emitSchemaModule, emitSchemas, emitTypes, nameOf } from './compiler/emit-types.ts';
import { mistakeOf, SpecError } from './compiler/mistakes.ts';
import { readModel } from './compiler/read-documents.ts';
import type { SourceDocument } from './compiler/read-markdown.ts';

export { formatMistake, SpecError } from './compiler/mistakes.ts';

/** The `spec` folder of the package: this file's own in a checkout, outside of `dist` in a build. */
const home = new URL(import.meta.url.endsWith('.ts') ? './' : '../../spec/', import.meta.url);

const ownFolders = {
  documents: fileURLToPath(new URL('documents', home)),
  generated: fileURLToPath(new URL('generated', home)),
};

const documentName = /^\d+-[a-z-]+\.md$/u;

/** By number, so that the order is the same everywhere. */
const inOrder = new Intl.Collator('en', { numeric: true }).compare;

function unreadable(folder: string, reason: string): SpecError {
  return new SpecError([mistakeOf('unreadable-document', folder, 1, [reason])]);
}

async function readFolder(directory: string, locate: (name: string) => string): Promise<readonly SourceDocument[]> {
  const entries = await readdir(directory).catch((error: unknown) => {
    throw unreadable(locate(''), error instanceof Error ? error.message : String(error));
  });
  const names = entries.filter((name) => documentName.test(name)).sort(inOrder);
  const misnamed = entries.filter((name) => name.endsWith('.md') && name !== 'README.md' && !documentName.test(name));
  if (misnamed.length > 0) {
    throw new SpecError(misnamed.map((name) => mistakeOf('misnamed-document', locate(name), 1, [])));
  }
  if (names.length === 0) throw unreadable(locate(''), 'there is no document');
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(join(directory, name), 'utf8') })));
}

/** The first twelve hexadecimal digits of a SHA-256 over the documents: the same documents give the same revision. */
function revisionOf(documents: readonly SourceDocument[]): string {
  const hash = createHash('sha256');
  for (const { name, text } of documents) hash.update(`${name}\0${text}\0`);
  return hash.digest('hex').slice(0, 12);
}

/** What the documents state apart from schemas, as plain data: requirements, parts, open points, endpoints, value lists. */
function emitRegister(model: Model, revision: string) {
  // JSON omits undefined members.
  const entry = (operation: Operation) => ({
    ...operation,
    pathParameters: operation.pathParameters.map(({ name }) => name),
    queryParameters: operation.queryParameters.map(({ name, type }) => ({ name, type })),
    request: operation.request && nameOf(model, operation.request),
    response: nameOf(model, operation.response),
  });
  const endpoints = model.operations.filter(({ id }) => id !== undefined);
  const token = model.operations.find(({ id }) => id === undefined);
  const lists = (kind: string) => model.lists.filter((list) => list.kind === kind);
  const bare = (kind: string) =>
    Object.fromEntries(lists(kind).map(({ name, values }) => [name, values.map(({ value }) => value)]));
  return {
    revision,
    parts: model.parts.map(({ name, title }) => ({ name, title })),
    requirements: model.parts.flatMap(({ name }) =>
      model.requirements
        .filter(({ part }) => part === name)
        .map((item) => ({
          ...item,
          endpoints: item.endpoints === 'all' ? endpoints.map(({ id }) => id) : item.endpoints,
        })),
    ),
    openPoints: model.openPoints,
    endpoints: Object.fromEntries(endpoints.map((operation) => [operation.id, entry(operation)])),
    tokenEndpoint: token && entry(token),
    vocabulary: Object.fromEntries(lists('open').map(({ name, values }) => [name, values])),
    valueLists: bare('closed'),
    seenValues: bare('seen'),
  };
}

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

async function compileSpec(directory: string): Promise<ReadonlyMap<string, string>> {
  const locate = (name: string) => relative(process.cwd(), join(directory, name)) || '.';
  const documents = await readFolder(directory, locate);
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

async function filesIn(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
  const read = async (path: string) =>
    [relative(folder, path).replaceAll('\\', '/'), await readFile(path, 'utf8')] as const;
  return new Map(await Promise.all(paths.sort().map(read)));
}

/** How the folder differs from what is generated: `text` is what a file should hold, undefined for an extra one. */
async function differences({ documents, generated }: typeof ownFolders) {
  const files = await compileSpec(documents);
  const present = await filesIn(generated);
  const outdated = [...files].filter(([file, text]) => present.get(file) !== text);
  const extra = [...present.keys()].filter((file) => !files.has(file));
  return [
    ...outdated.map(([file, text]) => ({ file, text, state: present.has(file) ? 'stale' : 'missing' })),
    ...extra.map((file) => ({ file, text: undefined, state: 'extra' })),
  ];
}

/** A line for each generated file that is stale, missing or extra. @throws SpecError if the documents don't compile */
export async function checkSpec(folders = ownFolders): Promise<readonly string[]> {
  const stale = await differences(folders);
  return stale.map(({ file, state }) => `${relative(process.cwd(), join(folders.generated, file))} is ${state}`);
}

/** Updates the generated files and returns the changed ones. @throws SpecError if the documents don't compile */
export async function writeSpec(folders = ownFolders) {
  const stale = await differences(folders);
  for (const { file, text } of stale) {
    const target = join(folders.generated, file);
    await mkdir(dirname(target), { recursive: true });
    await (text === undefined ? rm(target) : writeFile(target, text));
  }
  return stale;
}
