import { describe, expect, it } from 'vitest';
import type { RequirementId } from '../spec/index.ts';
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

it('says that there is no verdict', () => {
  const blocked = undecided('token.issue', 'blocked');
  expect(heads(sampleReport([blocked]))[0]).toBe('error title=no verdict');
});

it('names a cause that blocks many once, and one that the verdict names not again', () => {
  const blocked = (id: RequirementId, detail: string) =>
    sampleResult(id, { outcome: 'inconclusive', reason: 'blocked', detail, cases: 0 });
  const report = sampleReport([blocked('token.issue', 'down'), blocked('token.jwt', 'down')]);
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

describe('a text of a target', () => {
  const annotated = (message: string): string => renderAnnotations(sampleReport([failed('token.issue', { message })]));

  it('is escaped, so that GitHub shows it as it was', () => {
    expect(annotated('100%0A')).toContain('::100%250A (seen 3 times)%0A');
  });

  it('begins no line, and so no command', () => {
    expect(annotated('a\n::error::b\r::notice::c').split('\n')).toHaveLength(2);
  });
});
