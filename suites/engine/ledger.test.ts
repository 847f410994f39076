import { expect, test } from 'vitest';
import { asRepetition } from './case-scope.ts';
import { judgeExchange } from './judge-exchange.ts';
import { ruleTable } from './definition.ts';
import { createLedger } from './ledger.ts';
import { createMemory } from './memory.ts';
import { anExchange, findingOf } from './sample-session.test-data.ts';
import type { Finding } from './verdicts.ts';
import { group, groups } from '../judging/exchange-samples.test-data.ts';

const id = 'groups.list';
const small = findingOf('small', anExchange(groups([])));
const large = findingOf('large', anExchange(groups([group(), group()])));

test('keeps the smallest finding, but prefers a confirmed one', () => {
  const ledger = createLedger();
  ledger.broken(id, large);
  ledger.broken(id, small);
  expect(ledger.entry(id).finding).toBe(small);
  ledger.confirmed(id, large, '3:1');
  expect(ledger.entry(id)).toMatchObject({ finding: large, path: '3:1', violations: 2 });
});

test('groups violations into kinds by code and place, ignoring list positions, map keys and reruns', async () => {
  const ledger = createLedger();
  const at = (pointer: string): Finding => ({ ...small, pointer });
  ledger.broken(id, at('/member_snapshot/coverages/0/plan_id'));
  ledger.broken(id, at('/member_snapshot/coverages/2/plan_id'), [at('/member_snapshot/employee/id')]);
  ledger.broken(id, at('/member_snapshot/employee/classifications/a'));
  ledger.broken(id, at('/member_snapshot/employee/classifications/b'));
  await asRepetition(async () => ledger.broken(id, at('/member_snapshot/employee/id')));
  const { violations, kinds } = ledger.entry(id);
  expect(violations).toBe(5);
  expect([...kinds.values()].map(({ pointer, endpoint, occurrences }) => [pointer, endpoint, occurrences])).toEqual([
    ['/member_snapshot/coverages/0/plan_id', 'E1', 2],
    ['/member_snapshot/employee/id', 'E1', 1],
    ['/member_snapshot/employee/classifications/a', 'E1', 2],
  ]);
});

test('counts an exchange once per requirement, whatever the number of rules and violations; its evidence ends with it', () => {
  const ledger = createLedger();
  const [earlier, exchange] = [anExchange(groups(), 0), anExchange(groups(), 1)];
  const violation = { code: 'no', message: 'no', pointer: '/a', expected: 1, actual: 2 };
  const noted: unknown[] = [];
  const rules = {
    exchangeRules: [],
    notes: [(one: unknown) => void noted.push(one)],
    rules: ruleTable([
      { id, judge: () => [{ ...violation, earlier: [earlier] }, violation, violation] },
      { id, judge: () => [] },
      { id, judge: () => [violation] },
      { id: 'groups.record', judge: () => [] },
      { id: 'groups.record-complete', judge: () => undefined },
    ]),
  };
  judgeExchange(rules, exchange, createMemory(), ledger);
  expect(noted).toEqual([exchange]);
  const finding = { ...violation, exchanges: [earlier, exchange] };
  expect(ledger.entry(id)).toMatchObject({ cases: 1, violations: 1, finding });
  expect(ledger.entry('groups.record')).toMatchObject({ cases: 1, violations: 0 });
  expect(ledger.entry('groups.record-complete').cases).toBe(0);
});
