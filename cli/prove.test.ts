import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { defaultDialect, faults, rules, type Rule } from '../reference/index.ts';
import { sampleReport, undecided } from '../results/sample-reports.test-data.ts';
import { folderOfTests } from '../spec/folders.test-data.ts';
import { collecting, startBfc } from './command-line.test-data.ts';
import { readPackageInfo } from './surroundings.ts';
import { define } from './program.ts';
import type { Job, ProofPlan, ProofResult } from './proof-pool.ts';
import { isRight, proofOf, type DialectProof, type FaultProof } from './proof.ts';
import { proveCommand } from './prove.ts';
import { readFault } from './serve-choices.ts';

/** A proof of a real fault; by default it was caught by exactly the requirements it names. */
function sampleProof(name: string, changes: Partial<FaultProof> = {}): FaultProof {
  const failed = Object.fromEntries(readFault(name).breaks.map((id) => [id, 'broken']));
  return { fault: name, seed: 1, failed, missed: [], unexpected: [], suiteFaults: [], durationMs: 10, ...changes };
}

/** A proof of a dialect; by default it was found conformant. */
function sampleDialectProof(changes: Partial<DialectProof> = {}): DialectProof {
  const none = { rules: [], failed: [], undecided: [], suiteFaults: [] };
  return { seed: 1, isConfigured: false, verdict: 'conformant', ...none, durationMs: 10, ...changes };
}

function rowOf(matrix: string, name: string): readonly string[] {
  const row = matrix.split('\n').find((line) => line.startsWith(`| \`${name}\``)) ?? '';
  return row.slice(2, -2).split(' | ');
}

const cwd = folderOfTests();

const none: ProofResult = { faults: [], controls: [], dialects: [], rules: [] };
const right: ProofResult = { ...none, faults: [sampleProof('token-opaque')] };

/** Runs the command with a given result, without proving anything. */
async function prove(words: string, result = right) {
  const { printed, surroundings } = collecting({ COLUMNS: '72' }, cwd);
  let plan: ProofPlan | undefined;
  let exitCode: number | undefined;
  const command = proveCommand(async (given) => {
    plan = given;
    for (let done = 1; done <= 30; done += 1) given.onProgress(done, 30, done < 28 ? 0 : 1, done / 30);
    return result;
  });
  const program = define(new Command(), command, surroundings, (code) => (exitCode = code));
  await program.parseAsync(words.split(' ').filter(Boolean), { from: 'user' });
  if (plan === undefined) throw new Error('nothing was proven');
  return { exitCode, ...printed, plan };
}

const jobsOf = async (words: string): Promise<readonly Job[]> => (await prove(words)).plan.jobs;

describe('the jobs of a proof', () => {
  it('are every fault with one seed by default', async () => {
    const { plan } = await prove('');
    expect(plan.today).toMatch(/^20\d\d-\d\d-\d\d$/);
    expect(plan).toMatchObject({ cases: { faults: 100, dialects: 25 }, whole: false });
    expect(plan.jobs.slice(0, -1)).toEqual(faults.map(({ name }) => ({ seed: 1, fault: name })));
    expect(plan.jobs.at(-1)).toEqual({ seed: 1, controlOf: expect.arrayContaining(['token.jwt', 'groups.list']) });
    expect(plan.processes).toBeGreaterThan(0);
  });

  it('follow the flags', async () => {
    const words = '--seed 7 --seeds 3 --today 2027-01-31 --dialects 2 --cases 10 --only token-opaque,groups-';
    const { plan } = await prove(`${words} --whole --processes 5`);
    expect(plan).toMatchObject({ today: '2027-01-31', cases: { faults: 10, dialects: 10 }, whole: true, processes: 5 });
    const chosen = faults.filter(({ name }) => name === 'token-opaque' || name.startsWith('groups-'));
    expect(plan.jobs).toEqual([
      ...chosen.flatMap(({ name }) => [7, 8, 9].map((seed) => ({ seed, fault: name }))),
      ...[7, 8].map((seed) => ({ seed, dialect: 'random', rules: [], isConfigured: false })),
    ]);
    expect(await jobsOf('--no-faults --dialects 1')).toMatchObject([{ seed: 1, dialect: 'random' }]);
  });

  it('include a control run without a fault if no dialect is proven', async () => {
    const [{ breaks, also = [] } = { breaks: [] }] = faults.filter(({ name }) => name === 'token-opaque');
    expect(await jobsOf('--seed 7 --seeds 2 --dialects 0 --only token-opaque')).toEqual([
      ...[7, 8].map((seed) => ({ seed, fault: 'token-opaque' })),
      ...[7, 8].map((seed) => ({ seed, controlOf: [...breaks, ...also] })),
    ]);
  });

  it.each([1, 2, 5])(
    'are divided into %i shards of about the same size, which together have all jobs',
    async (count) => {
      const words = '--dialects 7 --rules ssn-';
      const numbers = Array.from({ length: count }, (_, index) => `${index + 1}/${count}`);
      const shares = await Promise.all(numbers.map((shard) => jobsOf(`${words} --shard ${shard}`)));
      const all = await jobsOf(words);
      expect(shares.flat()).toHaveLength(all.length);
      expect(shares.flat()).toEqual(expect.arrayContaining([...all]));
      const sizes = shares.map(({ length }) => length);
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
    },
  );
});

