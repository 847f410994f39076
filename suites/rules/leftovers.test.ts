import { expect, test } from 'vitest';
import { createMemory } from '../engine/memory.ts';
import {
  createdDecision,
  decision,
  decisionId,
  decisions,
  exchangeOf,
  group,
  groups,
  type Sample,
} from './exchange-samples.test-data.ts';
import { isLeftover, mayBeOwn, noteOrigins } from './malformed-origin.ts';
import { noteOpenPoints, seen } from './open-points.ts';
import { settings } from './settings.ts';

const noDay = decisions([decision({ renewal_date: '2021-02-29' })]);

/** What is remembered after exchanges with a target that may hold records of earlier runs. */
function after(samples: readonly Sample[], keepsOwnRecords = true) {
  const memory = createMemory();
  memory.at(settings).keepsOwnRecords = keepsOwnRecords;
  for (const [position, sample] of samples.entries()) noteOrigins(exchangeOf(sample, position), memory);
  return memory;
}

test('a listed decision of unknown making is no matter of judgement where it shows what may have been sent', () => {
  expect(isLeftover(decisionId, after([noDay]))).toBe(true);
  expect(isLeftover(decisionId, after([decisions([decision({ status: 5 })])]))).toBe(false);
  expect(isLeftover(decisionId, after([decisions([decision()])]))).toBe(false);
});

test('what this run made from a sound body is, whenever it is listed', () => {
  expect(isLeftover(decisionId, after([createdDecision(), noDay]))).toBe(false);
  expect(isLeftover(decisionId, after([noDay, createdDecision()]))).toBe(false);
});

test('so is everything of a target that may not be written to', () => {
  expect(isLeftover(decisionId, after([noDay], false))).toBe(false);
});

test.each([
  [true, { name: 'Example Group bfc-0123abcd-connection', federal_ein: '00-0000001' }],
  [true, { name: 5, federal_ein: '00-0000001' }],
  [true, { name: null }],
  [false, { name: 'Bakery', federal_ein: null }],
  [false, { name: 'Bakery', federal_ein: '00-0000001' }],
  [false, { name: null, federal_ein: '12-3456789' }],
])('that a run of the suite may have made a group is %s of %j', (expected, record) => {
  expect(mayBeOwn(record)).toBe(expected);
});

test('members that the suite made up are no members of the service', () => {
  const memory = createMemory();
  const record = { ...group(), unknown_17: 1, constructor: {}, another: 1, region: 'north' };
  noteOpenPoints(exchangeOf(groups([record]), 0), memory);
  expect([...(memory.at(seen).get('unknown fields')?.keys() ?? [])]).toEqual(['group.region']);
});
