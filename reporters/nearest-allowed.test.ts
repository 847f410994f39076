import { expect, it } from 'vitest';
import { nearestAllowed } from './nearest-allowed.ts';

const expected = ['created', 'processing', 'completed', 'action_required'];

it.each([
  ['a capital', 'Created', 'created'],
  ['capitals throughout', 'COMPLETED', 'completed'],
  ['a blank at the end', 'completed ', 'completed'],
  ['another sign between words', 'action-required', 'action_required'],
])('finds the value that was probably meant: %s', (_what, actual, nearest) => {
  expect(nearestAllowed({ expected, expectedOneOf: true, actual })).toEqual({
    nearest,
    values: [nearest, ...expected.filter((one) => one !== nearest)],
  });
});

it.each([['queued'], [null], [undefined], [{ status: 'created' }], ['x'.repeat(100_000)]])(
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
