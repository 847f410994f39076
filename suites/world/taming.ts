import { isObject } from '../invariants/reading.ts';

/** Members of one kind of a generated body that can be put back to what the target is known to take. */
export interface Taming {
  readonly name: string;
  /** The body with the members of the kind as they are in the body that was taken. */
  readonly apply: (body: unknown) => unknown;
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

/** Members whose values come from an open vocabulary. */
const coded =
  /(?:^|\.)(?:sex|marital_status|relationship|employment_status|salary\.type|salary\.unit|email_address_type|preferred_method|events\.type|events\.reason|snapshot_mode|plan_type|metal_tier|state|enable_member_auto_link|line_of_coverage)$/;

const isDate = (value: unknown): boolean => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
const isText = (value: unknown): boolean => typeof value === 'string' && !isDate(value);
/** UTF-16 units, by which many a service counts; well below the limits that services usually have. */
const longestOrdinaryText = 60;

/** What counts as being of each kind, by path (without indexes) and value; the mildest kind first. */
const kinds: readonly { readonly name: string; readonly of: (path: string, value: unknown) => boolean }[] = [
  { name: 'values of coded members', of: (path) => coded.test(path) },
  {
    name: 'empty, padded and long texts',
    of: (path, value) =>
      typeof value === 'string' &&
      !coded.test(path) &&
      (value.trim() !== value || value === '' || value.length > longestOrdinaryText),
  },
  { name: 'keys of classifications', of: (path) => path.endsWith('classifications') },
  { name: 'carriers and plans', of: (path) => /(?:^|\.)(?:carrier_id|plan_id|plan_name|plans\.name)$/.test(path) },
  { name: 'dates', of: (_, value) => isDate(value) },
  { name: 'numbers', of: (_, value) => typeof value === 'number' },
  { name: 'texts', of: (path, value) => isText(value) && !coded.test(path) },
];

/** The tamings of bodies like the one that was taken. */
export function tamingsLike(taken: unknown): readonly Taming[] {
  const values = valuesByPath(taken);
  return kinds.map(({ name, of }) => ({
    name,
    apply: (body) =>
      replaced(body, '', (path, value) => (of(path, value) && values.has(path) ? values.get(path) : value)),
  }));
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** The first value of each member, by path without indexes; members of maps go by one name. */
function valuesByPath(body: unknown, path = '', found: Map<string, unknown> = new Map()): ReadonlyMap<string, unknown> {
  if (Array.isArray(body)) {
    for (const item of body) valuesByPath(item, path, found);
    return found;
  }
  if (!found.has(path)) found.set(path, body);
  if (!isObject(body)) return found;
  for (const [name, member] of Object.entries(body)) valuesByPath(member, join(path, keyOf(path, name)), found);
  return found;
}

/** Keys that the body makes up stand for each other. */
function keyOf(path: string, name: string): string {
  return /(?:lines_of_coverage|classifications)$/.test(path) ? '*' : name;
}

function replaced(body: unknown, path: string, by: (path: string, value: unknown) => unknown): unknown {
  if (Array.isArray(body)) return body.map((item) => replaced(item, path, by));
  const own = by(path, body);
  if (!isObject(own)) return own;
  return Object.fromEntries(
    Object.entries(own).map(([name, member]) => [
      name,
      ties.has(name) ? member : replaced(member, join(path, keyOf(path, name)), by),
    ]),
  );
}
