import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { RunningReference } from '../reference/index.ts';
import { resolveTarget } from '../target/configuration/resolve-target.ts';
import { loadConfig } from '../target/configuration/load-config.ts';
import { group, page } from '../suites/judging/exchange-samples.test-data.ts';
import { sendJson, startService } from '../target/sample-server.test-data.ts';
import { folderOfTest } from '../spec/folders.test-data.ts';
import { collecting, readJson, variablesOf } from './command-line.test-data.ts';
import { Cancelled, type InitFlags, type Questions } from './init-settings.ts';
import { runInit } from './init.ts';
import { serving } from './judged-reference.test-data.ts';
import type { runProgram } from './program.ts';

const environmentOf = ({ baseUrl, authUrl, credentials }: RunningReference) =>
  variablesOf(baseUrl, authUrl, credentials);

/** Questions that get these answers in order; refused answers are skipped. */
function answering(...answers: readonly string[]): Questions & { readonly asked: readonly string[] } {
  const left = [...answers];
  const asked: string[] = [];
  const next = (message: string): string => {
    asked.push(message);
    return left.shift() ?? '';
  };
  return {
    asked,
    async text(message, problemOf, initial = '') {
      const answer = next(message) || initial;
      return problemOf(answer) === undefined ? answer : this.text(message, problemOf, initial);
    },
    async secret(message) {
      return next(message);
    },
    async confirm(message) {
      return next(message) === 'yes';
    },
  };
}

/** Runs `bfc init` in this process, without the run that follows. */
async function initIn(cwd: string, flags: Partial<InitFlags>, environment: NodeJS.ProcessEnv, ask?: Questions) {
  const { printed, surroundings } = collecting(environment, cwd);
  const program = vi.fn<typeof runProgram>(async () => 1);
  const exitCode = await runInit({ run: true, ...flags }, surroundings, ask, program);
  return { exitCode, printed, program };
}

const textOf = async (cwd: string): Promise<string> => {
  const [file = ''] = await readdir(cwd);
  return readFile(join(cwd, file), 'utf8');
};

