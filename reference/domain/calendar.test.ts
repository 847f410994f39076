import { describe, expect, it } from 'vitest';
import { dayOfHttpDate, startOfDay } from './calendar.ts';

describe('days', () => {
  it.each(['2024-02-29', '2000-02-29', '9999-12-31', '0001-01-01', '0099-03-01'])('knows %s', (date) => {
    expect(new Date(startOfDay(date) ?? Number.NaN).toISOString()).toBe(`${date}T00:00:00.000Z`);
  });

  it.each(['2023-02-29', '1900-02-29', '2022-13-01', '2022-00-10', '2022-04-31', '2022-1-1', '2022-01-01T00:00', ''])(
    'knows no %s',
    (date) => {
      expect(startOfDay(date)).toBeUndefined();
    },
  );
});

describe('HTTP dates', () => {
  it.each([
    ['Sat, 01 Jan 2022 00:00:00 GMT', '2022-01-01'],
    ['Thu, 29 Feb 2024 23:59:60 GMT', '2024-02-29'],
    ['Fri, 31 Dec 9999 00:00:00 GMT', '9999-12-31'],
  ])('reads %s', (text, day) => {
    expect(dayOfHttpDate(text)).toBe(day);
  });

  it.each([
    'Sun, 01 Jan 2022 00:00:00 GMT',
    'Wed, 29 Feb 2023 00:00:00 GMT',
    'Sat, 1 Jan 2022 00:00:00 GMT',
    'Sat, 01 Jan 2022 00:00:00 UTC',
    'Sat, 01 Jan 2022 24:00:00 GMT',
    'Saturday, 01-Jan-22 00:00:00 GMT',
    'Sat, 01 Foo 2022 00:00:00 GMT',
    '2022-01-01',
    '',
  ])('refuses %j', (text) => {
    expect(dayOfHttpDate(text)).toBeUndefined();
  });
});
