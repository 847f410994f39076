import { describe, expect, test } from 'vitest';
import { createLimiter, type Limiter, type Said } from './limiter.ts';
import { virtualClock, type VirtualClock } from './virtual-clock.test-data.ts';

/** When jobs that are asked for at one time start, and whether they are in time. */
async function startsOf(limiter: Limiter, clock: VirtualClock, jobs: number): Promise<readonly [number, boolean][]> {
  const job = (): Promise<[number, boolean]> => limiter.run(async (isInTime) => [clock.now(), isInTime]);
  return Promise.all(Array.from({ length: jobs }, job));
}

/** A try at a request that ends in this way. */
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

  test('recovers after a refusal, once a while has passed without another', async () => {
    const clock = virtualClock();
    const limiter = createLimiter({ concurrency: 10, requestsPerSecond: 20 }, clock);
    await startsOf(limiter, clock, 1);
    await attempt(limiter, 'throttled');
    expect(limiter.requestsPerSecond()).toBe(1);
    await attempt(limiter, 'answered');
    expect(limiter.requestsPerSecond()).toBe(1);
    for (let succeeded = 0; succeeded < 100; succeeded += 1) {
      await startsOf(limiter, clock, 1);
      await attempt(limiter, 'answered');
    }
    expect(limiter.requestsPerSecond()).toBe(20);
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

  test('without a rate of its own recovers wholly', async () => {
    const clock = virtualClock();
    const limiter = createLimiter({ concurrency: 10 }, clock);
    await attempt(limiter, 'throttled');
    for (let succeeded = 0; succeeded < 200; succeeded += 1) {
      await startsOf(limiter, clock, 1);
      await attempt(limiter, 'answered');
    }
    expect(limiter.requestsPerSecond()).toBe(Number.POSITIVE_INFINITY);
  });

  test('keeps to the requests of a minute, those begun before among them, whatever pauses come', async () => {
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