describe('a configuration', () => {
  it('has what was learned from the service, and can be loaded', async () => {
    const cwd = folderOfTest();
    const reference = await serving();
    const { groupId, carrierIds, planIds } = reference.fixtures;
    const environment = environmentOf(reference);
    const flags = { carrierIds, planIds: planIds.slice(0, 4), run: false };
    const given = await initIn(folderOfTest(), flags, environment);
    expect(given.printed.stdout).toMatch(
      /✓ renewal decision +a plain one was taken\n.*✓ member snapshot +a plain one was taken;/s,
    );

    // The second run learns a carrier and plans from what the first one created.
    const second = {
      BFC_SECOND_CLIENT_ID: 'other',
      BFC_SECOND_CLIENT_SECRET: 'another-secret',
      BFC_EXPIRED_TOKEN: 'a.b.c',
    };
    const { printed, exitCode } = await initIn(cwd, { run: false }, { ...environment, ...second });
    expect(exitCode).toBe(0);
    expect(printed.stdout).toMatch(/✓ decisions +\d looked at: 1 carrier and \d plans, lines of coverage /);
    expect(printed.stdout).toMatch(/✓ renewal decision +a plain one was taken\n/);
    const loaded = await loadConfig(cwd);
    expect(loaded?.file).toBe('conformance.config.yaml');
    expect(loaded?.config).toMatchObject({
      environment: 'sandbox',
      baseUrl: reference.baseUrl,
      credentials: { clientId: reference.credentials.clientId, clientSecretEnv: 'BFC_CLIENT_SECRET' },
      secondCredentials: { clientId: 'other', clientSecretEnv: 'BFC_SECOND_CLIENT_SECRET' },
      expiredTokenEnv: 'BFC_EXPIRED_TOKEN',
      fixtures: { carrierIds: [expect.toBeOneOf(carrierIds)] },
    });
    // The group that a run finds by itself is only an example: it may be another one tomorrow.
    expect(loaded?.config.fixtures).not.toHaveProperty('groupId');
    const [, schema = ''] = /^# yaml-language-server: \$schema=(\.\S+)\n/.exec(await textOf(cwd)) ?? [];
    expect(await readJson(cwd, schema)).toHaveProperty('properties');
    expect(await textOf(cwd)).toContain(`  # groupId: ${groupId}`);
    expect(await textOf(cwd)).not.toContain(reference.credentials.clientSecret);
    const secret = { ...second, BFC_CLIENT_SECRET: reference.credentials.clientSecret };
    expect(await resolveTarget({ flags: {}, environment: secret, cwd })).toMatchObject({ writesAllowed: true });
  });

  it('quotes the refusal of a plain body above the fixtures', async () => {
    const cwd = folderOfTest();
    const { printed } = await initIn(cwd, { run: false }, environmentOf(await serving()));
    expect(printed.stdout).toMatch(
      /✗ renewal decision +a plain one was refused with 422: \{"error".*names no known carrier/,
    );
    expect(printed.stdout).toContain('--carrier-ids and --plan-ids');
    const text = await textOf(cwd);
    expect(text).toMatch(/# A plain renewal decision was refused with 422: .*names no known carrier/);
    expect(text).toMatch(/^# {3}carrierIds:$/m);
  });

  it('escapes hostile text from the service, and leaves out the secret', async () => {
    const evil = 'hush-hush-hush\n- evil: 1\u2028*/ }); throw 0; //\u001b[2J';
    const { url } = await startService((response, _, { method }) => {
      if (method === 'GET') sendJson(response, page([group({ name: evil })]));
      else sendJson(response, { error: evil }, 422);
    });
    const cwd = folderOfTest();
    const environment = variablesOf(url, url, { clientId: 'x', clientSecret: 'hush-hush-hush' });
    const { printed } = await initIn(cwd, { run: false }, environment);
    expect((await loadConfig(cwd))?.config).not.toHaveProperty('fixtures');
    const shown = `${printed.stdout}${await textOf(cwd)}`;
    for (const harmful of ['hush-hush', '\u2028', '\u001b', '\n- evil']) expect(shown).not.toContain(harmful);
  });
});

describe('what flags and environment do not give', () => {
  it('is asked for, and the secret is neither printed nor written', async () => {
    const cwd = folderOfTest();
    const { baseUrl, authUrl, credentials } = await serving();
    const { clientId, clientSecret } = credentials;
    const ask = answering('ftp://x', `${baseUrl}/`, authUrl, clientId, clientSecret, 'mine');
    const { printed, program } = await initIn(cwd, {}, {}, ask);
    const asked = ask.asked.map((message) => message.split(' ')[0]);
    expect(asked).toEqual(['Base', 'Base', 'Address', 'Client', 'Its', 'Its']);
    expect((await loadConfig(cwd))?.config).toMatchObject({ name: 'mine', baseUrl });
    expect(printed.stdout + (await textOf(cwd))).not.toContain(clientSecret);
    expect(printed.stdout).toContain(`export BFC_CLIENT_SECRET='the secret of ${clientId}'`);
    expect(program.mock.calls[0]?.[1].environment).toEqual({ BFC_CLIENT_SECRET: clientSecret });
  });

  it('is not asked for after a cancelled question, and nothing is written', async () => {
    const cwd = folderOfTest();
    const ask = { ...answering(), text: () => Promise.reject(new Cancelled('cancelled')) };
    const { exitCode, printed } = await initIn(cwd, {}, {}, ask);
    expect([exitCode, printed.stderr, await readdir(cwd)]).toEqual([130, 'cancelled; nothing was written\n', []]);
  });
});

it('the first run uses the new file, and nothing from the environment but the secret', async () => {
  const reference = await serving();
  const { clientSecret } = reference.credentials;
  const elsewhere = { BFC_BASE_URL: 'http://127.0.0.1:9', BFC_CLIENT_SECRET: 'another', MINE: clientSecret };
  const flags = { baseUrl: reference.baseUrl, clientSecretEnv: 'MINE', file: 'mine.yaml' };
  const environment = { ...environmentOf(reference), ...elsewhere };
  const { exitCode, program } = await initIn(folderOfTest(), flags, environment);
  expect(exitCode).toBe(1);
  const [words, surroundings] = program.mock.calls[0] ?? [];
  expect(words?.slice(0, 3)).toEqual(['run', '--config', 'mine.yaml']);
  expect(surroundings?.environment).toEqual({ MINE: clientSecret });
});

it('an existing file is kept, except with --force', async () => {
  const cwd = folderOfTest();
  const environment = environmentOf(await serving());
  const path = join(cwd, 'conformance.config.yaml');
  await writeFile(path, 'name: old');
  await expect(initIn(cwd, {}, environment)).rejects.toThrow(/^conformance\.config\.yaml exists already; .*--force/);
  expect(await readFile(path, 'utf8')).toBe('name: old');
  await initIn(cwd, { force: true, name: 'new', run: false }, environment);
  expect((await loadConfig(cwd))?.config.name).toBe('new');
});
