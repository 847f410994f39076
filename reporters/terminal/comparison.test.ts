import { expect, it } from 'vitest';
import { compareReports } from '../../results/compare-reports.ts';
import type { Report } from '../../results/report.ts';
import { failed, sampleReport, sampleResult } from '../../results/sample-reports.test-data.ts';
import { renderDrift } from './comparison.ts';

const latency = (base: number): Report['latency'] => ({
  E7: { p50: 40, p95: 80, p99: 90, count: 200, base, spread: 1 },
});
const before = sampleReport(
  [sampleResult('renewals.edit-listed'), failed('groups.list', { message: 'none was listed' })],
  {
    observations: [{ id: 'renewals.edit-stale', value: 'refused with 409', cases: 1 }],
    latency: latency(4),
  },
);
const after = sampleReport([failed('renewals.edit-listed'), sampleResult('groups.list')], {
  observations: [{ id: 'renewals.edit-stale', value: 'refused with 412', cases: 1 }],
  latency: latency(35.4),
  spec: { revision: 'ffff' },
});

it('leads with what changed in one line, then each change, the worst first', () => {
  expect(renderDrift(compareReports(before, after), { width: 90, colour: false })).toMatchInlineSnapshot(`
    "1 regression, 1 improvement, 1 observation changed, fastest answers changed at 1 endpoint
      old  2027-01-02 03:04  a sandbox at http://127.0.0.1:8080: nonconformant: 1 of 2 required fail
      new  2027-01-02 03:04  a sandbox at http://127.0.0.1:8080: nonconformant: 1 of 2 required fail

    Regressions: they fail, and did not before
      renewals.edit-listed  required  pass → fail
        After an edit the list has the edited content under the new version.
        → the list still shows the version before the edit

    Improvements: they failed, and pass now
      groups.list  required  fail → pass
        The list of groups is answered with 200 and a page of group records.
        → before: none was listed

    Observed otherwise where the document leaves it open
      renewals.edit-stale
        renewals.edit-stale
        - refused with 409
        + refused with 412

    Latency: how long the fastest answers take, beyond what it varies by within a run
      E7  fastest answers 4 ms → 35 ms (31 ms slower)

    To keep in mind
      The runs judged by different documents: revision 0123456789ab, then revision ffff.
    "
  `);
});

it('says so when nothing has changed', () => {
  const text = renderDrift(compareReports(before, before), { width: 90, colour: false });
  expect(text.split('\n')[0]).toBe('nothing has changed, fastest answers as before');
  const unmeasured = sampleReport([]);
  expect(renderDrift(compareReports(unmeasured, unmeasured), { width: 90, colour: false })).toContain(
    'nothing has changed, latency not compared',
  );
});
