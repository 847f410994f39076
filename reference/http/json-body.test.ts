import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJsonBody } from './json-body.ts';

const parse = (text: string): unknown => parseJsonBody(Buffer.from(text));

describe('reading a JSON body', () => {
  it('gives back whatever JSON can say', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5, stringUnit: 'binary' }), (text) => {
        expect(parse(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each([
    ['nothing', ''],
    ['truncated JSON', '{"a":'],
    ['two values', '1 2'],
    ['a trailing comma', '[1,]'],
    ['NaN', 'NaN'],
    ['an infinite number', '[1e400]'],
    ['an integer beyond precision', '{"a":9007199254740993}'],
    ['a fraction beyond precision', '[1,0.10000000000000000001]'],
    ['a vanishing number', '1e-400'],
  ])('refuses %s', (_name, text) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ kind: 'malformed' }));
  });

  it('refuses bytes that are not UTF-8', () => {
    expect(() => parseJsonBody(Buffer.from([0x22, 0xff, 0x22]))).toThrow('UTF-8');
  });

  it('counts nesting, and not that of brackets in strings', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(parse(nested(64))).toBeDefined();
    expect(() => parse(nested(65))).toThrow('levels deep');
    expect(() => parse(nested(250_000))).toThrow('levels deep');
    expect(parse(JSON.stringify(`"\\${nested(200)}`))).toBeDefined();
  });

  it('counts values', () => {
    const list = (count: number) => JSON.stringify({ list: Array.from({ length: count }, () => 0) });
    expect(parse(list(19_998))).toBeDefined();
    expect(() => parse(list(20_001))).toThrow(expect.objectContaining({ kind: 'too-large' }));
  });

  it('takes every way to write a number', () => {
    const sources = ['1.10', '0.000', '1E2', '100000000000000000000', '-0.0', '12.50e-1'];
    expect(parse(`[${sources.join()}]`)).toEqual(sources.map(Number));
  });
});
