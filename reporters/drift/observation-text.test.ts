import { expect, it } from 'vitest';
import { observationNews } from './observation-text.ts';

const told = (vanished: readonly string[], appeared: readonly string[]) =>
  observationNews({ id: 'paging.defaults', title: 'x', vanished, appeared }).map(({ kind, text }) => `${kind} ${text}`);

it('tells in one line what became of several values alike', () => {
  expect(
    told(
      ['huge page_size: 400', 'offset past the end: 400', 'page_size 0: 400', 'E8: page_size 20 by default'],
      ['huge page_size: 422', 'offset past the end: 422', 'page_size 0: 422', 'E8: page_size 50 by default'],
    ),
  ).toEqual([
    'turned 400 → 422 for: huge page_size, offset past the end, page_size 0',
    'gone E8: page_size 20 by default',
    'new E8: page_size 50 by default',
  ]);
});

it('tells apart what is not alike, or has more than one word for a topic', () => {
  expect(told(['a: 1', 'a: 2', 'b: 1', 'plain'], ['a: 3', 'b: 3', 'plainer'])).toEqual([
    'gone a: 1',
    'gone a: 2',
    'gone b: 1',
    'gone plain',
    'new a: 3',
    'new b: 3',
    'new plainer',
  ]);
});
