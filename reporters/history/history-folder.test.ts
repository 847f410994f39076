import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addToHistory } from './history-folder.ts';
import { readHistory } from '../../results/history.ts';
import { pastReport } from '../../results/past-runs.test-data.ts';

let directory = '';
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bfc-history-'));
});
afterAll(() => rm(directory, { recursive: true }));

it('puts a report into the folder under a name that any system takes, and renders the page again', async () => {
  const folder = join(directory, 'a', 'nightly');
  await addToHistory(pastReport(0), folder);
  const { written, unread } = await addToHistory(pastReport(1, { target: '../Vendor: <B>', staleEdit: 'x' }), folder);
  expect(unread).toEqual([]);
  expect(written).toEqual([join(folder, '2027-01-02T02-00-00.000Z-vendor-b.json'), join(folder, 'trend.html')]);
  expect(await readdir(folder)).toEqual([
    '2027-01-01T02-00-00.000Z-a-sandbox.json',
    '2027-01-02T02-00-00.000Z-vendor-b.json',
    'trend.html',
  ]);
  expect(await readFile(join(folder, 'trend.html'), 'utf8')).toContain('<h1>Trend of 2 targets</h1>');
});

it('reads reports in order of time, also from folders below, and lists what is none', async () => {
  const folder = join(directory, 'mixed');
  await mkdir(join(folder, 'night-2'), { recursive: true });
  await mkdir(join(folder, 'empty'));
  await Promise.all([
    writeFile(join(folder, 'z.json'), JSON.stringify(pastReport(0))),
    writeFile(join(folder, 'a.json'), JSON.stringify(pastReport(2, { fails: true }))),
    writeFile(join(folder, 'night-2', 'report.json'), JSON.stringify(pastReport(1))),
    writeFile(join(folder, 'broken.json'), '{"requirements": ['),
    writeFile(join(folder, 'notes.txt'), 'not looked at'),
  ]);
  const { reports, unread } = await readHistory(folder);
  expect(reports.map(({ file }) => file)).toEqual(['z.json', join('night-2', 'report.json'), 'a.json']);
  expect(unread).toEqual([{ file: 'broken.json', problem: expect.stringContaining('is no JSON') }]);
  await expect(readHistory(join(directory, 'gone'))).rejects.toThrow('ENOENT');
});
