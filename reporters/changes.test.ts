import { describe, expect, it } from 'vitest';
import { renderHtml } from './html/write-html.ts';
import { renderDriftMarkdown } from './markdown.ts';
import type { Report } from '../results/report.ts';
import { sampleEvidence, sampleReport, sampleResult } from '../results/sample-reports.test-data.ts';
import { renderDrift } from './terminal/comparison.ts';
import { compareReports } from '../results/compare-reports.ts';
import { driftHeadline, driftTone } from './changes.ts';

const wrong = {
  outcome: 'fail',
  counterexample: sampleEvidence({ message: '/federal_ein is not what was sent' }),
} as const;
const blocked = { outcome: 'inconclusive', reason: 'blocked', cases: 0 } as const;
const latency = (base: number): Pick<Report, 'latency'> => ({
  latency: { E7: { p50: 40, p95: 80, p99: 90, count: 200, base, spread: 1 } },
});
const before = sampleReport(
  [sampleResult('connections.echo', wrong), sampleResult('groups.list'), sampleResult('token.issue')],
  latency(4),
);
const after = sampleReport(
  [sampleResult('connections.echo'), sampleResult('groups.list', blocked), sampleResult('token.issue', wrong)],
  { ...latency(5), run: { ...before.run, seed: 7 } },
);

/** The text of the changes on a page, its tags left out. */
const pageText = (latest: Report, old: Report): string =>
  (
    renderHtml({ ...latest, comparison: compareReports(old, latest) }).match(
      /<section class="panel" id="drift".*?<\/section>/s,
    )?.[0] ?? ''
  )
    .replaceAll('<wbr>', '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

describe.each<[string, (old: Report, latest: Report) => string]>([
  ['text', (old, latest) => renderDrift(compareReports(old, latest), { width: 90, colour: false })],
  ['Markdown', (old, latest) => renderDriftMarkdown(compareReports(old, latest))],
  ['the page', (old, latest) => pageText(latest, old)],
])('a comparison as %s', (_, render) => {
  it('counts regressions, then improvements, then drift, in this order', () => {
    const text = render(before, after);
    const places = [
      '1 regression',
      '1 improvement',
      '1 requirement drifted',
      'fastest answers as before',
      'token.issue',
      'connections.echo',
      'groups.list',
      'The runs drew different data',
    ].map((words) => text.indexOf(words));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(text.toLowerCase()).toContain('to keep in mind');
  });

  it('shows an improvement as one, and what failed as seen before', () => {
    const text = render(before, { ...after, requirements: before.requirements.map(({ id }) => sampleResult(id)) });
    expect(text).toContain('1 improvement');
    expect(text).toMatch(/before: \S*federal_ein is not what was sent/);
    expect(text).not.toMatch(/regression|drift/);
  });

  it('shows what is judged again after an outage in one line, by its ids', () => {
    const ids = ['connections.echo', 'groups.list', 'token.issue'] as const;
    const outage = sampleReport(
      [sampleResult('wire.json', wrong), ...ids.map((id) => sampleResult(id, blocked))],
      latency(4),
    );
    const well = sampleReport([sampleResult('wire.json', wrong), ...ids.map((id) => sampleResult(id))], latency(4));
    const text = render(outage, well);
    expect(text.match(/inconclusive \(blocked\)|inconclusive \\\(blocked\\\)/g)).toHaveLength(1);
    for (const id of ids) expect(text.replaceAll(/\s*\.\s*/g, '.')).toContain(id);
    expect(text).not.toContain(sampleResult('groups.list').title.slice(0, 30));
  });

  it('that says of an endpoint that it became slower says so in its first line', () => {
    const text = render(before, { ...before, ...latency(90) });
    expect(text).toContain('fastest answers changed at 1 endpoint');
    expect(text).toContain('86 ms slower');
  });
});

it('the headline of a comparison says what changed in short, and how far latencies could be compared', () => {
  const night = (...bases: readonly number[]): Report =>
    sampleReport([sampleResult('token.issue')], {
      latency: Object.fromEntries(
        bases.map((base, index) => [`E${index + 1}`, { p50: base, p95: base, p99: base, count: 99, base, spread: 1 }]),
      ),
    });
  const headline = (old: Report, latest: Report) => driftHeadline(compareReports(old, latest));
  expect(headline(night(20, 30, 8), night(58, 80, 20))).toBe('all 3 compared endpoints about 2.7 times slower');
  expect(headline(night(58, 80, 20), night(20, 30, 8))).toBe('all 3 compared endpoints about 2.7 times faster');
  expect(headline(night(20, 30, 8), night(58, 80, 8))).toBe('fastest answers changed at 2 endpoints');
  const usual = night(20);
  const sparse: Report = { ...usual, latency: { ...usual.latency, E9: { p50: 1, p95: 1, p99: 1, count: 3 } } };
  expect(headline(sparse, sparse)).toBe('nothing has changed, fastest answers as before at 1 of 2 endpoints');
  const down = sampleReport([sampleResult('token.issue', blocked)]);
  expect(headline(usual, down)).toMatch(/^no verdict any more, latency/);
  expect(headline(down, usual)).toMatch(/^a verdict again, latency/);
});

it('the tone of a comparison is that of the worst in it', () => {
  const fixed = { ...after, requirements: before.requirements.map(({ id }) => sampleResult(id)) };
  expect(driftTone(compareReports(before, after))).toBe('bad');
  expect(driftTone(compareReports(before, fixed))).toBe('good');
  expect(driftTone(compareReports(before, { ...fixed, ...latency(90) }))).toBe('warning');
  expect(driftTone(compareReports(before, before))).toBe('good');
});
