import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { allureDirectory, removeAllureResults, type Format } from '../../reporters/index.ts';
import { makeDirectory, reportFiles } from '../../results/index.ts';
import { systemCode, whyUnwritable } from '../file-errors.ts';
import { UsageError } from '../usage-error.ts';
import { holdDirectory } from './hold-directory.ts';

/** Makes a directory and does something in it. @throws UsageError that names the flag, when nothing can be written there */
async function inDirectory<T>(flag: string, directory: string, prepare: () => Promise<T>): Promise<T> {
  try {
    await makeDirectory(directory);
    const probe = join(directory, `.probe-${process.pid}`);
    await writeFile(probe, '');
    await rm(probe);
    return await prepare();
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${flag}: ${directory} ${whyUnwritable(systemCode(error))}`, { cause: error });
  }
}

/**
 * Makes the directory for reports and removes what an earlier run left in it: a run that ends early must not leave
 * yesterday's verdict to be read as today's. From then on it is this run's alone.
 *
 * @returns gives it free for other runs
 * @throws UsageError when nothing can be written there, or another run does
 */
export async function prepareOutput(directory: string, formats: readonly Format[]): Promise<() => void> {
  return inDirectory('--out', directory, async () => {
    const release = await holdDirectory(directory);
    if (release === undefined)
      throw new UsageError(`--out: another run writes to ${directory}; wait for its end, or choose another directory`);
    for (const name of Object.values(reportFiles).flat()) await rm(join(directory, name), { force: true });
    if (formats.includes('allure')) await makeDirectory(allureDirectory(directory));
    await removeAllureResults(allureDirectory(directory));
    return release;
  });
}

/**
 * Makes a directory that something is to be written to when the run is over.
 *
 * @param flag - the one that named it
 * @throws UsageError when nothing can be written there
 */
export async function prepareDirectory(flag: '--baseline' | '--history', directory: string): Promise<void> {
  await inDirectory(flag, directory, async () => undefined);
}
