import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, extname, isAbsolute, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isObject, isRequirementId, parts, register, requirementOf } from '../../spec/index.ts';
import { ConfigurationError, suggestion } from './configuration-error.ts';
import { demandNames, targetConfigSchema, type TargetConfig } from './target-config.ts';

const parseText = (parse: (text: string) => unknown) => async (path: string) =>
  parse((await readFile(path, 'utf8')).replace(/^\uFEFF/, ''));

async function parseYaml(text: string): Promise<unknown> {
  const { parse, YAMLParseError } = await import('yaml');
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof YAMLParseError) || error.code !== 'DUPLICATE_KEY') throw error;
    const [, key = ''] = /^["']?([^"':\n]*)/.exec(text.slice(error.pos[0])) ?? [];
    throw new Error(`the key "${key}" is given twice, again in line ${error.linePos?.[0].line}; keep one`, {
      cause: error,
    });
  }
}

async function importDefault(path: string): Promise<unknown> {
  // Read first, so that a missing or unreadable file is not reported as one that fails to load.
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
  '.yaml': parseText(parseYaml),
  '.yml': parseText(parseYaml),
};

/** Names of configuration files to look for if none is named; a folder may hold only one of them. */
const foundByDefault = Object.keys(loaders).map((extension) => `conformance.config${extension}`);

const systemErrors: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist; check the path',
  EACCES: 'cannot be read; check its permissions',
  EPERM: 'cannot be read; check its permissions',
  EISDIR: 'is a directory; name the file in it',
};

function findConfig(cwd: string): string | undefined {
  const present = foundByDefault.filter((name) => existsSync(resolve(cwd, name)));
  if (present.length < 2) return present[0];
  throw new ConfigurationError(
    'CONFIG_INVALID',
    `${present.join(' and ')} both exist in ${cwd}; keep one, or name the one meant with --config`,
  );
}

/** Loads a file of data or settings. @param named - the flag or the place that names it, for messages */
export async function loadContent(path: string, file: string, named: string): Promise<unknown> {
  const load = loaders[extname(path).toLowerCase()];
  if (load === undefined) {
    const known = Object.keys(loaders).join(', ');
    throw new ConfigurationError(
      'CONFIG_UNREADABLE',
      `${file}: not a kind of file that ${named} can name; its name must end in one of ${known}`,
    );
  }
  return reading(load(path), file, named);
}

/** The content of a file that is being read. @throws ConfigurationError in place of the system's or a parser's error */
export async function reading<T>(content: Promise<T>, file: string, named: string): Promise<T> {
  try {
    return await content;
  } catch (error) {
    const { syscall, code = '' } = error as NodeJS.ErrnoException;
    const system = syscall === undefined ? undefined : systemErrors[code];
    if (system !== undefined)
      throw new ConfigurationError('CONFIG_UNREADABLE', `${file} (${named}) ${system}`, { cause: error });
    const [words = ''] = (error instanceof Error ? error.message : String(error)).split(/:?\n/);
    throw new ConfigurationError('CONFIG_MALFORMED', `${file}: cannot be parsed: ${words}`, { cause: error });
  }
}

/**
 * The configuration in the named file, or else in the one found in the folder, and how messages name it; undefined if
 * there is none.
 *
 * @throws ConfigurationError if it cannot be read or parsed, or is not a valid configuration
 */
export async function loadConfig(
  cwd: string,
  named?: { path: string; by: string },
): Promise<{ config: TargetConfig; file: string; folder: string } | undefined> {
  const path = named?.path ?? findConfig(cwd);
  if (path === undefined) return undefined;
  const absolute = resolve(cwd, path);
  const near = relative(cwd, absolute);
  const file = near.startsWith('..') || isAbsolute(near) ? absolute : near;
  const content = await loadContent(absolute, file, named?.by ?? 'configuration');
  if (!isObject(content)) {
    const isModule = extname(absolute).endsWith('s');
    const remedy = isModule ? 'export an object of settings as default' : 'write an object of settings';
    throw new ConfigurationError('CONFIG_INVALID', `${file}: holds no settings; ${remedy}`);
  }
  return { config: validateConfig(withoutNulls(content), file), file, folder: dirname(absolute) };
}

/** Compiled on first use: most runs have no configuration file. */
let compiled: ValidateFunction<TargetConfig> | undefined;

function compile(): ValidateFunction<TargetConfig> {
  // The schema is the suite's own: checking it takes longer than compiling it.
  const unchecked = { meta: false, validateSchema: false };
  const strict = { strict: true, strictRequired: false, allowUnionTypes: true };
  // Only one configuration is checked: optimizing the code for it would take longer than it saves.
  const code = { optimize: false };
  const ajv = new Ajv2020({ allErrors: true, verbose: true, code, ...strict, ...unchecked });
  addFormats.default(ajv, ['date']);
  return ajv.compile<TargetConfig>(targetConfigSchema);
}

/** Removes members that are null: YAML reads keys whose entries are commented out as null. Pins may be null. */
function withoutNulls(content: object, schema: unknown = targetConfigSchema): object {
  const known = isObject(schema) && isObject(schema['properties']) ? schema['properties'] : {};
  return Object.fromEntries(
    Object.entries(content)
      .filter(([key, value]) => value !== null || !Object.hasOwn(known, key))
      .map(([key, value]) => [key, isObject(value) && key !== 'expect' ? withoutNulls(value, known[key]) : value]),
  );
}

