import { expect, test } from 'vitest';
import { createMemory } from '../engine/memory.ts';
import { createdDecision, decision, exchangeOf, page, sample, type Sample } from './exchange-samples.test-data.ts';
import { noteListWriteSent, noteListWritten, pageOf, unsoundAtRest } from './pages.ts';

const tooLong = page([decision(), decision()], { total_records: 1 });
const ofDecisions = sample('E5', tooLong, { at: [500, 600] });
const ofGroups: Sample = { ...ofDecisions, endpoint: 'E1' };

const create = (...at: readonly [number, number]): Sample => ({ ...createdDecision(), at });

test.each<[what: string, list: Sample, writes: readonly Sample[], expected: string | undefined]>([
  ['judged if nothing is written', ofDecisions, [], 'more-than-total'],
  ['judged if a decision was made before', ofDecisions, [create(300, 400)], 'more-than-total'],
  ['not judged if a decision is made meanwhile', ofDecisions, [create(400, 550)], undefined],
  ['not judged if a decision is still being made', ofDecisions, [create(550, 900)], undefined],
  ['judged if it lists groups while a decision is made', ofGroups, [create(550, 900)], 'more-than-total'],
])('a page with more records than its total is %s', (_what, list, writes, expected) => {
  const memory = createMemory();
  const read = exchangeOf(list, 0);
  const written = writes.map((one) => exchangeOf(one, 0));
  for (const { request } of written) noteListWriteSent(request, memory);
  for (const one of written) if (one.endedAt <= read.endedAt) noteListWritten(one, memory);
  const shown = pageOf(read);
  expect(shown && unsoundAtRest(shown, read, memory)?.code).toBe(expected);
});

test('other violations of a page are judged even during a write', () => {
  const memory = createMemory();
  const read = exchangeOf(sample('E5', page([decision()], { offset: -1 })), 0);
  noteListWriteSent(exchangeOf(create(0, 900), 0).request, memory);
  const shown = pageOf(read);
  expect(shown && unsoundAtRest(shown, read, memory)?.code).toBe('bounds');
});