describe('services with rules', () => {
  const alone = (seed: number, isConfigured: boolean) => (rules: readonly string[]) =>
    ({ seed, dialect: 'own', rules, isConfigured }) as const;

  it('are one for each rule by default, and a second, configured one where the configuration can help', async () => {
    const helped = Object.entries<Rule>(rules).flatMap(([name, { values }]) => (values === undefined ? [] : [[name]]));
    expect(helped).not.toEqual([]);
    const jobs = await jobsOf('--no-faults --rules --seed 3');
    const each = Object.keys(rules).map((name) => [name]);
    expect(jobs).toHaveLength(each.length + helped.length);
    expect(jobs).toEqual(expect.arrayContaining([...each.map(alone(3, false)), ...helped.map(alone(3, true))]));
  });

  it('are the named ones, alone or combined', async () => {
    const jobs = await jobsOf('--no-faults --rules ssn-w,names-30+zip-form,ssn-once');
    const chosen = [['ssn-with-dashes'], ['ssn-without-dashes'], ['names-30', 'zip-form'], ['ssn-once']];
    expect(jobs.filter((job) => 'rules' in job && !job.isConfigured)).toEqual(chosen.map(alone(1, false)));
  });

  it('are the given number of random combinations, and random dialects have rules too', async () => {
    const words = '--no-faults --rules 60 --seed 7 --dialects 200';
    const jobs = await jobsOf(words);
    const countsIn = (dialect: string) =>
      jobs.flatMap((job) => ('rules' in job && job.dialect === dialect ? [job.rules.length] : []));
    expect(jobs.slice(200).map(({ seed }) => seed)).toEqual(Array.from({ length: 60 }, (_unused, index) => 7 + index));
    expect(new Set(countsIn('own'))).toEqual(new Set([2, 3, 4, 5]));
    expect(new Set(countsIn('random'))).toEqual(new Set([0, 1, 2, 3, 4, 5]));
    expect(countsIn('random').filter((count) => count === 1).length).toBeGreaterThan(50);
    expect(await jobsOf(words)).toEqual(jobs);
  });
});

