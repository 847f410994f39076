import { expect, it } from 'vitest';
import type { Report } from '../../results/report.ts';
import { sampleReport, undecided, withRun } from '../../results/sample-reports.test-data.ts';
import { nextSteps } from './next-steps.ts';

const refused = undecided('snapshots.create', 'blocked', { detail: 'the canonical body was refused: 422' });
const unanswered = undecided('snapshots.create', 'blocked', { detail: '503 6 times', unanswered: 'GET /groups' });

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
