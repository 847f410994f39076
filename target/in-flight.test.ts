import { describe, expect, test } from 'vitest';
import { afterAnswer, afterRefusal, startingInFlight, type InFlight } from './in-flight.ts';

/** The state after so many answers that took so long, each with all requests in flight that there may be. */
function answered(state: InFlight, count: number, tookMs: number, inFlight?: number): InFlight {
  return Array.from({ length: count }).reduce<InFlight>(
    (now) => afterAnswer(now, { kind: 'E1', tookMs, inFlight: inFlight ?? now.limit }),
    state,
  );
}

const refused = (state: InFlight, now: number, inFlight = state.limit): InFlight =>
  afterRefusal(state, { now, inFlight });

const settled = answered(startingInFlight(32), 100, 300);

describe('requests in flight', () => {
  test('double with each round of answers up to the limit, and no further', () => {
    const limits = [4, 8, 16].reduce<InFlight[]>((rounds, count) => {
      const before = rounds.at(-1) ?? startingInFlight(32);
      return [...rounds, answered(before, count, 300)];
    }, []);
    expect(limits.map(({ limit }) => limit)).toEqual([8, 16, 32]);
    expect(settled.limit).toBe(32);
    expect(startingInFlight(2).limit).toBe(2);
  });

  test('are no more where there is no use for them', () => {
    expect(answered(startingInFlight(32), 100, 300, 2).limit).toBe(4);
  });

  test('become fewer as answers get slow, settle where they are not, and recover', () => {
    // A service that does one request after another, 50 ms each.
    let state = startingInFlight(32);
    const limits: number[] = [];
    for (let round = 0; round < 200; round += 1) {
      state = answered(state, 1, 50 * state.limit);
      limits.push(state.limit);
    }
    expect(Math.max(...limits.slice(100))).toBeLessThan(16);
    expect(answered(state, 400, 50).limit).toBe(32);
  });

  test('stay where a few answers are slow, or all by a little', () => {
    const some = Array.from({ length: 40 }).reduce<InFlight>(
      (state) => answered(answered(state, 3, 300), 1, 3000),
      settled,
    );
    expect(some.limit).toBe(32);
    expect(answered(answered(startingInFlight(32), 100, 2), 100, 90).limit).toBe(32);
  });

  test('get used to a service that stays slower', () => {
    expect(answered(settled, 2000, 900).limit).toBe(32);
  });

  test('are half as many after a burst of refusals, and recover soon', () => {
    const burst = Array.from({ length: 10 }).reduce<InFlight>((state, _, index) => refused(state, index * 10), settled);
    expect(burst.limit).toBe(16);
    expect(refused(burst, 5000).limit).toBe(8);
    expect(answered(burst, 400, 300).limit).toBe(32);
    expect(refused({ ...settled, limit: 1 }, 0).limit).toBe(1);
  });

  test('settle at what a service bears that refuses more, and are refused ever less often', () => {
    let state = startingInFlight(32);
    const refusals: number[] = [];
    for (let count = 0; count < 5000; count += 1) {
      const isRefused = state.limit > 5;
      if (isRefused) refusals.push(count);
      state = isRefused ? refused(state, count * 1000) : answered(state, 1, 300);
    }
    expect(state.limit).toBe(5);
    expect(refusals.length).toBeLessThan(12);
  });

  test('stay as many where few were in flight when a request was refused', () => {
    expect(refused(settled, 0, 2).limit).toBe(32);
  });
});
