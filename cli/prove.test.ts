import { execFile, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { faults, rules, type Rule } from '../reference/index.ts';
import { startScript } from './child-process.test-data.ts';
import { folderOfTests } from '../spec/folders.test-data.ts';
import { collecting } from './in-process.test-data.ts';
import type { ProofPlan, ProofResult } from './proof-pool.ts';
import { proveCommand } from './prove.ts';
import { sampleDialectProof, sampleProof } from './sample-proofs.test-data.ts';

const cwd = folderOfTests();

const right: ProofResult = { faults: [sampleProof('token-opaque')], dialects: [], rules: [] };

/** Runs the command with a result that nothing was run for. */
async function prove(words: readonly string[], result = right) {
  const { printed, surroundings } = collecting({}, cwd);
  const plans: ProofPlan[] = [];
  let exitCode: number | undefined;
  const proveAll = async (plan: ProofPlan): Promise<ProofResult> => {
    plans.push(plan);
    for (let done = 1; done <= 30; done += 1) plan.onProgress(done, 30, done < 28 ? 0 : 1);
    return result;
  };
  const command = proveCommand(surroundings, (code) => (exitCode = code), proveAll);
  await command.parseAsync(words, { from: 'user' });
  return { exitCode, ...printed, plan: plans[0] };
}

describe('what is to be proven', () => {
  it('is every fault with one seed, when nothing else is said', async () => {
    const { plan } = await prove([]);
    expect(plan?.today).toMatch(/^20\d\d-\d\d-\d\d$/);
    expect(plan).toMatchObject({ faultSeeds: [1], dialects: [], rules: [], cases: 100, whole: false });
    expect(plan?.faults).toEqual(faults);
    expect(plan?.processes).toBeGreaterThan(0);
  });

  it('is what the flags say', async () => {
    const words = '--seed 7 --seeds 3 --today 2027-01-31 --dialects 2 --cases 10 --only token-opaque,groups-';
    const { plan } = await prove([...words.split(' '), '--whole', '--processes', '5']);
    expect(plan).toMatchObject({
      faultSeeds: [7, 8, 9],
      today: '2027-01-31',
      dialects: [7, 8].map((seed) => ({ seed, rules: [], isConfigured: false })),
      cases: 10,
      whole: true,
      processes: 5,
    });
    const chosen = faults.filter(({ name }) => name === 'token-opaque' || name.startsWith('groups-'));
    expect(plan?.faults).toEqual(chosen);
    const alone = await prove(['--no-faults', '--dialects', '1']);
    expect(alone.plan).toMatchObject({ faults: [], dialects: [{ seed: 1, rules: [] }] });
  });
});

describe('shares of it', () => {
  const words = ['--dialects', '7', '--rules', 'ssn-'];
  const namesOf = (plan: ProofPlan | undefined) => [
    ...(plan?.faults ?? []).map(({ name }) => name),
    ...[plan?.dialects, plan?.rules].flatMap((all = []) => all.map((one) => JSON.stringify(one))),
  ];

  it.each([1, 2, 5])('have all of it together, and about as much each: %i of them', async (count) => {
    const numbers = Array.from({ length: count }, (_, index) => `${index + 1}/${count}`);
    const shares = await Promise.all(
      numbers.map(async (shard) => namesOf((await prove([...words, '--shard', shard])).plan)),
    );
    expect(shares.flat().toSorted()).toEqual(namesOf((await prove(words)).plan).toSorted());
    const sizes = shares.map(({ length }) => length);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
  });

  it('are named in the result', async () => {
    expect((await prove(['--shard', '2/4'])).stdout).toMatch(/^shard 2 of 4 of all that is to be proven\n1 of 1 /);
    const { stdout } = await prove(['--shard', '2/4', '--json']);
    expect(JSON.parse(stdout)).toEqual({ shard: { index: 2, count: 4 }, ...right });
  });
});

describe('services with rules', () => {
  it('are one for each rule when none is named', async () => {
    const { plan } = await prove(['--no-faults', '--rules', '--seed', '3']);
    expect(plan).toMatchObject({ faults: [], dialects: [] });
    const services = (isConfigured: boolean) => plan?.rules.filter((ruled) => ruled.isConfigured === isConfigured);
    const each = (names: readonly string[], isConfigured: boolean) =>
      names.map((name) => ({ seed: 3, rules: [name], isConfigured }));
    expect(services(false)).toEqual(each(Object.keys(rules), false));
    const helped = Object.entries<Rule>(rules).filter(([, { values }]) => values !== undefined);
    expect(services(true)).toEqual(
      each(
        helped.map(([name]) => name),
        true,
      ),
    );
    expect(helped).not.toEqual([]);
  });

  it('are those that are named, alone or together', async () => {
    const { plan } = await prove(['--no-faults', '--rules', 'ssn-w, names-30+zip-form,ssn-once']);
    const chosen = [['ssn-with-dashes'], ['ssn-without-dashes'], ['names-30', 'zip-form'], ['ssn-once']];
    expect(plan?.rules.filter(({ isConfigured }) => !isConfigured)).toEqual(
      chosen.map((names) => ({ seed: 1, rules: names, isConfigured: false })),
    );
  });

  it('are as many random combinations as are asked for, and random dialects have rules, too', async () => {
    const words = ['--no-faults', '--rules', '60', '--seed', '7', '--dialects', '200'];
    const { plan } = await prove(words);
    expect(plan?.rules.map(({ seed }) => seed)).toEqual(Array.from({ length: 60 }, (_unused, index) => 7 + index));
    expect(new Set(plan?.rules.map((ruled) => ruled.rules.length))).toEqual(new Set([2, 3, 4, 5]));
    const counts = plan?.dialects.map((ruled) => ruled.rules.length) ?? [];
    expect(new Set(counts)).toEqual(new Set([0, 1, 2, 3, 4, 5]));
    expect(counts.filter((count) => count === 1).length).toBeGreaterThan(50);
    expect((await prove(words)).plan?.rules).toEqual(plan?.rules);
  });
});

describe('the result', () => {
  it('is shown by counts, progress and exit code', async () => {
    expect(await prove([])).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(
        /^1 of 1 faults caught by exactly the requirements they name \(seed 1, today 20[\d-]{8}, 100 cases\)\n$/,
      ),
      stderr: '30 of 30 proven, 1 wrong\n',
    });
  });

  const none: ProofResult = { faults: [], dialects: [], rules: [] };
  const failed = sampleDialectProof({ failed: ['wire.json: x'] });
  it.each<[string, Partial<ProofResult>]>([
    ['a fault was missed', { faults: [sampleProof('token-opaque', { missed: ['token.jwt: pass'] })] }],
    ['something else failed', { faults: [sampleProof('token-opaque', { unexpected: ['wire.json'] })] }],
    ['a dialect failed', { dialects: [failed] }],
    ['a rule was too much', { rules: [failed] }],
    ['a dialect was left undecided', { dialects: [sampleDialectProof({ undecided: ['wire.json: x'] })] }],
  ])('exits 1 when %s, in every form', async (_what, wrong) => {
    const result = { ...none, ...wrong };
    expect(await prove([], result)).toMatchObject({ exitCode: 1, stdout: expect.stringMatching(/^✗ [^]*\n0 of 1 /) });
    const { exitCode, stdout } = await prove(['--json'], result);
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toEqual(result);
  });

  it('is written as a page too', async () => {
    const { exitCode, stderr } = await prove(['--matrix', 'matrix.md']);
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/\nThe matrix is in matrix\.md\.\n$/);
    expect(await readFile(join(cwd, 'matrix.md'), 'utf8')).toMatch(/^# Proof matrix\n/);
  });
});

