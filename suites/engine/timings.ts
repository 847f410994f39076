import type { Latency, TimelineStretch } from '../../results/report.ts';
import { isSuccessStatus, type Exchange } from '../../target/exchange.ts';

/** Most stretches of a timeline, and the length of the shortest. */
const mostStretches = 60;
const shortestStretchMs = 100;
/** The base is this percentile of the successes; its spread is measured over this many parts of them. */
const baseShare = 0.01;
const parts = 5;
/** With fewer successes there is no base. */
export const fewestSuccesses = 10;

/** Milliseconds: the start is monotonic, the duration lasts until the whole answer was there or was given up. */
export type Timing = ReturnType<typeof timingOf>;

export function timingOf({ startedAt, endedAt, answer }: Exchange) {
  return { startedAt, durationMs: endedAt - startedAt, status: answer?.status };
}

export function successesIn(timings: readonly Timing[]): readonly Timing[] {
  return timings.filter(({ status = 0 }) => isSuccessStatus(status));
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** Nearest-rank percentile of sorted values; 0 if there are none. */
function percentile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.max(Math.ceil(share * sorted.length) - 1, 0)] ?? 0;
}

const ordered = (values: readonly number[]): Float64Array => Float64Array.from(values).sort();

const durations = (timings: readonly Timing[]): Float64Array => ordered(timings.map(({ durationMs }) => durationMs));

/**
 * The base of an endpoint's latency, and how much it varies. Refusals are left out, as they may skip most of the work.
 * So are all but the fastest successes, as the others wait for other requests: on a busy machine, or under the run's
 * own load, a median says more about these waits than about the service. With few successes, only the fastest is given.
 */
function baseOf(timings: readonly Timing[]): Pick<Latency, 'base' | 'spread' | 'least'> {
  const successes = successesIn(timings)
    .toSorted((one, other) => one.startedAt - other.startedAt)
    .map(({ durationMs }) => durationMs);
  const [least] = ordered(successes);
  if (successes.length < fewestSuccesses) return least === undefined ? {} : { least: rounded(least) };
  const bases = Array.from({ length: parts }, (_, part) =>
    percentile(ordered(successes.filter((_duration, index) => index % parts === part)), baseShare),
  );
  const middle = percentile(ordered(bases), 0.5);
  return {
    base: rounded(percentile(ordered(successes), baseShare)),
    spread: rounded(percentile(ordered(bases.map((base) => Math.abs(base - middle))), 0.5)),
  };
}

/** Percentiles of an endpoint in milliseconds, rounded to a hundredth, with its base and spread. */
export function latencyOf(timings: readonly Timing[]): Latency {
  const sorted = durations(timings);
  const at = (share: number): number => rounded(percentile(sorted, share));
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), count: sorted.length, ...baseOf(timings) };
}

/** Latencies by endpoint, sorted by its name. */
export function latenciesOf(
  timings: Iterable<readonly [string, readonly Timing[]]>,
): Readonly<Record<string, Latency>> {
  const inOrder = [...timings].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(inOrder.map(([endpoint, measured]) => [endpoint, latencyOf(measured)]));
}

/** A run in at most 60 stretches of one length, each with the requests that were sent in it. */
export function timelineOf(timings: readonly Timing[]): readonly TimelineStretch[] {
  if (timings.length === 0) return [];
  const starts = ordered(timings.map(({ startedAt }) => startedAt));
  const [start = 0, end = 0] = [starts.at(0), starts.at(-1)];
  const length = Math.max(shortestStretchMs, Math.ceil((end - start + 1) / mostStretches));
  const stretches = Array.from({ length: Math.floor((end - start) / length) + 1 }, (): Timing[] => []);
  for (const timing of timings) stretches[Math.floor((timing.startedAt - start) / length)]?.push(timing);
  return stretches.map((within, index) => {
    const sorted = durations(within.filter(({ status }) => status !== undefined));
    return {
      startMs: index * length,
      requests: within.length,
      errors: within.filter(({ status = 500 }) => status >= 500).length,
      p50: rounded(percentile(sorted, 0.5)),
      p95: rounded(percentile(sorted, 0.95)),
    };
  });
}
