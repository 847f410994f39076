import { expect, test } from 'vitest';
import { isMet } from './measurement.ts';
import { waitedIn } from './whole-runs.ts';

test('a wait is a time without any request in flight, if it is long enough', () => {
  const exchanges = [
    { startedAt: 1000, endedAt: 1500 },
    // Ends while the first one is still in flight.
    { startedAt: 1100, endedAt: 1200 },
    { startedAt: 1550, endedAt: 1600 },
    { startedAt: 2100, endedAt: 2110 },
    { startedAt: 1800, endedAt: 1900 },
  ];
  expect(waitedIn(exchanges, 100)).toBe(200 + 200);
  expect(waitedIn([], 100)).toBe(0);
});

test('a goal is a bound above or below, and what is not a number misses it', () => {
  const of = { small: { atMost: 2 }, large: { atLeast: 10 } };
  expect(isMet({ id: 'small', value: 2 }, of)).toBe(true);
  expect(isMet({ id: 'small', value: 2.1 }, of)).toBe(false);
  expect(isMet({ id: 'large', value: 9 }, of)).toBe(false);
  expect(isMet({ id: 'large', value: Number.NaN }, of)).toBe(false);
  expect(isMet({ id: 'other', value: 9 }, of)).toBeUndefined();
});
