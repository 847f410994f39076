import type { Comparison, LatencyChange, Report } from './report.ts';

/** A difference counts only past each of these: milliseconds, a share of the smaller base, and the runs' own spread. */
const floorMs = 20;
const floorShare = 0.15;
const spreads = 3;

/** Where a run had few successes, their fastest may be slow by chance: it has changed past both of these. */
const coarseMs = 1000;
const coarseTimes = 2;

/** The base of an endpoint's latency in two runs. Milliseconds. */
interface Bases {
  readonly endpoint: string;
  readonly before: number;
  readonly after: number;
  readonly spread: number;
  /** One of the runs had too few successes for a base. */
  readonly isCoarse: boolean;
}

/** The endpoints of which both runs have a base, or the fastest of few successes in its place. */
function basesOf(old: Report, latest: Report): readonly Bases[] {
  return Object.entries(latest.latency).flatMap(([endpoint, late]) => {
    const early = Object.hasOwn(old.latency, endpoint) ? old.latency[endpoint] : undefined;
    const [before, after] = [early?.base ?? early?.least, late.base ?? late.least];
    if (before === undefined || after === undefined) return [];
    const isCoarse = early?.base === undefined || late.base === undefined;
    return [{ endpoint, before, after, spread: (late.spread ?? 0) + (early?.spread ?? 0), isCoarse }];
  });
}

function hasChanged({ before, after, spread, isCoarse }: Bases): boolean {
  const [difference, smaller] = [Math.abs(after - before), Math.min(before, after)];
  return isCoarse
    ? difference > coarseMs && smaller + difference > coarseTimes * smaller
    : difference > Math.max(floorMs, floorShare * smaller, spreads * spread);
}

/** Factors that are no more apart than this are alike: it is the machine or the way to it, and no endpoint of its own. */
const alike = 1.5;

function shiftOf(bases: readonly Bases[]): Comparison['latencyShift'] {
  const counted = bases.filter((one) => !one.isCoarse || hasChanged(one));
  if (counted.length < 2 || !counted.some(hasChanged)) return undefined;
  const factors = counted.map(({ before, after }) => after / before).toSorted((one, other) => one - other);
  const [least = 0, most = 0] = [factors[0], factors.at(-1)];
  const isOneWay = least > 1 || most < 1;
  if (!isOneWay || !(least > 0) || !(most / least <= alike)) return undefined;
  return { factor: factors[Math.floor(factors.length / 2)] ?? 1, endpoints: counted.length };
}

/**
 * The endpoints that have become slower or faster, and how many could be compared. Runs are compared by the base: the 1st
 * percentile of the successes. It counts as changed past 20 ms, past 15 % of the smaller one, and past three times the
 * sum of what it varied by within the two runs; with fewer than ten successes past a second and twice the time. Medians and tails are not compared: under a run's own load, or that of other
 * programs, two runs of one service differ in them by any amount.
 */
export function latencyChanges(
  old: Report,
  latest: Report,
): {
  readonly changes: readonly LatencyChange[];
  readonly compared: number;
  readonly asked: number;
  readonly shift: Comparison['latencyShift'];
} {
  const bases = basesOf(old, latest);
  const changes = bases
    .filter(hasChanged)
    .map(({ endpoint, before, after }) => ({ endpoint, percentile: 'base' as const, before, after }));
  const asked = Object.keys(latest.latency).filter((endpoint) => Object.hasOwn(old.latency, endpoint)).length;
  return { changes, compared: bases.length, asked, shift: shiftOf(bases) };
}
