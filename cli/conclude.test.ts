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

describe('a finished run', () => {
  const flags = { baseline: 'baseline.json' };

  it('fails only for failures that the baseline does not have, and reports what has changed', async () => {
    const known = await concluded(flags, failing, failing);
    expect(known).toMatchObject({ exitCode: 0, report: { comparison: { drifted: false } } });
    expect(known.short).toBe('nonconformant: 1 of 2 required fail\ngate passes\n');

    const fresh = await concluded(flags, failing, passing);
    expect(fresh).toMatchObject({ exitCode: 1, report: { comparison: { regressions: 1 } } });
    expect(fresh.short).toMatch(/^gate fails: token\.issue fails, and did not in the baseline/m);
    expect(await kept()).toEqual(passing);
  });

  it('names the pins that were not decided, or not in full, in the short output', async () => {
    const pinned = [
      sampleResult('renewals.edit-stale', { pin: { to: 'x' } }),
      undecided('paging.order', 'not-reached', { pin: { to: 'x' } }),
      undecided('wire.rate-limits', 'not-reached', { detail: 'this pin cannot be compared', pin: { to: '429' } }),
      sampleResult('input.error-shape', { pin: { to: 'query: 400', unseen: ['query: 400'] } }),
    ];
    const observations = ['wire.rate-limits', 'input.error-shape'].map((id) => ({ id, value: 'x', cases: 1 }));
    const { short } = await concluded({}, sampleReport([...passing.requirements, ...pinned], { observations }));
    expect(short.split('\n').filter((line) => line.startsWith('Pinned'))).toEqual([
      'Pinned, not looked at: paging.order (profile full)',
      'Pinned, not decided: wire.rate-limits',
      'Pinned, seen in part: input.error-shape',
    ]);
  });

  it.each<[string, GateFlags, Report, number]>([
    ['0 if enough was decided', { minDecided: 1 }, passing, 0],
    ['1 if less was decided than --min-decided', { minDecided: 1000 }, passing, 1],
    ['0 if something has changed since the baseline', {}, failing, 0],
    ['1 if something has changed since the baseline, with --fail-on drift', { failOn: 'drift' }, failing, 1],
  ])('exits %s', async (_what, more, before, exitCode) => {
    expect((await concluded({ ...flags, ...more }, passing, before)).exitCode).toBe(exitCode);
  });
});

describe('an update of the baseline', () => {
  const flags = { baseline: 'baseline.json', updateBaseline: true };

  it.each([
    ['creates the first one', undefined],
    ['replaces the previous one', passing],
  ])('%s, and its failures are known in the next run', async (_what, before) => {
    expect(await concluded(flags, failing, before)).toMatchObject({
      exitCode: 0,
      said: expect.stringContaining('now knows 1 failure\n'),
    });
    expect((await kept()).requirements).toEqual(failing.requirements);
    expect((await concluded({ baseline: 'baseline.json' }, failing)).exitCode).toBe(0);
  });

  it('writes report.json if the baseline is a directory, and reads it from there', async () => {
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
  ])('happens after a failing run that ended with %s: %s', async (end, isMade) => {
    const ended = { ...failing, run: { ...failing.run, interrupted: true, end: { [end]: true } } };
    await concluded(flags, ended, passing);
    expect(await kept()).toMatchObject({ summary: (isMade ? failing : passing).summary });
  });

  const blocked = undecided('groups.list', 'blocked');
  it.each([
    ['a run without a verdict', [blocked], 3],
    ['a run without a verdict apart from its failures', [failed('token.issue'), blocked], 1],
  ])('does not happen after %s', async (_what, results, exitCode) => {
    const ended = await concluded(flags, sampleReport(results), passing);
    expect(ended.exitCode).toBe(exitCode);
    expect(ended.said).toContain('was left as it was');
    expect(await kept()).toEqual(passing);
  });
});
