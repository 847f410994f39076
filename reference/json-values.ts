import type { Dialect } from './dialects.ts';
import { isList, isObject, pointerTo } from '../spec/index.ts';

export function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Everything in a value, level by level; not recursive, since a value may nest deeper than a stack. */
function* levelsOf(value: unknown): Generator<readonly unknown[]> {
  for (let level = [value], next: unknown[] = []; level.length > 0; level = next, next = []) {
    yield level;
    for (const one of level) if (isContainer(one)) for (const held of Object.values(one)) next.push(held);
  }
}

/** How deep objects and arrays nest, how many values there are, and whether all numbers are finite. */
export function measure(value: unknown) {
  const levels = [...levelsOf(value)];
  const values = levels.flat();
  return {
    depth: levels.filter((level) => level.some(isContainer)).length,
    values: values.length,
    isFinite: values.every((one) => typeof one !== 'number' || Number.isFinite(one)),
  };
}

/** Returns what replaces a value; undefined removes the member or item. */
export type Edit = (value: unknown, pointer: string) => unknown;

function changeAt(value: unknown, [step, ...rest]: readonly string[], edit: Edit, pointer: string): unknown {
  if (step === undefined) return edit(value, pointer);
  const within = (held: unknown, name: string | number): unknown =>
    changeAt(held, rest, edit, `${pointer}${pointerTo(name)}`);
  if (step === '[]') return isList(value) ? value.map(within).filter((item) => item !== undefined) : value;
  if (!isObject(value)) return value;
  const names = Object.keys(value).filter((name) => step === '*' || name === step);
  const members = names.map((name) => [name, within(value[name], name)] as const);
  const edited: Record<string, unknown> = { ...value, ...Object.fromEntries(members) };
  for (const [name, changed] of members) if (changed === undefined) Reflect.deleteProperty(edited, name);
  return edited;
}

const stepsOf = (path: string): readonly string[] => path.replaceAll('[]', '.[]').split('.').filter(Boolean);

/**
 * The value with every place at a path edited. A path names members, `*` every member and `[]` every item:
 * `body.carriers[].lines_of_coverage.*.plans[].name`. Places that do not exist are ignored.
 */
export function change(value: unknown, path: string, edit: Edit): unknown {
  return changeAt(value, stepsOf(path), edit, '');
}

type Member = readonly [pointer: string, value: unknown];

/** The values at paths, written as for {@link change}, each with its pointer. */
export function membersAt(value: unknown, ...paths: readonly string[]): readonly Member[] {
  const found: Member[] = [];
  for (const path of paths) change(value, path, (member, pointer) => void found.push([pointer, member]));
  return found;
}

/** Whether any text in a value, at any depth, meets a condition. */
export function someText(value: unknown, holds: (text: string) => boolean): boolean {
  return [...levelsOf(value)].some((level) => level.some((one) => typeof one === 'string' && holds(one)));
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const beyondAscii = /[\u0080-\uffff]/g;
const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** The strings and numbers of a JSON text: strings are matched so that digits in them are not taken for numbers. */
const scalars = /"(?:[^"\\]+|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const integer = /^-?\d+$/;

const spellings: Readonly<Record<Dialect['integers'], ((digits: string) => string) | undefined>> = {
  plain: undefined,
  'point-zero': (digits) => `${digits}.0`,
  exponent: (digits) => Number(digits).toExponential(),
};

function byName(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(byName);
  if (!isObject(value)) return value;
  const names = Object.keys(value).toSorted();
  return Object.fromEntries(names.map((name) => [name, byName(value[name])]));
}

/** Whether an answer's members are sorted. Shifting depends only on the length of the answer: as good as random. */
const sorts: Readonly<Record<Dialect['memberOrder'], (text: string) => boolean>> = {
  'as-it-comes': () => false,
  'by-name': () => true,
  shifting: (text) => text.length % 2 === 1,
};

/** Writes a value as JSON text in the manner of the dialect: the text differs, the value is the same. */
export function writeJson(value: object, { jsonText, integers, memberOrder }: Dialect): string {
  const write = (what: unknown): string =>
    jsonText === 'pretty' ? `${JSON.stringify(what, undefined, 2)}\n` : JSON.stringify(what);
  const plain = write(value);
  const text = sorts[memberOrder](plain) ? write(byName(value)) : plain;
  const spell = spellings[integers];
  const spelt =
    spell === undefined ? text : text.replaceAll(scalars, (scalar) => (integer.test(scalar) ? spell(scalar) : scalar));
  return jsonText === 'ascii' ? spelt.replaceAll(beyondAscii, escaped) : spelt;
}
