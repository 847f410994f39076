import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { dates, firstOfMonth, firstsOfMonths, httpDate, lastOfMonth, shifted, yearsAfter } from './calendar-dates.ts';
import { uuid, uuidFor } from './scalars.ts';

const seed = Math.floor(Math.random() * 2 ** 31);

test(`dates are of the calendar and within their bounds, seed ${String(seed)}`, () => {
  fc.assert(
    fc.property(dates('1999-12-31', '2004-03-01'), (date) => {
      expect(new Date(date).toISOString().slice(0, 10)).toBe(date);
      expect(date >= '1999-12-31' && date <= '2004-03-01').toBe(true);
    }),
    { seed },
  );
  expect(new Set(fc.sample(dates('2021-05-05', '2021-05-05'), { seed, numRuns: 5 }))).toEqual(new Set(['2021-05-05']));
});

test('dates are written for HTTP, shifted by days, and by months and years', () => {
  expect(httpDate('2024-02-29')).toBe('Thu, 29 Feb 2024 00:00:00 GMT');
  expect(httpDate('9999-12-31')).toBe('Fri, 31 Dec 9999 00:00:00 GMT');
  expect([shifted('2024-02-28', 1), shifted('2023-02-28', 1), shifted('2022-01-01', -1)]).toEqual([
    '2024-02-29',
    '2023-03-01',
    '2021-12-31',
  ]);
  expect([firstOfMonth('2024-11-30', 2), firstOfMonth('2024-01-31', -1), firstOfMonth('2024-02-29')]).toEqual([
    '2025-01-01',
    '2023-12-01',
    '2024-02-01',
  ]);
  expect([lastOfMonth('2024-01-31', 1), lastOfMonth('2023-12-01')]).toEqual(['2024-02-29', '2023-12-31']);
  expect([yearsAfter('2024-02-29', 18), yearsAfter('2024-02-29', -4)]).toEqual(['2042-03-01', '2020-02-29']);
  expect(firstsOfMonths('2023-11-02', '2024-02-01')).toEqual(['2023-12-01', '2024-01-01', '2024-02-01']);
  expect(firstsOfMonths('2023-11-02', '2023-11-30')).toEqual([]);
  expect(firstsOfMonths('2023-10-01', '2024-04-01', 'quarter')).toEqual(['2023-10-01', '2024-01-01', '2024-04-01']);
  expect(firstsOfMonths('2023-10-01', '2025-01-01', 'year')).toEqual(['2024-01-01', '2025-01-01']);
});

test(`identifiers are the same for the same words only, of several versions and both letter cases, seed ${String(seed)}`, () => {
  expect(uuidFor('a', 'b')).toBe(uuidFor('a', 'b'));
  expect(uuidFor('a', 'b')).not.toBe(uuidFor('ab'));
  const all = [uuidFor('a'), ...fc.sample(uuid(), { seed, numRuns: 200 })];
  expect(all.filter((id) => !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu.test(id))).toEqual([]);
  expect(new Set(all.map((id) => id.charAt(14)))).toEqual(new Set(['1', '4', '5', '7']));
  expect(all.some((id) => id !== id.toLowerCase())).toBe(true);
});
