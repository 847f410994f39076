import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RunningReference } from '../reference/index.ts';
import { embeddedTarget } from './embedded-target.ts';
import { serving } from './judged-reference.test-data.ts';
import { readFault } from './serve-choices.ts';
import { folderOfTests } from '../spec/folders.test-data.ts';

const root = join(import.meta.dirname, '..');
const directory = folderOfTests();

/** Runs the tests of the conformance project whose names match, against a service. */
async function conformance(reference: RunningReference, pattern: string, results: string) {
  const { name, environment, baseUrl, authUrl, fixtures } = embeddedTarget(reference);
  const { clientId, clientSecret } = reference.credentials;
  const credentials = { clientId, clientSecretEnv: 'BFC_CLIENT_SECRET' };
  const config = { name, environment, baseUrl, authUrl, fixtures, credentials };
  await writeFile(join(directory, 'conformance.config.json'), JSON.stringify(config));
  const env = {
    ...process.env,
    BFC_PROFILE: 'gate',
    BFC_CLIENT_SECRET: clientSecret,
    ALLURE_RESULTS_DIR: results,
    NO_COLOR: '1',
  };
  const words = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', root, '--project', 'conformance'];
  return new Promise<{ readonly exitCode: number; readonly text: string }>((resolve) => {
    execFile(process.execPath, [...words, '-t', pattern], { cwd: directory, env }, (error, stdout, stderr) =>
      resolve({ exitCode: error === null ? 0 : Number(error.code), text: stdout + stderr }),
    );
  });
}

test('under vitest each selected requirement is decided by a test of its own, and Allure reports them', async () => {
  const reference = await serving({ seed: 1, pace: 20, fault: readFault('connections-status-capital') });
  const results = join(directory, 'allure');
  const { exitCode, text } = await conformance(reference, 'connections\\.(initial-status|echo)', results);
  expect({ exitCode, text }).toMatchObject({ exitCode: 1 });
  expect(text).toContain('connections.initial-status: ');
  expect(text).toMatch(/1 failed \| 1 passed/);
  const files = (await readdir(results)).filter((name) => name.endsWith('-result.json'));
  const all = await Promise.all(files.map(async (name) => JSON.parse(await readFile(join(results, name), 'utf8'))));
  const decided = all.filter(({ status }) => status !== 'skipped');
  const statuses = decided.map(({ name, status }) => [String(name).split(':')[0], status]);
  expect(Object.fromEntries(statuses)).toEqual({
    'connections.echo': 'passed',
    'connections.initial-status': 'failed',
  });
  expect(decided[0].labels).toContainEqual({ name: 'feature', value: expect.any(String) });
});
