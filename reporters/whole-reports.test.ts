import { describe, expect, it } from 'vitest';
import { compareReports } from '../results/compare-reports.ts';
import type { Report } from '../results/report.ts';
import { everyOutcome } from '../results/sample-outcomes.test-data.ts';
import {
  failed,
  recordedExchange,
  sampleReport,
  sampleResult,
  skipped,
  undecided,
  withRun,
} from '../results/sample-reports.test-data.ts';
import { renderAllure } from './allure.ts';
import { renderBadge } from './badge.ts';
import { renderAnnotations } from './github.ts';
import { renderHar } from './har.ts';
import { renderHtml } from './html/report-page.ts';
import type { Format } from './index.ts';
import { renderJunit } from './junit.ts';
import { renderDriftMarkdown, renderMarkdown } from './markdown.ts';
import { renderSarif } from './sarif.ts';
import { renderDrift, renderTerminal } from './terminal/render-terminal.ts';

/** The page without the parts that are the same on all pages. */
const bodyOf = (html: string): string =>
  (html.split('</head>')[1] ?? '').replace(/<script type="module">.*<\/script>/s, '');

type Render = (report: Report) => string;

const forPeople = {
  terminal: (report: Report) => renderTerminal(report, { width: 100, colour: false, written: ['out/report.json'] }),
  markdown: (report: Report) => renderMarkdown(report),
  github: renderAnnotations,
  badge: (report: Report) => renderBadge(report)['badge.json'],
  junit: renderJunit,
} satisfies Partial<Record<Format, Render>>;

/** Every format except JSON, which is the report itself. */
const all: Readonly<Record<Exclude<Format, 'json'> | 'narrow', Render>> = {
  ...forPeople,
  narrow: (report: Report) => renderTerminal(report, { width: 60, colour: false, written: [] }),
  html: (report: Report) => bodyOf(renderHtml(report)),
  sarif: renderSarif,
  har: renderHar,
  allure: (report: Report) => Object.values(renderAllure(report)).join(''),
};

const comparisons = {
  'comparison-terminal': ({ comparison }: Report) =>
    comparison && renderDrift(comparison, { width: 100, colour: false }),
  'comparison-markdown': ({ comparison }: Report) => comparison && renderDriftMarkdown(comparison),
};

const conformant = withRun(
  sampleReport(
    [
      sampleResult('token.issue'),
      sampleResult('unauthorized.missing'),
      sampleResult('renewals.create'),
      sampleResult('paging.bounds', { partly: true, detail: 'judged not on all traffic: refused' }),
      failed('token.lifetime', { pointer: '#status', actual: undefined, occurrences: 1 }),
      undecided('isolation.groups', 'not-configured', { detail: 'set secondCredentials' }),
      undecided('isolation.records', 'not-configured', { detail: 'set secondCredentials' }),
      undecided('renewals.record', 'not-reached', { detail: 'no exchange of the run said anything of it' }),
      undecided('unauthorized.expired', 'not-reached'),
      skipped('groups.record', 'deselected'),
      skipped('groups.list', 'other-shard', 'left to other shards, as this is shard 2 of 4'),
      sampleResult('renewals.edit-stale', { pin: { to: 'refused with 409' } }),
    ],
    { observations: [{ id: 'renewals.edit-stale', value: 'refused with 409', cases: 1 }] },
  ),
  {
    profile: 'gate',
    plan: { timeBudgetMs: 1000, requests: 10, leftOut: ['groups.record'], sentences: ['Ten requests take longer.'] },
  },
);

const unanswered = { detail: 'POST /token got no answer', unanswered: 'POST /token' };
const withoutVerdict = withRun(
  sampleReport([
    undecided('token.issue', 'blocked', unanswered),
    undecided('token.jwt', 'blocked', unanswered),
    undecided('snapshots.create', 'blocked', { detail: 'the plain body was refused: 422' }),
    undecided('renewals.create', 'blocked', { detail: 'what was found may be lost', afterOutage: true }),
  ]),
  {
    interrupted: true,
    turnedAway: { throttled: 57, unavailable: 0 },
    outages: Array.from({ length: 7 }, (_, index) => ({
      afterMs: 1000 * index,
      underWay: index === 0 ? [] : [{ operation: 'GET /groups', curl: 'curl x' }],
      ...(index === 6 ? {} : { forMs: 500 }),
    })),
  },
);

const strict = withRun(
  sampleReport(
    [
      failed('token.lifetime', { curlOfWrite: 'curl -X PUT x', passedAgain: null }),
      failed('renewals.edit', { also: [{ message: 'another', code: 'x', pointer: '/a', occurrences: 2 }] }),
      sampleResult('renewals.edit-stale', { outcome: 'fail', detail: 'pinned by expect to "a", observed "b"' }),
      skipped('paging.order', 'waived', 'until 2027-03-01: fixed soon; pinned by expect to "a", observed "b"'),
    ],
    {},
    'expected',
  ),
  { level: 'expected' },
);

