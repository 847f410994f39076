import { createHash } from 'node:crypto';
import { realpath, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allureDirectory, removeAllureResults, type Format } from '../reporters/index.ts';
import { makeDirectory, reportFiles } from '../results/index.ts';
import { systemCode, UsageError, whyUnwritable } from './failures.ts';

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
 * @returns releases it for other runs
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

/** Where the process that holds a directory listens: what the system closes when the process ends, however it ends. */
async function addressOf(directory: string): Promise<string> {
  const digest = createHash('sha256')
    .update(await realpath(directory))
    .digest('hex')
    .slice(0, 32);
  return process.platform === 'win32' ? `\\\\.\\pipe\\bfc-${digest}` : join(tmpdir(), `bfc-${digest}.sock`);
}

/** Why a server cannot listen, by the system's code; undefined when it does. */
function listening(server: Server, address: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    server.once('error', (error) => resolve(systemCode(error)));
    server.listen(address, () => resolve(undefined));
  });
}

function isAnswered(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address, () => resolve(true));
    socket.on('error', () => resolve(false)).on('close', () => resolve(false));
  });
}

/**
 * Holds a directory for this process, so that no two runs mix their reports in it. Where the system has no means for that,
 * nothing is held.
 *
 * @param directory - it exists
 * @returns releases it; undefined when another process of this machine holds it
 */
export async function holdDirectory(directory: string): Promise<(() => void) | undefined> {
  const address = await addressOf(directory);
  for (let tries = 0; tries < 2; tries += 1) {
    const server = createServer((socket) => socket.destroy()).unref();
    const code = await listening(server, address);
    if (code === undefined) {
      const close = (): void => void server.close();
      // A run that is stopped ends its process before it comes to its own end.
      process.once('exit', close);
      return () => {
        process.off('exit', close);
        close();
      };
    }
    if (code !== 'EADDRINUSE') break;
    if (await isAnswered(address)) return undefined;
    // Left by a process that was killed.
    await rm(address, { force: true });
  }
  return () => undefined;
}
