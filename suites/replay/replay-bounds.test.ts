import { expect, test } from 'vitest';
import { sampleEvidence, sampleReport, sampleResult } from '../../reporters/sample-reports.test-data.ts';
import type { Report } from '../../reporters/report.ts';
import { costOf } from '../profiles/index.ts';
import { repeatsOf, replayBounds } from './replay-bounds.ts';

const create = {
  request: { method: 'POST', url: 'https://api.example.com/gate/api/v1/group_connections', headers: {} },
  durationMs: 1,
};
const failures = (['connections.echo', 'connections.record', 'token.issue'] as const).map((id) =>
  sampleResult(id, { outcome: 'fail', counterexample: sampleEvidence({ exchanges: [create] }) }),
);
const reportOf = (profile: string): Report => {
  const report = sampleReport(failures);
  return { ...report, run: { ...report.run, profile, casesPerProperty: 5 } };
};

test('a replay of a handful of records stays one handful, however many failures there are', () => {
  expect(replayBounds(reportOf('health'), failures)).toEqual(costOf('health', 5).atMost);
  expect(repeatsOf(reportOf('health'))).toMatchObject({ sent: 1, usual: 1, rare: 1 });
});

test('other profiles have the bounds of a run for each failure', () => {
  const { requests, written } = costOf('gate', 5).atMost;
  expect(replayBounds(reportOf('gate'), failures)).toMatchObject({ requests: requests * 3, written: written * 3 });
  expect(repeatsOf(reportOf('gate')).sent).toBe(2);
});

test('of saved traffic no more is written than its exchanges have, each time they are sent', () => {
  expect(replayBounds(reportOf('judge'), failures)).toMatchObject({
    written: 6,
    writes: { E2: 6, E3: 0, E4: 0, E6: 0 },
  });
});
