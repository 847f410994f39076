import { expect, it } from 'vitest';
import { sampleReport, sampleResult } from '../results/sample-reports.test-data.ts';
import { renderJunit } from './junit.ts';

it.each([
  ['where that objects to nothing of its own', 'fail', ['token.issue fails'], 0],
  ['unless nothing else would say that it fails', 'pass', [], 1],
] as const)('the run has no case for its gate %s', (_, outcome, problems, cases) => {
  const gate = { passed: false, verdict: 'nonconformant', problems, waivers: [] } as const;
  const text = renderJunit(sampleReport([sampleResult('token.issue', { outcome })], { gate }));
  expect(text.match(/<failure type="gate"/g) ?? []).toHaveLength(cases);
});
