import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { allureDirectory, clearAllureResults, makeDirectory, reportFiles } from '../../reporters/index.ts';
import type { Format } from '../../reporters/index.ts';
import { systemCode, whyUnwritable } from '../file-errors.ts';
import { UsageError } from '../usage-error.ts';

/** Makes a directory and does something in it. @throws UsageError that names the flag, when nothing can be written there */
async function inDirectory(flag: string, directory: string, prepare: () => Promise<void>): Promise<void> {
  try {
    await makeDirectory(directory);
    const probe = join(directory, `.probe-${process.pid}`);
    await writeFile(probe, '');
    await rm(probe);
    await prepare();
  } catch (error) {
    throw new UsageError(`${flag}: ${directory} ${whyUnwritable(systemCode(error))}`, { cause: error });
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
 * Makes a directory that something is to be written to when the run is over.
 *
 * @param flag - the one that named it
 * @throws UsageError when nothing can be written there
 */
export async function prepareDirectory(flag: '--baseline' | '--history', directory: string): Promise<void> {
  await inDirectory(flag, directory, async () => undefined);
}
