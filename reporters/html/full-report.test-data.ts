import { compareReports } from '../../results/compare-reports.ts';
import type { RecordedExchange, Report } from '../../results/report.ts';
import {
  failed,
  sampleReport,
  sampleResult,
  skipped,
  undecided,
  withRun,
} from '../../results/sample-reports.test-data.ts';

const exchange = (method: string, path: string, status: number, answer: string, body?: string): RecordedExchange => {
  const headers = { 'content-type': 'application/json' };
  const request = { method, url: `http://127.0.0.1/api/v1/${path}`, headers, ...(body === undefined ? {} : { body }) };
  return { request, response: { status, headers, body: answer }, durationMs: 3.25 };
};
const creating = (amount: string) =>
  exchange('POST', 'group_connections', 201, `{"id":"a","salary":{"amount":${amount}}}`, '{"salary":{"amount":1.875}}');

const echo = failed('connections.echo', {
  message: '/salary/amount is not what was sent',
  exchanges: [exchange('GET', 'groups', 200, '{"response":[]}'), creating('1.89')],
  pointer: '/salary/amount',
  expected: 1.875,
  actual: 1.89,
  passedAgain: creating('1.875'),
  curl: `curl -H "x: $BFC_TOKEN" 'http://127.0.0.1/'`,
  replay: 'bfc replay report.json connections.echo',
  occurrences: 6,
});
const waived = skipped('unauthorized.expired', 'waived', 'accepted until 2027-03-31: known since spring');
const percentiles = { p50: 4, p95: 12, p99: 200, count: 1009, spread: 1 };

const report = sampleReport(
  [
    sampleResult('token.issue'),
    failed('token.lifetime', { pointer: '#status', expected: 200, actual: 500 }),
    echo,
    sampleResult('connections.create'),
    failed('renewals.edit-listed', { actual: undefined }),
    failed('snapshots.echo', { pointer: '#headers/content-type', expected: { a: [1, 2] }, actual: { a: [1, 3] } }),
    { ...waived, ...(echo.counterexample && { counterexample: echo.counterexample }) },
    undecided('isolation.groups', 'not-configured', { detail: 'set secondCredentials' }),
    sampleResult('renewals.edit-stale'),
  ],
  {
    observations: [
      { id: 'renewals.edit-stale', value: 'accepted', cases: 2 },
      { id: 'wire.timestamp-unit', value: 'seconds', cases: 1 },
    ],
    latency: { E1: { p50: 1, p95: 2, p99: 3.5, count: 9 }, E2: { ...percentiles, base: 90 } },
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
    suiteFaults: [{ id: 'paging.order', message: 'an assertion of the suite broke' }],
  },
);

const earlier = sampleReport([sampleResult('connections.echo'), ...report.requirements.slice(3)], {
  observations: [{ id: 'renewals.edit-stale', value: 'refused with 409', cases: 1 }],
  latency: { E2: { ...percentiles, base: 4 } },
});

/** A report that has something of all that a report can have. */
export const fullReport: Report = {
  ...withRun(report, {
    outages: [
      { afterMs: 6800, forMs: 1500, underWay: [{ operation: 'GET /groups', curl: `curl 'http://127.0.0.1/'` }] },
    ],
  }),
  comparison: compareReports(withRun(earlier, { seed: 7, startedAt: '2027-01-01T03:04:05.678Z' }), report),
};
