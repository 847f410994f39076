import { realpathSync } from 'node:fs';
import { reportFailure } from './failures.ts';
import { runProgram } from './program.ts';

/** Runs the command line of this process, and ends it: nothing that lingers may keep it from ending. */
export async function start(): Promise<void> {
  const { argv, env: environment, stdout, stderr } = process;
  for (const [path, stream] of [
    ['the standard output', stdout],
    ['the standard error output', stderr],
  ] as const) {
    // A reader that has seen enough (`bfc run | head`) changes neither the run nor its exit code.
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw Object.assign(error, { path });
    });
  }
  process.on('uncaughtException', (error) => process.exit(reportFailure(error, { stderr, environment })));
  const exitCode = await runProgram(argv.slice(2), { environment, cwd: process.cwd(), stdout, stderr });
  // What was written to a slow pipe is still on its way; it has no reader any more where that fails.
  await Promise.all([stdout, stderr].map((stream) => new Promise((resolve) => void stream.write('', resolve))));
  process.exit(exitCode);
}

const called = process.argv[1];
if (called !== undefined && realpathSync(called) === import.meta.filename) await start();
