import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** What a check that ran under vitest left behind, as far as it is kept: when it ran, and where. */
export interface Measured {
  /** Requirement, by the story label that every check has. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly start: number;
  readonly stop: number;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function measuredOf(result: unknown): Measured | undefined {
  if (!isObject(result)) return undefined;
  const { start, stop, labels } = result;
  if (typeof start !== 'number' || typeof stop !== 'number' || !Array.isArray(labels)) return undefined;
  const story: unknown = labels.find((label: unknown) => isObject(label) && label['name'] === 'story');
  return isObject(story) && typeof story['value'] === 'string' ? { id: story['value'], start, stop } : undefined;
}

/** Names of files that are results: a folder of them may hold what its owner put there for Allure, such as a history. */
const ofResults = /-(?:result|container|globals)\.json$|-attachment\b/;

/** Removes results from a folder, and nothing else that its owner may keep there; a folder that is none is left so. */
export async function clearResults(directory: string): Promise<void> {
  for (const name of await namesIn(directory)) {
    if (ofResults.test(name)) await rm(join(directory, name), { force: true });
  }
}

/** What the results in a folder have measured; those that cannot be read have measured nothing. */
export async function readMeasured(directory: string): Promise<readonly Measured[]> {
  const names = (await namesIn(directory)).filter((name) => name.endsWith('-result.json'));
  const measured = await Promise.all(
    names.map(async (name) => {
      try {
        return measuredOf(JSON.parse(await readFile(join(directory, name), 'utf8')));
      } catch {
        return undefined;
      }
    }),
  );
  return measured.filter((one) => one !== undefined);
}

async function namesIn(directory: string): Promise<readonly string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
