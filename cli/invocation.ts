import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** The version, the directory of the checkout or the installed package, and whether it runs from sources. */
export function readPackageInfo() {
  let root = import.meta.dirname;
  while (!existsSync(join(root, 'package.json'))) root = dirname(root);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return { version, root, checkout: import.meta.filename.endsWith('.ts') };
}

/** A word of a POSIX shell line that stands for exactly this text. */
export function shellQuote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/**
 * How the user calls a command from where they are: `npm start --` in a checkout, by path outside of it, `npx bfc run`
 * when installed. In a checkout `npx` finds the Node that it brings along.
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
