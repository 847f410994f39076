import type { ObservationChange } from '../comparison.ts';
import type { Report } from '../report.ts';
import { differingValues } from './observed-values.ts';

function isInPart({ requirements }: Report, id: string): boolean {
  return requirements.some((result) => result.id === id && result.partly === true);
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
    const differing = differingValues(id, before, after);
    // A value that is missing where part of the check got no answer says nothing.
    const appeared = isInPart(old, id) ? [] : differing.appeared;
    const vanished = isInPart(latest, id) ? [] : differing.vanished;
    if (appeared.length === 0 && vanished.length === 0) return [];
    return [{ id, title: titles.get(id) ?? id, before, after, appeared, vanished }];
  });
}
