import { describe, expect, it } from 'vitest';
import { change, mapTexts, someText } from './json-values.ts';

const value = { a: [{ b: { x: { n: 1 }, y: { n: 2 } } }, { b: { z: { n: 3 } } }], c: 'kept' };

describe('change', () => {
  it('edits every place of a path, and nothing else', () => {
    expect(change(value, 'a[].b.*.n', (n) => Number(n) * 10)).toEqual({
      a: [{ b: { x: { n: 10 }, y: { n: 20 } } }, { b: { z: { n: 30 } } }],
      c: 'kept',
    });
  });

  it('tells the position of an item, and leaves out what becomes undefined', () => {
    expect(change(value, 'a[]', (item, position) => (position === 1 ? undefined : item))).toEqual({
      ...value,
      a: [value.a[0]],
    });
    expect(change(value, 'c', () => undefined)).toEqual({ a: value.a });
  });

  it('leaves values as they are where the path leads nowhere', () => {
    for (const path of ['d', 'c.d', 'c[]', 'a.b', 'a[].c.*']) expect(change(value, path, () => 'new')).toEqual(value);
  });

  it('does not touch the value it is given', () => {
    const before = structuredClone(value);
    change(value, 'a[].b.*.n', () => 0);
    expect(value).toEqual(before);
  });
});

describe('texts within a value', () => {
  it('are found however deep they are', () => {
    let deep: unknown = 'needle';
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    expect(someText(deep, (text) => text === 'needle')).toBe(true);
    expect(someText({ a: [1, null, 'b'] }, (text) => text === 'a')).toBe(false);
  });

  it('are all changed, but no name of a member', () => {
    expect(mapTexts({ a: ['b', 1, { c: 'd' }], e: null }, (text) => text.toUpperCase())).toEqual({
      a: ['B', 1, { c: 'D' }],
      e: null,
    });
  });
});
