import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { folderOfTests } from '../spec/folders.test-data.ts';
import schema from './report.schema.json' with { type: 'json' };
import { everyOutcome } from './sample-outcomes.test-data.ts';
import { failed, sampleReport, sampleResult, undecided } from './sample-reports.test-data.ts';
import { renderJson, writeWhole } from './report-files.ts';

const directory = folderOfTests();

const report = sampleReport(
  [
    sampleResult('token.issue'),
    failed('renewals.edit-listed', { path: '3:1' }),
    undecided('unauthorized.expired', 'not-configured', { detail: 'no token' }),
  ],
  {
    observations: [{ id: 'wire.unknown-fields', value: 'none', cases: 4 }],
    suiteFaults: [{ id: 'paging.tiling', message: 'x' }],
  },
);

describe('report.json', () => {
  it('is written whole, over what was there, and leaves nothing else', async () => {
    const nested = join(directory, 'a', 'b');
    await writeWhole(nested, 'report.json', renderJson(sampleReport([])));
    const path = await writeWhole(nested, 'report.json', renderJson(report));
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(report);
    expect(await readdir(nested)).toEqual(['report.json']);
  });

  it('is what its schema describes', () => {
    const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true });
    addFormats.default(ajv, ['date-time', 'date']);
    const conforms = ajv.compile(schema);
    conforms(JSON.parse(JSON.stringify(report)));
    expect(conforms.errors).toBeNull();
    conforms(JSON.parse(JSON.stringify(everyOutcome)));
    expect(conforms.errors).toBeNull();
    const passWithoutCase = sampleReport([sampleResult('token.issue', { cases: 0 })]);
    expect(conforms(passWithoutCase)).toBe(false);
    expect(conforms({ ...report, summary: undefined })).toBe(false);
    expect(conforms({ ...report, more: 1 })).toBe(false);
  });
});
