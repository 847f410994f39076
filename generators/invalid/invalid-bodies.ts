import * as fc from 'fast-check';
import {
  isList,
  isObject,
  pointerTo,
  replaceAt,
  resolved,
  schemas,
  type JsonSchema,
  type SchemaName,
} from '../../spec/index.ts';
import { distinct } from '../values/values.ts';

/** Documented rules that a value can break, by the names that reports use. */
type InvalidRule = 'type' | 'uuid' | 'date' | 'calendar-date' | 'value-list' | 'min-items' | 'min-length';

/** A body that breaks one documented rule at one place, and nothing else. */
export type InvalidCase = ReturnType<typeof broken>;

interface WrongValues {
  readonly rule: InvalidRule;
  readonly values: readonly unknown[];
  /** The right value in another form, by the name of the form: many parsers would accept it. */
  readonly converted?: () => Readonly<Record<string, unknown>>;
}

/**
 * Values of another JSON type: first the one that no service could take for the right type, then, for a list, what some
 * languages don't tell from an empty one.
 */
const ofAnotherType: Readonly<Record<string, readonly unknown[]>> = {
  string: [{ unexpected: 'object' }, 12_345, true, ['text']],
  number: ['twelve', '12', { unexpected: 'object' }, true, [12]],
  integer: ['twelve', '12', { unexpected: 'object' }, true, 1.5],
  boolean: ['perhaps', { unexpected: 'object' }, 12_345, ['text']],
  object: ['text', ['text'], 12_345, true],
  array: ['text', {}, { unexpected: 'object' }, 12_345, true],
};

const asAnotherType: Readonly<Record<string, (value: unknown) => Readonly<Record<string, unknown>>>> = {
  number: (value) => ({ 'a number as text': String(value), 'a number as an empty text': '' }),
  boolean: (value) => ({ 'a boolean as text': String(value), 'a boolean as a number': Number(value) }),
  string: (value) => ({ 'a text in a list': [value] }),
  array: (value) => (isList(value) && value.length > 0 ? { 'a list as its first item': value[0] } : {}),
};

function typesOf(value: unknown): readonly string[] {
  if (value === null) return ['null'];
  if (isList(value)) return ['array'];
  return Number.isInteger(value) ? ['integer', 'number'] : [typeof value];
}

const isOfAnotherType = (value: unknown, types: readonly string[]): boolean =>
  !typesOf(value).some((type) => types.includes(type));

function convertedFrom(value: unknown, types: readonly string[]): Readonly<Record<string, unknown>> {
  const forms = asAnotherType[isList(value) ? 'array' : typeof value]?.(value) ?? {};
  return Object.fromEntries(Object.entries(forms).filter(([, wrong]) => isOfAnotherType(wrong, types)));
}

const notListed: readonly WrongValues[] = [{ rule: 'value-list', values: ['no-such-value', ''] }];

/** A day without the zeros of its month and its day; another one if it has none. */
function unpadded(day: string): string {
  return day.includes('-0') ? day.replaceAll('-0', '-') : '2022-1-2';
}

const formats: Readonly<Record<string, (value: unknown) => readonly WrongValues[]>> = {
  uuid: (value) => [
    {
      rule: 'uuid',
      converted: () => ({ 'an identifier as an empty text': '', 'an identifier in braces': `{${String(value)}}` }),
      values: [
        'not-a-uuid',
        String(value).replaceAll('-', ''),
        '12345',
        '00000000-0000-4000-a000-00000000000',
        'g0000000-0000-4000-a000-000000000000',
      ],
    },
  ],
  date: (value) => [
    {
      rule: 'date',
      values: ['not-a-date', unpadded(String(value)), '01/02/2022', '2022-1-2', '20220102'],
      converted: () => ({
        'a date without dashes': String(value).replaceAll('-', ''),
        'a date with slashes': String(value).replace(/^(\d+)-(\d+)-(\d+)$/u, '$2/$3/$1'),
        'a date with a time': `${String(value)}T00:00:00Z`,
        'a date as an empty text': '',
        'a date with a time of no zone': `${String(value)}T00:00:00`,
        'a date as seconds since 1970': Date.parse(String(value)) / 1000,
      }),
    },
    { rule: 'calendar-date', values: ['2021-02-29', '2022-13-01', '2022-04-31', '2022-00-10'] },
  ],
};

/** How to break each schema keyword that a value obeys. Keywords not listed here say what else a body may hold. */
const wrongByKeyword: Readonly<
  Partial<Record<keyof JsonSchema, (schema: JsonSchema, value: unknown) => readonly WrongValues[]>>
> = {
  type(schema, value) {
    // A value outside a closed list breaks only that rule.
    if ('enum' in schema || 'const' in schema) return [];
    const types: readonly string[] = [schema.type ?? []].flat();
    const values = types.flatMap((type) => ofAnotherType[type] ?? []).filter((other) => isOfAnotherType(other, types));
    return [{ rule: 'type', values, converted: () => convertedFrom(value, types) }];
  },
  format: ({ format = '' }, value) => formats[format]?.(value) ?? [],
  enum: () => notListed,
  const: () => notListed,
  minItems: ({ minItems = 0 }, value) => [
    { rule: 'min-items', values: isList(value) && minItems > 0 ? [value.slice(0, minItems - 1)] : [] },
  ],
  minLength: ({ minLength = 0 }) => [{ rule: 'min-length', values: minLength > 0 ? ['x'.repeat(minLength - 1)] : [] }],
};

