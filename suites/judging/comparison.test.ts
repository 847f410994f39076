import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { differences, exactly, firstDifference, type Comparison } from './comparison.ts';
import { id } from './exchange-samples.test-data.ts';

describe('two values', () => {
  test('do not differ by the order of arrays if any order is allowed', () => {
    const lists = fc.array(fc.jsonValue()).chain((list) => {
      const all = { minLength: list.length, maxLength: list.length };
      return fc.tuple(fc.constant(list), fc.shuffledSubarray(list, all));
    });
    fc.assert(
      fc.property(lists, ([list, shuffled]) => {
        expect(firstDifference(list, shuffled, { missingMembers: 'allowed', anyOrder: true })).toBeUndefined();
      }),
    );
  });

  test.for([
    [[1, 1, 2], [1, 2, 2], '/1'],
    [[{ a: 1 }, { a: 1, b: 2 }], [{ a: 1, b: 2 }, { a: 1 }], undefined],
    [[{ a: 1 }, { b: 2 }], [{ a: 1, b: 2 }, { c: 3 }], '/1/b'],
  ] as const)('are paired one to one if any order is allowed: %j and %j', ([wanted, found, pointer]) => {
    expect(firstDifference(wanted, found, { ...exactly, anyOrder: true })?.pointer).toBe(pointer);
  });

  test.for([
    ['identifiers in either letter case', { id: id(10) }, { id: id(10).toUpperCase() }],
    ['null and an absent member', { a: null }, {}],
    ['an absent member and null', {}, { a: null }],
  ] as const)('do not differ: %s', ([, wanted, found]) => {
    expect(firstDifference(wanted, found, exactly)).toBeUndefined();
  });

  test.for([
    ['a member that is missing', { a: 1 }, {}, { pointer: '/a', expected: 1 }],
    ['a member that is null', { a: 1 }, { a: null }, { pointer: '/a', expected: 1, actual: null }],
    ['text instead of a number', { a: [1] }, { a: ['1'] }, { pointer: '/a/0', expected: 1, actual: '1' }],
    ['text in another letter case', 'A', 'a', { pointer: '', expected: 'A', actual: 'a' }],
    ['text in another normal form', 'é', 'e\u0301', { pointer: '', expected: 'é', actual: 'e\u0301' }],
    ['an array without its end', [1, 2], [1], { pointer: '/1', expected: 2 }],
    ['an array with an additional item', [1], [1, 2], { pointer: '/1', expected: 'absent', actual: 2 }],
    ['an array without its beginning', [1, 2], [2], { pointer: '', expected: [1, 2], actual: [2] }],
    ['an array in another order', [1, 2], [2, 1], { pointer: '/0', expected: 1, actual: 2 }],
    [
      'names with characters that pointers escape',
      { 'a/b~c': 1 },
      { 'a/b~c': 2 },
      { pointer: '/a~1b~0c', expected: 1, actual: 2 },
    ],
    [
      'a missing member with a name that objects inherit',
      { constructor: 1 },
      {},
      { pointer: '/constructor', expected: 1 },
    ],
    ['an object and an array', {}, [], { pointer: '', expected: {}, actual: [] }],
  ] as const)('differ: %s', ([, wanted, found, difference]) => {
    expect(firstDifference(wanted, found, exactly)).toEqual(difference);
  });

  test.for([
    [{ a: 1, b: { c: 2, d: 3 } }, { a: 0, b: { c: 2 } }, ['/a', '/b/d']],
    [{ list: [{ a: 1, b: 1 }, 2] }, { list: [{ a: 2, b: 2 }, 3] }, ['/list/0/a', '/list/0/b', '/list/1']],
    [{ list: [1, 2], a: { b: 1 } }, { list: [3], a: null, c: 2 }, ['/list', '/a']],
  ] as const)('differ in each member: %j and %j', ([wanted, found, pointers]) => {
    expect(differences(wanted, found, exactly).map(({ pointer }) => pointer)).toEqual(pointers);
  });

  test('are not compared at excluded places', () => {
    const how: Comparison = { ...exactly, except: (pointer) => pointer.endsWith('/ssn') };
    const wanted = { person: { ssn: '1', name: 'a' } };
    expect(firstDifference(wanted, { person: { name: 'a' } }, how)).toBeUndefined();
    expect(firstDifference(wanted, { person: { ssn: 'x' } }, how)?.pointer).toBe('/person/name');
  });
});
