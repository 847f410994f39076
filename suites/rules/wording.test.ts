import { expect, test } from 'vitest';
import type { RequirementId } from '../../spec/index.ts';
import type { Violation } from '../engine/assertions.ts';
import { createMemory } from '../engine/memory.ts';
import {
  createdDecision,
  decision as aDecision,
  decisions,
  exchangeOf,
  type Sample,
} from './exchange-samples.test-data.ts';
import { rules } from '../index.ts';
import { unsoundness } from './pages.ts';
import { violationsOf } from './schema-violations.ts';
import { decisionEchoViolations, extraPlanViolations, planViolations } from './decision-content.ts';

const meta = { offset: 0, page_num: 1, page_size: 20, total_records: 0 };

test.for([
  ['page-meta', { ...meta, offset: '0' }, '/offset', 'is not an integer', 'an integer'],
  ['page-meta', { ...meta, offset: undefined }, '/offset', 'is missing', 'present'],
  ['group', { id: 'x' }, '/id', 'is not a UUID', 'a UUID'],
  ['renewal-decision', { renewal_date: '1 May' }, '/renewal_date', 'is not a date YYYY-MM-DD', 'a date YYYY-MM-DD'],
  [
    'group-connection',
    { status: 'gone' },
    '/status',
    'is none of the allowed values',
    expect.arrayContaining(['created']),
  ],
] as const)('of %s, %j: %s %s', ([schema, value, pointer, message, expected]) => {
  const violation = violationsOf(schema, value).find((one) => one.pointer === pointer);
  expect(violation).toMatchObject({ message: `${pointer} ${message}`, expected });
});

test('a later page with too many records is reported by what it holds, a first one by the total', () => {
  const page = { offset: 24, pageNum: 13, pageSize: 2, total: 25, length: 2 };
  expect(unsoundness(page)).toMatchObject({
    message: 'a page at offset 24 holds 2 records where total_records 25 leaves 1',
    pointer: '/response',
    expected: 'at most 1 record',
    actual: '2 records',
  });
  expect(unsoundness({ ...page, offset: 0, pageSize: 30, length: 26 })).toMatchObject({
    pointer: '/meta/total_records',
    expected: 'at least 26',
    actual: 25,
  });
});

/** What the last of some exchanges breaks of a requirement. */
function lastBreach(id: RequirementId, samples: readonly Sample[]): Violation | undefined {
  const memory = createMemory();
  const judged = samples.map(exchangeOf).map((exchange) => {
    for (const note of rules.notes) note(exchange, memory);
    return rules.rules.filter((one) => one.id === id).flatMap(({ judge }) => judge(exchange, memory) ?? []);
  });
  return judged.at(-1)?.[0];
}

test('a record that changed under its version is reported by the version, with what changed', () => {
  const listed = decisions([aDecision({ modified: 1557329999 })]);
  const version = String(aDecision().version);
  expect(lastBreach('versions.change-with-record', [createdDecision(), listed])).toMatchObject({
    message: expect.stringMatching(
      `^the record changed \\(/modified from \\d+ to 1557329999\\) under the same version ${version}$`,
    ),
    pointer: '/response/0/version',
    expected: `another version than ${version}`,
    actual: version,
    isOfClock: true,
  });
  const ready = decisions([aDecision({ status: 'ready' })]);
  expect(lastBreach('versions.change-with-record', [createdDecision(), ready])).not.toHaveProperty('isOfClock');
});

test('plans of a line that is missing as a whole are the matter of the echo', () => {
  const line = { plans: [{ name: 'Example PPO', plan_type: 'ppo' }] };
  const withLines = (lines: object) => ({ body: { carriers: [{ carrier_id: 'a', lines_of_coverage: lines }] } });
  expect(planViolations(withLines({ medical: line }), withLines({}))).toEqual([]);
  expect(decisionEchoViolations(withLines({ medical: line }), withLines({}))).toHaveLength(1);
});

/** A decision with one line of coverage that has these plans, and these carriers. */
const decision = (plans: readonly unknown[], ...others: readonly string[]) => ({
  body: {
    carriers: [
      { carrier_id: 'a', lines_of_coverage: { medical: { plans } } },
      ...others.map((id) => ({ carrier_id: id, lines_of_coverage: {} })),
    ],
  },
});

test('a carrier that is missing is the only one that is not on both sides', () => {
  expect(decisionEchoViolations(decision([], 'b', 'c'), decision([], 'c'))[0]).toMatchObject({
    message: '2 carriers came back for 3 sent',
    expected: ['a', 'c', 'b'],
    actual: ['a', 'c'],
  });
});

test('of plans those differ that are lost or too many, and not what a service adds to the others', () => {
  const found = [
    { plan_id: '1', name: 'One' },
    { plan_id: '2', name: 'TWO' },
  ];
  expect(planViolations(decision([{ name: 'Two' }, { plan_id: '1' }]), decision(found))).toMatchObject([
    { expected: [found[0], { plan_id: '2', name: 'Two' }], actual: found },
  ]);
  expect(planViolations(decision([{ plan_id: '1' }, { name: 'Two' }]), decision(found.slice(0, 1)))[0]).toMatchObject({
    expected: [found[0], { name: 'Two' }],
    actual: [found[0]],
  });
  expect(extraPlanViolations(decision([{ name: 'TWO' }]), decision(found))).toMatchObject([
    { message: '2 plans came back for 1 sent', expected: [found[1]], actual: found },
  ]);
});
