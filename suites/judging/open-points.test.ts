import { describe, expect, test } from 'vitest';
import { createMemory } from '../engine/memory.ts';
import {
  carriers,
  connection,
  createdSnapshot,
  decision,
  decisions,
  echo,
  exchangeOf,
  summary,
  type Json,
  type Sample,
} from './exchange-samples.test-data.ts';
import { noteOpenPoints, seenOf, type OpenSight } from './open-points.ts';

/** What exchanges show of an open point. */
function seenIn(sight: OpenSight, ...samples: readonly Sample[]): readonly string[] {
  const memory = createMemory();
  for (const [position, one] of samples.entries()) noteOpenPoints(exchangeOf(one, position), memory);
  return [...seenOf(sight, memory).keys()];
}

describe('the unit of times', () => {
  const [seconds, milliseconds] = [1_557_329_939, 1_557_329_939_123];

  test.each<[times: Json, expected: readonly string[]]>([
    [{ created: seconds, modified: seconds }, ['seconds']],
    [{ created: milliseconds, modified: milliseconds }, ['milliseconds']],
    [{ created: seconds, modified: milliseconds }, ['created in seconds, modified in milliseconds']],
    [{ created: undefined, modified: milliseconds }, ['milliseconds']],
    [{ created: seconds, modified: null }, ['seconds']],
    [{ created: '2026-11-30', modified: '2026-11-30' }, []],
  ])('of a record with %j: %j', (times, expected) => {
    expect(seenIn('timestamp unit', decisions([decision(times)]))).toEqual(expected);
  });
});

describe('unknown fields', () => {
  const inPlan = { plans: [{ plan_id: 'x', name: 'x', tier: 1 }], note: 1 };
  const employee = { classifications: { 'a free key': 'x' }, person: { nickname: { of: 'x' } }, unknown_17: 1 };
  const entries = summary().map((entry) => ({ ...entry, sent_at: 1, errors: [{ code: 1 }] }));

  test.each<[what: string, answered: Sample, expected: readonly string[]]>([
    ['none', createdSnapshot(), []],
    ['in a record and in an object', connection({ a: 1, group_data: { b: 1 } }), ['group_data.b', 'a']],
    ['in a list', createdSnapshot({ fulfillment_summary: entries }), ['fulfillment_summary[].sent_at']],
    [
      'in the values of a map',
      decisions([decision({ body: { carriers: carriers(inPlan) } })]),
      ['body.carriers[].lines_of_coverage.*.plans[].tier', 'body.carriers[].lines_of_coverage.*.note'],
    ],
    [
      'in an echo: not the keys of a map, nor what the suite made up',
      createdSnapshot({ member_snapshot: echo({ employee }) }),
      ['member_snapshot.employee.person.nickname'],
    ],
  ])('%s', (_what, answered, expected) => {
    expect(seenIn('unknown fields', answered).map((path) => path.replace(/^[^.]*\./, ''))).toEqual(expected);
  });

  test('are remembered up to a number', () => {
    const many = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`field_${index}`, index]));
    expect(seenIn('unknown fields', decisions([decision(many)]))).toHaveLength(1000);
  });

  test('of issues are noted by themselves', () => {
    const issue = { level: 'error', message: 'x', carrier_id: null, line_of_coverage: 'dental' };
    const answered = decisions([decision({ status: 'not_ready', issues: [issue, issue] })]);
    expect(seenIn('further members of issues', answered)).toEqual(['line_of_coverage']);
    expect(seenIn('unknown fields', answered)).toEqual([]);
  });
});
