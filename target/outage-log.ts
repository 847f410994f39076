import type { Exchange, Outcome, OutgoingRequest } from './exchange.ts';

/** A time when a target that had responded before accepted no connections. In milliseconds on the client's clock. */
export interface Outage {
  /** When the first request was lost or its connection was refused. */
  readonly from: number;
  /** When it was seen to respond again; absent if never. */
  readonly until?: number;
  /** Requests that were lost when it went down: the cause is most likely among them. */
  readonly underWay: readonly OutgoingRequest[];
}

/** Connections lost within this many milliseconds before the first refused one have the same cause. */
const nearMs = 1_000;

type Span = Pick<Exchange, 'startedAt' | 'endedAt'>;

/** Records when the target was away, from the outcome of each try; a target that never responded has no outages. */
export function createOutageLog() {
  const all: { from: number; until?: number; underWay: OutgoingRequest[] }[] = [];
  let hasAnswered = false;
  let refusedAt = 0;
  let recent: (Span & { readonly request: OutgoingRequest })[] = [];

  return {
    /** In order of time; the last one may not be over yet. */
    all: all as readonly Outage[],
    note(request: OutgoingRequest, outcome: Outcome, { startedAt, endedAt }: Span): void {
      const outage = all.findLast(({ until }) => until === undefined);
      if ('status' in outcome) {
        hasAnswered = true;
        if (outage !== undefined && startedAt >= refusedAt) outage.until = endedAt;
        return;
      }
      if (outcome.kind === 'broken') {
        recent = [...recent.filter((one) => endedAt - one.endedAt < nearMs), { request, startedAt, endedAt }];
        if (outage !== undefined && startedAt <= outage.from && !outage.underWay.includes(request))
          outage.underWay.push(request);
      }
      if (outcome.kind !== 'unreachable' || !hasAnswered) return;
      refusedAt = endedAt;
      if (outage !== undefined) return;
      const near = recent.filter((one) => startedAt - one.endedAt < nearMs);
      const from = near.reduce((least, one) => Math.min(least, one.endedAt), startedAt);
      all.push({ from, underWay: [...new Set(near.map((one) => one.request))] });
      recent = [];
    },
  };
}
