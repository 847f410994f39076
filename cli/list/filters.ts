import { endpointIds, parts, type EndpointId, type Level, type PartName, type Requirement } from '../../spec/index.ts';
import { UsageError } from '../usage-error.ts';

/** Where a requirement shows: an operation, or the token service, which has no number. */
export type Place = EndpointId | 'token';

/** Which requirements are wanted; a filter that is not given lets all pass. */
export interface Filters {
  readonly part?: readonly PartName[];
  readonly level?: readonly Level[];
  readonly endpoint?: readonly Place[];
}

/** The levels, the strictest first. */
export const levels = ['required', 'expected', 'open'] as const satisfies readonly Level[];

/**
 * Reads a filter: values of a closed list, in any letter case, separated by commas; a repeated flag adds to what it
 * said before.
 *
 * @throws UsageError for any other word, with the values that are allowed
 */
function wordList<T extends string>(flag: string, kind: string, allowed: readonly T[]) {
  return (text: string, before: readonly T[] = []): readonly T[] => {
    const wanted = text.split(',').map((part) => {
      const word = part.trim();
      const found = allowed.find((value) => value.toLowerCase() === word.toLowerCase());
      if (found !== undefined) return found;
      throw new UsageError(`${flag}: ${JSON.stringify(word)} is no ${kind}; allowed are ${allowed.join(', ')}`);
    });
    return [...new Set([...before, ...wanted])];
  };
}

/** Reads `--part`. @throws UsageError */
export const partFilter = wordList(
  '--part',
  'part',
  parts.map(({ name }) => name),
);

/** Reads `--level`. @throws UsageError */
export const levelFilter = wordList<Level>('--level', 'level', levels);

/** Reads `--endpoint`. @throws UsageError */
export const endpointFilter = wordList<Place>('--endpoint', 'endpoint', [...endpointIds, 'token']);

/** Whether a requirement passes all of the filters. */
export function passes({ part, level, endpoints }: Requirement, filters: Filters): boolean {
  const places: readonly Place[] = endpoints.length === 0 ? ['token'] : endpoints;
  return (
    (filters.part?.includes(part) ?? true) &&
    (filters.level?.includes(level) ?? true) &&
    (filters.endpoint?.some((place) => places.includes(place)) ?? true)
  );
}

/** The filters as they were given, in words of the command line; empty without any. */
export function filterText({ part, level, endpoint }: Filters): string {
  return Object.entries({ part, level, endpoint })
    .flatMap(([name, values]) => (values === undefined ? [] : [`--${name} ${values.join(',')}`]))
    .join(' ');
}
