import { relative } from 'node:path';
import { shellQuote } from './arguments/shell-quote.ts';
import type { PackageInfo } from './package-info.ts';

/**
 * How the user calls a command from where they are: `npm start --` in a checkout, by path outside of it, `npx bfc run`
 * when installed. In a checkout `npx` finds the Node that it brings along.
 */
export function invocation(command: string, cwd: string, { root, checkout }: PackageInfo): string {
  if (!checkout) return `npx bfc ${command}`;
  if (command === 'run' && relative(root, cwd) === '') return 'npm start --';
  const isInside = !relative(root, cwd).startsWith('..');
  return `${isInside ? 'npx ' : ''}node ${shellQuote(relative(cwd, `${root}/cli/bfc.js`))} ${command}`;
}
