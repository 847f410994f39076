import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { folderOfTest } from '../spec/folders.test-data.ts';
import { allFormats, allureDirectory, renderReport, reporters } from './index.ts';
import { reportFiles } from '../results/report-files.ts';
import { everyOutcome } from '../results/sample-outcomes.test-data.ts';
import { sampleReport, sampleResult } from '../results/sample-reports.test-data.ts';

let directory = '';
beforeEach(() => {
  directory = folderOfTest();
});

const report = sampleReport([sampleResult('token.issue')]);

function destination(into: string, environment: Readonly<Record<string, string>> = {}) {
  const printed: string[] = [];
  const warned: string[] = [];
  const print = (text: string) => void printed.push(text);
  const warn = (line: string) => void warned.push(line);
  return { printed, warned, to: { directory: into, print, warn, width: 100, colour: false, environment } };
}

it('what was asked for is made, and the terminal says where, in any order', async () => {
  const { printed, to } = destination(directory);
  await renderReport(report, ['json'], to);
  expect([printed, await readdir(directory)]).toEqual([[], ['report.json']]);
  await renderReport(report, ['terminal', 'json', 'allure'], to);
  expect(printed.join('')).toContain(`written to ${join(directory, 'report.json')}\n`);
  expect(printed.join('')).toContain('next to it allure-results\n');
});

it('a file that cannot be written does not cost the report on the terminal', async () => {
  await writeFile(join(directory, 'file'), '');
  const { printed, to } = destination(join(directory, 'file'));
  await expect(renderReport(report, ['json', 'terminal'], to)).rejects.toThrow(/EEXIST|ENOTDIR/);
  expect(printed.join('')).toContain('conformant: 1 of 1 required pass');
});

it.runIf(existsSync('/dev/full'))('a full disk is reported with the file that has no room', async () => {
  await symlink('/dev/full', join(directory, `report.json.${process.pid}.tmp`));
  const { to } = destination(directory);
  const path = join(directory, 'report.json');
  await expect(renderReport(report, ['json'], to)).rejects.toMatchObject({ code: 'ENOSPC', path });
  expect(await readdir(directory)).toEqual([]);
});

it('every form writes the files that the table of them names, and no other', async () => {
  const { to } = destination(directory);
  await renderReport(everyOutcome, allFormats({}), to);
  const named = Object.values(reportFiles).flat();
  expect((await readdir(directory)).toSorted()).toEqual([...named, 'allure-results'].toSorted());
});

it('annotations are among all formats where GitHub reads them alone, and come behind what is for people', async () => {
  expect(allFormats({})).not.toContain('github');
  expect(allFormats({ GITHUB_ACTIONS: 'true' })).toEqual(Object.keys(reporters));
  const { printed, to } = destination(directory);
  await renderReport(everyOutcome, ['github', 'terminal'], to);
  expect(printed).toEqual([expect.any(String), expect.stringMatching(/^::error /)]);
});

it('the summary is added to that of the step of a CI', async () => {
  const step = join(directory, 'step');
  await writeFile(step, 'before');
  const { to } = destination(directory, { GITHUB_STEP_SUMMARY: step });
  await renderReport(report, ['markdown'], to);
  const summary = await readFile(join(directory, 'summary.md'), 'utf8');
  expect(await readFile(step, 'utf8')).toBe(`before\n${summary}`);
});

describe('results of Allure', () => {
  const folder = () => allureDirectory(directory);
  const read = (name: string) => readFile(join(folder(), name), 'utf8');

  it('replace those of an earlier run, and leave alone what is not theirs', async () => {
    await mkdir(folder());
    const others = ['history.jsonl', 'c-result.json', 'd-container.json', 'd-attachment.txt'];
    for (const name of [...others, 'bfc-1-result.json', 'bfc-2-attachment.json'])
      await writeFile(join(folder(), name), '');
    await renderReport(report, ['allure'], destination(directory).to);
    const own = (await readdir(folder())).filter((name) => !others.includes(name));
    expect(own).toEqual([expect.stringMatching(/^bfc-.*-result\.json$/), 'bfc-globals.json']);
    expect(await readdir(folder())).toEqual(expect.arrayContaining(others));
    expect(JSON.parse(await read(own[0] ?? ''))).toMatchObject({ fullName: 'token.issue', status: 'passed' });
  });

  it('refer to attachments that are there', async () => {
    await renderReport(everyOutcome, ['allure'], destination(directory).to);
    const names = await readdir(folder());
    const texts = await Promise.all(names.filter((name) => name.endsWith('-result.json')).map(read));
    const sources = texts.flatMap((text) =>
      [...text.matchAll(/"source": "([^"]+-attachment[^"]+)"/g)].map(([, source]) => source),
    );
    expect(sources).toHaveLength(9);
    expect(names).toEqual(expect.arrayContaining(sources));
  });
});

it('a summary of the step that cannot be added to costs no other form, and is reported', async () => {
  const { printed, warned, to } = destination(directory, { GITHUB_STEP_SUMMARY: join(directory, 'none', 'step') });
  await renderReport(report, ['markdown', 'terminal'], to);
  expect(await readdir(directory)).toEqual(['summary.md']);
  expect(printed.join('')).toContain('conformant: 1 of 1 required pass');
  expect(warned).toEqual([expect.stringMatching(/GITHUB_STEP_SUMMARY.*ENOENT/)]);
});
