import type { LinePoint } from '../charts/charts.ts';

/** Milliseconds. */
const day = 86_400_000;

/** A pause is longer than so many times what lies between two runs as a rule: a weekend, for those of each working day. */
const longerThan = 3.5;

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

/**
 * The points of a line over time, broken in the middle of each pause: where there were no runs for long, nothing is known,
 * and a line across it would tell of a slow change.
 *
 * @param points - in the order of time
 */
export function brokenAtPauses(points: readonly LinePoint[]): readonly LinePoint[] {
  const steps = points.slice(1).map(({ x }, index) => x - (points[index]?.x ?? x));
  // Several runs of one day do not make each night a pause.
  const longest = longerThan * Math.max(day, median(steps));
  return points.flatMap((point, index) => {
    const step = steps[index] ?? 0;
    return step > longest ? [point, { x: point.x + step / 2, y: undefined }] : [point];
  });
}
