import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../results/report.ts';
import { sampleEvidence, sampleReport, sampleResult } from '../results/sample-reports.test-data.ts';
import { folderOfTests } from '../spec/folders.test-data.ts';
import { bfc, fill, readJson } from './command-line.test-data.ts';

const passing = sampleResult('groups.list');
const failing = sampleResult('groups.list', { outcome: 'fail', counterexample: sampleEvidence() });
const observing = (value: string) => ({ observations: [{ id: 'renewals.edit-stale', value, cases: 1 }] });

const bad = sampleReport([failing], observing('refused with 409'));
const reports = {
  'none.json': [],
  'night/report.json': bad,
  'good.json': sampleReport([passing], observing('refused with 409')),
  'bad.json': bad,
  'drifted.json': sampleReport([passing], observing('refused with 412')),
  'other.json': sampleReport([passing], {
    ...observing('accepted with 200'),
    target: { name: 'another vendor', baseUrl: 'http://127.0.0.1:1' },
  }),
};

const cwd = folderOfTests();
beforeAll(() => fill(cwd, reports));

const compare = (...words: readonly string[]) => bfc(['compare', ...words], {}, cwd);

describe('bfc compare', () => {
  it('prints the number of regressions first', async () => {
    const { stdout } = await compare('good.json', 'bad.json');
    expect(stdout.split('\n')[0]).toBe('1 regression, latency not compared');
  });

  it.each([
    ['nothing has changed', ['good.json', 'good.json'], 0],
    ['there are only improvements', ['bad.json', 'good.json'], 0],
    ['there is only drift', ['good.json', 'drifted.json'], 0],
    ['there is drift, with --fail-on drift', ['good.json', 'drifted.json', '--fail-on', 'drift'], 1],
    ['nothing has changed, with --fail-on drift', ['good.json', 'good.json', '--fail-on', 'drift'], 0],
    ['there is a regression, with --fail-on drift', ['good.json', 'bad.json', '--fail-on', 'drift'], 1],
    ['a report is given by its directory', ['good.json', 'night'], 1],
  ])('when %s: %j exits with %i', async (_, words, exitCode) => {
    expect(await compare(...words)).toMatchObject({ exitCode, stderr: '' });
  });

  it('writes JSON, Markdown, and an HTML page with columns for other targets', async () => {
    const { stdout } = await compare('good.json', 'bad.json', '--format', 'json');
    expect(JSON.parse(stdout)).toMatchObject({ regressions: 1, requirements: [{ id: 'groups.list' }] });
    expect((await compare('good.json', 'bad.json', '--format', 'markdown')).stdout).toMatch(/^## 1 regression/);
    const words = 'good.json drifted.json --format html --beside other.json --out a/d.html';
    const page = await compare(...words.split(' '));
    expect(page).toEqual({
      exitCode: 0,
      stderr: '',
      stdout: `1 observation changed, latency not compared\n  written to ${join(cwd, 'a', 'd.html')}\n`,
    });
    const html = await readFile(join(cwd, 'a', 'd.html'), 'utf8');
    for (const text of ['refused with 409', 'refused with 412', 'another vendor', 'accepted with 200'])
      expect(html).toContain(text);
  });

  describe('--update', () => {
    it('replaces the old report with the new one, and keeps what the new run did not check', async () => {
      await fill(cwd, {
        'last/report.json': sampleReport([passing], observing('refused with 409')),
        'partly.json': sampleReport([failing]),
      });
      const { exitCode, stderr } = await compare('last', 'partly.json', '--update');
      expect([exitCode, stderr]).toEqual([
        1,
        `${join(cwd, 'last', 'report.json')} is the new report now, with what its run did not look at as it was\n`,
      ]);
      expect(await readJson<Report>(cwd, 'last/report.json')).toMatchObject({
        summary: { verdict: 'nonconformant' },
        ...observing('refused with 409'),
      });
      expect((await compare('last', 'drifted.json')).stdout).toContain('+ refused with 412');
    });

    it('is refused if the old report is the later one', async () => {
      const late = sampleReport([passing], { run: { ...bad.run, startedAt: '2999-01-01T00:00:00.000Z' } });
      await fill(cwd, { 'late.json': late });
      expect(await compare('late.json', 'bad.json', '--update')).toEqual({
        exitCode: 2,
        stdout: '',
        stderr: 'bfc: --update: OLD is later than NEW, which must not take its place; swap them\n',
      });
      expect(await readJson<Report>(cwd, 'late.json')).toEqual(late);
      expect((await compare('late.json', 'bad.json')).stdout).toContain('The old report is the later one: swap them?');
    });

    it.each([
      ['was stopped', { run: { ...sampleReport([]).run, interrupted: true } }],
      ['has no verdict', { summary: sampleReport([]).summary }],
    ])('leaves the old report unchanged when the new run %s', async (_, changes) => {
      const old = sampleReport([passing]);
      await fill(cwd, { 'old.json': old, 'cut.json': sampleReport([failing], changes) });
      const { stderr } = await compare('old.json', 'cut.json', '--update');
      expect(stderr).toBe(`${join(cwd, 'old.json')} was left as it was: the new run was stopped, or has no verdict\n`);
      expect(await readJson<Report>(cwd, 'old.json')).toEqual(old);
    });
  });

  it('renders a folder of reports as a trend page, and names the files it left out', async () => {
    const { exitCode, stdout, stderr } = await compare('--history', '.');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^\d+ reports\n/);
    expect(stdout).toContain(`  written to ${join(cwd, 'trend.html')}\n`);
    expect(stderr).toBe('left out: none.json is not a report; name the report.json that "bfc run" has written\n');
    expect(await readFile(join(cwd, 'trend.html'), 'utf8')).toContain('another vendor');
  });
});
