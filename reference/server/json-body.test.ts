import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstLossyNumber } from './exact-numbers.ts';
import { maxDepth, parseJsonBody } from './json-body.ts';

const parse = (text: string): unknown => parseJsonBody(Buffer.from(text));

describe('reading a JSON body', () => {
  it('gives back whatever JSON can say', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5, stringUnit: 'binary' }), (text) => {
        expect(parse(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('keeps lone surrogates, NUL and names like __proto__', () => {
    const text = String.raw`{"__proto__":{"a":"\ud800"},"constructor":"\u0000"}`;
    expect(JSON.stringify(parse(text))).toBe(text);
    expect(Object.keys(Object(parse(text)))).toEqual(['__proto__', 'constructor']);
  });

  it('takes the last of two members by one name', () => {
    expect(parse('{"a":1,"a":2}')).toEqual({ a: 2 });
  });

  it.each([
    ['nothing', ''],
    ['truncated JSON', '{"a":'],
    ['two values', '1 2'],
    ['a trailing comma', '[1,]'],
    ['NaN', 'NaN'],
    ['an infinite number', '[1e400]'],
    ['an integer beyond precision', '{"a":9007199254740993}'],
    ['a vanishing number', '1e-400'],
  ])('refuses %s', (_name, text) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ kind: 'malformed' }));
  });

  it('refuses bytes that are not UTF-8', () => {
    expect(() => parseJsonBody(Buffer.from([0x22, 0xff, 0x22]))).toThrow('UTF-8');
  });

  it('counts nesting outside strings only', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(parse(nested(maxDepth))).toBeDefined();
    expect(() => parse(nested(maxDepth + 1))).toThrow('levels deep');
    expect(() => parse('['.repeat(500_000))).toThrow('levels deep');
    expect(parse(JSON.stringify(`"\\${nested(200)}`))).toBeDefined();
  });
});

describe('numbers that would come back changed', () => {
  it('are none that JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(firstLossyNumber(JSON.stringify([value]))).toBeUndefined();
      }),
    );
  });

  it.each(['1.10', '0.000', '1E2', '100000000000000000000', '-0.0', '12.50e-1'])('do not include %s', (source) => {
    expect(firstLossyNumber(`[${source}]`)).toBeUndefined();
  });

  it.each(['0.10000000000000000001', '12345678901234567890', '-1e999'])('include %s', (source) => {
    expect(firstLossyNumber(`{"a":[1,${source}]}`)).toBe(source);
  });
});
