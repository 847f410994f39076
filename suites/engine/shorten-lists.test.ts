import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { valueAt } from '../../spec/index.ts';
import { shortenLists } from './shorten.ts';

const record = (index: number): string => `{"id": "r${index}", "amount": ${index}.00}`;
const listOf = (count: number): string =>
  `{"response": [${Array.from({ length: count }, (_, index) => record(index)).join(', ')}], "meta": {"total_records": ${count}}}`;

test('a long list keeps its beginning, its end, and what is around the place in question, all as it came', () => {
  const shortened = shortenLists(listOf(1000), '/response/700/id', 4000);
  expect(shortened?.leftOut).toEqual([
    { at: '/response', index: 40, count: 658 },
    { at: '/response', index: 45, count: 296 },
  ]);
  const { text = '', pointer = '' } = shortened ?? {};
  expect(text).toContain('"amount": 702.00}, {"id": "r999", "amount": 999.00}], "meta"');
  expect(valueAt(JSON.parse(text), pointer)).toBe('r700');
  expect(pointer).toBe('/response/42/id');
});

test('the pointer leads to the same value, whatever lists are in one another', () => {
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      fc.nat(),
      fc.string(),
      fc.array(tie('tree'), { minLength: 5, maxLength: 60, size: 'max' }),
      fc.dictionary(fc.string(), tie('tree'), { maxKeys: 3 }),
    ),
  }));
  const placed = tree.chain((value) => fc.record({ value: fc.constant(value), steps: fc.array(fc.nat()) }));
  fc.assert(
    fc.property(placed, ({ value, steps }) => {
      let [pointer, at]: [string, unknown] = ['', value];
      for (const step of steps) {
        const entries = Object.entries(typeof at === 'object' && at !== null ? at : {});
        const entry = entries[step % Math.max(entries.length, 1)];
        if (entry === undefined) break;
        pointer += `/${entry[0].replaceAll('~', '~0').replaceAll('/', '~1')}`;
        at = entry[1];
      }
      const shortened = shortenLists(JSON.stringify(value), pointer, 1_000_000);
      const now = shortened === undefined ? at : valueAt(JSON.parse(shortened.text), shortened.pointer);
      for (const { at: list, index } of shortened?.leftOut ?? []) {
        const kept = valueAt(JSON.parse(shortened?.text ?? ''), list);
        expect(Array.isArray(kept) && kept.length >= index).toBe(true);
      }
      // What is in it may have been shortened as well.
      const told = (one: unknown): unknown => (typeof one === 'object' ? Array.isArray(one) : one);
      expect(told(now)).toBe(told(at));
    }),
    { numRuns: 40 },
  );
});

test.for([
  ['is no JSON', 'x'.repeat(100)],
  ['is long without lists', JSON.stringify({ text: 'x'.repeat(100) })],
])('a text that %s stays', ([, text = '']) => {
  expect(shortenLists(text, '', 50)).toBeUndefined();
});
