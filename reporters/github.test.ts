import { expect, it } from 'vitest';
import type { Report } from '../results/report.ts';
import { failed, sampleReport, undecided } from '../results/sample-reports.test-data.ts';
import { renderAnnotations } from './github.ts';

const heads = (report: Report): readonly string[] =>
  renderAnnotations(report)
    .split('\n')
    .slice(0, -1)
    .map((line) => line.slice(2).split('::')[0] ?? '');

it('names a cause that blocks several requirements once, and not again if the verdict names it', () => {
  const detail = 'down';
  const blocked = [undecided('token.issue', 'blocked', { detail }), undecided('token.jwt', 'blocked', { detail })];
  const report = sampleReport(blocked);
  expect(heads(report)).toEqual(['error title=no verdict', 'error title=2 required could not be judged']);
  const named = { ...report, summary: { ...report.summary, headline: 'no verdict: down' } };
  expect(heads(named)).toEqual(['error title=no verdict']);
});

it('has no more annotations than GitHub shows, and the last of a kind says how many more there are', () => {
  const failure = failed('token.issue');
  const of = (count: number) => heads(sampleReport(Array.from({ length: count }, () => failure)));
  expect(of(10)).toHaveLength(10);
  expect(of(10).at(-1)).toBe('error title=token.issue (required)');
  expect(of(200)).toHaveLength(10);
  expect(of(200).at(-1)).toBe('error title=191 more');
});

it('text from a target is escaped, so that GitHub shows it unchanged, and starts no command', () => {
  const annotated = (message: string): string => renderAnnotations(sampleReport([failed('token.issue', { message })]));
  expect(annotated('100%0A')).toContain('::100%250A (seen 3 times)%0A');
  expect(annotated('a\n::error::b\r::notice::c').split('\n')).toHaveLength(2);
});
