import { expect, test } from 'vitest';
import { deepestRead, isNestedDeeper, readJson } from './read-answer.ts';

const nested = (open: string, close: string, levels: number): string => open.repeat(levels) + close.repeat(levels);

function depthOf(value: unknown): number {
  let depth = 0;
  for (let at = value; typeof at === 'object' && at !== null; at = Object.values(at)[0]) depth += 1;
  return depth;
}

test('what is nested too deeply is JSON, and empty below the deepest level that is read', () => {
  const { isJson, json } = readJson(`{"id": "x", "deep": ${nested('[', ']', 200_000)}, "list": [1, {"a": 2}]}`);
  expect(isJson).toBe(true);
  expect(json).toMatchObject({ id: 'x', list: [1, { a: 2 }] });
  expect(depthOf((json as { deep: unknown }).deep)).toBe(deepestRead - 1);
});

test('what can be read is read to its end', () => {
  const text = nested('[', ']', deepestRead);
  expect(JSON.stringify(readJson(text).json)).toBe(text);
});

test('what is no JSON stays none', () => {
  expect(readJson('['.repeat(2000))).toEqual({ isJson: false, json: undefined });
});

test('brackets in a text are no levels', () => {
  expect(isNestedDeeper(JSON.stringify(['"\\', '['.repeat(100)]), 2)).toBe(false);
  expect(isNestedDeeper('[[[[[[]]]]]]', 5)).toBe(true);
});
