import { access, readFile } from 'node:fs/promises';
import { extname, isAbsolute, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse as parseYaml } from 'yaml';
import { ConfigurationError } from './configuration-error.ts';
import type { TargetConfig } from './target-config.ts';
import { validateConfig } from './validate-config.ts';
import { withoutNulls } from './without-nulls.ts';

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
