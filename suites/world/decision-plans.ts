import { arrayOf, objectOf, type JsonObject } from '../invariants/reading.ts';

/** Every plan entry of a decision record, over all of its carriers and lines. */
export function plansOfDecision(decision: unknown): readonly JsonObject[] {
  const carriers = arrayOf(objectOf(objectOf(decision).body).carriers).map(objectOf);
  const lines = carriers.flatMap((carrier) => Object.values(objectOf(carrier.lines_of_coverage)).map(objectOf));
  return lines.flatMap(({ plans }) => arrayOf(plans).map(objectOf));
}
