import { expect, it } from 'vitest';
import { defaultDialect } from '../reference/index.ts';
import { register } from '../spec/index.ts';
import { mayStayUndecided } from './proof.ts';

it('the dialect that the service speaks by itself leaves nothing undecided', () => {
  expect(register.filter(({ id }) => mayStayUndecided(id, defaultDialect))).toEqual([]);
});

it.each([
  ['renewals.issues-explain', { decisionCourse: 'ready' }],
  ['renewals.issue-record', { pace: 24 * 60 * 60 * 1000 }],
] as const)('%s may stay undecided with %j', (id, choice) => {
  expect(mayStayUndecided(id, { ...defaultDialect, ...choice })).toBe(true);
});
