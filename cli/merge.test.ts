import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ReferenceOptions } from '../reference/index.ts';
import { mergeReports } from '../results/merge-reports.ts';
import type { Report, RequirementResult } from '../results/report.ts';
import { failed, sampleReport, sampleResult, skipped } from '../results/sample-reports.test-data.ts';
import { register, revision, type RequirementId } from '../spec/index.ts';
import { folderOfTest } from '../spec/folders.test-data.ts';
import { shardsOf } from '../suites/sharding.ts';
import { bfc, fill, readJson } from './command-line.test-data.ts';
import { readPackageInfo } from './surroundings.ts';
import { runInThisProcess } from './run-against-reference.ts';
import { failedIn, resultOf, servedTarget } from './judged-reference.test-data.ts';
import { putTogether } from './merge.ts';
import { readFault } from './serve-choices.ts';

const today = '2027-01-31';
const required = register.filter(({ level }) => level === 'required').length;

/**
 * Some requirements of each part and of every kind of check: rules, scenarios, workloads, and those over all traffic.
 */
const some: readonly RequirementId[] = register
  .map(({ id }) => id)
  .filter((id) =>
    /^(?:token|groups|connections|isolation|unauthorized\.(?:missing|shape|challenge)|paging\.(?:offset|out-of-range)|renewals\.(?:edit$|filters-optional|edit-listed)|wire\.(?:path|open|answers)|input\.error)/.test(
      id,
    ),
  );

/** The findings of four concurrent shards and of one run, with the same data. */
async function bothWays(options: ReferenceOptions, only: readonly RequirementId[]) {
  const [target, ofShards] = [
    await servedTarget({ pace: 50, ...options }),
    await servedTarget({ pace: 50, ...options }),
  ];
  const asked = { seed: 7, today, profile: 'gate', cases: 1, level: 'expected', only, skip: [] } as const;
  const [whole, ...reports] = await Promise.all([
    runInThisProcess(target, asked),
    ...shardsOf({ target: ofShards, ...asked }, 4).map((shard) => runInThisProcess(ofShards, { ...asked, shard })),
  ]);
  const shards = putTogether(reports.map((report, at) => ({ name: String(at), report })).toReversed());
  expect(shards.map(({ run }) => run.shard.index)).toEqual([1, 2, 3, 4]);
  return { whole, merged: mergeReports(shards, whole.suite.version) };
}

const outcomesIn = ({ requirements }: Report) =>
  requirements.map(
    ({ id, outcome, reason = '', partly = false }) => `${id} ${outcome} ${reason}${partly ? ' partly' : ''}`,
  );

describe('four shards have the outcomes of one run', () => {
  test('against a conformant service', async () => {
    const { whole, merged } = await bothWays({}, some);
    expect(outcomesIn(merged)).toEqual(outcomesIn(whole));
    expect(merged.summary.headline).toBe(whole.summary.headline);
  });

  test.each([
    ['connections-name-astral-lost', ['connections.create', 'token.type']],
    ['token-lives-for-hours', ['groups.list', 'isolation.records', 'paging.offset']],
  ] as const)('against a service with the fault %s', async (name, besides) => {
    const fault = readFault(name);
    const { whole, merged } = await bothWays({ fault }, [...fault.breaks, ...besides]);
    expect(outcomesIn(merged)).toEqual(outcomesIn(whole));
    const failing = failedIn(merged);
    expect(failing).toEqual(expect.arrayContaining([...fault.breaks]));
    expect(failing.map((id) => resultOf(merged, id).counterexample)).not.toContain(undefined);
  });
});

