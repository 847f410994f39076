import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { systemCode } from '../results/report-files.ts';
import { isObject } from '../spec/index.ts';
import { expiryMargin, type ExpiringToken } from '../target/access-tokens.ts';
import type { Target } from '../target/configuration/target.ts';
import { UsageError, whyUnreadable } from './failures.ts';

/** A token of a run as stored in its file. The expiry is by this machine's clock, not the target's. */
type StoredToken = Readonly<Record<(typeof storedMembers)[number], string>>;

const storedMembers = ['baseUrl', 'clientIdHash', 'expiresAt', 'token'] as const;

/** How long after its expiry a token is used, in milliseconds: later, the keys may have been changed. */
const longestKept = 7 * 24 * 3_600_000;

/** Looks for the token of an earlier run, writing nothing. @param reports - directories that may be passed on */
export async function findKeptToken(
  name: string,
  cwd: string,
  reports: readonly (string | undefined)[],
  target: Target,
) {
  const file = resolve(cwd, name);
  for (const directory of reports) {
    if (directory !== undefined && isWithin(resolve(cwd, directory), file))
      throw new UsageError(
        `--keep-token: ${name} is in ${directory}, where reports are written that may be passed on; keep the token in another place`,
      );
  }
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    const code = systemCode(error);
    if (code === 'ENOENT') return undefined;
    throw new UsageError(
      `--keep-token: ${name} ${code === 'EISDIR' ? 'is a directory; name a file' : whyUnreadable(code)}`,
    );
  });
  const found = (about: string, more: { readonly expired?: string; readonly isRenewed?: boolean } = {}) => ({
    file,
    isRenewed: true,
    about,
    ...more,
  });
  if (text === undefined)
    return found(`No token has been kept in ${name} yet; one from this run is kept for a later run.`);
  const stored = storedIn(text);
  if (stored === undefined)
    throw new UsageError(`--keep-token: ${name} does not hold a token that a run kept; name another file`);
  const isOfTarget = stored.baseUrl === target.baseUrl && stored.clientIdHash === clientIdHash(target);
  const past = Date.now() - Date.parse(stored.expiresAt);
  if (isOfTarget && past < expiryMargin.most)
    return found(`The token in ${name} has not expired, or too recently: it is left there.`, { isRenewed: false });
  if (isOfTarget && past <= longestKept)
    return found(`The token in ${name} has expired and is used as an expired token; one from this run replaces it.`, {
      expired: stored.token,
    });
  const why = isOfTarget ? 'expired more than a week ago' : 'is of another target or client id';
  return found(`The token in ${name} ${why}: it is not used, and one from this run replaces it.`);
}

function isWithin(directory: string, path: string): boolean {
  const way = relative(directory, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

function clientIdHash({ credentials }: Target): string {
  return createHash('sha256').update(credentials.clientId).digest('hex');
}

const isStored = (value: unknown): value is StoredToken =>
  isObject(value) &&
  storedMembers.every((name) => typeof value[name] === 'string') &&
  !Number.isNaN(Date.parse(String(value['expiresAt'])));

function storedIn(text: string): StoredToken | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isStored(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Stores a token in a file that only its owner can read. @returns why not, as one line, if it failed */
export function keepToken(file: string, { token, expiresAt }: ExpiringToken, target: Target): string | undefined {
  if (!Number.isFinite(expiresAt)) return `${file}: no token is kept, for it does not say when it expires (exp)`;
  const stored: StoredToken = {
    baseUrl: target.baseUrl,
    clientIdHash: clientIdHash(target),
    expiresAt: new Date(Date.now() + expiresAt - performance.now()).toISOString(),
    token,
  };
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    rmSync(temporary, { force: true });
    writeFileSync(temporary, `${JSON.stringify(stored, undefined, 2)}\n`, { mode: 0o600, flag: 'wx' });
    renameSync(temporary, file);
    return undefined;
  } catch (error) {
    rmSync(temporary, { force: true });
    return `${file}: no token could be kept (${systemCode(error)})`;
  }
}
