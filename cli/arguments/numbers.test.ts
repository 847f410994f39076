import { expect, it } from 'vitest';
import { duration, wholeNumber } from './numbers.ts';

it.each([
  ['90s', 90_000],
  ['10m', 600_000],
  ['24h', 86_400_000],
])('a duration of %s is %d ms', (text, ms) => {
  expect(duration('--time-budget')(text)).toBe(ms);
});

it.each(['10', '0s', '-1m', '1.5h', '10 m', 'm', '25h', '1d', ''])('%j is no duration', (text) => {
  expect(() => duration('--time-budget')(text)).toThrow(/^--time-budget: ".*" is not a duration/);
});

it.each(['0', '11', '-1', '1.0', '1e1', ' 1', '', '0x1', '99999999999999999999'])(
  '%j is no whole number from 1 to 10',
  (text) => {
    expect(() => wholeNumber('--cases', 1, 10)(text)).toThrow(/^--cases: ".*" is not a whole number from 1 to 10$/);
  },
);

it('bounds belong to what they bound', () => {
  expect([1, 10].map((value) => wholeNumber('--cases', 1, 10)(String(value)))).toEqual([1, 10]);
});
