import type { LatencyChange } from '../comparison.ts';
import type { Report } from '../report.ts';

/** A difference is told only past each of these: milliseconds, a share of the smaller base, and the runs' own spread. */
const floorMs = 20;
const floorShare = 0.15;
const spreads = 3;

/** The base of an endpoint's latency in two runs. Milliseconds. */
interface Bases {
  readonly endpoint: string;
  readonly before: number;
  readonly after: number;
  /** By how much each varied within its run, together. */
  readonly spread: number;
}

/** The endpoints of which both runs have a base. */
function basesOf(old: Report, latest: Report): readonly Bases[] {
  return Object.entries(latest.latency).flatMap(([endpoint, { base: after, spread = 0 }]) => {
    const before = Object.hasOwn(old.latency, endpoint) ? old.latency[endpoint] : undefined;
    if (before?.base === undefined || after === undefined) return [];
    return [{ endpoint, before: before.base, after, spread: spread + (before.spread ?? 0) }];
  });
}

/**
 * The endpoints that have become slower or faster, and how many could be compared. Runs are compared by the base: the 1st
 * percentile of the successes. It counts as changed past 20 ms, past 15 % of the smaller one, and past three times the
 * sum of what it varied by within the two runs. Medians and tails are not compared: under a run's own load, or beside
 * whatever else a machine does, two runs of one service differ in them by any amount.
 */
export function latencyChanges(
  old: Report,
  latest: Report,
): { readonly changes: readonly LatencyChange[]; readonly compared: number } {
  const bases = basesOf(old, latest);
  const changes = bases
    .filter(
      ({ before, after, spread }) =>
        Math.abs(after - before) > Math.max(floorMs, floorShare * Math.min(before, after), spreads * spread),
    )
    .map(({ endpoint, before, after }) => ({ endpoint, percentile: 'base' as const, before, after }));
  return { changes, compared: bases.length };
}
