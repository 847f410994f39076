import type { ObservationChange } from './comparison.ts';
import type { Report } from './report.ts';
import { watchedAsLong } from './sees-all.ts';
import { differingValues } from './observed-values.ts';

function isInPart({ requirements }: Report, id: string): boolean {
  return requirements.some((result) => result.id === id && result.partly === true);
}

/** Values that a change tells at the most, on either side. */
const mostValues = 20;

function firstOf(values: readonly string[]): readonly string[] {
  const more = values.length - mostValues;
  return more > 0 ? [...values.slice(0, mostValues), `… and ${more} more`] : values;
}

/**
 * The open points where something else was observed, in the new report's order. A point that one of the runs observed
 * nothing of was not reached there, which says nothing of the target.
 */
export function observationChanges(old: Report, latest: Report): readonly ObservationChange[] {
  const earlier = new Map(old.observations.map(({ id, value }) => [id, value]));
  const titles = new Map<string, string>(
    [...old.requirements, ...latest.requirements].map(({ id, title }) => [id, title]),
  );
  return latest.observations.flatMap(({ id, value: after }) => {
    const before = earlier.get(id);
    if (before === undefined) return [];
    const differing = differingValues(id, before, after, watchedAsLong(old.run, latest.run));
    // A value that is missing where part of the check got no answer says nothing.
    const appeared = isInPart(old, id) ? [] : differing.appeared;
    const vanished = isInPart(latest, id) ? [] : differing.vanished;
    if (appeared.length === 0 && vanished.length === 0) return [];
    const told = { appeared: firstOf(appeared), vanished: firstOf(vanished) };
    return [{ id, title: titles.get(id) ?? id, before, after, ...told }];
  });
}
