import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchOvertime } from './overtime.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** What a run of ten seconds is told. */
function watched() {
  const told: string[] = [];
  const overtime = watchOvertime(
    10_000,
    () => told.push('stop'),
    (why) => told.push(why),
  );
  return { told, overtime };
}

test('a run that does not end with its time is asked to, and then given up', () => {
  const { told, overtime } = watched();
  overtime.begin();
  vi.advanceTimersByTime(9000);
  overtime.begin();
  vi.advanceTimersByTime(2000);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(20_000);
  expect(told).toEqual(['stop']);
  vi.advanceTimersByTime(20_000);
  expect(told).toEqual(['stop', 'the suites had not ended 30 s after the time budget']);
});

test('a run that ends, or never begins, is told nothing', () => {
  const { told, overtime } = watched();
  vi.advanceTimersByTime(100_000);
  overtime.begin();
  overtime.end();
  vi.advanceTimersByTime(100_000);
  expect(told).toEqual([]);
});
