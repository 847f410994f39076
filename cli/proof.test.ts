import { expect, it } from 'vitest';
import { defaultDialect } from '../reference/index.ts';
import { register } from '../spec/index.ts';
import { isRight, mayStayUndecided, proveDialect } from './proof.ts';

it('the dialect that the service speaks by itself leaves nothing undecided', () => {
  expect(register.filter(({ id }) => mayStayUndecided(id, defaultDialect))).toEqual([]);
});

it('what stays undecided because of rules that nobody can obey is named, but for what they say themselves', async () => {
  const rules = ['ein-with-dash', 'ein-without-dash', 'tokens-without-issue-time'] as const;
  const proof = await proveDialect('own', { rules, isConfigured: false }, { seed: 5, today: '2026-06-15', cases: 1 });
  expect(proof).toMatchObject({ failed: [], suiteFaults: [] });
  const undecided = proof.undecided.map((line) => line.split(': ')[0]);
  expect(undecided).toContain('connections.create');
  expect(undecided).not.toContain('token.lifetime');
  expect(isRight(proof)).toBe(false);
});
