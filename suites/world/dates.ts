import { shifted } from '../../generators/index.ts';
import { seedOf } from '../engine/seeds.ts';
import type { Session } from '../engine/session.ts';

/** First day of the years in which only the checks with dates of their own make decisions; generated ones end before. */
const firstOwnDay = '2036-01-01';

/** Days that belong to one purpose, and purposes that fit into ten years. */
const daysEach = 30;
const purposes = 120;

/** Positions so far from each other that a date which an edit did not change is not taken for one that was read wrongly. */
export const farDays = [0, 9, 18, 27] as const;

/**
 * A day on which hardly anybody but this check makes decisions: the same for the same run, purpose and position.
 * Earlier runs may have left decisions on it.
 *
 * @param position - from 0 to 29: days of one purpose follow each other
 */
export function ownDate(session: Session, purpose: string, position: number): string {
  const block = seedOf(session.parameters.seed, `${session.parameters.runId} ${purpose}`) % purposes;
  return shifted(firstOwnDay, block * daysEach + position);
}