describe('the result', () => {
  it('is shown as counts, progress and exit code', async () => {
    expect(await prove('--today 2026-06-15')).toMatchObject({
      exitCode: 0,
      stdout: '1 of 1 faults caught by exactly the requirements they name (seed 1, today 2026-06-15, 100 cases)\n',
      stderr: '30 of 30 checked, 1 wrong\n',
    });
  });

  it('shows each unproven fault, and each failed or undecided dialect, with what is wrong', async () => {
    const wrong = sampleProof('token-opaque', {
      seed: 8,
      failed: { 'wire.json': 'an answer of E1 is not JSON at all, and neither is any other of this run' },
      missed: ['token.jwt: pass, 3 cases'],
      unexpected: ['wire.json'],
      suiteFaults: ['paging.tiling: TypeError'],
    });
    const dialects = [
      sampleDialectProof({ seed: 7, verdict: 'nonconformant', failed: ['token.issue: it was answered with 500'] }),
      sampleDialectProof({ seed: 8, undecided: ['versions.stable: the list was not walked'], suiteFaults: ['x: y'] }),
      sampleDialectProof({ seed: 9 }),
    ];
    const undecided = [
      'paging.tiling: it was refused: 422',
      'paging.last: it was refused: 422',
      'paging.total: none: made',
    ];
    const rules = [
      sampleDialectProof({ rules: ['names-30'], undecided }),
      sampleDialectProof({ rules: ['names-30', 'ssn-once'], seed: 4 }),
    ];
    const faults = [sampleProof('groups-keyed-by-id', { seed: 7 }), wrong];
    const controls = [
      sampleDialectProof({ verdict: 'nonconformant', failed: ['token.jwt: it is no token'] }),
      sampleDialectProof({ seed: 8 }),
    ];
    expect((await prove('--today 2026-06-15', { faults, controls, dialects, rules })).stdout)
      .toBe(`✗ token-opaque (seed 8)
    missed      token.jwt: pass, 3 cases
    unexpected  wire.json: an answer of E1 is not JSON at all, and
                neither is any other of this run
    suite fault paging.tiling: TypeError
Unexpected: let the fault break less, or name the requirement in its
            row: .and(…) if it states what the fault breaks, .also(…) if
            it cannot help failing
✗ no fault (seed 1): nonconformant
    failed      token.jwt: it is no token
✗ dialect 7: nonconformant
    failed      token.issue: it was answered with 500
✗ dialect 8: conformant
    undecided   versions.stable: the list was not walked
    suite fault x: y
✗ names-30 (seed 1): conformant
    undecided   paging.tiling, paging.last: it was refused: 422
    undecided   paging.total: none: made
1 of 2 faults caught by exactly the requirements they name (seeds 7 to 8, today 2026-06-15, 100 cases)
1 of 2 services without a fault conformant (seeds 1 to 8, today 2026-06-15, 100 cases)
1 of 3 random dialects conformant (seeds 7 to 9, today 2026-06-15, 25 cases)
1 of 2 services with rules conformant (seeds 1 to 4, today 2026-06-15, 25 cases)
`);
  });

  it('groups the seeds that show the same for a fault', async () => {
    const unexpected: FaultProof['unexpected'] = ['wire.json'];
    const faults = [
      sampleProof('token-opaque', { seed: 1, missed: ['token.jwt: pass, 3 cases'], unexpected }),
      sampleProof('token-opaque', { seed: 2, unexpected }),
      sampleProof('token-opaque', { seed: 3 }),
      sampleProof('token-opaque', { seed: 4, missed: ['token.jwt: pass, 9 cases'], unexpected }),
    ];
    const { stdout } = await prove('', { ...none, faults });
    expect(stdout.match(/^✗ .*$/gm)).toEqual(['✗ token-opaque (seeds 1, 4)', '✗ token-opaque (seed 2)']);
  });

  it('names its shard', async () => {
    expect((await prove('--shard 2/4')).stdout).toMatch(/^shard 2 of 4 of all that is to be proven\n1 of 1 /);
    const { stdout } = await prove('--shard 2/4 --json');
    expect(JSON.parse(stdout)).toEqual({ shard: { index: 2, count: 4 }, ...right });
  });

  const failed = sampleDialectProof({ failed: ['wire.json: x'] });
  it.each<[string, Partial<ProofResult>]>([
    ['a fault was missed', { faults: [sampleProof('token-opaque', { missed: ['token.jwt: pass'] })] }],
    ['an unexpected requirement failed', { faults: [sampleProof('token-opaque', { unexpected: ['wire.json'] })] }],
    ['a requirement failed without a fault', { controls: [failed] }],
    ['a dialect failed', { dialects: [failed] }],
    ['a service with rules failed', { rules: [failed] }],
    ['a dialect was left undecided', { dialects: [sampleDialectProof({ undecided: ['wire.json: x'] })] }],
  ])('has exit code 1 when %s, as text and as JSON', async (_what, wrong) => {
    const result = { ...none, ...wrong };
    expect(await prove('', result)).toMatchObject({ exitCode: 1, stdout: expect.stringMatching(/^✗ [^]*\n0 of 1 /) });
    const { exitCode, stdout } = await prove('--json', result);
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toEqual(result);
  });

  it('is also written as a page, with a separate column for requirements that caught a fault only in some runs', async () => {
    const opaque = sampleProof('token-opaque');
    const sometimes = { ...opaque, seed: 8, failed: { ...opaque.failed, 'token.lifetime': 'it has no times' } };
    const uncaught = sampleProof('groups-keyed-by-id', { failed: {} });
    const result = { ...right, faults: [{ ...opaque, seed: 7 }, sometimes, uncaught] };
    const { stdout, stderr } = await prove('--matrix matrix.md', result);
    expect(stdout).toMatch(/^3 of 3 runs of 2 faults caught /);
    expect(stderr).toMatch(/\nThe matrix is in matrix\.md\.\n$/);
    const matrix = await readFile(join(cwd, 'matrix.md'), 'utf8');
    const caughtBy = readFault('token-opaque').breaks.map((id) => `\`${id}\``);
    expect(rowOf(matrix, 'token-opaque').slice(-2)).toEqual([caughtBy.join(', '), '`token.lifetime`']);
    expect(rowOf(matrix, 'groups-keyed-by-id').at(-2)).toBe('none');
  });
});

