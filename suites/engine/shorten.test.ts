import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { valueAt } from '../../spec/index.ts';
import { readJson } from '../../target/exchange.ts';
import { createRedactor, placeholders } from '../../target/redaction.ts';
import { groups, exchangeOf } from '../judging/exchange-samples.test-data.ts';
import { boundedText, boundedValue, shortenJson, recordOf } from './shorten.ts';

const bodyOf = (text: string) => ({ text, ...readJson(text) });

const knowing = createRedactor();
knowing.learn('a-token-that-is-known-1234567890', placeholders.token);
const bounded = (value: unknown, against?: unknown): unknown => boundedValue(value, against, knowing);

test('shows a long text from shortly before the place where it differs from the other', () => {
  const [wanted, got] = ['Y', 'Z'].map((end) => ({
    list: [{ name: `${'x'.repeat(90_000)}${end}${'x'.repeat(90_000)}` }],
  }));
  const shown = JSON.stringify(bounded(got, wanted));
  expect(shown).toMatch(/… \(89800 characters before\) x{200}Zx+… \(\d+ more characters\)/);
  expect(shown.length).toBeLessThan(5000);
});

test('bounds the number of members and items, and the length of names', () => {
  const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, index]));
  expect(Object.keys(bounded(many) as object)).toHaveLength(5000);
  expect(bounded(Array.from({ length: 20_000 }, () => 'x'))).toContain('… (15001 more items)');
  expect(JSON.stringify(bounded({ ['k'.repeat(1_000_000)]: 1 })).length).toBeLessThan(5000);
});

test('keeps the items of a long list that the other list lacks', () => {
  const many = Array.from({ length: 20_000 }, (_, index) => index);
  const shown = bounded([...many, 'lost'], many) as readonly unknown[];
  expect([shown.length, shown[0], shown.at(-1)]).toEqual([5000, 'lost', '… (15002 more items)']);
});

test('redacts a secret that is cut at the end of a shown text', () => {
  for (const before of [4070, 4080, 4090])
    expect(
      boundedText(`${' '.repeat(before)}a-token-that-is-known-1234567890${' '.repeat(9000)}`, knowing),
    ).not.toMatch(/a-token|1234567890/);
});

test('keeps the beginning and the end of a long list, and the items around the pointer', () => {
  const response = Array.from({ length: 1000 }, (_, index) => ({ id: `r${index}`, amount: index }));
  const { leftOut, text, pointer } = shortenJson(
    bodyOf(JSON.stringify({ response, meta: 1 })),
    '/response/700/id',
    4000,
  );
  expect(leftOut).toEqual([
    { at: '/response', index: 40, count: 658 },
    { at: '/response', index: 45, count: 296 },
  ]);
  expect(text).toContain('"amount":702},{"id":"r999","amount":999}],"meta"');
  expect(pointer).toBe('/response/42/id');
  expect(valueAt(JSON.parse(text), pointer)).toBe('r700');
});

test('the new pointer leads to the same value, however lists are nested', () => {
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      fc.nat(),
      fc.string(),
      fc.array(tie('tree'), { maxLength: 14, size: 'max' }),
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
      const { text, pointer: moved, leftOut } = shortenJson(bodyOf(JSON.stringify(value)), pointer, 20);
      const shown: unknown = JSON.parse(text);
      const now = valueAt(shown, moved);
      for (const { at: list, index } of leftOut) {
        const kept = valueAt(shown, list);
        expect(Array.isArray(kept) && kept.length >= index).toBe(true);
      }
      // What is in the value may have been shortened as well.
      const kindOf = (one: unknown): unknown => (typeof one === 'object' ? Array.isArray(one) : one);
      expect(kindOf(now)).toBe(kindOf(at));
    }),
    { numRuns: 40 },
  );
});

test('leaves out what is nested too deep, and keeps any other body unchanged', () => {
  const nested = (levels: number): string => `{"a": [1.00], "b": ${'['.repeat(levels)}${']'.repeat(levels)}}`;
  expect(shortenJson(bodyOf(nested(1000)), '').text).toBe(
    `{"a":[1],"b":${'['.repeat(199)}"… nested deeper than 200 levels"${']'.repeat(199)}}`,
  );
  expect(shortenJson(bodyOf(nested(150)), '').text).toBe(nested(150));
});

const sample = exchangeOf(groups(), 0);
const redactor = createRedactor();

test('a record says when the exchange was sent, if its clock is known', () => {
  const exchange = { ...sample, startedAt: 1500 };
  const { recorded } = recordOf(exchange, { redactor, pointer: '', epoch: Date.UTC(2027, 0, 2) });
  expect(recorded.startedAt).toBe('2027-01-02T00:00:01.500Z');
  expect(recordOf(sample, { redactor, pointer: '' }).recorded).not.toHaveProperty('startedAt');
});

test('a record of a long answer has what the pointer leads to, in valid JSON, and says what is left out', () => {
  const response = Array.from({ length: 2000 }, (_, id) => ({ id, name: 'x'.repeat(60) }));
  const exchange = { ...sample, answer: { ...sample.answer, ...bodyOf(JSON.stringify({ response })) } };
  const { recorded, pointer } = recordOf(exchange, { redactor, pointer: '/response/1234/id' });
  expect(valueAt(JSON.parse(recorded.response?.body ?? ''), pointer)).toBe(1234);
  expect(recorded.response?.leftOut?.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(1900);
});
