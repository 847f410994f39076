import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { decideGate } from '../../results/gate.ts';
import type { Report } from '../../results/report.ts';
import { sampleReport, sampleResult, withRun } from '../../results/sample-reports.test-data.ts';
import { everyOutcome } from '../../results/sample-outcomes.test-data.ts';
import { renderHtml } from './report-page.ts';

const between = (html: string, from: string, to: string): string => html.split(from)[1]?.split(to)[0] ?? '';
const matchesOf = (html: string, pattern: RegExp): readonly string[] =>
  Array.from(html.matchAll(pattern), ([, text = '']) => text);

describe('the HTML report', () => {
  it('is one file that names no other, and allows nothing but its own script and style', () => {
    const html = renderHtml(everyOutcome);
    const policy = between(html, 'Content-Security-Policy" content="', '"').replaceAll('&#39;', "'");
    const hashed = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    expect(policy.split('; ')).toEqual([
      `default-src 'none'`,
      `script-src ${hashed(between(html, '<script type="module">', '</script>'))}`,
      `style-src ${hashed(between(html, '<style>', '</style>'))}`,
      `base-uri 'none'`,
      `form-action 'none'`,
    ]);
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).not.toMatch(/ (?:src|style|on[a-z]+)=|@import|url\(/);
    expect(html.match(/href="[^#]/g)).toBeNull();
  });

  it.each([
    ['a run', { profile: 'full', durationMs: 0 }, /^<div><dt>Started<.*<dt>Took<\/dt><dd>0.0\u00a0s</],
    ['a longer run', { profile: 'full', durationMs: 59_960 }, /<dt>Took<\/dt><dd>1\u00a0min 0\u00a0s</],
    ['saved traffic', { profile: 'judge' }, /^<div><dt>Dated<.*<dt>Traffic lasted</],
  ])('says when and how long, of %s', (_, run, facts) => {
    const html = renderHtml(withRun(sampleReport([sampleResult('token.issue')]), run));
    expect(html.split('<dl class="facts">')[1]).toMatch(facts);
  });

  it('lists what fails by what demands it, and what passes in part apart from what passes', () => {
    const titles = (report: Report): readonly string[] =>
      matchesOf(renderHtml(report), /data-standing="[^"]*"><h3>([^<]*)/g).map((title) => title.trim());
    const report = sampleReport([
      sampleResult('token.issue', { outcome: 'fail' }),
      sampleResult('token.lifetime', { outcome: 'fail' }),
      sampleResult('wire.timestamp-unit', { outcome: 'fail' }),
      sampleResult('groups.list', { partly: true }),
      sampleResult('renewals.edit-stale', { partly: true }),
    ]);
    const changed = 'Pinned open points that have changed';
    expect(titles(report)).toEqual(['Failures', changed, 'Warnings', 'Passed in part', 'Observed']);
    const strict = withRun(report, { level: 'expected' as const });
    expect(titles(strict).slice(0, 3)).toEqual(['Failures', 'Failures of what is expected', changed]);
  });

  it('links what the gate objects to', () => {
    const report = sampleReport([sampleResult('token.issue', { outcome: 'fail' })]);
    const gate = decideGate(report, {
      waive: [{ id: 'token.issue', reason: 'known since spring', until: '2026-12-31' }],
      today: '2027-01-02',
      baseline: sampleReport([sampleResult('token.issue')]),
    });
    const section = between(renderHtml({ ...report, gate }), '<section class="panel" id="gate"', '</section>');
    const link = '<a href="#token.issue"><code class="requirement-id">token.<wbr>issue</code></a>';
    expect(section).toContain(`<li>${link} fails, and did not in the baseline of 2027-01-02 03:04 UTC</li>`);
    expect(section).toContain(`<li>the waiver of ${link} (known since spring) ended on 2026-12-31`);
    expect(section).toContain(`<dt>new</dt><dd>${link}</dd>`);
  });
});
