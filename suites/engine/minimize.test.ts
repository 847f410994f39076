import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { minimize } from './minimize.ts';

const parts = Array.from({ length: 40 }, (_, index) => index);

test('finds the smallest failing subset, and with few tries still a failing one', async () => {
  const culprits = fc.uniqueArray(fc.nat({ max: 39 }), { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(culprits, async (blamed) => {
      const isToBlame = (subset: readonly number[]): boolean => blamed.every((culprit) => subset.includes(culprit));
      const fails = vi.fn<(subset: readonly number[]) => Promise<boolean>>(async (subset) => isToBlame(subset));
      expect(await minimize(parts, fails, 1000)).toEqual(blamed.toSorted((one, other) => one - other));
      fails.mockClear();
      expect(isToBlame(await minimize(parts, fails, 5))).toBe(true);
      expect(fails.mock.calls.length).toBeLessThanOrEqual(5);
    }),
    { seed: 5, numRuns: 50 },
  );
});
