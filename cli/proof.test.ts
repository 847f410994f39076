import { expect, it } from 'vitest';
import { defaultDialect } from '../reference/index.ts';
import { register } from '../spec/index.ts';
import { isConformant, mayStayUndecided, proveDialect } from './proof.ts';

it('the dialect that the service speaks by itself leaves nothing undecided', () => {
  expect(register.filter(({ id }) => mayStayUndecided(id, defaultDialect))).toEqual([]);
});

it.each([
  ['renewals.issues-explain', { decisionCourse: 'ready' }],
  ['renewals.issue-record', { pace: 24 * 60 * 60 * 1000 }],
] as const)('%s may stay undecided with %j', (id, choice) => {
  expect(mayStayUndecided(id, { ...defaultDialect, ...choice })).toBe(true);
});

it('a service with a rule is conformant, whatever the rule puts out of reach', async () => {
  const proof = await proveDialect('own', ['tokens-without-issue-time'], { seed: 5, today: '2026-06-15', cases: 2 });
  expect(proof).toMatchObject({ verdict: 'conformant', failed: [], undecided: [], suiteFaults: [] });
  expect(isConformant(proof)).toBe(true);
});

it('what stays undecided because of rules that nobody can obey is named', async () => {
  const proof = await proveDialect('own', ['ein-with-dash', 'ein-without-dash'], {
    seed: 5,
    today: '2026-06-15',
    cases: 2,
  });
  expect(proof.failed).toEqual([]);
  expect(proof.undecided.map((line) => line.split(': ')[0])).toContain('connections.create');
  expect(isConformant(proof)).toBe(false);
});
