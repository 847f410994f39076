import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { holdDirectory } from './hold-directory.ts';

let directory = '';
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bfc-hold-'));
});
afterEach(() => rm(directory, { recursive: true }));

it('a directory is held by one at a time, and free again afterwards', async () => {
  const release = await holdDirectory(directory);
  expect(release).toBeDefined();
  expect(await holdDirectory(join(directory, '.'))).toBeUndefined();
  release?.();
  const again = await holdDirectory(directory);
  expect(again).toBeDefined();
  again?.();
});

it('a process that was killed holds nothing', async () => {
  const script = `
    const { holdDirectory } = await import(${JSON.stringify(new URL('hold-directory.ts', import.meta.url).href)});
    await holdDirectory(${JSON.stringify(directory)});
    process.stdout.write('held');
    setInterval(() => {}, 1000);`;
  const other = spawn(process.execPath, ['--input-type=module', '--eval', script]);
  await once(other.stdout, 'data');
  expect(await holdDirectory(directory)).toBeUndefined();
  other.kill('SIGKILL');
  await once(other, 'close');
  const release = await holdDirectory(directory);
  expect(release).toBeDefined();
  release?.();
});
