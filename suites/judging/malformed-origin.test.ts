import { expect, test } from 'vitest';
import { createMemory } from '../engine/memory.ts';
import {
  createdDecision,
  decision,
  decisionBody,
  decisionId,
  decisions,
  editedDecision,
  exchangeOf,
  id,
  type Sample,
  group,
  groups,
  page,
} from './exchange-samples.test-data.ts';
import { hasMalformedOrigin, noteSent, noteOrigins, isLeftover } from './malformed-origin.ts';
import { noteOpenPoints, seenOf } from './open-points.ts';
import { settings } from './reading.ts';

const broken = { ...decisionBody, renewal_date: 5 };
const path = { renewal_decision_id: decisionId, version: id(104) };

/** What is remembered after some exchanges were answered while others are still in flight. */
function after(answered: readonly Sample[], underWay: readonly Sample[] = []) {
  const memory = createMemory();
  for (const one of underWay) noteSent(exchangeOf(one, 0).request, memory);
  for (const [position, one] of answered.entries()) {
    const exchange = exchangeOf(one, position);
    noteSent(exchange.request, memory);
    noteOrigins(exchange, memory);
  }
  return memory;
}

const underWay = [createdDecision({}, { sent: broken })];
const listed = decisions([decision()]);
const edit = editedDecision({}, { sent: broken, path });
const refusedEdit = { ...edit, status: 422, text: '{}' };

test.each<[what: string, answered: readonly Sample[], underWay: readonly Sample[], expected: boolean]>([
  ['left out if a malformed request made it', underWay, [], true],
  ['judged if a valid request made it', [createdDecision()], [], false],
  ['left out if a list first shows it while a malformed create is in flight', [listed], underWay, true],
  ['judged if it existed before a malformed create', [createdDecision(), listed], underWay, false],
  ['judged if a list first shows it while nothing is in flight', [listed], [], false],
  ['left out while a malformed edit of it is in flight', [createdDecision()], [edit], true],
  ['judged after a malformed edit of it was refused', [createdDecision(), refusedEdit], [], false],
  ['left out after a malformed edit of it was accepted', [createdDecision(), edit], [], true],
])('a record is %s', (_what, answered, sent, expected) => {
  expect(hasMalformedOrigin(decisionId, after(answered, sent))).toBe(expected);
});

/** Whether a record may be of an earlier run, on a target that may hold such records. */
function mayBeOfEarlierRun(record: unknown, samples: readonly Sample[], keepsOwnRecords = true): boolean {
  const memory = createMemory();
  memory.at(settings).keepsOwnRecords = keepsOwnRecords;
  for (const [position, one] of samples.entries()) noteOrigins(exchangeOf(one, position), memory);
  return isLeftover(record, memory);
}

const noDay = decisions([decision({ renewal_date: '2021-02-29' })]);
const nameless = { ...group(), name: undefined, federal_ein: '00-0000001' };
const ofOurs = { ...group(), id: id(77), name: 'Example Group bfc-0123abcd-connection' };
const goesOn = groups([], { text: JSON.stringify(page([nameless], { total_records: 2 })) });
const [besideOurs, noneOfOurs] = [groups([nameless, ofOurs]), groups([nameless])];
const oddStatus = decisions([decision({ status: 5 })]);

test.each<[what: string, samples: readonly Sample[], keepsOwnRecords: boolean, expected: boolean]>([
  ['a decision is not judged if it is invalid at a place that shows what was sent', [noDay], true, true],
  ['a decision is judged if it is invalid at a place that is never sent', [oddStatus], true, false],
  ['a decision is judged if it is valid', [listed], true, false],
  ['a decision is judged if this run made it before', [createdDecision(), noDay], true, false],
  ['a decision is judged if this run turns out to have made it', [noDay, createdDecision()], true, false],
  ['a decision is judged if the target may not be written to', [noDay], false, false],
  ['a group without a name is not judged if another one has the tag of the suite', [besideOurs], true, true],
  ['a group without a name is not judged if the list has further pages', [goesOn], true, true],
  ['a group without a name is judged if no group of the list has the tag of the suite', [noneOfOurs], true, false],
])('in a list, %s', (_what, samples, keepsOwnRecords, expected) => {
  const record = samples[0]?.endpoint === 'E1' ? group()['id'] : decisionId;
  expect(mayBeOfEarlierRun(record, samples, keepsOwnRecords)).toBe(expected);
});

test.each([
  [true, { name: 'Example Group bfc-0123abcd-connection', federal_ein: '00-0000001' }],
  [true, { name: 5, federal_ein: '00-0000001' }],
  [true, { name: null, federal_ein: undefined }],
  [false, { name: 'Bakery', federal_ein: '00-0000001' }],
  [false, { name: null, federal_ein: '12-3456789' }],
])('a run of the suite may have made a group (%s): %j', (expected, parts) => {
  expect(mayBeOfEarlierRun(group()['id'], [groups([group(parts), ofOurs])])).toBe(expected);
});

test('does not count members that the suite made up as unknown fields of the service', () => {
  const memory = createMemory();
  const record = { ...group(), unknown_17: 1, constructor: {}, another: 1, region: 'north' };
  noteOpenPoints(exchangeOf(groups([record]), 0), memory);
  expect([...seenOf('unknown fields', memory).keys()]).toEqual(['group.region']);
});
