import { isObject, isUuid, type JsonObject, pointerTo, sameId } from '../../spec/index.ts';

/** A place where two values differ. */
export interface Difference {
  readonly pointer: string;
  readonly expected: unknown;
  readonly actual?: unknown;
}

/** How two values are compared. Members that only the found object has never differ. */
export interface Comparison {
  /** Whether a member that only the wanted one has is a difference. */
  readonly missingMembers: 'allowed' | 'different';
  readonly anyOrder: boolean;
  /** Pointers that are not compared. */
  readonly except?: (pointer: string) => boolean;
}

/** Everything that is wanted, in its order. */
export const exactly: Comparison = { missingMembers: 'different', anyOrder: false };

/**
 * The first `most` places where `actual` is not what `expected` asks for: the first of each member, and of each element
 * if the order counts. Numbers compare by value, text by code point, ids regardless of letter case; null counts as
 * absent.
 */
export function differences(
  expected: unknown,
  actual: unknown,
  how: Comparison,
  pointer = '',
  most = 8,
): readonly Difference[] {
  if (holds(expected, actual)) return [];
  const found: Difference[] = [];
  for (const difference of differencesIn(expected, actual, how, pointer)) {
    found.push(difference);
    if (found.length >= most) break;
  }
  return found;
}

/** Differences as violations, with what is wrong at a pointer in words. */
export function asViolations(found: readonly Difference[], code: string, wrong: (pointer: string) => string) {
  return found.map((difference) => ({ code, message: wrong(difference.pointer), ...difference }));
}

/** The first of the differences. */
export function firstDifference(expected: unknown, actual: unknown, how: Comparison): Difference | undefined {
  return differences(expected, actual, how, '', 1)[0];
}

/**
 * A fast check whether everything that is wanted is there unchanged, so that nothing differs in any kind of comparison.
 * That holds for most values, and takes a fraction of the time, as no pointers are needed.
 */
function holds(expected: unknown, actual: unknown): boolean {
  if (expected === actual) return true;
  if (Array.isArray(expected))
    return (
      Array.isArray(actual) &&
      expected.length === actual.length &&
      expected.every((wanted, index) => holds(wanted, actual[index]))
    );
  if (!isObject(expected) || !isObject(actual)) return false;
  for (const name in expected) {
    const wanted = expected[name];
    if (!absent(wanted) && !(Object.hasOwn(actual, name) && holds(wanted, actual[name]))) return false;
  }
  return true;
}

type Differences = Generator<Difference, undefined>;

function* differencesIn(expected: unknown, actual: unknown, how: Comparison, pointer: string): Differences {
  if (how.except?.(pointer) === true || expected === actual) return;
  if (Array.isArray(expected) && Array.isArray(actual)) yield* inArrays(expected, actual, how, pointer);
  else if (isObject(expected) && isObject(actual)) yield* inObjects(expected, actual, how, pointer);
  else if (typeof expected !== 'string' || !isUuid(expected) || !sameId(expected, actual))
    yield { pointer, expected, actual };
}

function* inObjects(expected: JsonObject, actual: JsonObject, how: Comparison, pointer: string): Differences {
  for (const [name, wanted] of Object.entries(expected)) {
    if (absent(wanted)) continue;
    const found = Object.hasOwn(actual, name) ? actual[name] : undefined;
    const at = `${pointer}${pointerTo(name)}`;
    if (!absent(found)) yield* differencesIn(wanted, found, how, at);
    else if (how.missingMembers === 'different' && how.except?.(at) !== true)
      yield { pointer: at, expected: wanted, ...(found === undefined ? {} : { actual: found }) };
  }
}

function* inArrays(
  expected: readonly unknown[],
  actual: readonly unknown[],
  how: Comparison,
  pointer: string,
): Differences {
  const differ = (wanted: number, found: number): Differences =>
    differencesIn(expected[wanted], actual[found], how, `${pointer}/${found}`);
  const fits = (wanted: number, found: number): boolean => differ(wanted, found).next().done === true;
  if (expected.length !== actual.length) {
    yield lengthDifference(expected, actual, fits, pointer);
    return;
  }
  for (const index of expected.keys())
    for (const difference of differ(index, index)) {
      if (how.anyOrder && canBePaired(expected.length, fits)) return;
      yield difference;
      if (how.anyOrder) return;
    }
}

/** For arrays of different length: the first missing or extra element, or the whole array if the beginnings differ. */
function lengthDifference(
  expected: readonly unknown[],
  actual: readonly unknown[],
  fits: (wanted: number, found: number) => boolean,
  pointer: string,
): Difference {
  const shorter = Math.min(expected.length, actual.length);
  if (![...Array(shorter).keys()].every((index) => fits(index, index))) return { pointer, expected, actual };
  const at = `${pointer}/${shorter}`;
  return actual.length < expected.length
    ? { pointer: at, expected: expected[shorter] }
    : { pointer: at, expected: 'absent', actual: actual[shorter] };
}

/** Whether two lists can be matched one to one (augmenting paths): an element may fit several others. */
function canBePaired(count: number, fits: (wanted: number, found: number) => boolean): boolean {
  const all = [...Array(count).keys()];
  const candidates = all.map((wanted) => all.filter((found) => fits(wanted, found)));
  const partners = new Map<number, number>();
  const pair = (wanted: number, tried: Set<number>): boolean =>
    (candidates[wanted] ?? []).some((found) => {
      if (tried.has(found)) return false;
      tried.add(found);
      const rival = partners.get(found);
      if (rival !== undefined && !pair(rival, tried)) return false;
      partners.set(found, wanted);
      return true;
    });
  return all.every((wanted) => pair(wanted, new Set()));
}

function absent(value: unknown): boolean {
  return value === undefined || value === null;
}