const url = 'http://127.0.0.1:8080/api/v1/member_snapshots/6f1c2ca7-0000-4000-8000-000000000001';
const oneCause = sampleReport([
  ...(['wire.open-ended', 'snapshots.echo', 'snapshots.get', 'snapshots.echo-group'] as const).map((id) =>
    failed(id, {
      code: 'not-as-sent',
      pointer: '/member_snapshot/dependents/0/relationship',
      exchanges: [recordedExchange('{}', { url })],
    }),
  ),
  failed('renewals.list', { code: 'not-listed' }),
]);

const inOutage = ['groups.list', 'groups.record', 'token.issue'] as const;
const outage = sampleReport([
  failed('connections.echo', { message: 'found wrong' }),
  failed('wire.json'),
  ...inOutage.map((id) => undecided(id, 'blocked')),
]);
const outageEnded = sampleReport([
  sampleResult('connections.echo'),
  failed('wire.json'),
  ...inOutage.map((id) => sampleResult(id)),
]);

const ofSecondKey = ['isolation.groups', 'isolation.records', 'token.type', 'token.lifetime'] as const;
const pinned = { pin: { to: 'x' } };
/** Interrupted by hand, with a target that did not answer, an incomplete configuration, and undecided pins. */
const stopped = withRun(
  sampleReport(
    [
      undecided('snapshots.create', 'blocked', { detail: '503 6 times', unanswered: 'GET /groups' }),
      undecided('groups.fixture-listed', 'not-configured', { detail: 'no group is configured; set fixtures.groupId' }),
      ...ofSecondKey.map((id) => undecided(id, 'not-configured', { detail: 'no key of a second organization' })),
      sampleResult('renewals.edit-stale', pinned),
      undecided('paging.order', 'not-reached', pinned),
      { ...skipped('renewals.lines', 'deselected'), ...pinned },
      undecided('wire.rate-limits', 'not-reached', { ...pinned, detail: 'this pin cannot be compared' }),
      sampleResult('input.error-shape', { pin: { to: 'query: \u001B400', unseen: ['query: \u001B400'] } }),
      sampleResult('wire.unknown-fields'),
    ],
    {
      observations: ['renewals.edit-stale', 'wire.rate-limits', 'input.error-shape'].map((id) => ({
        id,
        value: 'x',
        cases: 1,
      })),
    },
  ),
  { interrupted: true, profile: 'health' },
);

const passing = [sampleResult('token.issue'), sampleResult('token.lifetime')];
const allPass = withRun(sampleReport(passing, {}, 'expected'), { level: 'expected' });

/** The baseline knows the failure, a waiver accepts another one, and the environment had no secret. */
const known = withRun(
  sampleReport([sampleResult('token.issue'), failed('groups.list')], {
    gate: {
      passed: true,
      verdict: 'conformant',
      problems: [],
      waivers: [{ id: 'token.type', reason: 'ticket 7', until: '2027-01-31', state: 'accepting' }],
      baseline: { startedAt: '2027-01-01T00:00:00Z', new: [], known: ['groups.list'], fixed: [] },
    },
  }),
  { tokenLine: `export BFC_TOKEN="$(: "\${BFC_CLIENT_SECRET:?has to be set}" && curl -K -)"` },
);

describe.each<[string, Report, Readonly<Record<string, (report: Report) => string | undefined>>]>([
  ['every-outcome', everyOutcome, { ...all, ...comparisons }],
  [
    'after-outage',
    { ...outageEnded, comparison: compareReports(outage, outageEnded) },
    { ...comparisons, terminal: forPeople.terminal, html: all.html },
  ],
  ['one-cause', oneCause, { ...forPeople, html: all.html }],
  ['conformant', conformant, forPeople],
  ['no-verdict', withoutVerdict, forPeople],
  ['expected-level', strict, forPeople],
  ['stopped', stopped, { terminal: forPeople.terminal }],
  ['known', known, forPeople],
  [
    'saved-traffic',
    withRun(allPass, { profile: 'judge', seed: 0 }),
    { terminal: forPeople.terminal, markdown: forPeople.markdown },
  ],
  ['all-pass', allPass, { badge: forPeople.badge }],
  ['nothing', sampleReport([], { latency: {} }), forPeople],
])('the report %s: npx vitest run --project self reporters/whole-reports -u writes it', (name, report, formats) => {
  it.each(Object.entries(formats))('as %s', async (format, render) => {
    await expect(render(report)).toMatchFileSnapshot(`snapshots/${name}.${format}.txt`);
  });
});
