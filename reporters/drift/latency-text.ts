import type { Comparison, LatencyChange } from '../../results/report.ts';

/** Heading of the latencies that have changed: which, and by how much. */
export const latencyTitle = 'Latency: how long the fastest answers take, beyond what it varies by within a run';

const names: Readonly<Record<LatencyChange['percentile'], string>> = {
  base: 'fastest answers',
  p50: 'p50',
  p95: 'p95',
};

const rounded = (milliseconds: number): string =>
  milliseconds < 10 ? String(Math.round(milliseconds * 10) / 10) : String(Math.round(milliseconds));

/** By how much a latency has changed: `31 ms slower`. Both in milliseconds. */
export function slowerBy({ before, after }: Pick<LatencyChange, 'before' | 'after'>): string {
  return `${rounded(Math.abs(after - before))} ms ${after > before ? 'slower' : 'faster'}`;
}

/** A change of latency in words: `fastest answers 12 ms → 43 ms (31 ms slower)`. */
function latencyText(change: LatencyChange): string {
  const { percentile, before, after } = change;
  return `${names[percentile]} ${rounded(before)} ms → ${rounded(after)} ms (${slowerBy(change)})`;
}

/** What all compared endpoints have in common, in words: `all 3 compared endpoints about 2.7 times slower`. */
export function shiftText({ latencyShift: shift, endpointsCompared }: Comparison): string | undefined {
  if (shift === undefined) return undefined;
  const { factor, endpoints } = shift;
  const which = endpoints === endpointsCompared ? 'compared endpoints' : 'endpoints that were asked often';
  const times = Math.round(Math.max(factor, 1 / factor) * 10) / 10;
  return `all ${endpoints} ${which} about ${times} times ${factor > 1 ? 'slower' : 'faster'}`;
}

/** The changes of latency as they are told, the endpoint first: one for all where they share it. */
export function latencyNews(comparison: Comparison): readonly { readonly endpoint?: string; readonly text: string }[] {
  const shared = shiftText(comparison);
  if (shared !== undefined) return [{ text: shared }];
  return comparison.latency.map((change) => ({ endpoint: change.endpoint, text: latencyText(change) }));
}
