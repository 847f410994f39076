import { afterAll, describe, expect, it } from 'vitest';
import { faults } from '../../reference/index.ts';
import { openProofPool } from './proof-pool.ts';

/** Set to look for what a seed of another day finds. */
const seed = Number(process.env['BFC_PROOF_SEED'] ?? 1);

/** What shows at once shows in few cases. */
const cases = { always: 15, sometimes: 60 } as const;

const pool = openProofPool(2);
afterAll(() => pool.close());

describe(`the suite finds each fault by its requirements (seed ${seed})`, () => {
  it.concurrent.each(faults.map((fault) => [fault.name, fault] as const))('%s', async (name, { when }) => {
    const { missed, unexpected, suiteFaults } = await pool.fault(name, seed, {
      cases: when === undefined ? cases.always : cases.sometimes,
    });
    expect({ missed, unexpected, suiteFaults }).toEqual({ missed: [], unexpected: [], suiteFaults: [] });
  });
});
