#!/usr/bin/env node
// Starts the command line. Written so that any Node can parse it, and imports nothing of the project before the version
// is known to suffice: an old Node would otherwise end with a syntax error that does not help the user.
import { existsSync, readFileSync } from 'node:fs';
import module from 'node:module';
import v8 from 'node:v8';

function readPackage() {
  // Next to cli/ in a checkout, one folder further up once built into dist/.
  const near = new URL('../package.json', import.meta.url);
  return JSON.parse(readFileSync(existsSync(near) ? near : new URL('../../package.json', import.meta.url), 'utf8'));
}

/** Bytes of the part of the heap where new objects are allocated. */
const youngBytes = 8 * 1024 * 1024;

/**
 * Keeps the heap small: what a run allocates soon becomes garbage, and by default Node delays collecting it. No flag
 * limits the part for new objects once Node has started, so it is made to grow to the wanted size and is then capped.
 */
function boundHeap() {
  const young = () => v8.getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size;
  for (let round = 0, held = []; round < 100 && young() < youngBytes; round += 1)
    held = [...held, Array(15_000).fill(0.5)];
  v8.setFlagsFromString('--semi-space-growth-factor=1');
  v8.setFlagsFromString('--heap-growing-percent=40');
}

const wanted = readPackage().engines.node.replace('>=', '');
if (process.versions.node.localeCompare(wanted, 'en', { numeric: true }) >= 0) {
  boundHeap();
  // Compiling is half of the start time: later starts take the result from Node's own cache, in the temporary files.
  module.enableCompileCache();
  import('./program.ts')
    .then((program) => program.start())
    .catch((error) => {
      const missing = error !== null && typeof error === 'object' && error.code === 'ERR_MODULE_NOT_FOUND';
      const words = error instanceof Error ? error.message.split('\n')[0] : String(error);
      const remedy = missing ? 'run `npm ci` to install what it needs' : 'please report it';
      process.stderr.write(`bfc: cannot start: ${words}; ${remedy}\n`);
      if (process.env['BFC_DEBUG'] === '1') process.stderr.write(`${error instanceof Error ? error.stack : ''}\n`);
      process.exitCode = 3;
    });
} else {
  process.stderr.write(
    `bfc: needs Node ${wanted} or newer, and this is Node ${process.versions.node}; ` +
      'in a checkout run `npm ci` (without --ignore-scripts: it installs a Node of its own) and use npm scripts, otherwise install Node 24\n',
  );
  process.exitCode = 2;
}
