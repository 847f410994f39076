import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Report } from '../results/report.ts';
import { failed, sampleReport, sampleResult, undecided } from '../results/sample-reports.test-data.ts';
import { deliver, type GateFlags } from './conclude.ts';
import { folderOfTest } from '../spec/folders.test-data.ts';
import { collecting, fill, readJson } from './command-line.test-data.ts';

let cwd = '';
beforeEach(() => {
  cwd = folderOfTest();
});

const passing = sampleReport([sampleResult('token.issue'), sampleResult('groups.list')]);
const failing = sampleReport([failed('token.issue'), sampleResult('groups.list')]);

/** Concludes a run with `before` as the baseline file; if absent, there is no such file. */
async function concluded(flags: GateFlags, report: Report, before?: Report) {
  if (before !== undefined) await fill(cwd, { 'baseline.json': before });
  const { printed, surroundings } = collecting({}, cwd);
  const exitCode = await deliver({ ...flags, out: 'out', format: ['json'] }, [], surroundings, async () => report);
  return {
    report: await readJson<Report>(cwd, 'out/report.json'),
    said: printed.stderr,
    exitCode,
    short: printed.stdout,
  };
}

const kept = () => readJson<Report>(cwd, 'baseline.json');

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
    const pinned = undecided('paging.order', 'not-reached', { pin: { to: 'x' } });
    const { short } = await concluded({}, sampleReport([...passing.requirements, pinned]));
    expect(short).toMatch(/\nPinned, not looked at: paging\.order \(profile full\)\n$/);
  });

  it.each<[string, GateFlags, Report, number]>([
    ['enough was decided', { minDecided: 1 }, passing, 0],
    ['less was decided than --min-decided says', { minDecided: 1000 }, passing, 1],
    ['something has changed', {}, failing, 0],
    ['something has changed, with --fail-on drift', { failOn: 'drift' }, failing, 1],
  ])('ends as it does where %s', async (_what, more, before, exitCode) => {
    expect((await concluded({ ...flags, ...more }, passing, before)).exitCode).toBe(exitCode);
  });
});

describe('an update of the baseline', () => {
  const flags = { baseline: 'baseline.json', updateBaseline: true };

  it.each([
    ['makes the first one', undefined],
    ['replaces the one before', passing],
  ])('%s, and what fails is known from then on', async (_what, before) => {
    expect(await concluded(flags, failing, before)).toMatchObject({
      exitCode: 0,
      said: expect.stringContaining('now knows 1 failure\n'),
    });
    expect((await kept()).requirements).toEqual(failing.requirements);
    expect((await concluded({ baseline: 'baseline.json' }, failing)).exitCode).toBe(0);
  });

  it('goes to the report in a folder that the baseline is read from', async () => {
    await mkdir(join(cwd, 'base'));
    for (const _night of [1, 2]) await concluded({ baseline: 'base', updateBaseline: true }, failing);
    expect(await readdir(join(cwd, 'base'))).toEqual(['report.json']);
    expect((await concluded({ baseline: 'base' }, failing)).exitCode).toBe(0);
  });

  it.each([
    ['outOfTime', true],
    ['outOfRequests', true],
    ['byFailures', false],
    ['interrupted', false],
  ])('is made by a run that failed and ended by %s: %s', async (end, isMade) => {
    const ended = { ...failing, run: { ...failing.run, interrupted: true, end: { [end]: true } } };
    await concluded(flags, ended, passing);
    expect(await kept()).toMatchObject({ summary: (isMade ? failing : passing).summary });
  });

  const blocked = undecided('groups.list', 'blocked');
  it.each([
    ['a run without a verdict', [blocked], 3],
    ['one that could not judge the rest of what it saw fail', [failed('token.issue'), blocked], 1],
  ])('is not made by %s', async (_what, results, exitCode) => {
    const ended = await concluded(flags, sampleReport(results), passing);
    expect(ended.exitCode).toBe(exitCode);
    expect(ended.said).toContain('was left as it was');
    expect(await kept()).toEqual(passing);
  });
});
