import { expect, it } from 'vitest';
import { everyOutcome } from '../results/sample-outcomes.test-data.ts';
import { failed, sampleReport, sampleResult, undecided } from '../results/sample-reports.test-data.ts';
import { isGateAsked, standingOf, undecidedPinsInShort } from './outcomes.ts';

it('a failure counts once its waiver has ended, even if the baseline knows it', () => {
  const { gate = expect.fail('the sample has a gate'), run } = everyOutcome;
  const waivers = [{ id: 'token.type', reason: 'x', until: '2027-01-01', state: 'expired' as const }];
  const type = failed('token.type');
  expect(standingOf(type, { run, gate: { ...gate, waivers } })).toBe('failing');
});

it('pins that were not decided, or not in full, are summarized in a line for each kind', () => {
  const results = [
    undecided('paging.order', 'not-reached', { pin: { to: 'x' } }),
    undecided('wire.rate-limits', 'not-reached', { detail: 'this pin cannot be compared', pin: { to: '429' } }),
    sampleResult('input.error-shape', { pin: { to: 'query: 400', unseen: ['query: 400'] } }),
  ];
  const observations = ['wire.rate-limits', 'input.error-shape'].map((id) => ({ id, value: 'x', cases: 1 }));
  expect(undecidedPinsInShort(sampleReport(results, { observations }))).toEqual([
    'Pinned, not looked at: paging.order (profile full)',
    'Pinned, not decided: wire.rate-limits',
    'Pinned, seen in part: input.error-shape',
  ]);
  expect(undecidedPinsInShort(sampleReport([sampleResult('paging.order', { pin: { to: 'x' } })]))).toEqual([]);
});

it('a gate is shown beside the verdict if something else fails as well', () => {
  const gate = { passed: false, verdict: 'nonconformant', problems: [], waivers: [] } as const;
  expect(isGateAsked({ ...gate, besides: ['it has changed'] })).toBe(true);
});
