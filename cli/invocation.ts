import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** The version, the directory of the checkout or the installed package, and whether it runs from sources. */
export function readPackageInfo() {
  let root = import.meta.dirname;
  while (!existsSync(join(root, 'package.json'))) root = dirname(root);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return { version, root, checkout: import.meta.filename.endsWith('.ts') };
}

/** A text quoted as one word of a POSIX shell line. */
export function shellQuote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/**
 * How the user calls a command from the current directory: `npm start --` at the root of a checkout, a path elsewhere,
 * and `npx bfc run` if installed. Within a checkout, `npx` finds the Node that the checkout brings along.
 */
export function invocation(
  command: string,
  cwd: string,
  { root, checkout }: Pick<ReturnType<typeof readPackageInfo>, 'root' | 'checkout'> = readPackageInfo(),
): string {
  if (!checkout) return `npx bfc ${command}`;
  const fromRoot = relative(root, cwd);
  if (command === 'run' && fromRoot === '') return 'npm start --';
  const script = shellQuote(relative(cwd, `${root}/cli/bfc.js`));
  return `${fromRoot.startsWith('..') ? '' : 'npx '}node ${script} ${command}`;
}
