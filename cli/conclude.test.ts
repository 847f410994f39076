import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderJson } from '../results/report-files.ts';
import type { Report } from '../results/report.ts';
import { sampleEvidence, sampleReport, sampleResult } from '../results/sample-reports.test-data.ts';
import { deliver, endWith, openBaseline, type BaselineFlags } from './conclude.ts';
import { folderOfTest } from '../spec/folders.test-data.ts';
import { collecting } from './in-process.test-data.ts';

let cwd = '';
beforeEach(() => {
  cwd = folderOfTest();
});

const broken = { outcome: 'fail', counterexample: sampleEvidence() } as const;
const passing = sampleReport([sampleResult('token.issue'), sampleResult('groups.list')]);
const failing = sampleReport([sampleResult('token.issue', broken), sampleResult('groups.list')]);

/** Concludes a run after which `before` is in the baseline's file; absent: there is no such file. */
async function concluded(flags: BaselineFlags, report: Report, before?: Report) {
  if (before !== undefined) await writeFile(join(cwd, 'baseline.json'), renderJson(before));
  const { printed, surroundings } = collecting({}, cwd);
  const directory = join(cwd, 'out');
  const baseline = await openBaseline(flags, cwd, directory);
  const delivery = { flags, baseline, waive: [], format: [], directory };
  const ended = await deliver(report, delivery, surroundings);
  const exitCode = endWith(ended, [], surroundings);
  return { report: ended, said: printed.stderr, exitCode, short: printed.stdout };
}

const kept = async (): Promise<Report> => JSON.parse(await readFile(join(cwd, 'baseline.json'), 'utf8'));

describe('a run with a baseline', () => {
  const flags = { baseline: 'baseline.json' };

  it('fails by what is new alone, and shows what has changed', async () => {
    const known = await concluded(flags, failing, failing);
    expect(known).toMatchObject({ exitCode: 0, report: { comparison: { drifted: false } } });
    expect(known.short).toBe('nonconformant: 1 of 2 required fail\ngate passes\n');

    const fresh = await concluded(flags, failing, passing);
    expect(fresh).toMatchObject({ exitCode: 1, report: { comparison: { regressions: 1 } } });
    expect(fresh.short).toMatch(/^gate fails: token\.issue fails, and did not in the baseline/m);
    expect(await kept()).toEqual(passing);
  });

  it('names in short the pins that it did not look at', async () => {
    const pinned = sampleResult('paging.order', { outcome: 'inconclusive', reason: 'not-reached', pin: { to: 'x' } });
    const { short } = await concluded({}, sampleReport([...passing.requirements, pinned]));
    expect(short).toMatch(/\nPinned, not looked at: paging\.order \(profile full\)\n$/);
  });

  it('fails where fewer requirements were decided than --min-decided says', async () => {
    expect((await concluded({ ...flags, minDecided: 1 }, passing, passing)).exitCode).toBe(0);
    expect((await concluded({ ...flags, minDecided: 1000 }, passing, passing)).exitCode).toBe(1);
  });

  it('fails by any change with --fail-on drift', async () => {
    expect((await concluded(flags, passing, failing)).exitCode).toBe(0);
    expect((await concluded({ ...flags, failOn: 'drift' }, passing, failing)).exitCode).toBe(1);
  });
});

describe('an update of the baseline', () => {
  const flags = { baseline: 'baseline.json', updateBaseline: true };

  it.each([
    ['makes the first one', undefined],
    ['replaces the one before', passing],
  ])('%s, and what fails is known from then on', async (_what, before) => {
    const { exitCode, said } = await concluded(flags, failing, before);
    expect(exitCode).toBe(0);
    expect(said).toContain('now knows 1 failure\n');
    expect((await kept()).requirements).toEqual(failing.requirements);
    expect((await concluded({ baseline: 'baseline.json' }, failing)).exitCode).toBe(0);
  });

  it('goes to the report in a folder that the baseline is read from', async () => {
    await mkdir(join(cwd, 'base'));
    const inFolder = { baseline: 'base', updateBaseline: true };
    await concluded(inFolder, failing);
    await concluded(inFolder, failing);
    expect(await readdir(join(cwd, 'base'))).toEqual(['report.json']);
    expect((await concluded({ baseline: 'base' }, failing)).exitCode).toBe(0);
  });

  const blocked = sampleResult('groups.list', { outcome: 'inconclusive', reason: 'blocked', cases: 0 });
  it.each([
    ['a run without a verdict', [blocked], 3],
    ['one that could not judge the rest of what it saw fail', [sampleResult('token.issue', broken), blocked], 1],
  ])('is not made by %s', async (_what, results, exitCode) => {
    const ended = await concluded(flags, sampleReport(results), passing);
    expect(ended.exitCode).toBe(exitCode);
    expect(ended.said).toContain('was left as it was');
    expect(await kept()).toEqual(passing);
  });
});

describe('a baseline that cannot be used', () => {
  it.each<[string, BaselineFlags, RegExp]>([
    ['is not there', { baseline: 'baseline.json' }, /^--baseline: baseline\.json does not exist/],
    ['is not named', { updateBaseline: true }, /^--update-baseline: .*--baseline$/],
    ['is not named for drift', { failOn: 'drift' }, /^--fail-on: .*--baseline$/],
    ['would be overwritten', { baseline: 'out/report.json' }, /^--baseline: out\/report\.json is what this run writes/],
  ])('because it %s is refused in one line', async (_why, flags, line) => {
    await expect(openBaseline(flags, cwd, join(cwd, 'out'))).rejects.toThrow(line);
  });

  it('because it is no report is refused, updated or not', async () => {
    await writeFile(join(cwd, 'baseline.json'), '{}');
    for (const updateBaseline of [true, false]) {
      const opened = openBaseline({ baseline: 'baseline.json', updateBaseline }, cwd, join(cwd, 'out'));
      await expect(opened).rejects.toThrow(/^--baseline: baseline\.json is no report/);
    }
  });
});
