import { expect, test } from 'vitest';
import { sampleEvidence, sampleReport, sampleResult } from '../../results/sample-reports.test-data.ts';
import type { Report } from '../../results/report.ts';
import { costOf } from '../profiles.ts';
import { repeatsOf, replayBounds } from './replay-bounds.ts';

const create = {
  request: { method: 'POST', url: 'https://api.example.com/gate/api/v1/group_connections', headers: {} },
  durationMs: 1,
};
const failures = (['connections.echo', 'connections.record', 'token.issue'] as const).map((id) =>
  sampleResult(id, { outcome: 'fail', counterexample: sampleEvidence({ exchanges: [create] }) }),
);
const [failed = sampleResult('token.issue')] = failures;
/** Failures of everything that is judged on traffic of all kinds. */
const everywhere = (['wire.json', 'wire.dates', 'versions.unique', 'paging.bounds'] as const).map((id) =>
  sampleResult(id, { outcome: 'fail', counterexample: sampleEvidence({ exchanges: [] }) }),
);
const reportOf = (profile: string): Report => {
  const report = sampleReport(failures);
  return { ...report, run: { ...report.run, profile, casesPerProperty: 5 } };
};

test('a replay of a handful of records stays one handful, however many failures there are', () => {
  expect(replayBounds(reportOf('health'), failures)).toEqual(costOf('health', 5).atMost);
  expect(repeatsOf(reportOf('health'))).toMatchObject({ sent: 1, usual: 1, rare: 1 });
});

test('all failures are decided by the same runs', () => {
  const one = replayBounds(reportOf('full'), [everywhere[0] ?? failed]);
  const all = replayBounds(reportOf('full'), everywhere);
  expect(all).toEqual(one);
});

test('of saved traffic no more is written than its exchanges have, each time they are sent', () => {
  expect(replayBounds(reportOf('judge'), failures)).toMatchObject({ records: 6 });
});
