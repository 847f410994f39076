import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sampleReport, sampleResult, withRun } from '../../results/sample-reports.test-data.ts';
import { everyOutcome } from '../../results/sample-outcomes.test-data.ts';
import { renderHtml } from './report-page.ts';

const between = (html: string, from: string, to: string): string => html.split(from)[1]?.split(to)[0] ?? '';

describe('the HTML report', () => {
  it('is one self-contained file, and allows only its own script and style', () => {
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
  ])('shows the start and the duration of %s', (_, run, facts) => {
    const html = renderHtml(withRun(sampleReport([sampleResult('token.issue')]), run));
    expect(html.split('<dl class="facts">')[1]).toMatch(facts);
  });

  it('lists failures by their level, and partial passes separately', () => {
    const results = [
      sampleResult('token.issue', { outcome: 'fail' }),
      sampleResult('token.lifetime', { outcome: 'fail' }),
      sampleResult('groups.list', { partly: true }),
      sampleResult('renewals.edit-stale', { partly: true }),
    ];
    const html = renderHtml(withRun(sampleReport(results), { level: 'expected' }));
    const titles = Array.from(html.matchAll(/data-standing="[^"]*"><h3>([^<]*) </g), ([, title]) => title);
    expect(titles).toEqual(['Failures', 'Failures of what is expected', 'Passed in part', 'Observed']);
  });
});
