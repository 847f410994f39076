import { compareReports } from './compare-reports.ts';
import type { Counterexample, RecordedExchange, Report, RequirementResult } from './report.ts';
import {
  failed,
  sampleEvidence,
  sampleReport,
  sampleResult,
  skipped,
  undecided,
  withRun,
} from './sample-reports.test-data.ts';

/** A request that is not HTTP, and that got no answer. */
const overTheWire = sampleEvidence({
  message: 'the connection was closed',
  pointer: '#status',
  exchanges: [
    {
      request: { method: 'GET', url: 'https://127.0.0.1:8080/', headers: {}, wire: 'GET /\x00 HTTP/9\r\n\r\n' },
      failure: 'closed without an answer',
      durationMs: 2,
    },
  ],
});

const headers = { 'content-type': 'application/json' };
const creating = (amount: string): RecordedExchange => ({
  request: {
    method: 'POST',
    url: 'http://127.0.0.1/api/v1/group_connections',
    headers,
    body: '{"salary":{"amount":1.875}}',
  },
  response: { status: 201, headers, body: `{"id":"a","salary":{"amount":${amount}}}` },
  durationMs: 3.25,
});

const echo = failed('connections.echo', {
  message: '/salary/amount is not what was sent',
  exchanges: [
    {
      request: { method: 'GET', url: 'http://127.0.0.1/api/v1/groups', headers },
      response: { status: 200, headers, body: '{"response":[]}' },
      durationMs: 3.25,
    },
    creating('1.89'),
  ],
  pointer: '/salary/amount',
  expected: 1.875,
  actual: 1.89,
  passedAgain: creating('1.875'),
  curl: `curl -H "x: $BFC_TOKEN" 'http://127.0.0.1/'`,
  replay: 'bfc replay report.json connections.echo',
  occurrences: 6,
});

const outcomes: readonly RequirementResult[] = [
  sampleResult('token.issue'),
  echo,
  failed('renewals.edit-listed', { path: '3:1', actual: undefined }),
  failed('paging.tiling', { passedAgain: null, pointer: '' }),
  failed('token.lifetime', { pointer: '#status', expected: 200, actual: 500 }),
  sampleResult('renewals.edit-stale', {
    outcome: 'fail',
    detail: 'pinned by expect to "refused with 409", observed "taken"',
  }),
  failed('token.type', { pointer: '/token_type' }),
  failed('snapshots.echo', { pointer: '#headers/content-type', expected: { a: [1, 2] }, actual: { a: [1, 3] } }),
  sampleResult('groups.list', {
    outcome: 'skipped',
    reason: 'waived',
    detail: 'until 2027-03-01: known since spring',
    counterexample: overTheWire,
  }),
  skipped('groups.record', 'deselected'),
  undecided('snapshots.create', 'blocked', { detail: 'the plain body was refused: 422' }),
  undecided('isolation.groups', 'not-configured', { detail: 'set secondCredentials' }),
  sampleResult('wire.timestamp-unit'),
];

const percentiles = { p50: 4, p95: 12, p99: 200, count: 1009, spread: 1 };
const unneeded = 'token.issue passes now: remove its waiver (was broken)';

