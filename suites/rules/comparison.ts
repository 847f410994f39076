import { isObject, pointerTo, sameId } from '../../spec/index.ts';

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

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/**
 * The first place where `actual` is not what `expected` asks for. Numbers compare by value, text by code point,
 * identifiers in either letter case, null like an absent member.
 */
export function firstDifference(
  expected: unknown,
  actual: unknown,
  how: Comparison,
  pointer = '',
): Difference | undefined {
  if (how.except?.(pointer) === true || expected === actual) return undefined;
  if (Array.isArray(expected) && Array.isArray(actual)) return arrayDifference(expected, actual, how, pointer);
  if (isObject(expected) && isObject(actual)) return objectDifference(expected, actual, how, pointer);
  if (typeof expected === 'string' && uuid.test(expected) && sameId(expected, actual)) return undefined;
  return { pointer, expected, actual };
}

/**
 * Places where `actual` is not what `expected` asks for: the first of each member, and of each element where the order
 * counts, `most` of them at most. The first of them is `firstDifference`.
 */
export function differences(
  expected: unknown,
  actual: unknown,
  how: Comparison,
  pointer = '',
  most = 8,
): readonly Difference[] {
  const first = firstDifference(expected, actual, how, pointer);
  if (first === undefined) return [];
  const parts = partsOf(expected, actual, how);
  if (parts === undefined) return [first];
  const found: Difference[] = [];
  for (const [name, wanted, got] of parts) {
    if (found.length >= most) break;
    const at = `${pointer}${pointerTo(name)}`;
    if (!absent(wanted) && !absent(got)) found.push(...differences(wanted, got, how, at, most - found.length));
    else {
      const difference = firstDifference({ [name]: wanted }, { [name]: got }, how, pointer);
      if (difference !== undefined) found.push(difference);
    }
  }
  return found;
}

/** The parts of two values; undefined where they are compared as a whole. */
function partsOf(
  expected: unknown,
  actual: unknown,
  { anyOrder }: Comparison,
): readonly (readonly [name: string, wanted: unknown, got: unknown])[] | undefined {
  if (Array.isArray(expected) && Array.isArray(actual))
    return anyOrder || expected.length !== actual.length
      ? undefined
      : expected.map((wanted: unknown, index) => [String(index), wanted, actual[index]] as const);
  if (!isObject(expected) || !isObject(actual)) return undefined;
  return Object.entries(expected).map(
    ([name, wanted]) => [name, wanted, Object.hasOwn(actual, name) ? actual[name] : undefined] as const,
  );
}

function objectDifference(
  expected: Readonly<Record<string, unknown>>,
  actual: Readonly<Record<string, unknown>>,
  how: Comparison,
  pointer: string,
): Difference | undefined {
  for (const name of Object.keys(expected)) {
    const wanted = expected[name];
    const found = Object.hasOwn(actual, name) ? actual[name] : undefined;
    if (wanted === found) continue;
    const at = `${pointer}${pointerTo(name)}`;
    if (absent(wanted) || absent(found)) {
      const differs =
        how.missingMembers === 'different' && absent(wanted) !== absent(found) && how.except?.(at) !== true;
      if (differs && !absent(wanted))
        return { pointer: at, expected: wanted, ...(found === undefined ? {} : { actual: found }) };
      continue;
    }
    const difference = firstDifference(wanted, found, how, at);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function arrayDifference(
  expected: readonly unknown[],
  actual: readonly unknown[],
  how: Comparison,
  pointer: string,
): Difference | undefined {
  if (expected.length !== actual.length) return lengthDifference(expected, actual, how, pointer);
  const inOrder = expected.map((wanted, index) => firstDifference(wanted, actual[index], how, `${pointer}/${index}`));
  const first = inOrder.find((difference) => difference !== undefined);
  if (first === undefined || !how.anyOrder) return first;
  const fits = (wanted: number, found: number): boolean =>
    firstDifference(expected[wanted], actual[found], how, `${pointer}/${found}`) === undefined;
  return canBePaired(expected.length, fits) ? undefined : first;
}

/** For arrays of different length: the first missing or extra element, or the whole where the beginnings differ. */
function lengthDifference(
  expected: readonly unknown[],
  actual: readonly unknown[],
  how: Comparison,
  pointer: string,
): Difference {
  const shorter = Math.min(expected.length, actual.length);
  const same = (index: number): boolean =>
    firstDifference(expected[index], actual[index], how, `${pointer}/${index}`) === undefined;
  const plain = [...Array(shorter).keys()].every(same);
  if (!plain) return { pointer, expected, actual };
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
