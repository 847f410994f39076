import { closeSync, existsSync, openSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startBfc } from './command-line.test-data.ts';
import { folderOfTest } from '../spec/folders.test-data.ts';

/** Makes Node report another version. */
const pretend = (version: string) => {
  const code = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
};

it.each(['22.18.0', '8.0.0'])('exits 2 under Node %s, and says what it needs and how to get it', async (version) => {
  const { exitCode, stdout, stderr } = await startBfc(['run'], pretend(version)).ended;
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toMatch(/^bfc: needs Node [\d.]+ or newer, and this is Node [\d.]+; [^\n]*npm ci[^\n]*Node 24\n$/);
  expect(stderr).toContain(`this is Node ${version};`);
});

it('starts under the oldest supported Node version', async () => {
  const stdout = expect.stringMatching(/^\d+\.\d+\.\d+\n$/);
  expect(await startBfc(['--version'], pretend('22.19.0')).ended).toEqual({ exitCode: 0, stdout, stderr: '' });
});

it('exits 3 without its dependencies, and says how to install them', async () => {
  const directory = folderOfTest();
  await cp(import.meta.dirname, join(directory, 'cli'), { recursive: true });
  await cp(join(import.meta.dirname, '../package.json'), join(directory, 'package.json'));
  const { status, stderr } = spawnSync(process.execPath, [join(directory, 'cli/bfc.js'), '--help'], {
    encoding: 'utf8',
  });
  expect(status).toBe(3);
  expect(stderr).toMatch(/^bfc: cannot start: [^\n]*; run `npm ci` to install what it needs\n$/);
});

it.runIf(existsSync('/dev/full'))('exits 2 if the standard output has no space left, and names it', () => {
  const full = openSync('/dev/full', 'w');
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'bfc.js'), '--version'], {
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
  });
  closeSync(full);
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: 'bfc: the standard output has no space left; make room on the disk\n',
  });
});

/** Makes Node print the names of all loaded packages to standard error. */
const tellsPackages = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`
    import { registerHooks } from 'node:module';
    const packages = new Set();
    registerHooks({
      resolve(specifier, context, next) {
        const resolved = next(specifier, context);
        packages.add(/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(resolved.url)?.[1]);
        return resolved;
      },
    });
    process.on('exit', () => process.stderr.write([...packages].join(' ')));
  `)}`,
};

it.each([
  ['run', ['run', '--dry-run', '--base-url', 'http://127.0.0.1:1', '--auth-url', 'http://127.0.0.1:1']],
  ['judge', ['judge', '--help']],
  ['list', ['list']],
])('%s loads no test runner, no server and no report libraries', async (_name, words) => {
  const { exitCode, stderr } = await startBfc(words, { ...tellsPackages, BFC_CLIENT_ID: 'x', BFC_CLIENT_SECRET: 'y' })
    .ended;
  expect(exitCode).toBe(0);
  const loaded = stderr.split(' ');
  expect(loaded).toContain('commander');
  expect(loaded.filter((name) => /^(vitest|typebox|fastify|jose|diff|yaml|d3-|remark-|allure-)/.test(name))).toEqual(
    [],
  );
});
