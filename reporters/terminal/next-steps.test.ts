import { expect, it } from 'vitest';
import type { Report, RequirementResult } from '../../results/report.ts';
import { sampleReport, sampleResult, withRun } from '../../results/sample-reports.test-data.ts';
import { nextSteps } from './next-steps.ts';

const blockedBy = (detail: string, changes: Partial<RequirementResult> = {}): RequirementResult =>
  sampleResult('snapshots.create', { outcome: 'inconclusive', reason: 'blocked', detail, cases: 0, ...changes });

const refused = blockedBy('the canonical body was refused: 422');
const unanswered = blockedBy('no answer to POST /api/v1/groups: the target answered 503 6 times', {
  unanswered: 'GET /groups',
});

it.each([
  ['a refusal', [refused], [true, false]],
  ['a target that did not answer', [unanswered], [false, true]],
  ['both', [refused, unanswered], [true, true]],
])('advises fixtures for what a refusal blocks alone: %s', (_, results, [fixtures, later]) => {
  const text = nextSteps(sampleReport(results)).join('\n');
  expect([text.includes('fixtures.groupId'), text.includes('run again when the target is well')]).toEqual([
    fixtures,
    later,
  ]);
});

it('sends to more time where the target turned requests away, and nobody who ended the run by hand', () => {
  const stopped = (changes: Partial<Report['run']> = {}) =>
    nextSteps(withRun(sampleReport([unanswered]), { interrupted: true, ...changes })).join('\n');
  expect(stopped({ turnedAway: { throttled: 57, unavailable: 0 } })).toContain('The target turned requests away');
  expect(stopped()).toContain('Let the run come to its end');
  expect(stopped()).not.toContain('--time-budget');
});
