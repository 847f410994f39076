import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, type RunnerTestCase } from 'vitest';
import type { TestModule, Vitest } from 'vitest/node';
import { takeResults } from '../../reporters/allure.ts';
import { allureReporter } from './allure-reporter.ts';

let directory = '';
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bfc-allure-'));
});
afterEach(() => rm(directory, { recursive: true }));

/** Has the reporter tell of one check, a running one that stands for it. */
async function tellOf(task: Readonly<RunnerTestCase>, resultsDir: string): Promise<void> {
  const reporter = await allureReporter(resultsDir);
  reporter.onInit?.({ projects: [] } as unknown as Vitest);
  await reporter.onTestRunEnd?.([{ task }] as unknown as TestModule[], [], 'passed');
}

it('marks its results as those of this suite', async ({ task }) => {
  await tellOf(task, directory);
  expect(await readdir(directory)).toEqual([expect.stringMatching(/-result\.json$/)]);
  await takeResults(directory);
  expect(await readdir(directory)).toEqual([]);
});

it('ends no run by a folder that it cannot write to', async ({ task }) => {
  const file = join(directory, 'file');
  await writeFile(file, '');
  await expect(tellOf(task, join(file, 'below'))).resolves.toBeUndefined();
});
