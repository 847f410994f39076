import { createHash } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decideGate } from '../../results/gate.ts';
import type { Report } from '../../results/report.ts';
import { sampleReport, sampleResult } from '../../results/sample-reports.test-data.ts';
import { everyOutcome } from '../../results/sample-outcomes.test-data.ts';
import { fullReport } from './full-report.test-data.ts';
import { reportRows } from './report-rows.ts';
import { renderHtml, writeHtml } from './write-html.ts';

const between = (html: string, from: string, to: string): string => html.split(from)[1]?.split(to)[0] ?? '';

describe('the HTML report', () => {
  it('is one file that names no other, and lets nothing run but its own script and style', () => {
    const html = renderHtml(fullReport);
    const policy = between(html, 'Content-Security-Policy" content="', '"').replaceAll('&#39;', "'");
    const hashed = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    expect(policy.split('; ')).toEqual([
      `default-src 'none'`,
      `script-src ${hashed(between(html, '<script>', '</script>'))}`,
      `style-src ${hashed(between(html, '<style>', '</style>'))}`,
      `base-uri 'none'`,
      `form-action 'none'`,
    ]);
    expect(html).not.toMatch(/ (?:src|style|on[a-z]+)=|@import|url\(/);
    expect(html.match(/href="[^#]/g)).toBeNull();
  });

  it('has a section for each thing that the report holds, and no empty ones', () => {
    const headings = (html: string) => Array.from(html.matchAll(/<h2 [^>]*>([^<]*)/g), ([, title]) => title);
    expect(headings(renderHtml(fullReport))).toEqual([
      'The run',
      'By level',
      'Gate',
      'What has changed',
      'Faults of the suite itself',
      'Requirements',
      'By part',
      'Observed where the document leaves it open',
      'Latency',
      'Edges reached',
    ]);
    expect(headings(renderHtml(sampleReport([sampleResult('token.issue')], { latency: {} })))).toEqual([
      'The run',
      'By level',
      'Requirements',
      'By part',
    ]);
  });

  it('tells verdict, target and run on top', () => {
    const html = renderHtml(fullReport);
    for (const text of [
      'Nonconformant',
      'a sandbox',
      'http://127.0.0.1:8080',
      '2027-01-02 03:04 UTC',
      '0123456789ab',
      '✗ gate fails',
    ])
      expect(html).toContain(text);
  });

  it('shows what others do beside what the target does, and where they differ', () => {
    const html = renderHtml(fullReport, {
      beside: [
        { name: 'another vendor', observations: [{ id: 'wire.timestamp-unit', value: 'milliseconds', cases: 1 }] },
      ],
    });
    const table = between(html, '<table class="data stacks observed"', '</table>');
    expect(table).toContain('another vendor');
    expect(table).toContain('a sandbox, 2027-01-01 03:04 UTC');
    expect(table).toMatch(/milliseconds <span class="badge warning">≠ differs/);
    expect(table).toMatch(/refused with 409 <span class="badge warning">≠ differs/);
    expect(table).toMatch(/another vendor"><span class="faint">nothing was seen<\/span><\/td>/);
    expect(html).toContain('<div class="scroll" tabindex="0" role="group" aria-label="Open points,');
  });

  it('names as new what the gate objects to as new, leads to it, and tells instants in one way', () => {
    const report = sampleReport([sampleResult('token.issue', { outcome: 'fail' })]);
    const baseline = sampleReport([sampleResult('token.issue')]);
    const gate = decideGate(report, {
      waive: [{ id: 'token.issue', reason: 'known since spring', until: '2026-12-31' }],
      today: '2027-01-02',
      baseline,
    });
    const section = between(renderHtml({ ...report, gate }), '<section class="panel" id="gate"', '</section>');
    const link = '<a href="#token.issue"><code class="requirement-id">token.<wbr>issue</code></a>';
    expect(section).toContain(`<li>${link} fails, and did not in the baseline of 2027-01-02 03:04 UTC</li>`);
    expect(section).toContain(`<li>the waiver of ${link} (known since spring) ended on 2026-12-31`);
    expect(section).toContain(`<dt>new</dt><dd>${link}</dd>`);
  });

  it('lists a known failure with what the baseline saw, where that is something else', () => {
    const { rows } = reportRows(everyOutcome);
    expect(rows.find(({ id }) => id === 'token.type')?.there).toBe('token_type is missing from the token answer');
    expect(rows.filter(({ there }) => there !== undefined)).toHaveLength(1);
  });

  it('tells when traffic was sent, or judged, and how long it is, as no run', () => {
    const report = sampleReport([sampleResult('token.issue')]);
    const factsOf = ({ run }: Report): string => renderHtml({ ...report, run }).split('<dl class="facts">')[1] ?? '';
    expect(factsOf(report)).toMatch(/^<div><dt>Started<.*<dt>Took</);
    expect(factsOf({ ...report, run: { ...report.run, profile: 'judge' } })).toMatch(
      /^<div><dt>Dated<.*<dt>Traffic lasted</,
    );
  });

  it('takes a report with nothing in it', () => {
    const bare = { ...sampleReport([]), latency: {}, edges: [] };
    expect(renderHtml(bare)).toContain('No verdict');
  });

  it('is written whole beside other reports', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'bfc-html-'));
    try {
      const path = await writeHtml(fullReport, join(directory, 'new'));
      expect(await readFile(path, 'utf8')).toBe(renderHtml(fullReport));
      expect(await readdir(join(directory, 'new'))).toEqual(['report.html']);
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});
