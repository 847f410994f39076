import { expect, test } from 'vitest';
import { sampleEvidence, sampleReport, sampleResult } from '../../results/sample-reports.test-data.ts';
import type { Report } from '../../results/report.ts';
import { costOf } from '../profiles/index.ts';
import { repeatsOf, replayBounds } from './replay-bounds.ts';

const create = {
  request: { method: 'POST', url: 'https://api.example.com/gate/api/v1/group_connections', headers: {} },
  durationMs: 1,
};
const failures = (['connections.echo', 'connections.record', 'token.issue'] as const).map((id) =>
  sampleResult(id, { outcome: 'fail', counterexample: sampleEvidence({ exchanges: [create] }) }),
);
const [failed = sampleResult('token.issue')] = failures;
const seenBy = (property: string) => ({ ...failed, counterexample: sampleEvidence({ exchanges: [], property }) });
const reading = sampleResult('token.issue', { outcome: 'fail', counterexample: sampleEvidence({ exchanges: [] }) });
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

test.for([
  ['writes what their checks do, and nothing else', failures, ['E2']],
  ['writes nothing where they only read', [reading], []],
  ['may write everywhere where any drive may have shown it', [seenBy('decisions')], ['E2', 'E3', 'E4', 'E6']],
  [
    'has a whole run where the check of another requirement has shown it',
    [seenBy('renewals.edit')],
    ['E2', 'E3', 'E4', 'E6'],
  ],
] as const)('a replay of some failures %s', ([, some, endpoints]) => {
  const { writes } = replayBounds(reportOf('gate'), some);
  expect(Object.entries(writes).flatMap(([endpoint, most]) => (most > 0 ? [endpoint] : []))).toEqual(endpoints);
});

test('all failures are decided by the same runs', () => {
  const one = replayBounds(reportOf('full'), [everywhere[0] ?? failed]);
  const all = replayBounds(reportOf('full'), everywhere);
  expect(all).toEqual(one);
  expect(all.written).toBeLessThan(costOf('full', 5).atMost.written * 5);
});

test('of saved traffic no more is written than its exchanges have, each time they are sent', () => {
  expect(replayBounds(reportOf('judge'), failures)).toMatchObject({
    written: 6,
    writes: { E2: 6, E3: 0, E4: 0, E6: 0 },
  });
});
