import { idKey, objectOf, type EndpointId } from '../../spec/index.ts';
import type { AnsweredExchange, OutgoingRequest } from '../../target/exchange.ts';

/** The endpoints that show what a write makes or changes. */
const shownBy: Readonly<Partial<Record<EndpointId, readonly EndpointId[]>>> = {
  E2: ['E1'],
  E3: ['E5'],
  E4: ['E5'],
  E6: ['E7', 'E8'],
};

/** Whose records a list has: the member of a record, and the parameter of the list's path, that say so. */
const owners: Readonly<Partial<Record<Read['endpoint'], string>>> = { E5: 'group_id', E8: 'employee_id' };

/** The records that are not there before a write is shown: the member of the write's answer, and the path parameter, that name one. */
const comers: Readonly<Partial<Record<Read['endpoint'], readonly [member: string, parameter: string]>>> = {
  E7: ['id', 'snapshot_id'],
  E8: ['employee_id', 'employee_id'],
};

/** A list of one owner, or of all where an answer does not say whose the record is. */
const listKey = (endpoint: Read['endpoint'], owner: unknown): string =>
  `${endpoint} ${typeof owner === 'string' ? idKey(owner) : 'all'}`;

/** Lists and records whose last write is remembered: those of the last second or two matter. */
const mostRemembered = 2_000;

/** The purpose of reads that find out how long a write takes to be seen: a record that they miss may still come. */
export const settling = 'settling';

/** Notes a time at the end of a map that keeps the latest. */
function note(times: Map<string, number>, key: string, at: number): void {
  // Deleted and set, so that the latest is at the end.
  times.delete(key);
  times.set(key, at);
  const [oldest] = times.keys();
  if (times.size > mostRemembered && oldest !== undefined) times.delete(oldest);
}

type Read = Pick<OutgoingRequest, 'endpoint' | 'pathParameters'>;

export type Lag = ReturnType<typeof createLag>;

/** What is added to the longest time seen: the next may be longer, and an index is renewed every second as a rule. */
const margin = { factor: 1.2, ms: 200, least: 1_250 } as const;

/** How often it may turn out that it takes longer than what was waited for. */
const mostRaises = 4;

/**
 * How long writes take to be seen: reads of what was written wait that long after the last write. Times are monotonic
 * milliseconds.
 *
 * @param onLate - called where an endpoint showed a write so many milliseconds after it, and not before
 */
export function createLag(onLate: (endpoint: EndpointId, ms: number) => void = () => undefined) {
  const learned = new Map<EndpointId, number>();
  const writtenAt = new Map<Read['endpoint'], number>();
  /** The last write of each list that has an owner; the latest at the end. */
  const writtenOf = new Map<string, number>();
  /** When a record was made that an endpoint has under its id; the latest at the end. */
  const madeAt = new Map<string, number>();
  const unshown = new Set<EndpointId>();
  const raised = new Map<EndpointId, number>();
  const lagOf = (endpoint: EndpointId): number =>
    endpoint === 'E1' ? Math.max(0, ...learned.values()) : (learned.get(endpoint) ?? 0);
  return {
    /** Milliseconds until an endpoint shows a write. A list of groups is as late as the latest of the others. */
    of: lagOf,
    /**
     * Notes that an endpoint showed a write so many milliseconds after it, and not before. Where that goes on although reads
     * wait for as long as it took before, it is no matter of time, and nothing is waited for any more.
     *
     * @param waited - milliseconds that the read which missed it had waited for
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
    /** Whether an endpoint may still show a write that it does not show yet: not once a wait for one has failed. */
    mayShowLate: (endpoint: EndpointId): boolean => !unshown.has(endpoint),
    giveUp: (endpoint: EndpointId): void => void unshown.add(endpoint),
    /** When the last write was taken that an endpoint shows. */
    lastWrite: (endpoint: EndpointId): number | undefined => writtenAt.get(endpoint),
    noteWrite({ request: { endpoint, pathParameters }, answer, endedAt }: AnsweredExchange): void {
      const record = objectOf(answer.json);
      for (const reading of shownBy[endpoint as EndpointId] ?? []) {
        writtenAt.set(reading, endedAt);
        const owner = owners[reading];
        if (owner !== undefined) note(writtenOf, listKey(reading, record[owner] ?? pathParameters[owner]), endedAt);
        const [member] = comers[reading] ?? [];
        if (member !== undefined) note(madeAt, listKey(reading, record[member]), endedAt);
      }
    },
    /** Whether what a read asks for was made in the last milliseconds: it may not be there yet. */
    mayStillCome({ endpoint, pathParameters }: Read, within: number): boolean {
      const [, parameter] = comers[endpoint] ?? [];
      if (parameter === undefined) return false;
      const made = madeAt.get(listKey(endpoint, pathParameters[parameter]));
      return made !== undefined && performance.now() - made <= within;
    },
    /** Milliseconds that a read waits from now on, for what was written of the records it shows. */
    pauseBefore({ endpoint, pathParameters }: Read): number {
      const ms = endpoint === 'token' ? 0 : lagOf(endpoint);
      if (ms === 0) return 0;
      const owner = owners[endpoint];
      const writes =
        owner === undefined
          ? [writtenAt.get(endpoint)]
          : [writtenOf.get(listKey(endpoint, pathParameters[owner])), writtenOf.get(listKey(endpoint, undefined))];
      return Math.max(...writes.map((at) => (at === undefined ? 0 : at + ms - performance.now())), 0);
    },
  };
}
