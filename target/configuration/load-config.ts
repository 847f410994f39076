import { access, readFile } from 'node:fs/promises';
import { extname, isAbsolute, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse as parseYaml } from 'yaml';
import { isRequirementId, register, requirementOf } from '../../spec/index.ts';
import { ConfigurationError, suggestion } from './configuration-error.ts';
import schema from './target-config.schema.json' with { type: 'json' };
import type { TargetConfig } from './target-config.ts';

/** A configuration read from a file. */
export interface LoadedConfig {
  readonly config: TargetConfig;
  /** The file as messages name it: relative to the working directory where that is shorter. */
  readonly file: string;
}

const parseText = (parse: (text: string) => unknown) => async (path: string) =>
  parse((await readFile(path, 'utf8')).replace(/^\uFEFF/, ''));

async function importDefault(path: string): Promise<unknown> {
  // Read first: a missing or unreadable file is then told apart from one that fails while it is loaded.
  await readFile(path);
  const module: unknown = await import(pathToFileURL(path).href);
  return typeof module === 'object' && module !== null && 'default' in module ? module.default : undefined;
}

const loaders: Readonly<Record<string, (path: string) => Promise<unknown>>> = {
  '.ts': importDefault,
  '.mts': importDefault,
  '.js': importDefault,
  '.mjs': importDefault,
  '.json': parseText(JSON.parse),
  '.yaml': parseText((text) => parseYaml(text)),
  '.yml': parseText((text) => parseYaml(text)),
};

/** Names of configuration files that are found where none is named: a folder may hold one of them. */
export const foundByDefault: readonly string[] = Object.keys(loaders).map(
  (extension) => `conformance.config${extension}`,
);

const systemErrors: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist; check the path',
  EACCES: 'cannot be read; check its permissions',
  EPERM: 'cannot be read; check its permissions',
  EISDIR: 'is a directory; name the file in it',
};

function systemErrorOf(error: unknown): string | undefined {
  return error instanceof Error && 'syscall' in error && 'code' in error ? systemErrors[String(error.code)] : undefined;
}

/** Finds the one configuration file of a directory; undefined when there is none. */
async function findConfig(cwd: string): Promise<string | undefined> {
  const present: string[] = [];
  for (const name of foundByDefault) {
    const there = await access(resolve(cwd, name)).then(
      () => true,
      () => false,
    );
    if (there) present.push(name);
  }
  if (present.length < 2) return present[0];
  throw new ConfigurationError(
    'CONFIG_INVALID',
    `${present.join(' and ')} both exist in ${cwd}; keep one, or name the one meant with --config`,
  );
}

async function loadContent(path: string, file: string, named: string): Promise<unknown> {
  const load = loaders[extname(path).toLowerCase()];
  if (load === undefined) {
    const known = Object.keys(loaders).join(', ');
    throw new ConfigurationError(
      'CONFIG_UNREADABLE',
      `${file}: not a kind of file that ${named} can name; its name must end in one of ${known}`,
    );
  }
  try {
    return await load(path);
  } catch (error) {
    const system = systemErrorOf(error);
    if (system !== undefined)
      throw new ConfigurationError('CONFIG_UNREADABLE', `${file} (${named}) ${system}`, { cause: error });
    const words = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
    const remedy = /outside a module|Unexpected token 'export'/.test(words)
      ? '; its package is not "type": "module": name the file .mts or .mjs'
      : '';
    throw new ConfigurationError('CONFIG_MALFORMED', `${file}: cannot be parsed: ${words}${remedy}`, { cause: error });
  }
}

/**
 * Reads the configuration file, if there is one.
 *
 * @param cwd directory that relative paths start at, and where `conformance.config.{ts,mts,js,mjs,json,yaml,yml}` is looked for
 * @param named the path given, and the flag or variable that gave it
 * @throws ConfigurationError when the file cannot be read, parsed, or holds what a configuration cannot hold
 */
export async function loadConfig(cwd: string, named?: { path: string; by: string }): Promise<LoadedConfig | undefined> {
  const path = named?.path ?? (await findConfig(cwd));
  if (path === undefined) return undefined;
  const absolute = resolve(cwd, path);
  const near = relative(cwd, absolute);
  const file = near.startsWith('..') || isAbsolute(near) ? absolute : near;
  const content = await loadContent(absolute, file, named?.by ?? 'configuration');
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    const remedy = extname(absolute).endsWith('s')
      ? 'export an object of settings as default'
      : 'write an object of settings';
    throw new ConfigurationError('CONFIG_INVALID', `${file}: holds no settings; ${remedy}`);
  }
  return { config: validateConfig(withoutNulls(content), file), file };
}

const ajv = new Ajv2020({ allErrors: true, strict: true, verbose: true });
addFormats.default(ajv, ['date']);
const conforms = ajv.compile<TargetConfig>(schema);

