import { realpathSync } from 'node:fs';
import { describeFailure } from './failures.ts';
import { runProgram } from './program.ts';

/** Runs the command line of this process, and ends it: nothing that lingers may keep it from ending. */
export async function start(): Promise<void> {
  for (const [path, stream] of [
    ['the standard output', process.stdout],
    ['the standard error output', process.stderr],
  ] as const) {
    // A reader that has seen enough (`bfc run | head`) changes neither the run nor its exit code.
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw Object.assign(error, { path });
    });
  }
  process.on('uncaughtException', (error) => {
    const { exitCode, message } = describeFailure(error);
    process.stderr.write(`bfc: ${message}\n${process.env['BFC_DEBUG'] === '1' ? `${error.stack ?? ''}\n` : ''}`);
    process.exit(exitCode);
  });
  const exitCode = await runProgram(process.argv.slice(2), {
    environment: process.env,
    cwd: process.cwd(),
    stdout: process.stdout,
    stderr: process.stderr,
  });
  // What was written to a slow pipe is still on its way.
  await Promise.all([process.stdout, process.stderr].map(written));
  process.exit(exitCode);
}

/** Resolves when everything that was written has been passed on, or has no reader. */
function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write('', () => resolve());
  });
}

const called = process.argv[1];
if (called !== undefined && realpathSync(called) === import.meta.filename) await start();
