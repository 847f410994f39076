import { idKey, objectOf, type EndpointId } from '../../spec/index.ts';
import type { AnsweredExchange, OutgoingRequest } from '../../target/exchange.ts';

/** The endpoints that show what a write makes or changes. */
const shownBy: Readonly<Partial<Record<EndpointId, readonly EndpointId[]>>> = {
  E2: ['E1'],
  E3: ['E5'],
  E4: ['E5'],
  E6: ['E7', 'E8'],
};

/** How the list or record that shows a write is named: in the write's answer, and in the read's path. */
const shownUnder: Readonly<Partial<Record<Read['endpoint'], readonly [member: string, parameter: string]>>> = {
  E5: ['group_id', 'group_id'],
  E7: ['id', 'snapshot_id'],
  E8: ['employee_id', 'employee_id'],
};

/** The key of one list or record, or of all of them if an answer does not say which. */
const shownKey = (endpoint: Read['endpoint'], id: unknown): string =>
  `${endpoint} ${typeof id === 'string' ? idKey(id) : 'all'}`;

/** Most lists and records whose last write is remembered; only those of the last seconds matter. */
const mostRemembered = 4_000;

/** The purpose of reads that find out how long a write takes to show: a record that they miss may still come. */
export const settling = 'settling';

type Read = Pick<OutgoingRequest, 'endpoint' | 'pathParameters'>;

export type Lag = ReturnType<typeof createLag>;

/** Added to the longest time seen: the next may be longer, and an index is usually refreshed every second. */
const margin = { factor: 1.2, ms: 200, least: 1_250 } as const;

/** How often a write may take longer to show than reads waited, before they stop waiting. */
const mostRaises = 4;

/**
 * Learns how long writes take to show: reads of what was written wait that long after the last write. Times are
 * monotonic milliseconds.
 *
 * @param onLate - called when an endpoint showed a write only this many milliseconds after it
 */
export function createLag(onLate: (endpoint: EndpointId, ms: number) => void) {
  const learned = new Map<EndpointId, number>();
  /** The time of the last write to each endpoint, list and record; the latest at the end. */
  const written = new Map<string, number>();
  const unshown = new Set<EndpointId>();
  const raised = new Map<EndpointId, number>();
  const lagOf = (endpoint: EndpointId): number =>
    endpoint === 'E1' ? Math.max(0, ...learned.values()) : (learned.get(endpoint) ?? 0);
  return {
    /** Milliseconds until an endpoint shows a write. The list of groups is as late as the slowest of the others. */
    of: lagOf,
    /**
     * Notes that an endpoint showed a write only this many milliseconds after it. If that keeps happening although
     * reads wait for the time learned before, time is not the cause, and reads stop waiting.
     *
     * @param waited - milliseconds that the read which missed the write had waited
     */
    learn(endpoint: EndpointId, ms: number, waited = 0): void {
      const before = learned.get(endpoint) ?? 0;
      learned.set(endpoint, Math.max(before, ms * margin.factor + margin.ms, margin.least));
      onLate(endpoint, ms);
      if (waited === 0 || waited < before) return;
      raised.set(endpoint, (raised.get(endpoint) ?? 0) + 1);
      if ((raised.get(endpoint) ?? 0) < mostRaises) return;
      unshown.add(endpoint);
      learned.delete(endpoint);
    },
    /** Whether an endpoint may still show a write that it lacks: no longer once a wait for one has failed. */
    mayShowLate: (endpoint: EndpointId): boolean => !unshown.has(endpoint),
    giveUp: (endpoint: EndpointId): void => void unshown.add(endpoint),
    /** When the last write that an endpoint shows was answered. */
    lastWrite: (endpoint: EndpointId): number | undefined => written.get(endpoint),
    noteWrite({ request: { endpoint, pathParameters }, answer, endedAt }: AnsweredExchange): void {
      const record = objectOf(answer.json);
      for (const reading of shownBy[endpoint as EndpointId] ?? []) {
        const [member = '', parameter = ''] = shownUnder[reading] ?? [];
        for (const key of [reading, shownKey(reading, record[member] ?? pathParameters[parameter])]) {
          // Deleted and set, so that the latest is at the end.
          written.delete(key);
          written.set(key, endedAt);
        }
        const [oldest] = written.keys();
        if (written.size > mostRemembered && oldest !== undefined) written.delete(oldest);
      }
    },
    /** Whether what a read asks for was written in the last `within` ms, so that the endpoint may lack it yet. */
    mayFindNothing({ endpoint, pathParameters }: Read, within: number): boolean {
      const [, parameter] = shownUnder[endpoint] ?? [];
      // The list of a group exists before it has decisions.
      if (parameter === undefined || endpoint === 'E5') return false;
      const at = written.get(shownKey(endpoint, pathParameters[parameter]));
      return at !== undefined && performance.now() - at <= within;
    },
    /** Milliseconds that a read has to wait from now, because of writes to the records that it shows. */
    pauseBefore({ endpoint, pathParameters }: Read): number {
      const ms = endpoint === 'token' ? 0 : lagOf(endpoint);
      if (ms === 0) return 0;
      const [, parameter] = shownUnder[endpoint] ?? [];
      // A snapshot also shows what has replaced it, so any write counts.
      const keys =
        parameter === undefined || endpoint === 'E7'
          ? [endpoint]
          : [shownKey(endpoint, pathParameters[parameter]), shownKey(endpoint, undefined)];
      return Math.max(...keys.map((key) => (written.get(key) ?? -Infinity) + ms - performance.now()), 0);
    },
  };
}
