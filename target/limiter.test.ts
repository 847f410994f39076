import { describe, expect, test } from 'vitest';
import { createLimiter } from './limiter.ts';
import { virtualClock } from './virtual-clock.test-data.ts';

describe('a limiter with a deadline', () => {
  test('gives a turn up at once that would come after it', async () => {
    const clock = virtualClock();
    const limiter = createLimiter({ concurrency: 10, requestsPerSecond: 1 }, clock, undefined, 2500);
    const started = await Promise.all(
      Array.from({ length: 5 }, () => limiter.run(async (isInTime) => [isInTime, clock.now()] as const)),
    );
    expect(started.filter(([isInTime]) => isInTime).map(([, at]) => at)).toEqual([0, 1000, 2000]);
    expect(clock.now()).toBe(2000);
  });

  test('waits for no pause that goes past it', async () => {
    const clock = virtualClock();
    const limiter = createLimiter({ concurrency: 1 }, clock, undefined, 2500);
    limiter.pause(2000);
    expect(await limiter.turn()).toBe(true);
    limiter.pause(2000);
    expect(await limiter.turn()).toBe(false);
    expect(clock.now()).toBe(2000);
  });
});

describe('a limiter', () => {
  test('keeps the starts apart by the rate', async () => {
    const clock = virtualClock();
    const limiter = createLimiter({ concurrency: 10, requestsPerSecond: 5 }, clock);
    const starts: number[] = [];
    await Promise.all(
      Array.from({ length: 6 }, () =>
        limiter.run(async () => {
          starts.push(clock.now());
        }),
      ),
    );
    expect(starts).toEqual([0, 200, 400, 600, 800, 1000]);
  });

  test('starts jobs in the order they were asked for, and no more at a time than allowed', async () => {
    const clock = virtualClock();
    const limiter = createLimiter({ concurrency: 2 }, clock);
    const order: number[] = [];
    let running = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 7 }, (_, index) =>
        limiter.run(async () => {
          order.push(index);
          running += 1;
          most = Math.max(most, running);
          await clock.sleep(10);
          running -= 1;
        }),
      ),
    );
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(most).toBe(2);
  });

  test('starts nothing during a pause, and keeps to the rate after it', async () => {
    const clock = virtualClock();
    const limiter = createLimiter({ concurrency: 10, requestsPerSecond: 10 }, clock);
    const starts: number[] = [];
    const note = async (): Promise<void> => void starts.push(clock.now());
    await limiter.run(async () => {
      limiter.pause(5000);
    });
    await Promise.all([limiter.run(note), limiter.run(note), limiter.run(note)]);
    expect(starts).toEqual([5000, 5100, 5200]);
  });

  test('delays those that wait for their turn already when a pause comes', async () => {
    const clock = virtualClock();
    const limiter = createLimiter({ concurrency: 10, requestsPerSecond: 10 }, clock);
    const starts: number[] = [];
    const note = async (): Promise<void> => void starts.push(clock.now());
    const waiting = [limiter.run(note), limiter.run(note), limiter.run(note)];
    limiter.pause(1000);
    await Promise.all(waiting);
    expect(Math.min(...starts.slice(1))).toBeGreaterThanOrEqual(1000);
    expect(new Set(starts).size).toBe(3);
  });

  test('gives the place of a job that failed to the next one', async () => {
    const limiter = createLimiter({ concurrency: 1 }, virtualClock());
    await expect(limiter.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(limiter.run(async () => 'next')).resolves.toBe('next');
  });

  test('ends every wait when it is aborted', async () => {
    const stop = new AbortController();
    const limiter = createLimiter({ concurrency: 2, requestsPerSecond: 0.001 }, undefined, stop.signal);
    await limiter.run(async () => undefined);
    const waiting = limiter.run(async () => undefined);
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  });
});
