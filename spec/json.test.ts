import { expect, test } from 'vitest';
import { pointerTo, replaceAt, stepsOf, valueAt } from './json.ts';

const value = { 'a/b': [{ '~': 1 }], '': { x: null } };

test.for([
  [['a/b', 0, '~'], '/a~1b/0/~0', 1],
  [['', 'x'], '//x', null],
  [[], '', value],
  [['a/b', 1], '/a~1b/1', undefined],
  [['__proto__'], '/__proto__', undefined],
] as const)('the steps %j are the pointer %s, and lead to %j', ([steps, pointer, found]) => {
  expect(pointerTo(...steps)).toBe(pointer);
  expect(stepsOf(pointer)).toEqual(steps.map(String));
  expect(valueAt(value, pointer)).toEqual(found);
});

test('the value at a pointer is replaced in a copy', () => {
  expect(replaceAt(value, '/a~1b/0/~0', 2)).toEqual({ ...value, 'a/b': [{ '~': 2 }] });
  expect(replaceAt(value, '', 2)).toBe(2);
  expect(replaceAt(value, '/nothing/there', 2)).toEqual(value);
});
