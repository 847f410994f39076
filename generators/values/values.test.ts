import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { dates, firstsOfMonths } from './calendar-dates.ts';
import { arbitraryOf } from './values.ts';

test('dates are of the calendar and within their bounds, these included', () => {
  fc.assert(
    fc.property(arbitraryOf(dates('1999-12-31', '2004-03-01')), (date) => {
      expect(new Date(date).toISOString().slice(0, 10)).toBe(date);
      expect(date >= '1999-12-31' && date <= '2004-03-01').toBe(true);
    }),
  );
  expect(new Set(fc.sample(arbitraryOf(dates('2021-05-05', '2021-05-05')), 5))).toEqual(new Set(['2021-05-05']));
});

test.each([
  ['month', '2023-11-02', '2024-02-01', ['2023-12-01', '2024-01-01', '2024-02-01']],
  ['month', '2023-11-02', '2023-11-30', []],
  ['quarter', '2023-10-01', '2024-04-01', ['2023-10-01', '2024-01-01', '2024-04-01']],
  ['year', '2023-10-01', '2025-01-01', ['2024-01-01', '2025-01-01']],
] as const)('firsts of each %s from %s to %s are %j', (step, first, last, expected) => {
  expect(firstsOfMonths(first, last, step)).toEqual(expected);
});