it('a real fault is caught, in processes of its own', async () => {
  const words = 'prove --only groups-keyed --cases 2 --seed 3 --today 2027-01-31'.split(' ');
  expect(await startScript('main.ts', words).ended).toEqual({
    exitCode: 0,
    stdout: '1 of 1 faults caught by exactly the requirements they name (seed 3, today 2027-01-31, 2 cases)\n',
    stderr: expect.stringMatching(/^(?:proving\n)*1 of 1 proven\n$/),
  });
});

/** The processes that a process has started and that have not ended. */
async function childrenOf(parent: number): Promise<readonly number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,stat=']);
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .flatMap(([pid, ppid, state = '']) => (Number(ppid) === parent && !state.startsWith('Z') ? [Number(pid)] : []));
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it('a proof that is interrupted says so, exits 130 and leaves no process behind', async () => {
  const script = join(import.meta.dirname, 'main.ts');
  const words = ['prove', '--only', 'renewals', '--processes', '2'];
  const child = spawn(process.execPath, [script, ...words], { stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = new Promise((resolve) => child.once('close', resolve));
  let workers: readonly number[] = [];
  while (child.exitCode === null && workers.length < 2) workers = await childrenOf(child.pid ?? 0);
  child.kill('SIGINT');
  expect(await ended).toBe(130);
  expect(stderr).toMatch(/interrupted: nothing is proven\n$/);
  expect(workers).toHaveLength(2);
  while (workers.some(isThere)) await sleep(20);
});