/** The value as shown in messages; members with secret-sounding names stay hidden. */
function shown(value: unknown, pointer: string): string {
  if (/secret|token(?!s)|^\/headers\//i.test(pointer)) return 'a hidden value';
  const text = JSON.stringify(value) ?? 'undefined';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

const mustBe =
  (demand: (error: ErrorObject) => string) =>
  (error: ErrorObject): string =>
    `${error.instancePath || 'the content'} is ${shown(error.data, error.instancePath)}, and must be ${demand(error)}`;
const empty = ({ instancePath }: ErrorObject): string => `${instancePath} is empty; give it a value or remove it`;

const typeNames: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'a whole number',
  object: 'an object',
  string: 'a text',
};

/** The message for a mistake, by the schema keyword that it violates. */
const phrases: Readonly<Record<string, (error: ErrorObject) => string>> = {
  additionalProperties({ params, parentSchema, instancePath }) {
    const key = String(params['additionalProperty']);
    const known = Object.keys(isObject(parentSchema?.['properties']) ? parentSchema['properties'] : {});
    return `unknown key ${JSON.stringify(key)} at ${instancePath || 'the top'}${suggestion(key, known)}`;
  },
  required: ({ params, instancePath }) => `${instancePath} lacks "${String(params['missingProperty'])}"; add it`,
  type: mustBe(({ params }) => typeNames[String(params['type'])] ?? `of type ${String(params['type'])}`),
  minimum: mustBe(({ params }) => `at least ${String(params['limit'])}`),
  maximum: mustBe(({ params }) => `at most ${String(params['limit'])}`),
  enum: mustBe(({ params }) => `one of ${JSON.stringify(params['allowedValues'])}`),
  format: mustBe(() => 'a calendar date, written YYYY-MM-DD'),
  pattern: mustBe(({ params }) => demandNames.get(params['pattern']) ?? 'of the right form'),
  anyOf: mustBe(({ schema }) => demandNames.get(schema) ?? 'of the right form'),
  minLength: empty,
  minItems: empty,
  minProperties: empty,
  uniqueItems: ({ instancePath }) => `${instancePath} holds the same value twice; keep one of them`,
};
const otherPhrase = mustBe(({ message = 'valid' }) => message.replace(/^must be /, ''));

/** An unknown id is reported with the closest ids, not with the whole list that the schema has for editors. */
function wrongId({ keyword, instancePath, data, params }: ErrorObject): string | undefined {
  const isPin = keyword === 'additionalProperties' && instancePath === '/expect';
  if (!isPin && !(keyword === 'enum' && /^\/waive\/\d+\/id$/.test(instancePath))) return undefined;
  const id = String(isPin ? params['additionalProperty'] : data);
  if (isRequirementId(id)) return `"${id}" at /expect is not an open point, and only those can be pinned; remove it`;
  const ids = register.map((requirement) => requirement.id);
  const part = parts.find(({ name }) => id.startsWith(name));
  const remedy = suggestion(id, ids, `"bfc list${part === undefined ? '' : ` --part ${part.name}`}" lists them`);
  return `${JSON.stringify(id)} at ${instancePath} is not a requirement id${remedy}`;
}

function phraseOf(errors: readonly ErrorObject[]): string {
  // The errors within each alternative say less than the list of alternatives.
  const choices = errors.filter(({ keyword }) => keyword === 'anyOf').map(({ schemaPath }) => `${schemaPath}/`);
  const isOfChoice = ({ schemaPath }: ErrorObject): boolean => choices.some((path) => schemaPath.startsWith(path));
  const others = errors.filter((error) => wrongId(error) === undefined && !isOfChoice(error));
  // An unknown key is most often the cause of the other errors.
  const error = others.find(({ keyword }) => keyword === 'additionalProperties') ?? others[0] ?? errors[0];
  if (error === undefined) return 'not a target configuration';
  return wrongId(error) ?? (phrases[error.keyword] ?? otherPhrase)(error);
}

function wrongWaiver({ waive = [], expect = {} }: TargetConfig): string | undefined {
  const ids = waive.map(({ id }) => id);
  for (const [index, id] of ids.entries()) {
    const pointer = `/waive/${index}/id`;
    if (requirementOf(id).level === 'open' && !Object.hasOwn(expect, id))
      return `"${id}" at ${pointer} is an open point, which fails only where expect pins it; pin it, or remove the waiver`;
    if (ids.indexOf(id) < index) return `"${id}" is waived twice, again at ${pointer}; keep one`;
  }
  return undefined;
}

/** @throws ConfigurationError for an unknown key, a wrong value or an unknown requirement id */
export function validateConfig(value: unknown, file: string): TargetConfig {
  const conforms = (compiled ??= compile());
  const isValid = conforms(value);
  const problem = isValid ? wrongWaiver(value) : phraseOf(conforms.errors ?? []);
  if (isValid && problem === undefined) return value;
  throw new ConfigurationError('CONFIG_INVALID', `${file}: ${problem}`);
}
