import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Ended } from './child-process.test-data.ts';
import { runProgram } from './program.ts';
import type { Surroundings } from './surroundings.ts';

/** Surroundings that keep what is printed. */
export function collecting(
  environment: NodeJS.ProcessEnv = {},
  cwd = process.cwd(),
): { readonly printed: { stdout: string; stderr: string }; readonly surroundings: Surroundings } {
  const printed = { stdout: '', stderr: '' };
  const collect = (name: keyof typeof printed) => ({ write: (text: string) => (printed[name] += text) });
  return { printed, surroundings: { environment, cwd, stdout: collect('stdout'), stderr: collect('stderr') } };
}

/** Runs `bfc` with these words in this process, to its end, with no variable but those given. */
export async function bfc(
  words: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  cwd = process.cwd(),
): Promise<Ended> {
  const { printed, surroundings } = collecting(environment, cwd);
  const exitCode = await runProgram(words, surroundings);
  return { exitCode, ...printed };
}

/** Writes files into a folder, by their paths in it: what is no text, as JSON. */
export async function fill(folder: string, files: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const isText = typeof content === 'string' || content instanceof Uint8Array;
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), isText ? content : JSON.stringify(content));
  }
}

/** The JSON in a file. */
export async function readJson<T>(...path: readonly string[]): Promise<T> {
  return JSON.parse(await readFile(join(...path), 'utf8')) as T;
}
