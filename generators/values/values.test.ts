import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dates, httpDate, inOrder, shifted } from './dates.ts';
import {
  emails,
  employerNumberFor,
  employerNumbers,
  firstNames,
  lastNames,
  socialSecurityNumberFor,
} from './people.ts';
import { text } from './text.ts';
import { uuid, uuidFor } from './uuid.ts';

const seed = Math.floor(Math.random() * 2 ** 31);

describe('dates', () => {
  test(`are calendar dates within their bounds, seed ${String(seed)}`, () => {
    fc.assert(
      fc.property(dates('1999-12-31', '2004-03-01'), (date) => {
        expect(new Date(date).toISOString().slice(0, 10)).toBe(date);
        expect(date >= '1999-12-31' && date <= '2004-03-01').toBe(true);
      }),
      { seed },
    );
  });

  test('of one day are that day', () => {
    expect(fc.sample(dates('2021-05-05', '2021-05-05'), { seed, numRuns: 5 })).toEqual(
      Array.from({ length: 5 }, () => '2021-05-05'),
    );
  });

  test.each([
    ['2022-01-01', 'Sat, 01 Jan 2022 00:00:00 GMT'],
    ['2024-02-29', 'Thu, 29 Feb 2024 00:00:00 GMT'],
    ['9999-12-31', 'Fri, 31 Dec 9999 00:00:00 GMT'],
  ])('%s is %s for HTTP', (date, expected) => {
    expect(httpDate(date)).toBe(expected);
  });

  test.each([
    ['2024-02-28', 1, '2024-02-29'],
    ['2023-02-28', 1, '2023-03-01'],
    ['2022-01-01', -1, '2021-12-31'],
  ])('%s shifted by %i days is %s', (date, days, expected) => {
    expect(shifted(date, days)).toBe(expected);
  });

  test('are put in order where both are there', () => {
    expect(inOrder('2022-02-01', '2022-01-01')).toEqual(['2022-01-01', '2022-02-01']);
    expect(inOrder(undefined, '2022-01-01')).toEqual([undefined, '2022-01-01']);
  });
});

describe('text', () => {
  test(`is well-formed, without control characters, as long as asked for, seed ${String(seed)}`, () => {
    const bounds = fc.tuple(fc.nat(50), fc.nat(50)).map(([min, more]) => ({ min, max: min + more }));
    const drawn = bounds.chain((length) => text(length).map((value) => ({ value, length })));
    fc.assert(
      fc.property(drawn, ({ value, length: { min, max } }) => {
        const count = Array.from(value).length;
        expect(value.isWellFormed() && !/\p{Cc}/u.test(value)).toBe(true);
        expect(count >= min && count <= max).toBe(true);
      }),
      { seed, numRuns: 300 },
    );
  });
});

describe('identifiers', () => {
  test('are the same for the same words only', () => {
    expect(uuidFor('a', 'b')).toBe(uuidFor('a', 'b'));
    expect(uuidFor('a', 'b')).not.toBe(uuidFor('ab'));
    expect(uuidFor('a')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/u);
  });

  test(`come in several versions and both letter cases, seed ${String(seed)}`, () => {
    const all = fc.sample(uuid(), { seed, numRuns: 200 });
    expect(all.every((id) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu.test(id))).toBe(true);
    expect(new Set(all.map((id) => id.charAt(14)))).toEqual(new Set(['1', '4', '5', '7']));
    expect(all.some((id) => id !== id.toLowerCase())).toBe(true);
  });
});

describe('synthetic people', () => {
  test('have numbers that are never issued and addresses that reach nobody', () => {
    expect(socialSecurityNumberFor('run', 'employee')).toMatch(/^9\d\d-\d\d-\d{4}$/u);
    expect(employerNumberFor('run')).toMatch(/^00-\d{7}$/u);
    fc.assert(fc.property(employerNumbers(), (number) => /^00-\d{7}$/u.test(number)));
    fc.assert(
      fc.property(emails(), (address) => /^[a-z0-9+._-]{1,64}@(?:mail\.)?example\.(?:com|org|net)$/u.test(address)),
    );
  });

  test('have names that are well-formed', () => {
    const names: readonly string[] = [...firstNames, ...lastNames];
    expect(names.every((name) => name.isWellFormed() && name === name.trim() && name !== '')).toBe(true);
  });
});
