import { access, readFile, stat } from 'node:fs/promises';
import { basename, dirname, extname, isAbsolute, join, relative, resolve } from 'node:path';
import { foundByDefault } from '../../target/configuration/index.ts';
import { UsageError } from '../failures.ts';
import type { ConfigFormat, InitFlags } from './init-flags.ts';

/** Where the configuration is written to, and in which form. */
export interface Destination {
  /** Absolute. */
  readonly path: string;
  /** As the user names it from where they are. */
  readonly file: string;
  readonly format: ConfigFormat;
}

const formatsByExtension: Readonly<Record<string, ConfigFormat>> = {
  '.yaml': 'yaml',
  '.yml': 'yaml',
  '.json': 'json',
  '.ts': 'ts',
  '.mts': 'ts',
};

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Whether the package that a folder belongs to says that its `.ts` files are CommonJS, which know no `export`. */
async function isCommonJs(directory: string): Promise<boolean> {
  const text = await readFile(join(directory, 'package.json'), 'utf8').catch(() => undefined);
  if (text !== undefined) return /"type"\s*:\s*"commonjs"/.test(text);
  const above = dirname(directory);
  return above === directory ? false : isCommonJs(above);
}

function formatOf({ file, format }: InitFlags): ConfigFormat {
  if (file === undefined) return format ?? 'yaml';
  const byName = formatsByExtension[extname(file).toLowerCase()];
  if (byName === undefined) {
    throw new UsageError(`--file: ${file} must end in one of ${Object.keys(formatsByExtension).join(', ')}`);
  }
  if (format !== undefined && format !== byName) {
    throw new UsageError(
      `--file and --format: ${file} is the name of a ${byName} file, not of ${format}; give one of them`,
    );
  }
  return byName;
}

/**
 * Decides where the configuration goes, before anything is asked or sent.
 *
 * @throws UsageError where nothing can be written, a file is there already, or another would be found beside it
 */
export async function chooseDestination(flags: InitFlags, cwd: string): Promise<Destination> {
  const format = formatOf(flags);
  const extension = format === 'ts' && (await isCommonJs(cwd)) ? 'mts' : format;
  const path = resolve(cwd, flags.file ?? `conformance.config.${extension}`);
  const near = relative(cwd, path);
  const file = near.startsWith('..') || isAbsolute(near) ? path : near;

  const directory = await stat(dirname(path)).catch(() => undefined);
  if (directory?.isDirectory() !== true) {
    throw new UsageError(`--file: ${dirname(path)} is no directory; make it, or choose another place`);
  }
  if (flags.force !== true && (await isThere(path))) {
    throw new UsageError(`${file} exists already; write over it with --force, or choose another name with --file`);
  }
  if (foundByDefault.includes(basename(path))) {
    for (const other of foundByDefault.filter((name) => name !== basename(path))) {
      if (await isThere(join(dirname(path), other))) {
        throw new UsageError(
          `${join(dirname(file), other)} exists already, and bfc run takes one of the two alone; remove it, or choose another name with --file`,
        );
      }
    }
  }
  return { path, file, format };
}
