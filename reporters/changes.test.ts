import { expect, it } from 'vitest';
import type { Report } from '../results/report.ts';
import type { RequirementId } from '../spec/index.ts';
import { failed, sampleReport, sampleResult, undecided } from '../results/sample-reports.test-data.ts';
import { compareReports } from '../results/compare-reports.ts';
import { driftHeadline, driftTone } from './changes.ts';

const wrong = (id: RequirementId) => failed(id, { message: '/federal_ein is not what was sent' });
const latency = (base: number): Pick<Report, 'latency'> => ({
  latency: { E7: { p50: 40, p95: 80, p99: 90, count: 200, base, spread: 1 } },
});
const before = sampleReport(
  [wrong('connections.echo'), sampleResult('groups.list'), sampleResult('token.issue')],
  latency(4),
);
const after = sampleReport(
  [sampleResult('connections.echo'), undecided('groups.list', 'blocked'), wrong('token.issue')],
  { ...latency(5), run: { ...before.run, seed: 7 } },
);

const night = (...bases: readonly number[]): Report => {
  const of = (base: number) => ({ p50: base, p95: base, p99: base, count: 99, base, spread: 1 });
  const endpoints = bases.map((base, index) => [`E${index + 1}`, of(base)]);
  return sampleReport([sampleResult('token.issue')], { latency: Object.fromEntries(endpoints) });
};
const few = { E9: { p50: 1, p95: 1, p99: 1, count: 3 } };
const sparse: Report = { ...night(20), latency: { ...night(20).latency, ...few } };
const down = sampleReport([undecided('token.issue', 'blocked')]);
const fixed = { ...after, requirements: before.requirements.map(({ id }) => sampleResult(id)) };

it.each([
  [night(20, 30, 8), night(58, 80, 20), /^all 3 compared endpoints about 2.7 times slower$/],
  [night(58, 80, 20), night(20, 30, 8), /^all 3 compared endpoints about 2.7 times faster$/],
  [night(20, 30, 8), night(58, 80, 8), /^fastest answers changed at 2 endpoints$/],
  [night(20, 30, 8), night(58, 200, 30), /^fastest answers changed at 3 endpoints$/],
  [night(20), night(58), /^fastest answers changed at 1 endpoint$/],
  [sparse, sparse, /^nothing has changed, fastest answers as before at 1 of 2 endpoints$/],
  [night(20), down, /^no verdict any more, latency/],
  [down, night(20), /^a verdict again, latency/],
])(
  'the headline of a comparison says in short what changed, and how far latencies could be compared (%#)',
  (...row) => {
    const [old, latest, headline] = row;
    expect(driftHeadline(compareReports(old, latest))).toMatch(headline);
  },
);

it.each([
  ['a regression', after, 'bad'],
  ['an improvement', fixed, 'good'],
  ['slower answers', { ...fixed, ...latency(90) }, 'warning'],
  ['nothing', before, 'good'],
])('the tone of a comparison is that of the worst in it: %s', (_what, latest, tone) => {
  expect(driftTone(compareReports(before, latest))).toBe(tone);
});
