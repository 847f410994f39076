/** A JSON object whose members are not known yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value if it is an object, else an empty one: for reading members that something else judges. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** An object without the members that are undefined. */
export function present<T extends object>(members: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  const there: Partial<T> = {};
  for (const name in members) if (members[name] !== undefined) there[name] = members[name];
  return there as ReturnType<typeof present<T>>;
}

type IsOptional<T> = undefined extends T ? true : T extends readonly unknown[] ? true : false;

/** An object without the members that are undefined or empty lists. */
export function filled<T extends object>(
  members: T,
): { [K in keyof T as IsOptional<T[K]> extends true ? never : K]: T[K] } & {
  [K in keyof T as IsOptional<T[K]> extends true ? K : never]?: Exclude<T[K], undefined>;
} {
  const isThere = (value: unknown): boolean => value !== undefined && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(members).filter(([, value]) => isThere(value))) as ReturnType<
    typeof filled<T>
  >;
}

const notLower = /[^\da-z-]/;

/** An identifier as a key of maps and sets, regardless of letter case. */
export function idKey(id: unknown): string {
  const text = String(id);
  // Most are in lower case already, and every rule asks for those of each record.
  return notLower.test(text) ? text.toLowerCase() : text;
}

/** Whether two values are the same, or the same identifier in any letter case. */
export function sameId(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === 'string' && typeof other === 'string' && idKey(one) === idKey(other));
}

export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

export function arrayOf(value: unknown): readonly unknown[] {
  return isList(value) ? value : [];
}

/** The steps of a JSON pointer (RFC 6901): names and indexes. */
export function stepsOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The JSON pointer of a member's name or an index, or of several below each other. */
export function pointerTo(...steps: readonly (string | number)[]): string {
  let pointer = '';
  for (const step of steps) pointer += `/${typeof step === 'number' ? step : escaped(step)}`;
  return pointer;
}

/** Hardly any name needs escaping, and a run builds a million pointers. */
function escaped(name: string): string {
  return /[~/]/.test(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name;
}

/** The value at a JSON pointer; undefined if there is none. */
export function valueAt(value: unknown, pointer: string): unknown {
  let current = value;
  for (const step of stepsOf(pointer)) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, step)) return undefined;
    current = (current as Record<string, unknown>)[step];
  }
  return current;
}

/** A copy of a value with the part at a JSON pointer replaced; the same value if the pointer leads nowhere. */
export function replaceAt(value: unknown, pointer: string, replacement: unknown): unknown {
  const along = (current: unknown, [step, ...others]: readonly string[]): unknown => {
    if (step === undefined) return replacement;
    if (isList(current)) return current.map((item, index) => (String(index) === step ? along(item, others) : item));
    if (!isObject(current)) return current;
    const entries = Object.entries(current);
    return Object.fromEntries(entries.map(([name, member]) => [name, name === step ? along(member, others) : member]));
  };
  return along(value, stepsOf(pointer));
}

/** The value with every leaf (neither object nor array) changed, at any depth. */
export function mapLeaves(value: unknown, to: (leaf: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => mapLeaves(item, to));
  if (!isObject(value)) return to(value);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapLeaves(member, to)]));
}

export function mapTexts(value: unknown, to: (text: string) => string): unknown {
  return mapLeaves(value, (leaf) => (typeof leaf === 'string' ? to(leaf) : leaf));
}
