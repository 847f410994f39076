import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { realpath, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allureFolder, makeDirectory, removeAllureResults, reportFiles } from '../results/report-files.ts';
import { cannotWrite, systemCode, UsageError } from './failures.ts';

/**
 * Makes a directory that something is to be written to when the run is over.
 *
 * @param flag - the one that named it
 * @throws UsageError when nothing can be written there
 */
export async function prepareDirectory(
  flag: '--out' | '--baseline' | '--history' | '--keep-token',
  directory: string,
): Promise<void> {
  try {
    await makeDirectory(directory);
    const probe = join(directory, `.probe-${process.pid}`);
    await writeFile(probe, '');
    await rm(probe);
  } catch (error) {
    throw cannotWrite(flag, directory, error);
  }
}

/**
 * Makes the directory for reports and removes what an earlier run left in it: a run that ends early must not leave
 * yesterday's verdict to be read as today's. From then on it is this run's alone.
 *
 * @returns releases it for other runs
 * @throws UsageError when nothing can be written there, or another run does
 */
export async function prepareOutput(directory: string): Promise<() => void> {
  await prepareDirectory('--out', directory);
  const release = await holdDirectory(directory);
  if (release === undefined)
    throw new UsageError(`--out: another run writes to ${directory}; wait for its end, or choose another directory`);
  for (const name of Object.values(reportFiles).flat()) await rm(join(directory, name), { force: true });
  await removeAllureResults(join(directory, allureFolder));
  return release;
}

/** Why a server cannot listen, by the system's code; undefined when it does. */
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
 * Holds a directory for this process, so that no two runs mix their reports in it: by a socket, which the system closes
 * when the process ends, however it ends. Where no socket can be made, nothing is held.
 *
 * @param directory - it exists
 * @returns releases it; undefined when another process of this machine holds it
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
    // Left by a process that was killed.
    await rm(address, { force: true });
  }
  return () => undefined;
}
