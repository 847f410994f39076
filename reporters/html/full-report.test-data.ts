import type { ComparedRun, Report, Verdict } from '../../results/report.ts';
import { sampleEvidence, sampleReport, sampleResult } from '../../results/sample-reports.test-data.ts';

const before = {
  request: { method: 'GET', url: 'http://127.0.0.1/api/v1/groups', headers: { accept: 'application/json' } },
  response: { status: 200, headers: { 'content-type': 'application/json' }, body: '{"response":[]}' },
  durationMs: 2,
};
const deciding = {
  request: {
    method: 'POST',
    url: 'http://127.0.0.1/api/v1/group_connections',
    headers: { 'content-type': 'application/json' },
    body: '{"salary":{"amount":1.875}}',
  },
  response: { status: 201, headers: {}, body: '{"id":"a","salary":{"amount":1.89}}' },
  durationMs: 3.25,
};

const comparedRun = (startedAt: string, verdict: Verdict): ComparedRun => ({
  target: { name: 'a sandbox', baseUrl: 'http://127.0.0.1:8080' },
  startedAt,
  verdict,
  headline: `${verdict}: some pass`,
  revision: '0123456789ab',
  suite: '0.1.0',
  profile: 'full',
  seed: 42,
});

const report = sampleReport(
  [
    sampleResult('token.issue'),
    sampleResult('token.lifetime', {
      outcome: 'fail',
      counterexample: sampleEvidence({ pointer: '#status', expected: 200, actual: 500 }),
    }),
    sampleResult('connections.echo', {
      outcome: 'fail',
      counterexample: sampleEvidence({
        message: '/salary/amount is not what was sent',
        exchanges: [before, deciding],
        pointer: '/salary/amount',
        expected: 1.875,
        actual: 1.89,
        passedAgain: { ...deciding, response: { status: 201, headers: {}, body: '{"salary":{"amount":1.875}}' } },
        curl: `curl -H "x: $BFC_TOKEN" 'http://127.0.0.1/'`,
        replay: 'bfc replay report.json connections.echo',
        occurrences: 6,
      }),
    }),
    sampleResult('connections.create'),
    sampleResult('renewals.edit-listed', { outcome: 'fail', counterexample: sampleEvidence({ actual: undefined }) }),
    sampleResult('snapshots.echo', {
      outcome: 'fail',
      counterexample: sampleEvidence({
        pointer: '#headers/content-type',
        expected: { a: [1, 2] },
        actual: { a: [1, 3] },
      }),
    }),
    sampleResult('unauthorized.expired', {
      outcome: 'skipped',
      reason: 'waived',
      detail: 'accepted until 2027-03-31: known since spring',
      counterexample: sampleEvidence(),
    }),
    sampleResult('isolation.groups', {
      outcome: 'inconclusive',
      reason: 'not-configured',
      detail: 'set secondCredentials',
      cases: 0,
    }),
    sampleResult('renewals.edit-stale'),
  ],
  {
    observations: [
      { id: 'renewals.edit-stale', value: 'accepted', cases: 2 },
      { id: 'wire.timestamp-unit', value: 'seconds', cases: 1 },
    ],
    latency: {
      E1: { p50: 1, p95: 2, p99: 3.5, count: 9 },
      E2: { p50: 4, p95: 12, p99: 200, count: 1009 },
      token: { p50: 0.5, p95: 0.6, p99: 0.7, count: 2 },
    },
    timeline: [
      { startMs: 0, requests: 40, errors: 0, p50: 4, p95: 9 },
      { startMs: 1000, requests: 0, errors: 0, p50: 0, p95: 0 },
      { startMs: 2000, requests: 30, errors: 3, p50: 5, p95: 20 },
    ],
    edges: [
      { name: 'a leap day', about: 'calendars differ', endpoints: ['E3'], exchanges: 3, cases: ['renewals: case 2'] },
      { name: 'an empty text', about: 'taken for nothing', endpoints: ['E2'], exchanges: 0, cases: [] },
    ],
    gate: {
      passed: false,
      verdict: 'nonconformant',
      problems: ['connections.echo fails, and the baseline does not have it'],
      waivers: [
        { id: 'unauthorized.expired', reason: 'known since spring', until: '2027-03-31', state: 'accepting' },
        { id: 'token.type', reason: 'an old gateway', until: '2026-12-31', state: 'expired' },
      ],
      baseline: {
        startedAt: '2026-12-24T00:00:00.000Z',
        new: ['connections.echo', 'renewals.edit-listed'],
        known: ['snapshots.echo'],
        fixed: ['token.issue'],
      },
    },
    comparison: {
      old: comparedRun('2027-01-01T03:04:05.678Z', 'conformant'),
      new: comparedRun('2027-01-02T03:04:05.678Z', 'nonconformant'),
      requirements: [
        {
          id: 'connections.echo',
          level: 'required',
          title: 'What was sent comes back.',
          kind: 'regression',
          before: 'pass',
          after: 'fail',
          message: '/salary/amount is not what was sent',
        },
      ],
      observations: [
        {
          id: 'renewals.edit-stale',
          title: 'Whether an edit under an old version is taken.',
          before: 'refused with 409',
          after: 'accepted',
          appeared: ['accepted'],
          vanished: ['refused with 409'],
        },
      ],
      latency: [{ endpoint: 'E2', percentile: 'p95', before: 4, after: 12 }],
      caveats: ['The seeds differ: the cases were not the same.'],
      regressions: 1,
      drifted: true,
    },
    suiteFaults: [{ id: 'paging.order', message: 'an assertion of the suite broke' }],
  },
);

/** A report that has something of all that a report can have. */
export const fullReport: Report = {
  ...report,
  run: {
    ...report.run,
    outages: [
      { afterMs: 6800, forMs: 1500, underWay: [{ operation: 'GET /groups', curl: `curl 'http://127.0.0.1/'` }] },
    ],
  },
};
