import { expect, test } from 'vitest';
import { closingOf } from './closing.ts';
import { sampleSession } from './sample-session.test-data.ts';

const found = { message: 'found wrong', exchanges: [], pointer: '', expected: 1, actual: 2 };

test('a requirement without a check is listed as not checked, never as passed', () => {
  const { requirements } = closingOf(sampleSession(), (id) => id !== 'groups.list');
  const of = (id: string): unknown => requirements.find((result) => result.id === id);
  expect(of('groups.list')).toMatchObject({ outcome: 'inconclusive', reason: 'not-checked', cases: 0 });
  expect(of('groups.record')).toMatchObject({ outcome: 'inconclusive', reason: 'not-reached', cases: 0 });
});

test('what was found out stands, whether or not a check is bound', () => {
  const session = sampleSession();
  session.ledger.judged('groups.list');
  session.ledger.broken('groups.list', found);
  const { requirements } = closingOf(session, () => false);
  expect(requirements.find(({ id }) => id === 'groups.list')).toMatchObject({ outcome: 'fail', cases: 1 });
});

test('running out of time shows while anything is undecided', () => {
  expect(closingOf(sampleSession({}, { timeBudgetMs: -1 })).outOfTime).toBe(true);
  expect(closingOf(sampleSession()).outOfTime).toBe(false);
});