/** A pattern is no help to a reader: what it stands for is. */
const patternNames: Readonly<Record<string, string>> = {
  [schema.$defs.uuid.pattern]: 'a UUID',
  [schema.$defs.variable.pattern]: 'the name of an environment variable',
};

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as a reader recognizes it; members whose name says that they are secret stay hidden. */
function shown(value: unknown, pointer: string): string {
  if (/secret|token/i.test(pointer)) return 'a hidden value';
  const text = JSON.stringify(value) ?? 'undefined';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

const phrases: Readonly<Record<string, (error: ErrorObject, file: string) => string>> = {
  additionalProperties: (error, file) => {
    const key = String(error.params['additionalProperty']);
    const known = Object.keys(isRecord(error.parentSchema?.['properties']) ? error.parentSchema['properties'] : {});
    return `${file}: unknown key ${JSON.stringify(key)} at ${error.instancePath || 'the top'}${suggestion(key, known)}`;
  },
  required: (error, file) =>
    `${file}: ${error.instancePath} lacks "${String(error.params['missingProperty'])}"; add it`,
  type: (error, file) => wrong(error, file, `of type ${String(error.params['type'])}`),
  enum: (error, file) => wrong(error, file, `one of ${JSON.stringify(error.params['allowedValues'])}`),
  format: (error, file) => wrong(error, file, 'a calendar date, written YYYY-MM-DD'),
  pattern: (error, file) => wrong(error, file, patternNames[String(error.params['pattern'])] ?? 'of the right form'),
  minLength: (error, file) => `${file}: ${error.instancePath} is empty; give it a value or remove it`,
  minItems: (error, file) => `${file}: ${error.instancePath} is empty; give it a value or remove it`,
  uniqueItems: (error, file) => `${file}: ${error.instancePath} holds the same value twice; keep one of them`,
};

function wrong(error: ErrorObject, file: string, demand: string): string {
  return `${file}: ${error.instancePath || 'the content'} is ${shown(error.data, error.instancePath)}, and must be ${demand}`;
}

/** Ids are told by what they are near to, and not by the list of all that the schema has for editors. */
const isAboutId = ({ keyword, instancePath }: ErrorObject): boolean =>
  (keyword === 'enum' && /^\/waive\/\d+\/id$/.test(instancePath)) ||
  (keyword === 'additionalProperties' && instancePath === '/expect');

/** Checks the ids of a content that is sound but for them. */
function checkIds(content: unknown, file: string): void {
  const ids = register.map((requirement) => requirement.id);
  const { waive, expect } = isRecord(content) ? content : {};
  const waived = (Array.isArray(waive) ? waive : []).map((waiver: unknown, index) => ({
    id: isRecord(waiver) ? String(waiver['id']) : '',
    pointer: `/waive/${index}/id`,
  }));
  const pinned = Object.keys(isRecord(expect) ? expect : {}).map((id) => ({ id, pointer: '/expect' }));
  for (const { id, pointer } of [...waived, ...pinned]) {
    if (isRequirementId(id)) {
      const isOpen = requirementOf(id).level === 'open';
      if (pointer === '/expect' ? isOpen : !isOpen || pinned.some((pin) => pin.id === id)) continue;
      const why = isOpen
        ? 'is an open point, which fails only where expect pins it; pin it, or remove the waiver'
        : 'is no open point, so that nothing is observed of it that could be pinned; remove it';
      throw new ConfigurationError('CONFIG_INVALID', `${file}: "${id}" at ${pointer} ${why}`);
    }
    const remedy = suggestion(id, ids, 'all ids are in spec/generated/register.json');
    throw new ConfigurationError(
      'CONFIG_INVALID',
      `${file}: ${JSON.stringify(id)} at ${pointer} is no requirement id${remedy}`,
    );
  }
  const twice = waived.find(({ id }, index) => waived.findIndex((other) => other.id === id) !== index);
  if (twice === undefined) return;
  throw new ConfigurationError(
    'CONFIG_INVALID',
    `${file}: "${twice.id}" is waived twice, again at ${twice.pointer}; keep one`,
  );
}

/**
 * Checks what a configuration file holds against `target-config.schema.json` and the requirement register.
 *
 * @param value the file's content, parsed
 * @param file its name, for messages
 * @throws ConfigurationError `CONFIG_INVALID` for an unknown key, a wrong value or an unknown requirement id
 */
export function validateConfig(value: unknown, file: string): TargetConfig {
  if (!conforms(value)) {
    const errors = (conforms.errors ?? []).filter((error) => !isAboutId(error));
    if (errors.length === 0) checkIds(value, file);
    // An unknown key is most often the cause of whatever else is wrong.
    const error = errors.find(({ keyword }) => keyword === 'additionalProperties') ?? errors[0];
    const message =
      error === undefined
        ? `${file}: not a target configuration`
        : (phrases[error.keyword]?.(error, file) ??
          wrong(error, file, (error.message ?? 'valid').replace(/^must be /, '')));
    throw new ConfigurationError('CONFIG_INVALID', message);
  }
  checkIds(value, file);
  return value;
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value));

/** What a schema says of the members of an object. */
interface ObjectSchema {
  readonly type?: unknown;
  readonly properties?: object;
  readonly $ref?: string;
}

const definitions: Readonly<Record<string, ObjectSchema>> = schema.$defs;

function membersOf({ properties, $ref }: ObjectSchema): Readonly<Record<string, ObjectSchema>> {
  return { ...(properties ?? definitions[$ref?.replace('#/$defs/', '') ?? '']?.properties) };
}

/**
 * A configuration without the members that are null, which is how YAML reads a key whose entries are all commented out:
 * such a key says nothing. One that the schema does not know stays, to be told of. What a list holds stays as it is, and
 * so do the values that `expect` pins.
 */
export function withoutNulls(content: object, of: ObjectSchema = schema): object {
  if (!isPlain(content)) return content;
  const members = membersOf(of);
  const kept = Object.entries(content).filter(([key, value]) => value !== null || !Object.hasOwn(members, key));
  return Object.fromEntries(
    kept.map(([key, value]) => [
      key,
      isPlain(value) && key !== 'expect' ? withoutNulls(value, members[key] ?? {}) : value,
    ]),
  );
}
