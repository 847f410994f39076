import { sample } from 'fast-check';
import { arbitrarySnapshot, defaultContext } from '../generators/index.ts';
import { asTarget } from '../cli/judge-reference.ts';
import { startReference } from '../reference/index.ts';
import { createApi } from '../suites/engine/api.ts';
import { createLag } from '../suites/engine/lag.ts';
import { createClient } from '../target/client.ts';
import { isSuccess, type Exchange } from '../target/exchange.ts';
import { createTokenHolder } from '../target/access-tokens.ts';

/** Exchanges of an ordinary run, and how long the reference service took to have them. */
export interface Traffic {
  readonly exchanges: readonly Exchange[];
  /** Microseconds for one exchange, many being in flight. */
  readonly each: number;
}

const concurrency = 16;

/** Sends generated snapshots to the reference service, each read back alone and in its employee's list; judges nothing. */
export async function recordTraffic(snapshots: number, seed: number): Promise<Traffic> {
  const reference = await startReference({ seed });
  const served = await asTarget(reference);
  const target = { ...served, limits: { ...served.limits, concurrency } };
  const exchanges: Exchange[] = [];
  const client = createClient(target.limits, (exchange) => exchanges.push(exchange));
  const first = createTokenHolder(client, target.authUrl, target.credentials);
  const api = createApi({ target, client, first, second: undefined, deadline: Infinity, lag: createLag() }, 'setup');
  try {
    await first.current();
    const { carrierIds, planIds, groupId } = reference.fixtures;
    const bodies = sample(arbitrarySnapshot({ ...defaultContext(), carrierIds, planIds }), {
      seed,
      numRuns: snapshots,
    });
    exchanges.length = 0;
    const startedAt = performance.now();
    await Promise.all(
      bodies.map(async (json) => {
        const created = await api.call('E6', { path: { group_id: groupId }, json });
        if (!isSuccess(created)) return;
        const { id, employee_id: employee } = created.answer.json as { id: string; employee_id: string };
        await api.call('E7', { path: { snapshot_id: id } });
        await api.call('E8', { path: { employee_id: employee } });
      }),
    );
    return { exchanges: [...exchanges], each: ((performance.now() - startedAt) * 1000) / exchanges.length };
  } finally {
    await client.close();
    await reference.close();
  }
}
