import { describe, expect, test } from 'vitest';
import type { Bounds } from '../profiles.ts';
import { createBudget, OutOfBudget, createFailureLimit, type FailurePlan } from './budget.ts';
import { asRepetition } from './case-scope.ts';

const budgetOf = (changes: Partial<Bounds> = {}) =>
  createBudget({ requests: 10, records: 3, ...changes }, 'the profile health');

describe('a budget', () => {
  test('allows as many requests and writes as it has, and names itself when it refuses the next one', () => {
    const budget = budgetOf({ requests: 5 });
    for (const [endpoint, method] of [
      ['E2', 'POST'],
      ['E3', 'POST'],
      ['E4', 'PUT'],
    ] as const)
      budget.take(endpoint, method);
    expect(() => budget.take('E6', 'POST')).toThrow('it takes more writes than the 3 of the profile health');
    budget.take('E1', 'GET');
    budget.take('E1', 'GET');
    expect(budget.isOutOfRequests).toBe(false);
    const message = 'the 5 requests of the profile health were used up before';
    const refusal = { name: 'OutOfBudget', reason: 'not-reached', message };
    expect(() => budget.take('token', 'POST')).toThrow(expect.objectContaining(refusal));
    expect(budget.isOutOfRequests).toBe(true);
  });

  test('charges a retry of a write that was turned away as a request, not as another record', () => {
    const budget = budgetOf({ requests: 2, records: 1 });
    budget.take('E2', 'POST');
    budget.take('E2', 'POST', true);
    expect(() => budget.take('E2', 'POST', true)).toThrow('requests');
  });

  test('refunds the record of a refused write, even in a rerun, but not the request', async () => {
    const budget = budgetOf({ records: 1 });
    const refused = async (): Promise<void> => {
      budget.take('E3', 'POST');
      budget.giveBack('E3', 'POST');
    };
    for (let sent = 0; sent < 4; sent += 1) await refused();
    for (let sent = 0; sent < 4; sent += 1) await asRepetition(refused);
    budget.giveBack('E1', 'GET');
    expect(budget.mayRepeat()).toBe(true);
    budget.take('E3', 'POST');
    expect(() => budget.take('E3', 'POST')).toThrow('writes');
    budget.take('E1', 'GET');
    expect(() => budget.take('E1', 'GET')).toThrow('the 10 requests');
  });

  test.each([
    ['requests', 'E1', 'GET', 5],
    ['writes', 'E3', 'POST', 1],
  ] as const)('keeps a share of its %s from reruns', async (_what, endpoint, method, repeated) => {
    const budget = budgetOf();
    for (let sent = 0; sent < repeated; sent += 1) {
      expect(budget.mayRepeat()).toBe(true);
      await asRepetition(async () => budget.take(endpoint, method));
    }
    expect(budget.mayRepeat()).toBe(false);
    budget.take(endpoint, method);
  });
});

const waive = [
  { id: 'token.type', reason: 'known', until: '2027-01-02' },
  { id: 'token.jwt', reason: 'known', until: '2027-01-01' },
];

const limitOf = (plan: Partial<FailurePlan> = {}) =>
  createFailureLimit({ maxFailures: 1, level: 'required', target: { waive }, ...plan }, () => true, '2027-01-02');

describe('a failure limit', () => {
  test('ends a run at the given number of failing requirements, each counted once', () => {
    const limit = limitOf({ maxFailures: 2 });
    for (const id of ['token.issue', 'token.issue'] as const) limit.note(id);
    limit.pass();
    limit.note('groups.list');
    expect(limit.isReached).toBe(true);
    expect(() => limit.pass()).toThrow('the run ended before, after 2 failing requirements (--max-failures)');
  });

  test('still allows requests that confirm a failure', async () => {
    const limit = limitOf();
    limit.note('token.issue');
    expect(() => limit.pass()).toThrow(OutOfBudget);
    await asRepetition(async () => limit.pass());
  });

  test.each([
    ['is only expected', 'token.lifetime', {}, false],
    ['is expected, at the level expected', 'token.lifetime', { level: 'expected' }, true],
    ['is accepted', 'token.issue', { accepted: ['token.issue'] }, false],
    ['is waived', 'token.type', {}, false],
    ['was waived until yesterday', 'token.jwt', {}, true],
    ['is an open point, at the level expected', 'token.expires-in-unit', { level: 'expected' }, false],
  ] as const)('counts the failure of a requirement that %s: %s', (_what, id, bound, counts) => {
    const limit = limitOf(bound);
    limit.note(id);
    expect(limit.isReached).toBe(counts);
  });
});
