import { stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { writeWhole } from '../../reporters/index.ts';
import { systemCode, whyUnwritable, UsageError } from '../failures.ts';

/**
 * Writes a text to the file that `--out` names, whole or not at all.
 *
 * @returns the path written, absolute
 * @throws UsageError when nothing can be written there
 */
export async function writeOut(text: string, out: string, cwd: string): Promise<string> {
  const path = resolve(cwd, out);
  const isDirectory = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (isDirectory) throw new UsageError(`--out: ${out} is a directory; name a file in it`);
  try {
    return await writeWhole(dirname(path), basename(path), text);
  } catch (error) {
    const code = systemCode(error);
    // What exists there is no directory, and would have to be one.
    throw new UsageError(`--out: ${out} ${whyUnwritable(code === 'EEXIST' ? 'ENOTDIR' : code)}`, { cause: error });
  }
}
