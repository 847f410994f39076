import { expect, test } from 'vitest';
import { learnRenamed, renamed } from './renamed-ids.ts';

const id = (digit: number): string => `${digit}`.repeat(8) + `-0000-4000-8000-${`${digit}`.repeat(12)}`;

test('identifiers that are called otherwise now are learned from two answers, and put into what comes after', () => {
  const before = JSON.stringify({ id: id(1), version: id(2), group_id: id(3), list: [{ id: id(4) }], name: 'a' });
  const now = JSON.stringify({ id: id(5), version: id(6), group_id: id(3), list: [{ id: id(7) }], name: 'b', more: 1 });
  const known = learnRenamed(new Map(), before, now);
  expect(renamed(`/x/${id(1)}/${id(2).toUpperCase()}?g=${id(3)}&o=${id(4)}&u=${id(8)}&n=a`, known)).toBe(
    `/x/${id(5)}/${id(6)}?g=${id(3)}&o=${id(7)}&u=${id(8)}&n=a`,
  );
});

test.for(['', 'no JSON', 'null', '1', '[]', '{"id":1}'])('nothing is learned from an answer like %j', (text) => {
  expect(learnRenamed(new Map(), text, JSON.stringify({ id: id(1) })).size).toBe(0);
  expect(learnRenamed(new Map(), JSON.stringify({ id: id(1) }), text).size).toBe(0);
});
