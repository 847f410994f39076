import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The files of each format. An earlier run's are removed first, so that no old verdict is taken for a new one. */
export const reportFiles = {
  json: ['report.json'],
  html: ['report.html'],
  junit: ['junit.xml'],
  markdown: ['summary.md'],
  sarif: ['report.sarif'],
  har: ['counterexamples.har'],
  badge: ['badge.svg', 'badge.json'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export const allureFolder = 'allure-results';

/** The prefix of our file names in that folder: other tools write to it as well. */
export const allurePrefix = 'bfc-';

/** The system code of an error, like `ENOENT`; empty if it has none. */
export const systemCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Removes this suite's results from an Allure folder, if it exists. The files of other tools stay. */
export async function removeAllureResults(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  });
  for (const name of names) if (name.startsWith(allurePrefix)) await rm(join(folder, name), { force: true });
}

async function makeOne(directory: string): Promise<void> {
  await mkdir(directory).catch(async (error: unknown) => {
    if (systemCode(error) !== 'EEXIST' || !(await stat(directory)).isDirectory()) throw error;
  });
}

/** Like `mkdir -p`. Node's own recursive mkdir never ends below /proc, where nothing can be created. */
export async function makeDirectory(directory: string): Promise<void> {
  try {
    await makeOne(directory);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT' || dirname(directory) === directory) throw error;
    await makeDirectory(dirname(directory));
    await makeOne(directory);
  }
}

/** Writes a text file atomically, so that nobody reads half a report; creates its directory. @returns the path */
export async function writeWhole(directory: string, name: string, text: string): Promise<string> {
  await makeDirectory(directory);
  const path = join(directory, name);
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    await writeFile(temporary, text);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    // The error of a full disk concerns a file handle and does not name the file.
    throw error instanceof Error ? Object.assign(error, { path }) : error;
  }
  return path;
}

export const jsonReportName = reportFiles.json[0];
