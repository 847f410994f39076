import { expect, it } from 'vitest';
import type { Report } from '../results/report.ts';
import { everyOutcome } from '../results/sample-outcomes.test-data.ts';
import { failed, sampleReport, sampleResult, undecided } from '../results/sample-reports.test-data.ts';
import { renderAnnotations } from './github.ts';

const heads = (report: Report): readonly string[] =>
  renderAnnotations(report)
    .split('\n')
    .slice(0, -1)
    .map((line) => line.slice(2).split('::')[0] ?? '');

it('has errors for what fails the run, then warnings, then notices, each the worst first', () => {
  expect(heads(everyOutcome)).toEqual([
    'error title=gate',
    'error title=renewals.edit-listed (required)',
    'error title=paging.tiling (required)',
    'error title=renewals.edit-stale (open)',
    'error title=snapshots.create (required) could not be judged',
    'error title=fault of the suite in token.issue%2C no verdict on the target',
    'warning title=token.lifetime (expected)',
    'notice title=token.type (required)',
    'notice title=groups.list (required)',
  ]);
});

it('is empty where there is nothing to say', () => {
  expect(renderAnnotations(sampleReport([sampleResult('token.issue')]))).toBe('');
});

it('names a cause that blocks many once, and one that the verdict names not again', () => {
  const detail = 'down';
  const blocked = [undecided('token.issue', 'blocked', { detail }), undecided('token.jwt', 'blocked', { detail })];
  const report = sampleReport(blocked);
  expect(heads(report)).toEqual(['error title=no verdict', 'error title=2 required could not be judged']);
  const named = { ...report, summary: { ...report.summary, headline: 'no verdict: down' } };
  expect(heads(named)).toEqual(['error title=no verdict']);
});

it('is no more than GitHub shows, and the last of a kind says how many more there are', () => {
  const failure = failed('token.issue');
  const of = (count: number) => heads(sampleReport(Array.from({ length: count }, () => failure)));
  expect(of(10)).toHaveLength(10);
  expect(of(10).at(-1)).toBe('error title=token.issue (required)');
  expect(of(200)).toHaveLength(10);
  expect(of(200).at(-1)).toBe('error title=191 more');
});

it('a text of a target is escaped, so that GitHub shows it as it was, and begins no command', () => {
  const annotated = (message: string): string => renderAnnotations(sampleReport([failed('token.issue', { message })]));
  expect(annotated('100%0A')).toContain('::100%250A (seen 3 times)%0A');
  expect(annotated('a\n::error::b\r::notice::c').split('\n')).toHaveLength(2);
});
