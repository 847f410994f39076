import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'oxfmt';
import { describe, expect, it } from 'vitest';
import formatting from '../.oxfmtrc.json' with { type: 'json' };
import { folderOfTests } from '../spec/folders.test-data.ts';
import { parseReport } from './parse-report.ts';
import { jsonText } from './printable.ts';
import { writeWhole } from './report-files.ts';
import { reportSchema } from './report.ts';
import { everyOutcome } from './sample-outcomes.test-data.ts';
import { failed, sampleReport, sampleResult, schemaErrorsOf } from './sample-reports.test-data.ts';

it('the published schema of a report is the one that reports are validated with: npx vitest run --project self results/report.test.ts -u writes it', async () => {
  const path = `${import.meta.dirname}/report.schema.json`;
  const { code } = await format(path, JSON.stringify(reportSchema), formatting);
  await expect(code).toMatchFileSnapshot(path);
});

const directory = folderOfTests();

describe('report.json', () => {
  it('is written in full over an existing file, and leaves no other file', async () => {
    const nested = join(directory, 'a', 'b');
    await writeWhole(nested, 'report.json', jsonText(sampleReport([])));
    const path = await writeWhole(nested, 'report.json', jsonText(everyOutcome));
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(everyOutcome);
    expect(await readdir(nested)).toEqual(['report.json']);
  });

  it('matches its schema, which rejects invalid reports', () => {
    expect(schemaErrorsOf(everyOutcome)).toBeNull();
    for (const wrong of [
      { summary: undefined },
      { more: 1 },
      { requirements: [sampleResult('token.issue', { cases: 0 })] },
    ])
      expect(schemaErrorsOf({ ...everyOutcome, ...wrong })).not.toBeNull();
  });
});

const report = sampleReport([sampleResult('token.issue'), failed('groups.list')]);
const textOf = (value: unknown): string => JSON.stringify(value);

describe('the text of a report', () => {
  it('is read as it was written', () => {
    expect(parseReport(textOf(report))).toEqual({ report });
    expect(parseReport(`\uFEFF${textOf(report)}`)).toEqual({ report });
  });

  it('is read if an older suite wrote it, without newer members', () => {
    const { edges: _edges, ...older } = report;
    expect(parseReport(textOf(older))).toEqual({ report });
  });

  it('is read if a newer suite wrote it, with unknown members', () => {
    const [first, ...rest] = report.requirements;
    const newer = { ...report, mood: 'fine', requirements: [{ ...first, id: 'moods.seen', weight: 3 }, ...rest] };
    expect(parseReport(textOf(newer)).report).toMatchObject({ mood: 'fine', requirements: [{ id: 'moods.seen' }, {}] });
  });
});

describe('text that is not a report is refused with the reason', () => {
  it.each([
    ['{', 'is not JSON; name the report.json that "bfc run" has written'],
    ['[]', 'is not a report; name the report.json that "bfc run" has written'],
    ['{"requirements": 1}', 'is not a report; name the report.json that "bfc run" has written'],
    [
      textOf({ ...report, summary: undefined }),
      'is not a report that this version can read: the whole lacks summary; make a new one with "bfc run"',
    ],
    [
      textOf({ ...report, summary: { ...report.summary, verdict: 'fine' } }),
      'is not a report that this version can read: /summary/verdict must be equal to one of the allowed values; make a new one with "bfc run"',
    ],
    [
      textOf({ ...report, latency: { ['\u001B[2J']: 1 } }),
      String.raw`is not a report that this version can read: /latency/\u001b[2J must be object; make a new one with "bfc run"`,
    ],
  ])('%s', (text, problem) => {
    expect(parseReport(text)).toEqual({ problem });
  });
});
