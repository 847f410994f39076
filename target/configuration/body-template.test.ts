import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../spec/index.ts';
import { expandBody } from './body-template.ts';

const filling = { tag: 'bfc-1', today: '2026-12-31', words: ['seed 7', 'case 1'] };

describe('placeholders', () => {
  const filled = (json: object, changes: Partial<typeof filling> = {}) =>
    expandBody({ isPatch: false, json: { ...json } }, undefined, { ...filling, ...changes });

  test.each([
    ['{tag}', 'bfc-1'],
    ['a {tag} and {tag}', 'a bfc-1 and bfc-1'],
    ['{day:+30}', '2027-01-30'],
    ['{day:-1}', '2026-12-30'],
    ['{day:0}', '2026-12-31'],
    ['{month:+2}', '2027-02-01'],
    ['{month:0}', '2026-12-01'],
    ['{month:-12}', '2025-12-01'],
    ['{ "no": placeholder }', '{ "no": placeholder }'],
  ])('%s stands for %s', (text, expected) => {
    expect(filled({ list: [{ text }], text })).toEqual({ list: [{ text: expected }], text: expected });
  });

  test('of digits and UUIDs differ by place, tag and words, and are otherwise reproducible', () => {
    const json = { a: '{digits:9}', b: '{digits:9}', c: '9{digits:2}-{digits:4}', d: '{uuid}', e: '{uuid}' };
    const first = filled(json);
    expect(first).toEqual({
      a: expect.stringMatching(/^\d{9}$/),
      b: expect.stringMatching(/^\d{9}$/),
      c: expect.stringMatching(/^9\d{2}-\d{4}$/),
      d: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/),
      e: expect.stringMatching(/^[\da-f-]{36}$/),
    });
    expect(filled(json)).toEqual(first);
    const all = [first, filled(json, { words: ['seed 7', 'case 2'] }), filled(json, { tag: 'bfc-2' })];
    expect(new Set(all.flatMap(Object.values)).size).toBe(15);
  });

  test('of named UUIDs are the same wherever the name occurs', () => {
    const { a, b, c } = filled({ a: '{uuid:her}', b: ['{tag}', '{uuid:her}'], c: '{uuid:him}' });
    expect(b).toEqual(['bfc-1', a]);
    expect(c).not.toBe(a);
  });
});

test.each<[own: object, patch: JsonObject, expected: object]>([
  [{ a: { b: 1, c: 2 } }, { a: { b: null }, d: 3 }, { a: { c: 2 }, d: 3 }],
  [{ a: [1, 2] }, { a: [3] }, { a: [3] }],
  [{ a: 'x' }, { a: { b: { c: null, d: 1 } } }, { a: { b: { d: 1 } } }],
  [{ a: 1 }, {}, { a: 1 }],
])('the body %j with the patch %j is %j (RFC 7396)', (own, patch, expected) => {
  expect(expandBody({ isPatch: true, json: patch }, own, filling)).toEqual(expected);
});

test("a patch is filled, and then applied to a copy of the suite's own body", () => {
  const own = { renewal_date: '2022-01-01', body: { carriers: [] } };
  const body = { isPatch: true, json: { renewal_date: '{month:+1}', note: '{tag}' } };
  expect(expandBody(body, own, filling)).toEqual({ renewal_date: '2027-01-01', body: { carriers: [] }, note: 'bfc-1' });
  expect(own.renewal_date).toBe('2022-01-01');
});
