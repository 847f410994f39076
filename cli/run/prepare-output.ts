import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { allureDirectory, clearAllureResults, reportFiles } from '../../reporters/index.ts';
import type { Format } from '../../reporters/index.ts';
import { UsageError } from '../usage-error.ts';

const reasons: Readonly<Record<string, string>> = {
  EEXIST: 'is a file; choose a directory',
  ENOTDIR: 'lies below a file; choose a directory',
  EACCES: 'is not writable; choose another directory or change its permissions',
  EPERM: 'is not writable; choose another directory or change its permissions',
  ENOENT: 'cannot be made there; choose another directory',
  EROFS: 'is on a disk that is read-only; choose another directory',
  ENOSPC: 'is on a disk that is full; choose another directory or make room',
};

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** As `mkdir -p`. Node's own recursive mkdir never ends below /proc, where nothing can be made. */
async function makeDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST' && (await stat(directory)).isDirectory()) return;
    if (code !== 'ENOENT' || dirname(directory) === directory) throw error;
    await makeDirectory(dirname(directory));
    await mkdir(directory);
  }
}

/** Makes a directory and does something in it. @throws UsageError that names the flag, when nothing can be written there */
async function inDirectory(flag: string, directory: string, prepare: () => Promise<void>): Promise<void> {
  try {
    await makeDirectory(directory);
    const probe = join(directory, `.probe-${process.pid}`);
    await writeFile(probe, '');
    await rm(probe);
    await prepare();
  } catch (error) {
    const code = codeOf(error);
    const why = reasons[code] ?? `cannot be written to (${code}); choose another directory`;
    throw new UsageError(`${flag}: ${directory} ${why}`, { cause: error });
  }
}

/**
 * Makes the directory for reports and removes what an earlier run left in it: a run that ends early must not leave
 * yesterday's verdict to be read as today's.
 *
 * @throws UsageError when nothing can be written there
 */
export async function prepareOutput(directory: string, formats: readonly Format[]): Promise<void> {
  await inDirectory('--out', directory, async () => {
    for (const name of Object.values(reportFiles).flat()) await rm(join(directory, name), { force: true });
    if (formats.includes('allure')) await makeDirectory(allureDirectory(directory));
    await clearAllureResults(allureDirectory(directory));
  });
}

/**
 * Makes the directory that keeps the reports of all runs.
 *
 * @throws UsageError when nothing can be written there
 */
export async function prepareHistory(directory: string): Promise<void> {
  await inDirectory('--history', directory, async () => undefined);
}
