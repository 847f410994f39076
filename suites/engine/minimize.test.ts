import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { leaveOut, minimize } from './minimize.ts';

const parts = Array.from({ length: 40 }, (_, index) => index);

/** Fails when all culprits are among the parts; counts how often it was asked. */
function failingWith(culprits: readonly number[]) {
  const asked = { times: 0 };
  const fails = async (subset: readonly number[]): Promise<boolean> => {
    asked.times += 1;
    return culprits.every((culprit) => subset.includes(culprit));
  };
  return { asked, fails };
}

describe('the smallest failing subset', () => {
  test('is the one part, or the combination, that is to blame', async () => {
    const culprits = fc.uniqueArray(fc.nat({ max: 39 }), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(culprits, async (blamed) => {
        const { fails } = failingWith(blamed);
        const sorted = blamed.toSorted((one, other) => one - other);
        expect(await minimize(parts, fails, 1000)).toEqual(sorted);
      }),
      { seed: 5, numRuns: 50 },
    );
  });

  test('is looked for within a budget, and fails as far as it was found', async () => {
    const { asked, fails } = failingWith([3, 17, 31]);
    const smallest = await minimize(parts, fails, 5);
    expect(asked.times).toBe(5);
    expect([3, 17, 31].every((culprit) => smallest.includes(culprit))).toBe(true);
  });
});

describe('leaving out', () => {
  test('what is not needed leaves what is, whatever that is', async () => {
    const needed = fc.uniqueArray(fc.nat({ max: 39 }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(needed, async (stays) => {
        const gone = await leaveOut(parts, async (some) => !stays.some((one) => some.includes(one)));
        expect(gone).toEqual(parts.filter((part) => !stays.includes(part)));
      }),
      { seed: 5, numRuns: 50 },
    );
  });

  test('takes one try where all can go, and few for one part that stays', async () => {
    const triesFor = async (...stays: readonly number[]): Promise<number> => {
      let tries = 0;
      await leaveOut(parts, async (some) => {
        tries += 1;
        return !stays.some((one) => some.includes(one));
      });
      return tries;
    };
    expect([await triesFor(), await triesFor(17)]).toEqual([1, 11]);
  });
});