const outcomesReport = withRun(
  sampleReport(outcomes, {
    observations: [
      { id: 'renewals.edit-stale', value: 'taken', cases: 2 },
      { id: 'wire.timestamp-unit', value: 'seconds', cases: 1 },
    ],
    accepts: [
      { about: 'member snapshots', value: 'postal codes as five digits', refusal: '422 zip_code: five digits' },
      { about: 'member snapshots', value: 'no middle names' },
      { about: 'reads', value: 'a decision is listed 0.4 s after the write' },
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
    suiteFaults: [{ id: 'token.issue', message: 'cannot read x' }],
    gate: {
      passed: false,
      verdict: 'nonconformant',
      problems: [
        'connections.echo, renewals.edit-listed and 2 more fail, and did not in the baseline of 2027-01-01 03:04 UTC',
        unneeded,
      ],
      besides: [unneeded],
      waivers: [
        { id: 'groups.list', reason: 'known since spring', until: '2027-03-01', state: 'accepting' },
        { id: 'token.issue', reason: 'was broken', until: '2027-03-01', state: 'unneeded' },
      ],
      baseline: {
        startedAt: '2027-01-01T03:04:05.678Z',
        new: ['connections.echo', 'renewals.edit-listed', 'paging.tiling', 'renewals.edit-stale'],
        known: ['token.type', 'snapshots.echo'],
        otherwise: [{ id: 'token.type', before: 'token_type is missing from the token answer' }],
        fixed: ['token.issue'],
      },
    },
  }),
  {
    level: 'required',
    outages: [
      { afterMs: 6800, forMs: 1500, underWay: [{ operation: 'GET /groups', curl: `curl 'http://127.0.0.1/'` }] },
    ],
  },
);

const earlier = sampleReport([sampleResult('connections.echo'), ...outcomes.slice(5)], {
  observations: [{ id: 'renewals.edit-stale', value: 'refused with 409', cases: 1 }],
  latency: { E2: { ...percentiles, base: 4 } },
});

/** A report with everything in it: a result of each standing at each level that has it, and all other parts. */
export const everyOutcome: Report = {
  ...withRun(outcomesReport, {
    tokenLine: 'export BFC_TOKEN="$(curl -K - \'http://127.0.0.1:8080/auth/public/token\')"',
  }),
  comparison: compareReports(withRun(earlier, { seed: 7, startedAt: '2027-01-01T03:04:05.678Z' }), outcomesReport),
};

/** Texts that a target may send to break out of the page that shows them. */
export const attacks = {
  markup: '</script><img src=x onerror=alert(1)>&amp;"\'<!--',
  'end of CDATA': ']]>',
  'terminal escapes': '\u001B]0;owned\u0007\u001B[2J\u009B31m',
  'NUL and half a pair': 'a\0b\uD800c\uDFFF\uFFFE\uFFFF',
  'workflow command': '\n::error file=x::owned\r\n  ::set-output name=x::y ::stop-commands::z',
  'older workflow command': 'x ##[error]owned ##vso[task.complete]y',
  Markdown:
    '| a | ```` `` ` | [x](javascript:alert(1)) ![x](http://evil.example.com/x.png) **b** <details> </details> # h',
  'links and mentions':
    '@someone https://evil.example.com www.evil.example.com someone@example.com owner/repo#1 #2 :tada: $x$',
  'turned direction': 'a\u202Eb\u2066c\u200Bd',
  'line breaks': 'a\r\nb\u2028c\u2029d\n\n# heading\n\n- item\n```\nblock',
} as const satisfies Readonly<Record<string, string>>;

/** All attacks in one text. */
export const hostile = Object.values(attacks).join(' ');

/** The evidence of a target that answers with this text wherever it can. */
function hostileEvidence(text: string): Counterexample {
  const exchange = {
    request: {
      method: text,
      url: `http://127.0.0.1:8080/${text}?${text}=${text}`,
      headers: { [text]: text },
      body: text,
    },
    response: { status: 200, headers: { 'x-text': text, [text]: text }, body: text },
    durationMs: 1,
  };
  const json = { ...exchange, response: { ...exchange.response, body: JSON.stringify({ [text]: [text] }) } };
  const unanswered = { request: { ...exchange.request, wire: text }, failure: text, durationMs: 1 };
  return {
    message: text,
    code: text,
    exchanges: [unanswered, json, exchange],
    pointer: `/${text}`,
    expected: text,
    actual: { [text]: [text] },
    curl: text,
    replay: text,
    seed: 1,
    passedAgain: exchange,
    occurrences: 2,
    also: [{ message: text, code: text, pointer: text, endpoint: text, occurrences: 1 }],
  };
}

/** Members whose values come from the schema or the register. */
const given = new Set([
  'id',
  'level',
  'outcome',
  'reason',
  'verdict',
  'state',
  'kind',
  'percentile',
  'new',
  'known',
  'fixed',
]);

/** A value with all texts in it replaced by this one, except those of the given members. */
function replaced(value: unknown, text: string, key = ''): unknown {
  if (typeof value === 'string') return given.has(key) ? value : text;
  if (Array.isArray(value)) return value.map((item) => replaced(item, text, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replaced(member, text, name)]));
}

/** A report in which every text that can come from outside is this one. */
export function hostileReport(text: string): Report {
  const { suite, spec, run } = everyOutcome;
  const { requirements, ...others } = replaced(everyOutcome, text) as Report;
  const evidence = hostileEvidence(text);
  return {
    ...others,
    suite,
    spec,
    run: { ...run, profile: text },
    requirements: requirements.map((result) =>
      result.counterexample ? { ...result, counterexample: evidence } : result,
    ),
    observations: [{ id: text, value: text, cases: 1, seen: [{ topic: text, value: text, cases: 1 }] }],
    accepts: [{ about: text, value: text, refusal: text }],
    suiteFaults: [{ id: text, message: text }],
  };
}
