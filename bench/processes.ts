import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { TargetConfig } from '../target/configuration/index.ts';

/** `cli/bfc.js`. */
export const bfc = join(import.meta.dirname, '../cli/bfc.js');

/** What `usage-probe.cjs` writes: what a process had used at one moment. */
interface Used {
  readonly at: 'first request' | 'meanwhile' | 'end';
  /** In user and kernel mode together. */
  readonly cpuMs: number;
  /** The most memory that it ever had at once. */
  readonly peakMb: number;
}

/** A process that has ended. */
export interface Ended {
  /** Null where it was killed. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** From starting it to its end. */
  readonly wallMs: number;
  /** Up to its end, or shortly before it was killed. */
  readonly used: Used;
  readonly firstRequest: Used | undefined;
}

const withoutBfc = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('BFC_')));

/** Runs Node with these words to its end, or until it is to be ended, and says what it used. */
export async function runNode(
  words: readonly string[],
  { environment = {}, signal }: { readonly environment?: NodeJS.ProcessEnv; readonly signal?: AbortSignal } = {},
): Promise<Ended> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['--require', join(import.meta.dirname, 'usage-probe.cjs'), ...words], {
    env: { ...withoutBfc, ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  signal?.addEventListener('abort', () => child.kill('SIGKILL'));
  const closed = once(child, 'close') as Promise<[exitCode: number | null]>;
  const [stdout = '', stderr = '', probed = ''] = await Promise.all(
    [child.stdout, child.stderr, child.stdio[3]].map((stream) => text(stream as Readable)),
  );
  const [exitCode] = await closed;
  const wallMs = performance.now() - startedAt;
  const moments = probed.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Used]));
  const used = moments.at(-1);
  if (used === undefined) throw new Error(`node ${words.join(' ')}: did not say what it used: ${stderr}`);
  return { exitCode, stdout, stderr, wallMs, used, firstRequest: moments.find(({ at }) => at === 'first request') };
}

/** What a served reference service says of itself. */
export type ServedConfig = TargetConfig & { readonly baseUrl: string };

/** Does something with a reference service that runs in a process of its own, and ends it. */
export async function withServed<T>(work: (config: ServedConfig) => Promise<T>): Promise<T> {
  const words = [bfc, 'serve', '--seed', '7', '--json'];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const first = await createInterface(child.stdout)[Symbol.asyncIterator]().next();
    if (first.done === true) throw new Error('bfc serve ended before it served');
    return await work(JSON.parse(first.value) as ServedConfig);
  } finally {
    if (child.kill()) await once(child, 'exit');
  }
}

/** Does something with a loopback server in this process, and closes it. */
export async function withServer<T>(listener: RequestListener, work: (origin: string) => Promise<T>): Promise<T> {
  const server = createServer(listener);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Writes the configuration of a target, secrets included, and gives its path. */
export async function configFile(config: TargetConfig, directory: string): Promise<string> {
  const file = join(directory, 'target.json');
  await writeFile(file, JSON.stringify(config), { mode: 0o600 });
  return file;
}

/** Judges a target as a user does, with a fixed seed; reports and journal are then in the directory. */
export async function judge(
  config: TargetConfig,
  directory: string,
  words: readonly string[] = [],
  { node = [], signal }: { readonly node?: readonly string[]; readonly signal?: AbortSignal } = {},
): Promise<Ended> {
  const target = ['--config', await configFile(config, directory)];
  const run = [...node, bfc, 'run', ...target, '--seed', '7', '--out', directory, ...words];
  return runNode(run, signal === undefined ? {} : { signal });
}