const keywordsToBreak = Object.entries(wrongByKeyword);

interface Violation extends WrongValues {
  readonly pointer: string;
  /** The member's path, the same for every item of a list: `coverages[].plan_id`. */
  readonly path: string;
}

function addViolations(found: Violation[], node: JsonSchema, value: unknown, pointer: string, path: string): void {
  const schema = resolved(node);
  for (const [keyword, wrongOf] of keywordsToBreak) {
    if (!(keyword in schema)) continue;
    for (const wrong of wrongOf(schema, value)) if (wrong.values.length > 0) found.push({ ...wrong, pointer, path });
  }
  const { items, properties = {}, additionalProperties: others, anyOf = [] } = schema;
  const addMember = (member: unknown, step: string | number, name: string, child: JsonSchema | undefined): void => {
    if (child !== undefined) addViolations(found, child, member, pointer + pointerTo(step), path + name);
  };
  if (isList(value)) for (const [index, item] of value.entries()) addMember(item, index, '[]', items);
  else if (isObject(value)) {
    const free = typeof others === 'object' ? others : undefined;
    for (const [name, member] of Object.entries(value)) {
      if (name in properties) addMember(member, name, `.${name}`, properties[name]);
      else addMember(member, name, '.*', free);
    }
  }
  for (const way of anyOf) addViolations(found, way, value, pointer, path);
}

/** Every rule that the values of a valid body obey. The documents don't say which members are required. */
function violationsOf(schemaName: SchemaName, body: unknown): readonly Violation[] {
  const found: Violation[] = [];
  addViolations(found, schemas[schemaName], body, '', '');
  return distinct(found, ({ pointer, rule }) => `${pointer} ${rule}`);
}

function broken(body: unknown, { pointer, rule }: Pick<Violation, 'pointer' | 'rule'>, wrong: unknown) {
  return { pointer, rule, value: replaceAt(body, pointer, wrong) };
}

/** Every documented rule for a body's members, each broken once per member, by up to `values` wrong values. */
export function invalidBodies(schemaName: SchemaName, canonical: unknown, values = 1): readonly InvalidCase[] {
  // Each member only where it occurs first: another item of a list shows nothing new.
  const all = distinct(violationsOf(schemaName, canonical), ({ path, rule }) => `${path} ${rule}`);
  return all.flatMap((one) => one.values.slice(0, values).map((wrong) => broken(canonical, one, wrong)));
}

/** Bodies with one value in another form that lenient parsers accept; each form at the first member it applies to. */
export function convertedBodies(schemaName: SchemaName, canonical: unknown): readonly InvalidCase[] {
  const all = violationsOf(schemaName, canonical).flatMap((one) =>
    Object.entries(one.converted?.() ?? {}).map(([form, wrong]) => ({ ...one, form, wrong })),
  );
  return distinct(all, ({ form }) => form).map((one) => broken(canonical, one, one.wrong));
}

/** The pointer to the item of a list, or the entry of a map, that has a member. */
const ownerOf = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf('/'));

/** For each list or map of several values a body whose last one is invalid: some services look only at the first. */
export function laterItemsInvalid(schemaName: SchemaName, valid: unknown): readonly InvalidCase[] {
  const ofItems = violationsOf(schemaName, valid).filter(
    ({ path, rule }) => rule === 'type' && /(?:\[\]|\.\*)\.[^.[\]]+$/u.test(path),
  );
  const owners = Map.groupBy(ofItems, ({ path }) => path.slice(0, path.lastIndexOf('.')));
  return [...owners.entries()].flatMap(([owner, [first, ...others]]) => {
    if (first === undefined) return [];
    const isOfMap = owner.endsWith('*');
    // Of a map in a list, those of the first item: others are in later items anyway.
    const last = others.findLast(
      ({ pointer }) => !isOfMap || ownerOf(ownerOf(pointer)) === ownerOf(ownerOf(first.pointer)),
    );
    const isLater = last !== undefined && ownerOf(last.pointer) !== ownerOf(first.pointer);
    return isLater ? [broken(valid, last, last.values[0])] : [];
  });
}

export function arbitraryInvalid(schemaName: SchemaName, valid: fc.Arbitrary<unknown>): fc.Arbitrary<InvalidCase> {
  return fc.tuple(valid, fc.nat(), fc.nat()).map(([body, which, how]) => {
    const all = violationsOf(schemaName, body);
    const chosen = all[which % all.length];
    if (chosen === undefined) throw new RangeError(`${schemaName}: no rule to break`);
    const values = [...chosen.values, ...Object.values(chosen.converted?.() ?? {})];
    return broken(body, chosen, values[how % values.length]);
  });
}
