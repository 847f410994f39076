import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** What a check that ran under vitest left behind, as far as it is kept: when it ran, and where. */
export interface Measured {
  /** Requirement, by the story label that every check has. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly start: number;
  readonly stop: number;
}

type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null;

/** The label by which a result is known to be of this suite, whoever else puts results into the same folder. */
export const ownLabel = { name: 'framework', value: 'benefits-fulfillment-conformance' } as const;

/** What speaks for or against the run as a whole; there is one such file in a folder. */
export const globalsName = 'run-globals.json';

const listIn = (of: Members, name: string): readonly Members[] => {
  const list = of[name];
  return Array.isArray(list) ? list.filter(isObject) : [];
};

const isOwn = (result: Members): boolean =>
  listIn(result, 'labels').some(({ name, value }) => name === ownLabel.name && value === ownLabel.value);

function measuredOf(result: Members): readonly Measured[] {
  const { start, stop } = result;
  const story = listIn(result, 'labels').find(({ name }) => name === 'story')?.['value'];
  return typeof start === 'number' && typeof stop === 'number' && typeof story === 'string'
    ? [{ id: story, start, stop }]
    : [];
}

/** The files that a result, or a step of it, refers to. */
function attachmentsOf(part: Members): readonly string[] {
  const named = listIn(part, 'attachments').map(({ source }) => source);
  return [
    ...named.filter((source) => typeof source === 'string' && basename(source) === source).map(String),
    ...listIn(part, 'steps').flatMap(attachmentsOf),
  ];
}

/** A result of this suite; undefined for one of another, or what cannot be read as one. */
async function ownResult(path: string): Promise<Members | undefined> {
  try {
    const result: unknown = JSON.parse(await readFile(path, 'utf8'));
    return isObject(result) && isOwn(result) ? result : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Removes the results of this suite from a folder, with the attachments that they name. What others keep there, results of
 * theirs among it, stays; a folder that is none is left so.
 *
 * @returns what the results have measured
 */
export async function takeResults(directory: string): Promise<readonly Measured[]> {
  const measured: Measured[] = [];
  for (const name of await namesIn(directory)) {
    const result = name.endsWith('-result.json') ? await ownResult(join(directory, name)) : undefined;
    if (result === undefined && name !== globalsName) continue;
    measured.push(...(result === undefined ? [] : measuredOf(result)));
    const files = [name, ...(result === undefined ? [] : attachmentsOf(result))];
    for (const file of files) await rm(join(directory, file), { force: true });
  }
  return measured;
}

async function namesIn(directory: string): Promise<readonly string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
