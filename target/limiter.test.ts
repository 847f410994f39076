import { describe, expect, test } from 'vitest';
import {
  afterAnswer,
  afterRefusal,
  createLimiter,
  startingInFlight,
  type InFlight,
  type Limiter,
  type Said,
} from './limiter.ts';
import { virtualClock, type VirtualClock } from './virtual-clock.test-data.ts';

/** When jobs that are asked for at one time start, and whether they are in time. */
async function startsOf(limiter: Limiter, clock: VirtualClock, jobs: number): Promise<readonly [number, boolean][]> {
  const job = (): Promise<[number, boolean]> => limiter.run(async (isInTime) => [clock.now(), isInTime]);
  return Promise.all(Array.from({ length: jobs }, job));
}

function attempt(limiter: Limiter, said: Said): Promise<Said> {
  const send = async (): Promise<Said> => said;
  return limiter.attempt(send, () => ({ said, kind: 'E1' }));
}

describe('a limiter', () => {
  test('starts nothing during a pause, and keeps to the rate after it', async () => {
    const clock = virtualClock();
    const limiter = createLimiter({ concurrency: 10, requestsPerSecond: 10 }, clock);
    limiter.pause(5000);
    const starts = await startsOf(limiter, clock, 3);
    expect(starts.map(([at]) => at)).toEqual([5000, 5100, 5200]);
  });

  test('keeps below the rate at which it was asked to slow down, and counts a burst of refusals once', async () => {
    const clock = virtualClock();
    const limiter = createLimiter({ concurrency: 100 }, clock);
    await startsOf(limiter, clock, 50);
    expect(limiter.requestsPerSecond()).toBe(Number.POSITIVE_INFINITY);
    for (let refused = 0; refused < 10; refused += 1) await attempt(limiter, 'throttled');
    expect(limiter.requestsPerSecond()).toBeCloseTo(49 * 0.8);
    clock.pass(2000);
    await attempt(limiter, 'throttled');
    expect(limiter.requestsPerSecond()).toBeLessThan(49 * 0.8);
  });

  test.each([
    ['to its rate', { requestsPerSecond: 20 }, 20],
    ['wholly, without a rate', {}, Number.POSITIVE_INFINITY],
  ])('recovers %s after a refusal, once a while has passed without another', async (_how, rate, recovered) => {
    const clock = virtualClock();
    const limiter = createLimiter({ concurrency: 10, ...rate }, clock);
    await startsOf(limiter, clock, 1);
    await attempt(limiter, 'throttled');
    expect(limiter.requestsPerSecond()).toBe(1);
    await attempt(limiter, 'answered');
    expect(limiter.requestsPerSecond()).toBe(1);
    for (let succeeded = 0; succeeded < 200; succeeded += 1) {
      await startsOf(limiter, clock, 1);
      await attempt(limiter, 'answered');
    }
    expect(limiter.requestsPerSecond()).toBe(recovered);
  });

  test('waits longer before it recovers, the more often it is refused', async () => {
    const clock = virtualClock();
    const limiter = createLimiter({ concurrency: 10, requestsPerSecond: 20 }, clock);
    const recoversAfter = async (): Promise<number> => {
      const from = clock.now();
      await attempt(limiter, 'throttled');
      const slow = limiter.requestsPerSecond();
      while (limiter.requestsPerSecond() === slow) {
        await startsOf(limiter, clock, 1);
        await attempt(limiter, 'answered');
      }
      return clock.now() - from;
    };
    const first = await recoversAfter();
    const second = await recoversAfter();
    expect(second).toBeGreaterThan(first * 1.5);
  });

  test('keeps to the requests of a minute, those begun before among them, regardless of pauses', async () => {
    const clock = virtualClock();
    const limiter = createLimiter({ concurrency: 20, requestsPerMinute: 3 }, clock, undefined, undefined, [-20_000]);
    const starting = startsOf(limiter, clock, 8);
    limiter.pause(1000);
    const starts = [-20_000, ...(await starting).map(([at]) => at)].toSorted((one, other) => one - other);
    const gaps = starts.slice(3).map((at, index) => at - (starts[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(60_000);
    expect(starts.at(-1)).toBeLessThan(3 * 61_000);
  });

  test('is not slowed down by one refusal while it sends far less than was taken before, but by one that follows', async () => {
    const clock = virtualClock();
    const limiter = createLimiter({ concurrency: 10 }, clock);
    await startsOf(limiter, clock, 50);
    await attempt(limiter, 'answered');
    clock.pass(20_000);
    await startsOf(limiter, clock, 2);
    await attempt(limiter, 'throttled');
    expect(limiter.requestsPerSecond()).toBe(Number.POSITIVE_INFINITY);
    clock.pass(500);
    await attempt(limiter, 'throttled');
    expect(limiter.requestsPerSecond()).toBe(1);
  });

  test('has more in flight as it goes well, and fewer after a refusal', async () => {
    const clock = virtualClock();
    const limiter = createLimiter({ concurrency: 32 }, clock);
    const inFlight = async (said: Said, jobs: number): Promise<number> => {
      let now = 0;
      let most = 0;
      const job = (): Promise<unknown> =>
        limiter.run(() =>
          limiter.attempt(
            async () => {
              now += 1;
              most = Math.max(most, now);
              await clock.sleep(10);
              now -= 1;
            },
            () => ({ said, kind: 'E1' }),
          ),
        );
      await Promise.all(Array.from({ length: jobs }, job));
      return most;
    };
    expect(await inFlight('answered', 4)).toBe(4);
    expect(await inFlight('answered', 200)).toBe(32);
    await inFlight('unavailable', 20);
    expect(await inFlight('answered', 16)).toBe(16);
    expect(await inFlight('answered', 400)).toBe(32);
  });

  test('gives up at once the turns that would come after the deadline', async () => {
    const clock = virtualClock();
    const limiter = createLimiter({ concurrency: 10, requestsPerSecond: 1 }, clock, undefined, 2500);
    const starts = await startsOf(limiter, clock, 5);
    expect(starts.filter(([, isInTime]) => isInTime).map(([at]) => at)).toEqual([0, 1000, 2000]);
    limiter.pause(2000);
    expect(await limiter.turn()).toBe(false);
    expect(clock.now()).toBe(2000);
  });
});

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
    // Where few were in flight it had another reason.
    expect(refused(settled, 0, 2).limit).toBe(32);
  });

  test('settle at what a service takes that refuses more, and are refused less and less often', () => {
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
});
