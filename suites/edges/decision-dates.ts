import type { Memory, Slot } from '../engine/memory.ts';

/** The renewal dates of a group's decisions, as far as the run made them. */
export interface DatesOfGroup {
  /** How many of the run's decisions each date has now. */
  readonly current: Map<string, number>;
  /** Dates that an edit took a decision from, or gave one. */
  readonly left: Set<string>;
  readonly reached: Set<string>;
  /** How many decisions the group had when it was last listed without a filter. */
  total: number | undefined;
}

const known: Slot<Map<string, DatesOfGroup>> = { name: 'renewal dates of groups', create: () => new Map() };

/** The renewal dates known of a group, to be read and added to. */
export function datesIn(group: string, memory: Memory): DatesOfGroup {
  const groups = memory.at(known);
  const held = groups.get(group) ?? { current: new Map(), left: new Set(), reached: new Set(), total: undefined };
  groups.set(group, held);
  return held;
}

/** Counts a decision on a date, or with -1 one less. @returns how many the date has now */
export function countDate({ current }: DatesOfGroup, date: string, change: 1 | -1): number {
  const count = (current.get(date) ?? 0) + change;
  if (count > 0) current.set(date, count);
  else current.delete(date);
  return count;
}
