/** The system's code of an error, like `ENOENT`; empty when it has none. */
export function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

const unreadable: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist; check the path',
  ENOTDIR: 'does not exist; check the path',
  EACCES: 'cannot be read; check its permissions',
  EPERM: 'cannot be read; check its permissions',
  EISDIR: 'is a directory; name the files in it',
};

const unwritable: Readonly<Record<string, string>> = {
  EEXIST: 'is a file; choose a directory',
  ENOTDIR: 'lies below a file; choose another place',
  EACCES: 'is not writable; choose another place or change its permissions',
  EPERM: 'is not writable; choose another place or change its permissions',
  ENOENT: 'cannot be made there; choose another place',
  EROFS: 'is on a disk that is read-only; choose another place',
  ENOSPC: 'is on a disk that is full; choose another place or make room',
};

/** Why a file cannot be read, as the end of a sentence that names it. @param code as {@link systemCode} gives it */
export function whyUnreadable(code: string): string {
  return unreadable[code] ?? `cannot be read (${code}); check the path`;
}

/** Why nothing can be written to a place, as the end of a sentence that names it. @param code as {@link systemCode} gives it */
export function whyUnwritable(code: string): string {
  return unwritable[code] ?? `cannot be written to (${code}); choose another place`;
}
