import { expect, it } from 'vitest';
import { everyOutcome } from '../results/sample-outcomes.test-data.ts';
import { failed } from '../results/sample-reports.test-data.ts';
import { isGateAsked, standingOf } from './outcomes.ts';

it('a failure counts once its waiver has ended, even if the baseline knows it', () => {
  const { gate = expect.fail('the sample has a gate'), run } = everyOutcome;
  const waivers = [{ id: 'token.type', reason: 'x', until: '2027-01-01', state: 'expired' as const }];
  const type = failed('token.type');
  expect(standingOf(type, { run, gate: { ...gate, waivers } })).toBe('failing');
});

it('a gate is shown beside the verdict if something else fails as well', () => {
  const gate = { passed: false, verdict: 'nonconformant', problems: [], waivers: [] } as const;
  expect(isGateAsked({ ...gate, besides: ['it has changed'] })).toBe(true);
});
