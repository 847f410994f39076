import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { runProgram } from './program.ts';
import type { Surroundings } from './surroundings.ts';

interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const withoutBfc = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(BFC_|NO_COLOR|FORCE_COLOR|CI$)/.test(name)),
);

/** Starts `bfc` with these words under the same Node, with only the given BFC_* variables. */
export function startBfc(words: readonly string[], environment: NodeJS.ProcessEnv = {}, cwd = process.cwd()) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bfc.js'), ...words], {
    cwd,
    env: { ...withoutBfc, ...environment },
  });
  // A failing test leaves none of its processes behind.
  onTestFinished(() => void child.kill());
  const text = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (chunk: string) => (text[name] += chunk));
  return {
    /** Resolves once the text has appeared on either output. */
    saw: (wanted: string) => vi.waitFor(() => expect(text.stdout + text.stderr).toContain(wanted), 60_000),
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    ended: new Promise<Ended>((resolve) => {
      child.once('close', (exitCode) => resolve({ exitCode, ...text }));
    }),
  };
}

export const variablesOf = (
  baseUrl: string,
  authUrl = baseUrl,
  { clientId, clientSecret } = { clientId: 'x', clientSecret: 'y' },
) => ({
  BFC_BASE_URL: baseUrl,
  BFC_AUTH_URL: authUrl,
  BFC_CLIENT_ID: clientId,
  BFC_CLIENT_SECRET: clientSecret,
});

/** Surroundings that collect what is printed. */
export function collecting(environment: NodeJS.ProcessEnv = {}, cwd = process.cwd()) {
  const printed = { stdout: '', stderr: '' };
  const collect = (name: keyof typeof printed) => ({ write: (text: string) => (printed[name] += text) });
  const surroundings: Surroundings = { environment, cwd, stdout: collect('stdout'), stderr: collect('stderr') };
  return { printed, surroundings };
}

/** Runs `bfc` with these words in this process, to its end, with only the given variables. */
export async function bfc(
  words: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  cwd = process.cwd(),
): Promise<Ended> {
  const { printed, surroundings } = collecting(environment, cwd);
  const exitCode = await runProgram(words, surroundings);
  return { exitCode, ...printed };
}

/** What `bfc` prints with these words on a page of so many columns. @throws Error if it fails or complains */
export async function printedBy(words: readonly string[], columns: number, cwd?: string): Promise<string> {
  const { exitCode, stdout, stderr } = await bfc(words, { COLUMNS: String(columns) }, cwd);
  if (exitCode !== 0 || stderr !== '') throw new Error(`bfc ${words.join(' ')} ended with ${exitCode}: ${stderr}`);
  return stdout;
}

/** Writes files into a folder, by their relative paths; anything but text and bytes is written as JSON. */
export async function fill(folder: string, files: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const isText = typeof content === 'string' || content instanceof Uint8Array;
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), isText ? content : JSON.stringify(content));
  }
}

export async function readJson<T>(...path: readonly string[]): Promise<T> {
  return JSON.parse(await readFile(join(...path), 'utf8')) as T;
}
