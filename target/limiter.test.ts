import { describe, expect, test } from 'vitest';
import { createLimiter, createRoom, type Said } from './limiter.ts';
import { virtualClock } from './virtual-clock.test-data.ts';

/** A limiter on a clock of its own. */
function limited(limits: Parameters<typeof createLimiter>[0], deadline?: number, begun?: readonly number[]) {
  const clock = virtualClock();
  const limiter = createLimiter(limits, clock, undefined, deadline, begun);
  return {
    clock,
    limiter,
    /** When jobs that are requested at the same time start, and whether they are in time. */
    startsOf: (jobs: number) =>
      Promise.all(
        Array.from({ length: jobs }, () => limiter.run(async (isInTime) => [clock.now(), isInTime] as const)),
      ),
    attempt: (said: Said): Promise<Said> =>
      limiter.attempt(
        async () => said,
        () => ({ said, kind: 'E1' }),
      ),
  };
}

describe('a limiter', () => {
  test('starts nothing during a pause, and keeps to the rate after it', async () => {
    const { limiter, startsOf } = limited({ concurrency: 10, requestsPerSecond: 10 });
    limiter.pause(5000);
    const starts = await startsOf(3);
    expect(starts.map(([at]) => at)).toEqual([5000, 5100, 5200]);
  });

  test('calls begin once a job waits only for the rate, and uses no turn if that throws', async () => {
    const { clock, limiter } = limited({ concurrency: 2, requestsPerSecond: 1 });
    let underWay = 0;
    const most: number[] = [];
    const job = (): Promise<unknown> =>
      limiter.run(
        async () => (underWay -= 1),
        () => most.push((underWay += 1)),
      );
    await Promise.all([job(), job(), job(), job()]);
    expect(Math.max(...most)).toBe(2);
    const before = clock.now();
    const refused = limiter.run(
      async () => undefined,
      () => {
        throw new Error('no room');
      },
    );
    await expect(refused).rejects.toThrow('no room');
    expect(clock.now()).toBe(before);
  });

  test('stays below the rate at which it was throttled, and counts a burst of refusals once', async () => {
    const { clock, limiter, startsOf, attempt } = limited({ concurrency: 100 });
    await startsOf(50);
    expect(limiter.requestsPerSecond()).toBe(Number.POSITIVE_INFINITY);
    for (let refused = 0; refused < 10; refused += 1) await attempt('throttled');
    expect(limiter.requestsPerSecond()).toBeCloseTo(49 * 0.8);
    clock.pass(2000);
    await attempt('throttled');
    expect(limiter.requestsPerSecond()).toBeLessThan(49 * 0.8);
  });

  test('slows down no further than to a lowest rate if it is refused at every rate', async () => {
    const { clock, limiter, startsOf, attempt } = limited({ concurrency: 10 });
    for (let refused = 0; refused < 50; refused += 1) {
      await startsOf(1);
      await attempt('throttled');
      clock.pass(2_000);
    }
    expect(limiter.requestsPerSecond()).toBe(0.5);
  });

  test.each([
    ['to its configured rate', { requestsPerSecond: 20 }, 20],
    ['fully, without a configured rate', {}, Number.POSITIVE_INFINITY],
  ])('recovers %s after a refusal, once there has been none for a while', async (_how, rate, recovered) => {
    const { limiter, startsOf, attempt } = limited({ concurrency: 10, ...rate });
    await startsOf(1);
    await attempt('throttled');
    expect(limiter.requestsPerSecond()).toBe(1);
    await attempt('answered');
    expect(limiter.requestsPerSecond()).toBe(1);
    for (let succeeded = 0; succeeded < 200; succeeded += 1) {
      await startsOf(1);
      await attempt('answered');
    }
    expect(limiter.requestsPerSecond()).toBe(recovered);
  });

  test('waits longer before it recovers after each further refusal', async () => {
    const { clock, limiter, startsOf, attempt } = limited({ concurrency: 10, requestsPerSecond: 20 });
    const recoversAfter = async (): Promise<number> => {
      const from = clock.now();
      await attempt('throttled');
      const slow = limiter.requestsPerSecond();
      while (limiter.requestsPerSecond() === slow) {
        await startsOf(1);
        await attempt('answered');
      }
      return clock.now() - from;
    };
    const first = await recoversAfter();
    const second = await recoversAfter();
    expect(second).toBeGreaterThan(first * 1.5);
  });

  test('keeps to the requests per minute, including earlier ones, regardless of pauses', async () => {
    const { limiter, startsOf } = limited({ concurrency: 20, requestsPerMinute: 3 }, undefined, [-20_000]);
    const starting = startsOf(8);
    limiter.pause(1000);
    const starts = [-20_000, ...(await starting).map(([at]) => at)].toSorted((one, other) => one - other);
    const gaps = starts.slice(3).map((at, index) => at - (starts[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(60_000);
    expect(starts.at(-1)).toBeLessThan(3 * 61_000);
  });

  test('is not slowed down by one refusal far below an accepted rate, but by a second one', async () => {
    const { clock, limiter, startsOf, attempt } = limited({ concurrency: 10 });
    await startsOf(50);
    await attempt('answered');
    clock.pass(20_000);
    await startsOf(2);
    await attempt('throttled');
    expect(limiter.requestsPerSecond()).toBe(Number.POSITIVE_INFINITY);
    clock.pass(500);
    await attempt('throttled');
    expect(limiter.requestsPerSecond()).toBe(1);
  });

  test('is not slowed down by bans for 401 answers, and measures the ban for each of these', async () => {
    const { clock, limiter, startsOf, attempt } = limited({ concurrency: 10 });
    await startsOf(50);
    await attempt('answered');
    for (let bans = 0; bans < 3; bans += 1) {
      clock.pass(20_000);
      await startsOf(5);
      for (let denied = 0; denied < 5; denied += 1) await attempt('denied');
      for (let refused = 0; refused < 2; refused += 1) await attempt('throttled');
      clock.pass(1000);
      await attempt('answered');
    }
    expect(limiter.requestsPerSecond()).toBe(Number.POSITIVE_INFINITY);
    expect(limiter.banOfDenial()).toBe(200);
  });

  test('allows more requests in flight after successes, and fewer after a refusal', async () => {
    const { clock, limiter } = limited({ concurrency: 32 });
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

  test('gives up turns after the deadline at once', async () => {
    const { clock, limiter, startsOf } = limited({ concurrency: 10, requestsPerSecond: 1 }, 2500);
    const starts = await startsOf(5);
    expect(starts.filter(([, isInTime]) => isInTime).map(([at]) => at)).toEqual([0, 1000, 2000]);
    limiter.pause(2000);
    expect(await limiter.turn()).toBe(false);
    expect(clock.now()).toBe(2000);
  });
});

type Room = ReturnType<typeof createRoom>;

/** The limit after `count` answers of this duration, each with as many requests in flight as are allowed. */
function answered(room: Room, count: number, tookMs: number, inFlight?: number): number {
  for (let answer = 0; answer < count; answer += 1) room.answered('E1', tookMs, inFlight ?? room.limit);
  return room.limit;
}

function refused(room: Room, now: number, inFlight = room.limit): number {
  room.refused(now, inFlight);
  return room.limit;
}

/** A room for 32 requests, after answers of this duration. */
function settled(tookMs = 300): Room {
  const room = createRoom(32);
  answered(room, 100, tookMs);
  return room;
}

describe('requests in flight', () => {
  test('double with each round of answers up to the limit, and no further', () => {
    const room = createRoom(32);
    expect([4, 8, 16, 100].map((count) => answered(room, count, 300))).toEqual([8, 16, 32, 32]);
    expect(createRoom(2).limit).toBe(2);
  });

  test('do not increase if they are not used', () => {
    expect(answered(createRoom(32), 100, 300, 2)).toBe(4);
  });

  test('decrease as answers get slow, settle where they are not, and recover', () => {
    // A service that handles requests one after another, 50 ms each.
    const room = createRoom(32);
    const limits = Array.from({ length: 200 }, () => answered(room, 1, 50 * room.limit));
    expect(Math.max(...limits.slice(100))).toBeLessThan(16);
    expect(answered(room, 400, 50)).toBe(32);
  });

  test('do not decrease if a few answers are slow, if all are slightly slow, or if the service stays slow', () => {
    const some = settled();
    for (let round = 0; round < 40; round += 1) {
      answered(some, 3, 300);
      answered(some, 1, 3000);
    }
    expect(some.limit).toBe(32);
    expect(answered(settled(2), 100, 90)).toBe(32);
    expect(answered(settled(), 2000, 900)).toBe(32);
  });

  test('are halved by a burst of refusals, and recover', () => {
    const room = settled();
    for (let now = 0; now < 100; now += 10) refused(room, now);
    expect(room.limit).toBe(16);
    expect(refused(room, 5000)).toBe(8);
    expect(answered(room, 700, 300)).toBe(32);
    expect(refused(createRoom(1), 0)).toBe(1);
    // With few requests in flight, the refusal has another reason.
    expect(refused(settled(), 0, 2)).toBe(32);
  });

  test('settle at what a refusing service accepts, with ever fewer refusals', () => {
    const room = createRoom(32);
    let refusals = 0;
    for (let count = 0; count < 5000; count += 1) {
      if (room.limit > 5) {
        refusals += 1;
        refused(room, count * 1000);
      } else answered(room, 1, 300);
    }
    expect(room.limit).toBe(5);
    expect(refusals).toBeLessThan(12);
  });
});
