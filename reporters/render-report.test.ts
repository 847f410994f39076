import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { renderReport } from './index.ts';
import { sampleReport, sampleResult } from './sample-reports.test-data.ts';

let directory = '';
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bfc-reporters-'));
});
afterEach(() => rm(directory, { recursive: true }));

const report = sampleReport([sampleResult('token.issue')]);

function destination(into: string) {
  const printed: string[] = [];
  return {
    printed,
    to: { directory: into, print: (text: string) => void printed.push(text), width: 100, colour: false },
  };
}

it('the terminal says where the other forms are, in whatever order they were asked for', async () => {
  const { printed, to } = destination(directory);
  await renderReport(report, ['terminal', 'json', 'allure'], to);
  expect(printed.join('')).toContain(`written to ${join(directory, 'report.json')}\n`);
  expect(printed.join('')).toContain(`written to ${join(directory, 'allure-results')}\n`);
});

it('only what was asked for is made', async () => {
  const { printed, to } = destination(directory);
  await renderReport(report, ['json'], to);
  expect(printed).toEqual([]);
  expect(await readdir(directory)).toEqual(['report.json']);
});

it('a file that cannot be written does not cost the report on the terminal', async () => {
  await writeFile(join(directory, 'file'), '');
  const { printed, to } = destination(join(directory, 'file'));
  await expect(renderReport(report, ['json', 'terminal'], to)).rejects.toThrow(/EEXIST|ENOTDIR/);
  expect(printed.join('')).toContain('conformant: 1 of 1 required pass');
});
