import type { EndpointId } from '../../spec/index.ts';

/** The endpoints that show what a write makes or changes. */
const shownBy: Readonly<Partial<Record<EndpointId, readonly EndpointId[]>>> = {
  E2: ['E1'],
  E3: ['E5'],
  E4: ['E5'],
  E6: ['E7', 'E8'],
};

export type Lag = ReturnType<typeof createLag>;

/**
 * How long writes take to be seen: reads of what was written wait that long after the last write. Times are monotonic
 * milliseconds.
 */
export function createLag() {
  const learned = new Map<EndpointId, number>();
  const writtenAt = new Map<EndpointId, number>();
  const lagOf = (endpoint: EndpointId): number =>
    endpoint === 'E1' ? Math.max(0, ...learned.values()) : (learned.get(endpoint) ?? 0);
  return {
    /** Milliseconds until an endpoint shows a write. A list of groups is as late as the latest of the others. */
    of: lagOf,
    /** Notes that an endpoint showed a write so many milliseconds after it. */
    learn(endpoint: EndpointId, ms: number): void {
      learned.set(endpoint, Math.max(learned.get(endpoint) ?? 0, ms));
    },
    /** Notes that a write was taken. */
    noteWrite(endpoint: EndpointId, endedAt: number): void {
      for (const reading of shownBy[endpoint] ?? []) writtenAt.set(reading, endedAt);
    },
    /** Milliseconds that a read of an endpoint waits from now on. */
    pauseBefore(endpoint: EndpointId): number {
      const ms = lagOf(endpoint);
      const at = writtenAt.get(endpoint);
      return ms === 0 || at === undefined ? 0 : Math.max(at + ms - performance.now(), 0);
    },
  };
}
