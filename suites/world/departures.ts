import { isObject, type JsonObject } from '../invariants/reading.ts';
import { classOf } from './value-class.ts';

/** One way in which a body departs from one that the target took; like departures at one member count as one. */
export interface Departure {
  /** The member: names joined by dots, without indexes; the keys of a map go by `*`. */
  readonly path: string;
  /** What is different about it: the kind of its value, that it is left out, how many items there are. */
  readonly how: string;
  /** Whether it decides which members and items there are to begin with: what departs below it comes and goes with it. */
  readonly isFrame: boolean;
}

/** Names of the members that tie a body together: putting them back would tear it apart. */
const ties: ReadonlySet<string> = new Set([
  'id',
  'individual_id',
  'event_id',
  'custom_individual_id',
  'individual_type',
  'group_id',
]);

/** Members that are maps: their keys are the sender's own. */
const maps = /(?:^|\.)(?:lines_of_coverage|classifications)$/;
/** Maps whose entries have nothing to do with each other. */
const looseMaps = /(?:^|\.)classifications$/;

/** Names a departure. */
export function keyOf({ path, how }: Departure): string {
  return `${path}: ${how}`;
}

/** The ways in which a body departs from the one that was taken, each once, in the order of the body. */
export function departuresOf(body: unknown, taken: unknown): readonly Departure[] {
  const found = new Map<string, Departure>();
  compare(body, taken, (departure) => {
    found.set(keyOf(departure), departure);
    return true;
  });
  return [...found.values()];
}

/**
 * The body with all departures put back to what was taken, but for those that are kept.
 *
 * @param mend - makes sense of what was put together from two bodies
 */
export function keeping<T>(
  body: T,
  taken: unknown,
  isKept: (departure: Departure) => boolean,
  mend: (body: T) => T = (whole) => whole,
): T {
  return mend(compare(body, taken, isKept) as T);
}

/** The body with those of its departures alone. */
export function keepingOnly<T>(body: T, taken: unknown, kept: readonly Departure[], mend?: (body: T) => T): T {
  const keys = new Set(kept.map(keyOf));
  return keeping(body, taken, (departure) => keys.has(keyOf(departure)), mend);
}

type IsKept = (departure: Departure) => boolean;

/** Walks through a body beside the one that was taken, and rebuilds it with the departures that are kept. */
function compare(body: unknown, taken: unknown, isKept: IsKept): unknown {
  const places = new Map<string, unknown[]>();
  gather(taken, '', places);

  const rebuilt = (value: unknown, beside: unknown, path: string): unknown => {
    if (Array.isArray(value) && Array.isArray(beside)) return items(value, beside, path);
    if (isObject(value) && isObject(beside))
      return maps.test(path) ? entries(value, beside, path) : members(value, beside, path);
    // Nothing was taken there to put it back to.
    if (Object.is(value, beside) || beside === undefined) return value;
    return isKept({ path, how: classOf(path, value, beside), isFrame: false }) ? value : beside;
  };

  const items = (value: readonly unknown[], beside: readonly unknown[], path: string): unknown => {
    const isSame = value.length === beside.length || isKept({ path, how: `${value.length} items`, isFrame: true });
    const kept = isSame ? value : [...value.slice(0, beside.length), ...beside.slice(value.length)];
    return kept.map((item, index) => rebuilt(item, counterpart(item, beside[index], path), path));
  };

  const entry = (value: unknown, beside: unknown, path: string): unknown =>
    rebuilt(value, counterpart(value, beside, `${path}.*`), `${path}.*`);

  const looseEntries = (value: JsonObject, beside: JsonObject, path: string): unknown => {
    const isKey = (key: string, how: string): boolean =>
      isKept({ path, how: `${how} ${JSON.stringify(key)}`, isFrame: true });
    return Object.fromEntries([
      ...Object.entries(value).flatMap(([key, one]) =>
        Object.hasOwn(beside, key) || isKey(key, 'the key') ? [[key, entry(one, beside[key], path)]] : [],
      ),
      ...Object.entries(beside).filter(([key]) => !Object.hasOwn(value, key) && !isKey(key, 'without the key')),
    ]);
  };

  const entries = (value: JsonObject, beside: JsonObject, path: string): unknown => {
    if (looseMaps.test(path)) return looseEntries(value, beside, path);
    const [keys, others] = [Object.keys(value), Object.keys(beside)];
    const isSame =
      (keys.length === others.length && keys.every((key) => others.includes(key))) ||
      isKept({ path, how: `the keys ${JSON.stringify(keys)}`, isFrame: true });
    const kept = isSame ? value : beside;
    return Object.fromEntries(Object.entries(kept).map(([key, one]) => [key, entry(one, beside[key], path)]));
  };

  const members = (value: JsonObject, beside: JsonObject, path: string): unknown => {
    const below = (name: string): string => (path === '' ? name : `${path}.${name}`);
    const added = Object.keys(value).filter((name) => !Object.hasOwn(beside, name) && !ties.has(name));
    const missing = Object.keys(beside).filter((name) => !Object.hasOwn(value, name) && !ties.has(name));
    // Members that stand in for others come and go with them: a plan is given by its identifier or by its name.
    const isSwap = added.length > 0 && missing.length > 0;
    const swap = { path, how: `${added.join(', ')} instead of ${missing.join(', ')}`, isFrame: true };
    const isGiven = (name: string): boolean =>
      isKept(isSwap ? swap : { path: below(name), how: 'given', isFrame: false });
    const isLeftOut = (name: string): boolean =>
      isKept(isSwap ? swap : { path: below(name), how: 'left out', isFrame: false });
    return Object.fromEntries([
      ...Object.entries(value).flatMap(([name, member]) => {
        if (ties.has(name)) return [[name, member]];
        if (added.includes(name)) return isGiven(name) ? [[name, member]] : [];
        return [[name, rebuilt(member, beside[name], below(name))]];
      }),
      ...missing.filter((name) => !isLeftOut(name)).map((name) => [name, beside[name]]),
    ]);
  };

  /** What to compare an item with: of all that were taken at its place the one most like it, its own neighbour first. */
  const counterpart = (item: unknown, neighbour: unknown, path: string): unknown => {
    const candidates = [...(neighbour === undefined ? [] : [neighbour]), ...(places.get(path) ?? [])];
    const distances = candidates.map((candidate) => distance(item, candidate));
    return candidates[distances.indexOf(Math.min(...distances))];
  };

  return rebuilt(body, taken, '');
}

/** How many names only one of two objects has. */
function distance(one: unknown, other: unknown): number {
  if (!isObject(one) || !isObject(other)) return 0;
  const [names, others] = [Object.keys(one), Object.keys(other)];
  return names.filter((name) => !others.includes(name)).length + others.filter((name) => !names.includes(name)).length;
}

/** The items and entries of a body by their place. */
function gather(value: unknown, path: string, places: Map<string, unknown[]>): void {
  const children: readonly (readonly [string, unknown, boolean])[] = Array.isArray(value)
    ? value.map((item: unknown) => [path, item, true] as const)
    : isObject(value)
      ? Object.entries(value).map(([name, member]) => {
          const isEntry = maps.test(path);
          return [path === '' ? name : `${path}.${isEntry ? '*' : name}`, member, isEntry] as const;
        })
      : [];
  for (const [place, child, isItem] of children) {
    if (isItem) places.set(place, [...(places.get(place) ?? []), child]);
    gather(child, place, places);
  }
}
