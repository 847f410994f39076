import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sideBySide } from './waiting.ts';

test('returns the results in order, or throws the first failure in order once all have ended', async () => {
  expect(await sideBySide([9, 3, 6], async (ms) => sleep(ms, ms))).toEqual([9, 3, 6]);
  const ended: number[] = [];
  const run = async (ms: number): Promise<void> => {
    await sleep(ms);
    ended.push(ms);
    if (ms > 1) throw new Error(`${ms} ms`);
  };
  await expect(sideBySide([1, 9, 3], run)).rejects.toThrow('9 ms');
  expect(ended).toHaveLength(3);
});

test('waits for the items started before one that throws synchronously', async () => {
  const run = (ms: number): Promise<void> => {
    if (ms === 0) throw new Error('at once');
    return sleep(ms).then(() => Promise.reject(new Error('later')));
  };
  await expect(sideBySide([5, 0], run)).rejects.toThrow('later');
});
