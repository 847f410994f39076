import { stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { writeWhole } from '../../reporters/index.ts';
import { UsageError } from '../usage-error.ts';

const reasons: Readonly<Record<string, string>> = {
  EEXIST: 'lies below a file; choose another place',
  ENOTDIR: 'lies below a file; choose another place',
  EACCES: 'is not writable; choose another place or change its permissions',
  EPERM: 'is not writable; choose another place or change its permissions',
  EROFS: 'is on a disk that is read-only; choose another place',
  ENOSPC: 'is on a disk that is full; choose another place or make room',
};

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
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new UsageError(`--out: ${out} ${reasons[code] ?? `cannot be written (${code}); choose another place`}`, {
      cause: error,
    });
  }
}
