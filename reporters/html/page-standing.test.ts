import { expect, it } from 'vitest';
import { sampleReport, sampleResult } from '../../results/sample-reports.test-data.ts';
import { pageStandingOf } from './page-standing.ts';

const report = sampleReport([]);
const strict = { ...report, run: { ...report.run, level: 'expected' as const } };

it.each([
  ['required', 'token.issue', 'fail', report, 'failing'],
  ['expected, where only what is required is held to', 'token.lifetime', 'fail', report, 'warning'],
  ['expected, where that is held to', 'token.lifetime', 'fail', strict, 'failing-expected'],
  ['open, and pinned', 'wire.timestamp-unit', 'fail', report, 'changed'],
] as const)('what fails, and is %s, is told by what asks for it', (_, id, outcome, of, standing) => {
  expect(pageStandingOf(sampleResult(id, { outcome }), of)).toBe(standing);
});

it('what passes in part is not told as passing, but for what nothing is asked of', () => {
  expect(pageStandingOf(sampleResult('token.issue', { partly: true }), report)).toBe('in-part');
  expect(pageStandingOf(sampleResult('wire.timestamp-unit', { partly: true }), report)).toBe('observed');
});
