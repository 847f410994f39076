import type { AnsweredExchange } from '../../target/exchange.ts';
import type { KeptExchange } from '../../target/exchange-archive.ts';
import type { Memory, Slot } from '../engine/memory.ts';

/** The purpose of reads that find out how long a write takes to be seen: a record that they miss may still come. */
export const settling = 'settling';

/** What rules need to know of the target's configuration, and of the traffic. */
export const settings: Slot<{
  reviewStatus: string | undefined;
  /** Whether requests may be missing from the traffic, which may have made or changed what an answer shows. */
  isPartial: boolean;
  /** Whether the target may hold records of earlier runs: it may be written to, and it is not saved traffic. */
  keepsOwnRecords: boolean;
  /** Whether the target shows writes late: what one address shows may be older than what another showed before. */
  showsLate: boolean;
}> = {
  name: 'settings',
  create: () => ({ reviewStatus: undefined, isPartial: false, keepsOwnRecords: false, showsLate: false }),
};

/** Whether two readings say something of the order of what they show. */
export function areInOrder(before: KeptExchange, now: AnsweredExchange, memory: Memory): boolean {
  // An answer that was under way while the other came says nothing of the order of the two.
  if (before.endedAt > now.startedAt) return false;
  // The answer to a write is never late.
  if (!memory.at(settings).showsLate || now.request.method !== 'GET') return true;
  return before.endpoint === now.request.endpoint && before.recall().request.url === now.request.url;
}
