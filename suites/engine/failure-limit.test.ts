import { describe, expect, test } from 'vitest';
import type { RequirementId } from '../../spec/index.ts';
import { OutOfBudget, createFailureLimit, type FailureBound } from './budget.ts';
import { asRepetition } from './case-scope.ts';

const waive = [
  { id: 'token.type', reason: 'known', until: '2027-01-02' },
  { id: 'token.jwt', reason: 'known', until: '2027-01-01' },
];

const limitOf = (bound: Partial<FailureBound> = {}, isSelected: (id: RequirementId) => boolean = () => true) =>
  createFailureLimit({ most: 1, level: 'required', accepted: [], ...bound }, waive, '2027-01-02', isSelected);

describe('a failure limit', () => {
  test('ends a run with as many failing requirements as it names, each counted once', () => {
    const limit = limitOf({ most: 2 });
    limit.note('token.issue');
    limit.note('token.issue');
    limit.pass();
    limit.note('groups.list');
    expect(limit.isReached).toBe(true);
    expect(() => limit.pass()).toThrow('the run ended before, after 2 failing requirements (--max-failures)');
  });

  test('still lets go what confirms a failure', async () => {
    const limit = limitOf();
    limit.note('token.issue');
    expect(() => limit.pass()).toThrow(OutOfBudget);
    await asRepetition(async () => limit.pass());
  });

  test.each([
    ['is expected only', 'token.lifetime', {}, false],
    ['is expected, where those are judged', 'token.lifetime', { level: 'expected' }, true],
    ['is accepted', 'token.issue', { accepted: ['token.issue'] }, false],
    ['is waived', 'token.type', {}, false],
    ['was waived until yesterday', 'token.jwt', {}, true],
    ['is open', 'token.expires-in-unit', { level: 'expected' }, false],
  ] as const)('of a requirement that %s: %s', (_what, id, bound, counts) => {
    const limit = limitOf(bound);
    limit.note(id);
    expect(limit.isReached).toBe(counts);
  });

  test('counts nothing that was not asked for', () => {
    const limit = limitOf({}, (id) => id !== 'token.issue');
    limit.note('token.issue');
    expect(limit.isReached).toBe(false);
  });
});
