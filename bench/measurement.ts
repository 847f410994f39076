import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { TargetConfig } from '../target/configuration/target-config.ts';

export interface Surroundings {
  /** For files of this measurement only; removed afterwards. */
  readonly directory: string;
  /** Whether to include measurements that take many minutes. */
  readonly long: boolean;
  /** How many faults to try; default: the usual number of the measurement. */
  readonly sample: number | undefined;
}

/** @param id - the key of its goal, if it has one: `run.wall` */
export const figure = (id: string, text: string, value: number, unit = '') => ({ id, text, value, unit });

export type Figure = Readonly<ReturnType<typeof figure>>;

export interface Measured {
  readonly figures: readonly Figure[];
  /** What was included and how it was measured, in a sentence or two each. */
  readonly notes: readonly string[];
}

export type Measure = (surroundings: Surroundings) => Promise<Measured>;

export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

export function medians<Name extends string>(samples: readonly Readonly<Record<Name, number>>[]): Record<Name, number> {
  const names = Object.keys(samples[0] ?? {}) as Name[];
  const entries = names.map((name) => [name, median(samples.map((sample) => sample[name]))]);
  return Object.fromEntries(entries) as Record<Name, number>;
}

/** The CPU time of this process for a piece of work, in milliseconds: other processes hardly affect it. */
export async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The results of several rounds of work, after a first one to warm up. */
export async function repeated<T>(rounds: number, work: (round: number) => Promise<T>): Promise<readonly T[]> {
  const results: T[] = [];
  for (let round = 0; round <= rounds; round += 1) results.push(await work(round));
  return results.slice(1);
}

export const goals: Readonly<Record<string, readonly [sign: '≤' | '≥', value: number]>> = {
  // 0.6 s where `node -e 0` takes 0.04 s.
  'start.wall': ['≤', 15],
  'run.full.wall': ['≤', 2],
  'run.full.cpu': ['≤', 3],
  'run.gate.wall': ['≤', 2.5],
  'generation.valid': ['≥', 20_000],
  'judging.journal': ['≥', 25_000],
  'memory.1e4': ['≤', 200],
  'memory.1e5': ['≤', 200],
  'memory.1e6': ['≤', 200],
  'memory.growth': ['≤', 1.2],
  'bounded.string.memory': ['≤', 400],
  'bounded.string.time': ['≤', 2],
  'bounded.members.memory': ['≤', 400],
  'bounded.members.time': ['≤', 2],
  'bounded.levels.memory': ['≤', 400],
  'bounded.levels.time': ['≤', 2],
  'bounded.no-finding': ['≤', 0],
  'detection.missed': ['≤', 0],
  'peers.false.bfc': ['≤', 0],
};

/** Whether a figure reaches its goal; undefined if it has none. What could not be measured reaches no goal. */
export function isMet({ id, value }: Figure): boolean | undefined {
  const goal = goals[id];
  if (Number.isNaN(value)) return false;
  if (goal === undefined) return undefined;
  return goal[0] === '≤' ? value <= goal[1] : value >= goal[1];
}

const grouped = (value: number): string =>
  Number.isNaN(value) ? 'none' : value.toLocaleString('en-US', { maximumSignificantDigits: 3 });

function rowOf(figure: Figure): readonly string[] {
  const [sign = '', goal] = goals[figure.id] ?? [];
  const shown = goal === undefined ? '' : `${sign} ${grouped(goal)}`;
  return [figure.text, grouped(figure.value), figure.unit, shown, isMet(figure) === false ? 'missed' : ''];
}

export function table(figures: readonly Figure[]): string {
  const rows = figures.map(rowOf);
  const aligned = (cell: string, column: number): string => {
    const width = Math.max(...rows.map((row) => row[column]?.length ?? 0));
    return column === 1 ? cell.padStart(width) : cell.padEnd(width);
  };
  return rows.map((row) => `  ${row.map(aligned).join('  ').trimEnd()}\n`).join('');
}

export const bfc = join(import.meta.dirname, '../cli/bfc.js');

/** What a process had used at one moment, as written by `usage-probe.cjs`. */
interface Used {
  readonly at: 'first request' | 'meanwhile' | 'end';
  readonly cpuMs: number;
  readonly peakMb: number;
}

const withoutBfc = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('BFC_')));

/** Runs Node with these words; returns its exit code (null if killed), and what it had used then, or shortly before. */
export async function runNode(words: readonly string[], environment: NodeJS.ProcessEnv = {}, signal?: AbortSignal) {
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

export type ServedConfig = TargetConfig & { readonly baseUrl: string };

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

export async function configFile(config: TargetConfig, directory: string): Promise<string> {
  const file = join(directory, 'target.json');
  await writeFile(file, JSON.stringify(config), { mode: 0o600 });
  return file;
}

/** Judges a target as a user does, with a fixed seed; the directory then holds reports and journal. */
export async function judge(
  config: TargetConfig,
  directory: string,
  words: readonly string[] = [],
  node: readonly string[] = [],
  signal?: AbortSignal,
) {
  const target = ['--config', await configFile(config, directory)];
  return runNode([...node, bfc, 'run', ...target, '--seed', '7', '--out', directory, ...words], {}, signal);
}
