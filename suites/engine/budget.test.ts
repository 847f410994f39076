import { describe, expect, test } from 'vitest';
import type { Bounds } from '../profiles.ts';
import { createBudget, OutOfBudget } from './budget.ts';
import { asRepetition } from './case-scope.ts';

const bounds: Bounds = { requests: 10, records: 3 };

const budgetOf = (changes: Partial<Bounds> = {}) => createBudget({ ...bounds, ...changes }, 'the profile health');

describe('a budget', () => {
  test('lets as many requests go as it has, and names itself in place of the next one', () => {
    const budget = budgetOf();
    for (let sent = 0; sent < 10; sent += 1) budget.take('E1', 'GET');
    expect(budget.isOutOfRequests).toBe(false);
    expect(() => budget.take('token', 'POST')).toThrow(
      expect.objectContaining({
        name: 'OutOfBudget',
        reason: 'not-reached',
        message: 'the 10 requests of the profile health were used up before',
      }),
    );
    expect(budget.isOutOfRequests).toBe(true);
  });

  test('has a bound for writes of all kinds together', () => {
    const budget = budgetOf();
    budget.take('E2', 'POST');
    budget.take('E3', 'POST');
    budget.take('E4', 'PUT');
    expect(() => budget.take('E6', 'POST')).toThrow('it takes more writes than the 3 of the profile health');
    expect(budget.isOutOfRequests).toBe(false);
    budget.take('E1', 'GET');
  });

  test('does not pay twice for a write that was turned away, but for the request', () => {
    const budget = budgetOf({ requests: 2 });
    budget.take('E2', 'POST');
    budget.take('E2', 'POST', true);
    expect(() => budget.take('E2', 'POST', true)).toThrow(OutOfBudget);
  });

  test.each([
    ['requests', 'E1', 'GET', 5],
    ['writes', 'E3', 'POST', 2],
  ] as const)('keeps half of its %s from repetitions', async (_what, endpoint, method, repeated) => {
    const budget = budgetOf();
    for (let sent = 0; sent < repeated; sent += 1) {
      expect(budget.mayRepeat()).toBe(true);
      await asRepetition(async () => budget.take(endpoint, method));
    }
    expect(budget.mayRepeat()).toBe(false);
    budget.take(endpoint, method);
  });
});
