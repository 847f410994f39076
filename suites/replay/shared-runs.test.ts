import { expect, test } from 'vitest';
import { sampleEvidence, sampleReport, sampleResult } from '../../results/sample-reports.test-data.ts';
import { sharedRuns, type RunSuites } from './shared-runs.ts';

const failures = (
  [
    ['paging.bounds', 'renewals.edit'],
    ['versions.unique', 'model'],
    ['token.issue', 'token.issue'],
  ] as const
).map(([id, property]) => sampleResult(id, { outcome: 'fail', counterexample: sampleEvidence({ property }) }));
const reportOf = (profile: string) => {
  const report = sampleReport(failures);
  return { ...report, run: { ...report.run, profile } };
};

test('each run of the checks decides all failures, with what came to them, and is made once', async () => {
  const asked: Parameters<RunSuites>[0][] = [];
  const runs = sharedRuns(reportOf('gate'), failures, async (options) => {
    asked.push(options);
    return sampleReport([]);
  });
  const first = await runs.checks(0);
  expect(await runs.checks(0)).toBe(first);
  expect(await runs.checks(1)).not.toBe(first);
  expect(await runs.everything()).toBe(await runs.everything());
  const only = ['paging.bounds', 'renewals.edit', 'versions.unique', 'token.issue'];
  const drives = { 'paging.bounds': 'renewals.edit', 'versions.unique': 'model', 'token.issue': 'token.issue' };
  expect(asked).toEqual([{ only, replayed: { drives } }, { only, replayed: { drives } }, { only: undefined }]);
});

test('where few records may be made there are no drives beside those of the profile', async () => {
  let asked: Parameters<RunSuites>[0] | undefined;
  const runs = sharedRuns(reportOf('health'), failures, async (options) => {
    asked = options;
    return sampleReport([]);
  });
  await runs.checks(0);
  expect(asked).not.toHaveProperty('replayed');
});
