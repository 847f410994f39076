import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { allureDirectory, jsonReportName } from '../../reporters/index.ts';
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

/**
 * Makes the directory for reports and removes what an earlier run left in it: a run that ends early must not leave
 * yesterday's verdict to be read as today's.
 *
 * @throws UsageError when nothing can be written there
 */
export async function prepareOutput(directory: string, formats: readonly Format[]): Promise<void> {
  try {
    await makeDirectory(directory);
    const probe = join(directory, `.probe-${process.pid}`);
    await writeFile(probe, '');
    await rm(probe);
    await rm(join(directory, jsonReportName), { force: true });
    if (formats.includes('allure')) await clearAllure(allureDirectory(directory));
  } catch (error) {
    const code = codeOf(error);
    throw new UsageError(
      `--out: ${directory} ${reasons[code] ?? `cannot be written to (${code}); choose another directory`}`,
      {
        cause: error,
      },
    );
  }
}

/** Removes results alone: a folder of results may hold what its owner put there for Allure, such as a history. */
async function clearAllure(directory: string): Promise<void> {
  await makeDirectory(directory);
  const results = (await readdir(directory)).filter((name) => /-(result|container)\.json$|-attachment\b/.test(name));
  for (const name of results) await rm(join(directory, name), { force: true });
}
