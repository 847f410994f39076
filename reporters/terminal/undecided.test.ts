import { expect, it } from 'vitest';
import type { RequirementResult } from '../../results/report.ts';
import { sampleReport, sampleResult, withRun } from '../../results/sample-reports.test-data.ts';
import { undecidedPinsInShort } from '../outcomes.ts';
import { createPage } from './page.ts';
import { nextSteps, renderUndecidedPins } from './undecided.ts';

const of = (id: string) => ({ id, value: 'x', cases: 1 });
const whole = sampleReport(
  [
    sampleResult('renewals.edit-stale', { pin: { to: 'refused with 409' } }),
    sampleResult('paging.defaults', { outcome: 'fail', pin: { to: 'E8: page_size 20 by default' } }),
    sampleResult('paging.order', { outcome: 'inconclusive', reason: 'not-reached', cases: 0, pin: { to: 'x' } }),
    sampleResult('renewals.lines', { outcome: 'skipped', reason: 'deselected', cases: 0, pin: { to: 'x' } }),
    sampleResult('wire.rate-limits', {
      outcome: 'inconclusive',
      reason: 'not-reached',
      detail: 'this pin cannot be compared',
      pin: { to: 'answers 429' },
    }),
    sampleResult('input.error-shape', {
      pin: { to: 'not found: 404; query: \u001B400', unseen: ['query: \u001B400'] },
    }),
    sampleResult('wire.unknown-fields'),
  ],
  { observations: ['renewals.edit-stale', 'paging.defaults', 'wire.rate-limits', 'input.error-shape'].map(of) },
);
const report = withRun(whole, { profile: 'health' });
const notLookedAt = 'Pinned, not looked at: paging.order, renewals.lines (profile health)';

it('lists which pins were not looked at, or not in full, and why', () => {
  expect(renderUndecidedPins(report, createPage(90, false))).toEqual([
    `  ${notLookedAt}`,
    '  wire.rate-limits  this pin cannot be compared',
    '  input.error-shape  holds, as far as it was seen; not seen: query: \\u001b400',
  ]);
});

it('gives a line each in short, and nothing where all were decided', () => {
  expect(undecidedPinsInShort(report)).toEqual([
    notLookedAt,
    'Pinned, not decided: wire.rate-limits',
    'Pinned, seen in part: input.error-shape',
  ]);
  expect(undecidedPinsInShort(sampleReport([sampleResult('paging.order', { pin: { to: 'x' } })]))).toEqual([]);
});

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
  const { run } = sampleReport([]);
  const stopped = (turnedAway?: { throttled: number; unavailable: number }) =>
    nextSteps(
      sampleReport([unanswered], {
        run: { ...run, interrupted: true, ...(turnedAway === undefined ? {} : { turnedAway }) },
      }),
    ).join('\n');
  expect(stopped({ throttled: 57, unavailable: 0 })).toContain('The target turned requests away');
  expect(stopped()).toContain('Let the run come to its end');
  expect(stopped()).not.toContain('--time-budget');
});
