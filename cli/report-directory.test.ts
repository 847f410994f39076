import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { allFormats, allureDirectory, renderReport } from '../reporters/index.ts';
import { everyOutcome } from '../results/sample-outcomes.test-data.ts';
import { folderOfTest } from '../spec/folders.test-data.ts';
import { holdDirectory, prepareOutput } from './report-directory.ts';

let directory = '';
beforeEach(() => {
  directory = folderOfTest();
});

const destination = () => ({ directory, print: () => {}, warn: () => {}, width: 100, colour: false, environment: {} });

it('the reports of an earlier run are removed in all formats, and other files are kept', async () => {
  await renderReport(everyOutcome, allFormats({}), destination());
  await writeFile(join(directory, 'notes.txt'), '');
  await mkdir(join(allureDirectory(directory), 'history'));
  const foreign = { labels: [{ name: 'framework', value: 'vitest' }], attachments: [{ source: 'a-attachment.txt' }] };
  await writeFile(join(allureDirectory(directory), 'a-result.json'), JSON.stringify(foreign));
  await writeFile(join(allureDirectory(directory), 'a-attachment.txt'), '');
  (await prepareOutput(directory))();
  expect((await readdir(directory)).toSorted()).toEqual(['allure-results', 'notes.txt']);
  expect((await readdir(allureDirectory(directory))).toSorted()).toEqual([
    'a-attachment.txt',
    'a-result.json',
    'history',
  ]);
});

it('the directory is refused, and nothing is removed, while another run writes to it', async () => {
  const release = await prepareOutput(directory);
  await renderReport(everyOutcome, ['json'], destination());
  await expect(prepareOutput(directory)).rejects.toThrow(/^--out: another run writes to /);
  expect(await readdir(directory)).toEqual(['report.json']);
  release();
  (await prepareOutput(join(directory, '.')))();
});

it('a killed process does not keep the directory locked', async () => {
  const script = `
    const { holdDirectory } = await import(${JSON.stringify(new URL('report-directory.ts', import.meta.url).href)});
    await holdDirectory(${JSON.stringify(directory)});
    process.stdout.write('held');
    setInterval(() => {}, 1000);`;
  const other = spawn(process.execPath, ['--input-type=module', '--eval', script]);
  await once(other.stdout, 'data');
  expect(await holdDirectory(directory)).toBeUndefined();
  other.kill('SIGKILL');
  await once(other, 'close');
  const release = await holdDirectory(directory);
  expect(release).toBeDefined();
  release?.();
});
