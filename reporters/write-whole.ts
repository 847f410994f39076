import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Writes a text file whole or not at all, so that nobody ever reads half a report.
 *
 * @param directory made when it does not exist
 * @param name of the file in it; one that is there is replaced
 * @returns the path written
 */
export async function writeWhole(directory: string, name: string, text: string): Promise<string> {
  await mkdir(directory, { recursive: true });
  const path = join(directory, name);
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    await writeFile(temporary, text);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  return path;
}
