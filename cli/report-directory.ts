import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { access, constants, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import {
  allureFolder,
  jsonReportName,
  makeDirectory,
  removeAllureResults,
  reportFiles,
  systemCode,
} from '../results/report-files.ts';
import type { Report } from '../results/report.ts';
import { cannotWrite, UsageError, whyUnreadable } from './failures.ts';

export function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** The absolute path of a report: the given file, or the `report.json` in the given directory. */
export async function reportFileAt(path: string, cwd: string): Promise<string> {
  const given = resolve(cwd, path);
  return (await isDirectory(given)) ? join(given, jsonReportName) : given;
}

/** Reads a report, or that of a directory. @param what - the flag or argument that named it: `--baseline`, `OLD` */
export async function readReport(path: string, cwd: string, what: string): Promise<Report> {
  // Loaded only by runs that read a report: it brings the whole schema along.
  const { parseReport } = await import('../results/parse-report.ts');
  const refuse = (why: string, cause?: unknown): UsageError => new UsageError(`${what}: ${path} ${why}`, { cause });
  const file = await reportFileAt(path, cwd);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    const code = systemCode(error);
    const isLacking = code === 'ENOENT' && file !== resolve(cwd, path);
    throw refuse(
      isLacking
        ? `is a directory without a ${jsonReportName}; name the one that "bfc run" has written`
        : whyUnreadable(code),
      error,
    );
  });
  const { report, problem } = parseReport(text);
  if (report === undefined) throw refuse(problem);
  return report;
}

/** Creates a directory that is written to at the end of the run. @throws UsageError if it is not writable */
export async function prepareDirectory(flag: string, directory: string): Promise<void> {
  try {
    await makeDirectory(directory);
    const probe = join(directory, `.probe-${process.pid}`);
    await writeFile(probe, '');
    await rm(probe);
  } catch (error) {
    throw cannotWrite(flag, directory, error);
  }
}

/** Looks whether a directory could be made and written to, and leaves everything as it is. @throws UsageError if not */
export async function checkDirectory(flag: string, directory: string): Promise<void> {
  let nearest = directory;
  while (!existsSync(nearest)) nearest = dirname(nearest);
  const ofFile = nearest === directory ? 'EEXIST' : 'ENOTDIR';
  const isWritable = access(nearest, constants.W_OK).then(() => undefined, systemCode);
  const code = (await isDirectory(nearest)) ? await isWritable : ofFile;
  if (code !== undefined) throw cannotWrite(flag, directory, undefined, code);
}

/** Creates and reserves the directory, until the returned function is called, and removes what an earlier run left. */
export async function prepareOutput(directory: string): Promise<() => void> {
  await prepareDirectory('--out', directory);
  const release = await holdDirectory(directory);
  if (release === undefined)
    throw new UsageError(`--out: another run writes to ${directory}; wait for its end, or choose another directory`);
  for (const name of Object.values(reportFiles).flat()) await rm(join(directory, name), { force: true });
  await removeAllureResults(join(directory, allureFolder));
  return release;
}

function listening(server: Server, address: string): Promise<string | undefined> {
  return once(server.listen(address), 'listening').then(() => undefined, systemCode);
}

function isAnswered(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address, () => resolve(true));
    socket.on('error', () => resolve(false)).on('close', () => resolve(false));
  });
}

/**
 * Reserves a directory for this process, so that no two runs mix their reports in it. It uses a socket, which the
 * system closes however the process ends. Returns a function that releases it; undefined if another process on this
 * machine has reserved it.
 */
export async function holdDirectory(directory: string): Promise<(() => void) | undefined> {
  const path = await realpath(directory);
  const name = `bfc-${createHash('sha256').update(path).digest('hex').slice(0, 32)}`;
  const address = process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
  for (let tries = 0; tries < 2; tries += 1) {
    const server = createServer((socket) => socket.destroy()).unref();
    const code = await listening(server, address);
    if (code === undefined) return () => void server.close();
    if (code !== 'EADDRINUSE') break;
    if (await isAnswered(address)) return undefined;
    // Left behind by a process that was killed.
    await rm(address, { force: true });
  }
  return () => undefined;
}
