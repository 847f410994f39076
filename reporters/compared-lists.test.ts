import { expect, it, test } from 'vitest';
import { furtherItems } from '../results/printable.ts';
import { comparedLines, listsDifferLine } from './compared-lists.ts';

const ids = Array.from({ length: 60 }, (_, index) => `0b9f1c2d-1111-4222-8333-4444555566${index + 10}`);
const [first = '', second = ''] = ids;
const without = (...left: readonly string[]): readonly string[] => ids.filter((id) => !left.includes(id));

it.each([
  ['a missing item', ids, without(first), `["${first}", … 59 in both]`, '[… 59 in both]'],
  ['an unexpected item', without(first), ids, '[… 59 in both]', `["${first}", … 59 in both]`],
  ['one of each', without(first), without(second), `["${second}", … 58 in both]`, `["${first}", … 58 in both]`],
  ['an item that comes twice', ids, [...ids, first], '[… 60 in both]', `["${first}", … 60 in both]`],
  [
    'items that were already counted',
    [...ids, furtherItems(50)],
    [...without(first), furtherItems(50)],
    `["${first}", … 109 in both]`,
    '[… 109 in both]',
  ],
])('long lists show only what differs: %s', (_what, expected, actual, wanted, found) => {
  expect(comparedLines({ expected, actual }, 300)).toEqual({ expected: wanted, actual: found });
});

test('long lists in another order show the part that differs', () => {
  const actual = [...without(second).slice(0, 50), second, ...without(second).slice(50)];
  const { expected, actual: found } = comparedLines({ expected: ids, actual }, 100);
  expect(expected).toMatch(new RegExp(`^\\[… 1 in both, "${second}","[\\w-]+", … \\d+ more\\]$`));
  expect(found).toMatch(/^\[… 1 in both, "[\w-]+","[\w-]+", … \d+ more\]$/);
});

test('items that do not fit are counted', () => {
  const { actual } = comparedLines({ expected: ids.slice(0, 2), actual: ids }, 100);
  expect(actual).toMatch(/^\["[\w-]+","[\w-]+", … 56 more, 2 in both\]$/);
});

test('short lists and other values are shown unchanged', () => {
  expect(comparedLines({ expected: [1, 2], actual: [2] }, 300)).toEqual({ expected: '[1,2]', actual: '[2]' });
  expect(comparedLines({ expected: 'x', actual: undefined }, 300)).toEqual({ expected: '"x"', actual: 'nothing' });
});

it.each([
  ['missing items', [1, 2, 3, 4], [1, 2, 4], 'missing 3'],
  ['unexpected items', [1, 2, 3], [1, 2, 3, 'x'], 'not expected "x"'],
  ['both', [1, 2, 3, 4], [5, 6, 1, 2], 'missing 3, 4; not expected 5, 6'],
  ['nothing for lists in another order', [1, 2, 3, 4], [4, 3, 2, 1], undefined],
  ['nothing for short lists', [1, 2], [1], undefined],
  ['nothing for lists without a common item', [1, 2, 3, 4], [5], undefined],
  ['nothing for other values', 1, [1, 2, 3, 4], undefined],
])('names %s', (_what, expected, actual, line) => {
  expect(listsDifferLine({ expected, actual }, 300)).toBe(line);
});

test('a list of allowed values is not compared', () => {
  expect(listsDifferLine({ expected: [1, 2, 3, 4], expectedOneOf: true, actual: [1, 2] }, 300)).toBeUndefined();
});
