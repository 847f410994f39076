import { expect, it } from 'vitest';
import type { Report } from '../results/report.ts';
import { failed, latenciesFrom, sampleReport, sampleResult, undecided } from '../results/sample-reports.test-data.ts';
import { compareReports } from '../results/compare-reports.ts';
import { driftHeadline, driftTone } from './changes.ts';

const night = (...bases: readonly number[]): Report =>
  sampleReport([sampleResult('token.issue')], { latency: latenciesFrom(...bases) });
const few = { E9: { p50: 1, p95: 1, p99: 1, count: 3 } };
const sparse: Report = { ...night(20), latency: { ...night(20).latency, ...few } };
const down = sampleReport([undecided('token.issue', 'blocked')]);
const broken = { ...night(58), requirements: [failed('token.issue')] };

it.each([
  [night(20, 30, 8), night(58, 80, 20), /^all 3 compared endpoints about 2.7 times slower$/, 'warning'],
  [night(58, 80, 20), night(20, 30, 8), /^all 3 compared endpoints about 2.7 times faster$/, 'good'],
  [night(20, 30, 8), night(58, 80, 8), /^fastest answers changed at 2 endpoints$/, 'warning'],
  [night(20), broken, /^1 regression, fastest answers changed at 1 endpoint$/, 'bad'],
  [broken, night(58), /^1 improvement, fastest answers as before$/, 'good'],
  [sparse, sparse, /^nothing has changed, fastest answers as before at 1 of 2 endpoints$/, 'good'],
  [night(20), down, /^no verdict any more, latency/, 'warning'],
  [down, night(20), /^a verdict again, latency/, 'good'],
])(
  'the headline of a comparison names the changes and the compared latencies, in the tone of the worst change (%#)',
  (...row) => {
    const [old, latest, headline, tone] = row;
    const comparison = compareReports(old, latest);
    expect(driftHeadline(comparison)).toMatch(headline);
    expect(driftTone(comparison)).toBe(tone);
  },
);
