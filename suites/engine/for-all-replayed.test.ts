import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { below, id, numbers, options } from './for-all.test-data.ts';
import { forAll } from './property.ts';

describe('a case that is replayed', () => {
  const limit = 5000;

  /** The path to the case that a run of the property was shrunk to. */
  async function pathFound(): Promise<string> {
    const { ledger, ...rest } = options();
    await forAll(numbers, below(limit), { ledger, ...rest });
    const { path, finding } = ledger.entry(id);
    expect(finding).toMatchObject({ actual: limit, foundIn: 'sample' });
    return path ?? '';
  }

  async function replay(property: string, path: string, predicate: (value: number) => Promise<void>) {
    const { ledger, ...rest } = options({ shrinkTries: 1, replayed: { property, path } });
    const tried: number[] = [];
    const count = await forAll(
      numbers,
      async (value) => {
        tried.push(value);
        await predicate(value);
      },
      { ledger, ...rest },
    );
    return { tried, count, entry: ledger.entry(id) };
  }

  test('is the one that the path leads to, as it was shrunk and as it was drawn, and is run again where it fails', async () => {
    const path = await pathFound();
    const { seed, cases } = options();
    const drawn = fc.sample(numbers, { seed, numRuns: cases })[Number(path.split(':')[0])];
    const { tried, entry } = await replay('sample', path, below(limit));
    expect(path).toContain(':');
    expect(tried).toEqual([limit, drawn, limit]);
    expect(entry).toMatchObject({ confirmed: true, path, finding: { actual: limit } });
  });

  test('that holds leaves nothing in the ledger', async () => {
    const { count, entry } = await replay('sample', await pathFound(), below(Number.POSITIVE_INFINITY));
    expect(count).toBe(2);
    expect(entry.finding).toBeUndefined();
  });

  test('is tried as it was drawn where the path leads nowhere any more', async () => {
    const { tried } = await replay('sample', '0:999:999:999', below(limit));
    expect(tried[0]).toBe(fc.sample(numbers, { seed: options().seed, numRuns: 1 })[0]);
  });

  test('leaves out all other properties', async () => {
    expect((await replay('another', '0', below(limit))).tried).toEqual([]);
  });
});
