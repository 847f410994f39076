import type { LatencyChange } from '../comparison.ts';

const rounded = (milliseconds: number): string =>
  milliseconds < 10 ? String(Math.round(milliseconds * 10) / 10) : String(Math.round(milliseconds));

/** A change of latency in words: `p50 12 ms → 43 ms (31 ms slower)`. */
export function latencyText({ percentile, before, after }: LatencyChange): string {
  const by = `${rounded(Math.abs(after - before))} ms ${after > before ? 'slower' : 'faster'}`;
  return `${percentile} ${rounded(before)} ms → ${rounded(after)} ms (${by})`;
}
