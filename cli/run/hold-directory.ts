import { createHash } from 'node:crypto';
import { realpath, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemCode } from '../file-errors.ts';

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
 * @returns gives it free; undefined when another process of this machine holds it
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
