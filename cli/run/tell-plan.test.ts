import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { RequirementId } from '../../spec/index.ts';
import { runConformance, type RunParts } from './run-conformance.ts';
import type { RunFlags } from './run-flags.ts';

const flags: RunFlags = { level: 'required', skip: [], out: 'out', format: ['terminal', 'json'], dryRun: true };

/** An address that counts who connects to it. */
async function listener(): Promise<{ readonly url: string; readonly connections: () => number }> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, connections: () => connections };
}

async function planned(changes: Partial<RunFlags> = {}, environment: NodeJS.ProcessEnv = {}, config?: object) {
  const cwd = await mkdtemp(join(tmpdir(), 'bfc-plan-'));
  onTestFinished(() => rm(cwd, { recursive: true }));
  if (config !== undefined) await writeFile(join(cwd, 'conformance.config.json'), JSON.stringify(config));
  const printed = { stdout: '', stderr: '' };
  const collect = (name: keyof typeof printed) => ({ write: (text: string) => (printed[name] += text) });
  const never = () => Promise.reject(new Error('started'));
  const parts: RunParts = {
    runSuites: vi.fn<RunParts['runSuites']>(never),
    startReference: vi.fn<RunParts['startReference']>(never),
  };
  const surroundings = { environment, cwd, stdout: collect('stdout'), stderr: collect('stderr') };
  const exitCode = await runConformance({ ...flags, ...changes }, surroundings, parts);
  return { exitCode, ...printed, left: await readdir(cwd) };
}

/** Of a plan that was printed as JSON. */
const read = (text: string) => JSON.parse(text) as Record<string, unknown>;

const remote = {
  BFC_BASE_URL: 'https://sandbox.example.com',
  BFC_AUTH_URL: 'https://auth.example.com',
  BFC_CLIENT_ID: 'x',
  BFC_CLIENT_SECRET: 'y',
};

describe('a dry run', () => {
  it('sends nothing to anybody, and leaves nothing behind', async () => {
    const { url, connections } = await listener();
    const target = { BFC_BASE_URL: url, BFC_AUTH_URL: url, BFC_CLIENT_ID: 'x', BFC_CLIENT_SECRET: 'y' };
    const { exitCode, stdout, left } = await planned({ profile: 'full' }, target);
    expect({ exitCode, left, connections: connections() }).toEqual({ exitCode: 0, left: [], connections: 0 });
    expect(stdout).toMatch(/^Nothing was sent\./);
    expect(stdout).toContain(url);
  });

  it('starts no service where no target is given', async () => {
    expect((await planned()).stdout).toContain('embedded reference service started for the run (sandbox)');
  });

  it('tells how a profile goes about it', async () => {
    const { stdout } = await planned({ profile: 'health' }, remote, { name: 'ours', environment: 'sandbox' });
    expect(stdout).toContain('ours at https://sandbox.example.com (sandbox)');
    expect(stdout).toMatch(/Requests +some \d+, at most 500; 2 at a time, 5 a second: some \d+ s of sending\n/);
    expect(stdout).toMatch(
      /at most 8 records created or changed, up to 1 connection, 3 decisions, 3 edits,\s+3\s+snapshots/,
    );
    expect(stdout).toContain('seed 1\n');
    expect(stdout).toMatch(/1: it makes several decisions \(profile health\)\n +renewals\.edit-isolated\n/);
    expect(stdout).toMatch(/2: no key of a second organization .*\n +isolation\.groups, isolation\.records\n/);
  });

  it('names the pins of which the run will see nothing', async () => {
    const config = {
      environment: 'sandbox',
      expect: { 'paging.order': 'x', 'renewals.lines': 'x', 'renewals.edit-stale': 'x' },
    };
    const told = async (profile: 'full' | 'health', changes: Partial<RunFlags> = {}) =>
      (await planned({ profile, ...changes }, remote, config)).stdout;
    const health = await told('health');
    expect(health).toContain('\nPinned, not looked at: renewals.lines, paging.order (profile health)\n');
    expect(health).toMatch(/1: its lists are so short .* \(profile health\)\n +paging\.order\n/);
    expect(await told('full')).not.toContain('Pinned');
    expect(read(await told('full', { json: true, skip: ['paging.order'] }))).toMatchObject({
      requirements: { pinnedUnseen: ['paging.order'] },
    });
  });

  it('expects no number of requests of a part of a profile, and no records where nothing is written', async () => {
    const told = async (only: RequirementId[]) => (await planned({ profile: 'gate', only }, {})).stdout;
    expect(await told(['token.type', 'isolation.groups'])).toMatch(
      /Requests +at most \d+; 32 at a time[^]*Records +no records created\n/,
    );
    expect(await told(['groups.record'])).toMatch(
      /Records +at most (\d+) records created or changed: \1 connections \(/,
    );
    expect(read((await planned({ json: true, only: ['token.type'] })).stdout)).not.toHaveProperty('requests');
  });

  it('tells programs the same as JSON', async () => {
    const { stdout } = await planned(
      { json: true, profile: 'gate', only: ['token.issue', 'token.type', 'isolation.groups'], skip: ['token.type'] },
      remote,
    );
    expect(read(stdout)).toMatchObject({
      target: { baseUrl: 'https://sandbox.example.com', environment: 'production', writesAllowed: false },
      profile: { name: 'gate' },
      seed: 1,
      casesPerProperty: 5,
      limits: { concurrency: 4, requestsPerSecond: 10 },
      requirements: {
        checked: [
          { part: expect.any(String), byLevel: { required: 1, expected: 0, open: 0 } },
          { part: expect.any(String), byLevel: { required: 1, expected: 0, open: 0 } },
        ],
        leftOut: [{ why: 'not among those of --only' }, { why: 'named by --skip', ids: ['token.type'] }],
        undecided: [{ why: expect.stringContaining('second organization'), ids: ['isolation.groups'] }],
      },
      atMost: { records: 0, snapshots: 0 },
    });
  });

  it('names every file that the run would write', async () => {
    const { stdout } = await planned({
      json: true,
      format: ['json', 'allure'],
      history: 'past',
      baseline: 'base.json',
      updateBaseline: true,
    });
    const { written } = read(stdout);
    expect(written).toEqual(
      ['out/journal.ndjson', 'out/report.json', 'out/allure-results', 'past', 'base.json'].map((path) =>
        expect.stringMatching(new RegExp(`/${path.replace('.', '\\.')}$`)),
      ),
    );
  });

  it('refuses the baseline that the run would refuse', async () => {
    await expect(planned({ baseline: 'none.json' })).rejects.toThrow(/^--baseline: none\.json does not exist/);
  });

  it('makes text of a configuration safe to show', async () => {
    const { stdout } = await planned({}, remote, { name: 'ours\u001B[2J' });
    expect(stdout).not.toContain('\u001B');
  });

  it('is what --json belongs to', async () => {
    await expect(planned({ dryRun: false, json: true })).rejects.toThrow(/^--json: belongs to --dry-run/);
  });
});
