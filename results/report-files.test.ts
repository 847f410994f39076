import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOfTests } from '../spec/folders.test-data.ts';
import { everyOutcome } from './sample-outcomes.test-data.ts';
import { sampleReport, sampleResult, schemaErrorsOf } from './sample-reports.test-data.ts';
import { renderJson, writeWhole } from './report-files.ts';

const directory = folderOfTests();

describe('report.json', () => {
  it('is written whole, over what was there, and leaves nothing else', async () => {
    const nested = join(directory, 'a', 'b');
    await writeWhole(nested, 'report.json', renderJson(sampleReport([])));
    const path = await writeWhole(nested, 'report.json', renderJson(everyOutcome));
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(everyOutcome);
    expect(await readdir(nested)).toEqual(['report.json']);
  });

  it('is what its schema describes', () => {
    expect(schemaErrorsOf(everyOutcome)).toBeNull();
    for (const wrong of [
      { summary: undefined },
      { more: 1 },
      { requirements: [sampleResult('token.issue', { cases: 0 })] },
    ])
      expect(schemaErrorsOf({ ...everyOutcome, ...wrong })).not.toBeNull();
  });
});