describe('an existing page', () => {
  const pageOf = () => readFile(join(cwd, 'kept.md'), 'utf8');
  const some = faults.map(({ name }) => sampleProof(name));

  it('keeps its rows of other faults when some are proven again', async () => {
    await prove('--matrix kept.md', { ...none, faults: some });
    const before = await pageOf();
    const failed = { 'wire.json': 'it is no JSON' };
    const changed = sampleProof('token-opaque', { failed });
    await prove('--matrix kept.md --only token-opaque', { ...none, faults: [changed] });
    const after = await pageOf();
    expect(rowOf(after, 'token-opaque').at(-2)).toBe('`wire.json`');
    const isOther = (line: string): boolean => !line.startsWith('| `token-opaque`');
    expect(after.split('\n').filter(isOther)).toEqual(before.split('\n').filter(isOther));
  });

  it('is not updated by a proof with other seeds, or if it lacks a fault', async () => {
    const kept = prove('--matrix kept.md --only token-opaque --seeds 10');
    await expect(kept).rejects.toThrow(
      'kept.md keeps its rows of other faults, and it was made with --seed 1 --seeds 1',
    );
    const page = (await pageOf()).replaceAll(/^\| `groups-keyed-by-id`.*\n/gm, '');
    await writeFile(join(cwd, 'kept.md'), page);
    const lacking = prove('--matrix kept.md --only token-opaque');
    await expect(lacking).rejects.toThrow('it has no row of groups-keyed-by-id');
  });
});

it('a real fault is caught in separate processes', async () => {
  const words = 'prove --only groups-keyed --cases 2 --seed 3 --today 2027-01-31'.split(' ');
  expect(await startBfc(words).ended).toEqual({
    exitCode: 0,
    stdout:
      '1 of 1 faults caught by exactly the requirements they name (seed 3, today 2027-01-31, 2 cases)\n1 of 1 services without a fault conformant (seed 3, today 2027-01-31, 2 cases)\n',
    stderr: expect.stringMatching(/2 of 2 checked\n$/),
  });
});

it('an interrupted proof shows the results so far, exits 130 and leaves no process behind', async () => {
  const proving = startBfc(['prove', '--only', 'renewals', '--processes', '2']);
  await proving.saw(' checked');
  proving.kill('SIGINT');
  // Its processes share the outputs, which are closed once all of them have ended.
  const { exitCode, stdout, stderr } = await proving.ended;
  expect(exitCode).toBe(130);
  const [, checked, all] = /interrupted: (\d+) of (\d+) checked\n$/.exec(stderr) ?? [];
  expect(Number(checked)).toBeLessThan(Number(all));
  const shown = [...stdout.matchAll(/ of (\d+) (?:faults caught|services without a fault)/g)].map(([, of]) =>
    Number(of),
  );
  expect(shown.reduce((sum, of) => sum + of, 0)).toBe(Number(checked));
});

it('the page of the proof matrix has every fault, caught in every run by the requirements it names: npm run prove -- --only FAULT --matrix docs/proof-matrix.md writes its row', async () => {
  const page = await readFile(join(readPackageInfo().root, 'docs', 'proof-matrix.md'), 'utf8');
  const [, table = ''] = page.split('## Faults and the requirements that caught them');
  const named = [...table.matchAll(/^\| `([a-z0-9-]+)` \|/gm)].map(([, name]) => name);
  expect(named).toEqual(faults.map(({ name }) => name));
  const uncaught = faults.filter(({ name, breaks }) => {
    const caughtBy = rowOf(table, name).at(-2) ?? '';
    return !breaks.every((id) => caughtBy.includes(`\`${id}\``));
  });
  expect(uncaught.map(({ name }) => name)).toEqual([]);
});

it('a proof with rules lists the undecided requirements, except those that the rules put out of reach', () => {
  const rules = ['tokens-without-issue-time'] as const;
  const report = sampleReport([undecided('connections.create', 'blocked'), undecided('token.lifetime', 'blocked')]);
  const proof = proofOf({ dialect: defaultDialect, rules, isConfigured: false }, 5, report);
  expect(proof).toMatchObject({ failed: [], undecided: [expect.stringMatching(/^connections\.create: /)] });
  expect(isRight(proof)).toBe(false);
});
