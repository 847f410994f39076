import { randomInt } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startReference, type Fault } from '../../reference/index.ts';
import { embeddedTarget } from '../embedded-target.ts';
import { exitCodes } from '../exit-codes.ts';
import { invocation } from '../invocation.ts';
import { readPackageInfo } from '../package-info.ts';
import { watchInterruption } from '../process/interruption.ts';
import type { Surroundings } from '../surroundings.ts';
import { renderAnnouncement } from './announcement.ts';
import { readDialect, writeDialect } from './read-dialect.ts';
import { readFault } from './read-fault.ts';

/** The flags of `bfc serve`. */
export interface ServeFlags {
  readonly port: number;
  /** SQLite file; in memory when absent. */
  readonly data?: string;
  readonly seed?: number;
  readonly json?: boolean;
  /** `random`, or choices at the open points. */
  readonly dialect?: string;
  /** Name of a fault. */
  readonly fault?: string;
}

/** What a fault is, and which requirements it is to break. */
function describeFault({ name, description, when, breaks }: Fault): string {
  const lines = [
    `fault    ${name}: ${description}${when === undefined ? '' : ` (${when})`}`,
    `breaks   ${breaks.join(', ')}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** Connections that will not close must not keep a server that was told to end. */
const closeWithinMs = 700;

/**
 * Runs the reference service until a signal ends it, and tells how to use it: as text, or as one line of JSON that is a
 * target configuration.
 *
 * @returns the exit code
 */
export async function serveReference(flags: ServeFlags, { cwd, stdout, stderr }: Surroundings): Promise<number> {
  const { port, data, seed, json } = flags;
  const dialect = flags.dialect === undefined ? undefined : readDialect(flags.dialect, seed ?? randomInt(2 ** 31 - 1));
  const fault = flags.fault === undefined ? undefined : readFault(flags.fault);
  const interruption = watchInterruption();
  const kept = data === undefined ? undefined : resolve(cwd, data);
  const reference = await startReference({
    port,
    ...(kept === undefined ? {} : { data: kept }),
    ...(seed === undefined ? {} : { seed }),
    ...(dialect === undefined ? {} : { dialect }),
    ...(fault === undefined ? {} : { fault }),
  });
  // Not on stdout, where with --json nothing but the configuration may stand.
  if (dialect !== undefined) stderr.write(`dialect  ${writeDialect(dialect)}\n`);
  if (fault !== undefined) stderr.write(describeFault(fault));
  const config = `${JSON.stringify({ ...embeddedTarget(reference), name: 'served reference service' })}\n`;
  let directory: string | undefined;
  try {
    if (json === true) {
      stdout.write(config);
    } else {
      directory = await mkdtemp(join(tmpdir(), 'bfc-serve-'));
      const configFile = join(directory, 'conformance.config.json');
      await writeFile(configFile, config, { mode: 0o600 });
      stdout.write(renderAnnouncement(reference, { run: invocation('run', cwd, readPackageInfo()), configFile, kept }));
    }
    if (!interruption.signal.aborted) {
      await new Promise<void>((end) => {
        interruption.signal.addEventListener('abort', () => end(), { once: true });
      });
    }
  } finally {
    if (directory !== undefined) await rm(directory, { recursive: true, force: true });
    await Promise.race([reference.close(), sleep(closeWithinMs)]);
    interruption.dispose();
  }
  return exitCodes.success;
}
