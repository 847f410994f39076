import type { LatencyChange } from '../comparison.ts';

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
export function latencyText(change: LatencyChange): string {
  const { percentile, before, after } = change;
  return `${names[percentile]} ${rounded(before)} ms → ${rounded(after)} ms (${slowerBy(change)})`;
}
