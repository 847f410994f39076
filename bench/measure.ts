/** How fast a piece of work is: the median of several rounds, since a machine is never quite idle. */
export interface Measured {
  readonly name: string;
  /** What is counted: `bodies`, `exchanges`. */
  readonly unit: string;
  /** Microseconds for one, in the median round. */
  readonly each: number;
  /** The fastest and the slowest round, in microseconds for one. */
  readonly range: readonly [fastest: number, slowest: number];
}

/** Rounds that count, after one that warms up. */
const rounds = 7;

/**
 * Runs the work several times over and measures what one of `count` takes.
 *
 * @param work does all `count` of them; gets the number of the round, so that no round repeats another's data
 */
export async function measure(
  name: string,
  unit: string,
  count: number,
  work: (round: number) => unknown,
): Promise<Measured> {
  const times: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const startedAt = performance.now();
    await work(round);
    if (round > 0) times.push(((performance.now() - startedAt) * 1000) / count);
  }
  const sorted = times.toSorted((one, other) => one - other);
  return {
    name,
    unit,
    each: sorted[Math.floor(rounds / 2)] ?? 0,
    range: [sorted[0] ?? 0, sorted.at(-1) ?? 0],
  };
}
