import { expect, test } from 'vitest';
import { unambiguousJson } from './sent-request.ts';

test.each([
  ['{"a": [1, 2.50, "\\u00e9 \\" : { x", {"b": null}], "c": true}', { a: [1, 2.5, 'é " : { x', { b: null }], c: true }],
  ['{}', {}],
])('%s reads the same to every parser', (text, value) => {
  expect(unambiguousJson(text)).toEqual(value);
});

test.each([
  ['a key given twice', '{"a": 1, "b": {"a": 1}, "a": 2}'],
  ['a number past what a double holds', '{"a": 1e400}'],
  ['half of a character', '{"a": "\\ud83d"}'],
  ['a NUL', '{"a": "x\\u0000"}'],
  ['a key of the language', '{"__proto__": {}}'],
  ['no end of brackets', `${'['.repeat(5000)}${']'.repeat(5000)}`],
  ['no JSON', '{"a": '],
])('%s may read otherwise to another parser', (_what, text) => {
  expect(unambiguousJson(text)).toBeUndefined();
});
