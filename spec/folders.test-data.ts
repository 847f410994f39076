import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

const emptyFolder = (): string => mkdtempSync(join(tmpdir(), 'bfc-test-'));

/** An empty folder for one test; removed when the test is over. */
export function folderOfTest(): string {
  const folder = emptyFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** An empty folder for all tests of a file; removed after the last one. */
export function folderOfTests(): string {
  const folder = emptyFolder();
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
