import type { SavedEntry } from './traffic.ts';

/** A moment of saved traffic: a request leaves, or its answer is there. */
export interface Moment {
  readonly kind: 'sent' | 'ended';
  readonly entry: SavedEntry;
}

/**
 * The moments of exchanges in the order of time. Requests of one moment leave before an answer of the same moment is
 * there: it may have been made after. A request that was tried before may have arrived at any time.
 */
export function inOrder(entries: readonly SavedEntry[]): readonly Moment[] {
  const timed = entries.flatMap((entry) => [
    {
      at: entry.repeated ? Number.NEGATIVE_INFINITY : entry.startedAt,
      rank: 0,
      moment: { kind: 'sent', entry } as const,
    },
    { at: entry.endedAt, rank: 1, moment: { kind: 'ended', entry } as const },
  ]);
  return timed
    .toSorted((one, other) => (one.at === other.at ? one.rank - other.rank : one.at - other.at))
    .map(({ moment }) => moment);
}