describe('bfc merge', () => {
  let cwd = '';
  beforeEach(() => {
    cwd = folderOfTest();
  });

  const { version } = readPackageInfo();
  const shardOf = (index: number, count = 2, run = 'a') => ({ index, count, run, sends: [], replay: '' });

  async function shard(
    index: number,
    changes: readonly RequirementResult[] = [],
    of: Partial<Report> = {},
    run: object = {},
  ): Promise<string> {
    const all = register.map(({ id }) => (index === 1 ? sampleResult(id) : skipped(id, 'other-shard')));
    const found = new Map(changes.map((result) => [result.id, result]));
    const base = sampleReport(all.map((result) => found.get(result.id) ?? result));
    const suite = { ...base.suite, version };
    const report = { ...base, suite, spec: { revision }, ...of, run: { ...base.run, shard: shardOf(index), ...run } };
    const folder = `s/${index}`;
    await fill(cwd, { [`${folder}/report.json`]: report, [`${folder}/journal.ndjson`]: `{"run":"${index}"}\n` });
    return folder;
  }
  const merge = (...words: readonly string[]) => bfc(['merge', ...words], {}, cwd);
  const written = () => readJson<Report>(cwd, 'all/report.json');

  test('writes one report and one journal, and exits as a run would', async () => {
    // The shards are given out of order, and each machine's service may have its own port.
    const target = { ...sampleReport([]).target, baseUrl: 'http://127.0.0.1:9999' };
    const dirs = [await shard(2, [failed('token.jwt')], { target }), await shard(1)];
    const { exitCode, stdout } = await merge(...dirs, '--out', 'all', '--format', 'json,junit');
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: `nonconformant: 1 of ${required} required fail\n` });
    const report = await written();
    expect(report.run.shards).toBe(2);
    expect(resultOf(report, 'token.jwt').counterexample?.replay).toMatch(/ replay all\/report\.json token\.jwt$/);
    expect(await readFile(join(cwd, 'all', 'junit.xml'), 'utf8')).toContain('token.jwt');
    expect(await readFile(join(cwd, 'all', 'journal.ndjson'), 'utf8')).toBe('{"run":"2"}\n{"run":"1"}\n');
  });

  test('updates a baseline, and decides the gate by it', async () => {
    const dirs = [await shard(1), await shard(2, [failed('token.jwt')])];
    const gate = ['--out', 'all', '--format', 'json', '--baseline', 'base/report.json', '--update-baseline'];
    expect((await merge(...dirs, ...gate)).stderr).toContain('1 failure');
    expect((await written()).gate).toMatchObject({ baseline: { known: ['token.jwt'], new: [] } });
  });

  test.each([
    ['a directory without a report', ['s/1', 's'], /^bfc: DIR: s is a directory without a report\.json/],
    ['a missing shard', ['s/1'], /^bfc: DIR: of 2 shards one is missing: 2; give /],
    ['a shard twice', ['s/1', 's/1', 's/2'], /^bfc: DIR: s\/1 and s\/1 are both shard 1 of 2; give /],
    ['an output that is a shard', ['s/1', 's/2', '--out', 's/2'], /^bfc: --out: s\/2 holds the report of a shard/],
    ['no shard', [], /^bfc: missing required argument 'dirs'; see "bfc merge --help"$/],
  ] as const)('refuses %s with a one-line message', async (_what, words, line) => {
    await shard(1);
    await shard(2);
    const { exitCode, stdout, stderr } = await merge(...words);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr.trimEnd()).toMatch(line);
  });

  const old = { suite: { name: 'x', version: '0.0.9' } };
  test.each<[string, Partial<Report>, object, string | RegExp]>([
    ['a whole run', {}, { shard: undefined }, 's/2 is not a shard of a run; "bfc run --shard i/n" makes one\n'],
    ['another seed', {}, { seed: 7 }, 's/2 does not belong with s/1: its seed is 7, and not 42; run all'],
    ['another day', {}, { today: '2027-01-03' }, 'its day (--today) is 2027-01-03, and not 2027-01-02; '],
    ['another target', { target: { name: 'x', baseUrl: 'http://127.0.0.1:1' } }, {}, 'target is x, and not a sandbox;'],
    ['another plan', {}, { shard: shardOf(2, 2, 'b') }, /its plan \(.*\) is b, and not a;/],
    ['more shards', {}, { shard: shardOf(2, 3) }, 'its number of shards is 3, and not 2;'],
    ['another version', old, {}, 'its version is 0.0.9, and not'],
  ])('refuses a shard of %s', async (_what, of, run, problem) => {
    const { exitCode, stderr } = await merge(await shard(1), await shard(2, [], of, run));
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(problem);
  });

  test('refuses shards made by another version', async () => {
    const { stderr } = await merge(await shard(1, [], old), await shard(2, [], old));
    expect(stderr).toMatch(/^bfc: DIR: the shards are of version 0\.0\.9 .*; merge them with the version that made /);
  });
});
