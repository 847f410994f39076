import { afterAll, describe, expect, it } from 'vitest';
import { openProofPool } from './proof-pool.ts';

/** Set to look at dialects that nobody has looked at yet. */
const first = Number(process.env['BFC_PROOF_SEED'] ?? 1);
const seeds = Array.from({ length: 8 }, (_unused, index) => first + index);

const pool = openProofPool(1);
afterAll(() => pool.close());

describe('the suite finds every dialect conformant', () => {
  it.concurrent.each(seeds)('the dialect of seed %i', async (seed) => {
    const { verdict, failed, suiteFaults } = await pool.dialect(seed);
    expect({ verdict, failed, suiteFaults }).toEqual({ verdict: 'conformant', failed: [], suiteFaults: [] });
  });
});
