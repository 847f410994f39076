import { expect, test } from 'vitest';
import type { AnsweredExchange } from '../../target/exchange.ts';
import { anExchange } from '../engine/sample-session.test-data.ts';
import { id, item, items, page } from '../invariants/exchange-samples.test-data.ts';
import { problemOfTiling } from './tiling.ts';
import type { Walk } from './walk.ts';

/** A walk that met these records on its pages. */
function walkOf(...pages: readonly (readonly number[])[]): Walk {
  const exchanges = pages.map((records, position): AnsweredExchange => {
    const text = JSON.stringify(page(records.map((number) => item({ id: id(number) }))));
    return anExchange(items([], { text, query: { page_size: String(pages[0]?.length) } }), position);
  });
  return { ids: pages.flat().map((number) => id(number)), state: '', pages: exchanges };
}

const whole = walkOf([1, 2, 3, 4, 5, 6]);

test('pages that tile a list are in order', () => {
  expect(problemOfTiling(whole, walkOf([1, 2, 3, 4], [5, 6]))).toBeUndefined();
});

test.for([
  ['meets a record twice', '12 34 45 6', [1, 2], '/response/0/id', 'every record exactly once', 4],
  ['meets a record twice', '11 34', [0], '/response/1/id', 'every record exactly once', 1],
  ['misses a record', '12 35 6', [1], '/response/1/id', id(4), 5],
  ['misses 2 records', '12 56', [0, 1], '/response/0/id', id(3), 5],
  ['misses a record', '23 45 6', [0], '/response/0/id', id(1), 2],
  ['differ in order', '12 43 56', [1], '/response/0/id', id(3), 4],
  ['differ in order', '12345 67', [1], '/response/1/id', 'the end of the list', 7],
] as const)('that it %s (%s) is shown by the pages that show it', ([words, pages, shown, pointer, expected, found]) => {
  const walk = walkOf(...pages.split(' ').map((records) => Array.from(records, Number)));
  const finding = problemOfTiling(whole, walk);
  expect(finding?.exchanges.filter((one) => !whole.pages.some((page) => page === one))).toEqual(
    shown.map((position) => walk.pages[position]),
  );
  expect(finding).toMatchObject({ message: expect.stringContaining(words), pointer, expected, actual: id(found) });
});

test('that the end of the list is missed is shown by the last page', () => {
  const walk = walkOf([1, 2], [3, 4], [5]);
  expect(problemOfTiling(whole, walk)).toMatchObject({
    exchanges: [whole.pages[0], walk.pages[2]],
    pointer: '/response',
    expected: [id(5), id(6)],
    actual: [id(5)],
  });
});
