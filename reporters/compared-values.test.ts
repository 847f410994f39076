import { expect, it } from 'vitest';
import { lookAlike, nearestAllowed } from './compared-values.ts';

const expected = ['created', 'processing', 'completed', 'action_required'];

it.each([
  ['a capital', 'Created', 'created'],
  ['a blank at the end', 'completed ', 'completed'],
  ['another sign between words', 'action-required', 'action_required'],
])('finds the value that was probably meant: %s', (_what, actual, nearest) => {
  expect(nearestAllowed({ expected, expectedOneOf: true, actual })).toEqual({
    nearest,
    values: [nearest, ...expected.filter((one) => one !== nearest)],
  });
});

it.each([['queued'], [undefined], [{ status: 'created' }], ['x'.repeat(100_000)]])(
  'takes nothing for meant that is unlike all of them: %j',
  (actual) => {
    expect(nearestAllowed({ expected, expectedOneOf: true, ...(actual === undefined ? {} : { actual }) })).toEqual({
      values: expected,
    });
  },
);

it('compares values that are no texts as they are written', () => {
  expect(nearestAllowed({ expected: ['100', '200'], expectedOneOf: true, actual: 200 })?.nearest).toBe('200');
});

it('leaves a list alone that is asked for as it is', () => {
  expect(nearestAllowed({ expected, actual: 'created' })).toBeUndefined();
});

it.each([
  [
    'composed and not',
    'A\u030Angstro\u0308m',
    '\u00C5ngstr\u00F6m',
    'in character 1: U+0041 U+030A was expected, U+00C5 came',
  ],
  ['a blank at the end', 'Cruz ', 'Cruz', 'in character 5: U+0020 was expected, nothing came'],
  ['a letter of another alphabet', 'Anna', '\u0410nna', 'in character 1: U+0041 was expected, U+0410 came'],
  ['a mark that cannot be seen', 'ab', 'a\u200Bb', 'in character 2: U+0062 was expected, U+200B came'],
  [
    'within',
    { n: [{ 'a/b': 'x ' }] },
    { n: [{ 'a/b': 'x' }] },
    'at /n/0/a~1b, in character 2: U+0020 was expected, nothing came',
  ],
])('names what cannot be seen: %s', (_what, expected, actual, shown) => {
  expect(lookAlike(expected, actual)).toBe(shown);
});

it.each([
  ['other words', 'Anna', 'Bernd'],
  ['a sign for what was lost', '\u{20BB7}\u7530 a', '?\u7530 a'],
  ['another type', '1', 1],
  ['the same', 'Anna', 'Anna'],
  ['nothing', 'Anna', undefined],
])('says nothing of what can be seen: %s', (_what, expected, actual) => {
  expect(lookAlike(expected, actual)).toBeUndefined();
});
