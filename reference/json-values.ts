import { isObject, pointerTo, type JsonObject } from '../spec/index.ts';

/** Whether a value is an object or an array, and so may hold others. */
export function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** How deep objects and arrays nest, and how many values there are; not recursive, since a value may nest deeper than a stack. */
export function measure(value: unknown): { readonly depth: number; readonly values: number } {
  let [depth, values] = [0, 1];
  let level = [value].filter(isContainer);
  while (level.length > 0) {
    const within = level.flatMap((container): unknown[] => Object.values(container));
    depth += 1;
    values += within.length;
    level = within.filter(isContainer);
  }
  return { depth, values };
}

type Located = readonly [pointer: string, value: unknown];

function located(value: unknown, [step, ...rest]: readonly string[], pointer: string): readonly Located[] {
  if (step === undefined) return [[pointer, value]];
  if (!isContainer(value)) return [];
  return Object.entries(value)
    .filter(([name]) => step === '*' || name === step)
    .flatMap(([name, member]) => located(member, rest, `${pointer}${pointerTo(name)}`));
}

/** The values at places, each with its pointer; `*` stands for every item or member. */
export function membersAt(value: unknown, ...places: readonly string[]): readonly Located[] {
  return places.flatMap((place) => located(value, place.split('/').slice(1), ''));
}

/** Gives a value in the place of another; undefined takes the member or item away. */
export type Edit = (value: unknown, position: number) => unknown;

function changeMember(value: JsonObject, name: string, rest: readonly string[], edit: Edit): JsonObject {
  if (!Object.hasOwn(value, name)) return value;
  const changed = changeAt(value[name], rest, edit, 0);
  if (changed !== undefined) return { ...value, [name]: changed };
  return Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
}

function changeAt(value: unknown, [step, ...rest]: readonly string[], edit: Edit, position: number): unknown {
  if (step === undefined) return edit(value, position);
  if (step === '[]') {
    if (!Array.isArray(value)) return value;
    return value.map((item, index) => changeAt(item, rest, edit, index)).filter((item) => item !== undefined);
  }
  if (!isObject(value)) return value;
  const names = step === '*' ? Object.keys(value) : [step];
  return names.reduce<JsonObject>((changed, name) => changeMember(changed, name, rest, edit), value);
}

/**
 * The value with every place of a path edited. A path names members, `*` every member and `[]` every item:
 * `body.carriers[].lines_of_coverage.*.plans[].name`. What is not there stays so.
 */
export function change(value: unknown, path: string, edit: Edit): unknown {
  return changeAt(
    value,
    path
      .replaceAll('[]', '.[]')
      .split('.')
      .filter((step) => step !== ''),
    edit,
    0,
  );
}

/** Whether any text in a value, however deep, fulfils a condition. */
export function someText(value: unknown, holds: (text: string) => boolean): boolean {
  // Not recursive: values come from requests, some of which nest deeper than a call stack is high.
  const left: unknown[] = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === 'string' ? holds(next) : false) return true;
    if (isContainer(next)) left.push(...Object.values(next));
  }
  return false;
}

/** The value with everything in it that is neither an object nor an array changed, however deep. */
export function mapLeaves(value: unknown, to: (leaf: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => mapLeaves(item, to));
  if (!isObject(value)) return to(value);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapLeaves(member, to)]));
}

/** The value with every text in it, however deep, changed. */
export function mapTexts(value: unknown, to: (text: string) => string): unknown {
  return mapLeaves(value, (leaf) => (typeof leaf === 'string' ? to(leaf) : leaf));
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
