import { hasType, numberAt, textAt, type SchemaNode } from '../schema/node.ts';

/** Rules of a document that a value can break, by the names that reports use. */
export type InvalidRule =
  | 'type'
  | 'uuid'
  | 'date'
  | 'calendar-date'
  | 'value-list'
  | 'pattern'
  | 'min-items'
  | 'max-items'
  | 'minimum'
  | 'maximum'
  | 'min-length'
  | 'max-length';

/** Values that break one rule of a schema and no other at their place; the plainest one first. */
export interface WrongValues {
  readonly rule: InvalidRule;
  readonly values: readonly [unknown, ...unknown[]];
}

type Wrong = (node: SchemaNode, pointer: string, value: unknown) => readonly WrongValues[];

/** What is of another JSON type, first what no service could take for the right one. */
const ofAnotherType: Readonly<Record<string, readonly [unknown, ...unknown[]]>> = {
  string: [{ unexpected: 'object' }, 12_345, true, ['text']],
  number: ['twelve', { unexpected: 'object' }, true, [12]],
  integer: ['twelve', { unexpected: 'object' }, true, 1.5],
  boolean: ['perhaps', { unexpected: 'object' }, 12_345, ['text']],
  object: ['text', ['text'], 12_345, true],
  array: ['text', { unexpected: 'object' }, 12_345, true],
};

const formats: Readonly<Record<string, readonly WrongValues[]>> = {
  uuid: [
    {
      rule: 'uuid',
      values: ['not-a-uuid', '12345', '00000000-0000-4000-a000-00000000000', 'g0000000-0000-4000-a000-000000000000'],
    },
  ],
  date: [
    { rule: 'date', values: ['not-a-date', '01/02/2022', '2022-1-2', '20220102'] },
    { rule: 'calendar-date', values: ['2021-02-29', '2022-13-01', '2022-04-31', '2022-00-10'] },
  ],
};

function broken(rule: InvalidRule, ...values: readonly [unknown, ...unknown[]]): readonly WrongValues[] {
  return [{ rule, values }];
}

/** How to break each keyword of a schema. Those that are not here say what else a body may hold. */
const wrongByKeyword: Readonly<Record<string, Wrong>> = {
  type: (node) => {
    // A value outside a closed list tells the same, and breaks one rule only.
    if ('enum' in node || 'const' in node) return [];
    const types = [node['type']].flat();
    const values = types.flatMap((type) => ofAnotherType[String(type)] ?? []);
    const [first, ...others] = values.filter((value) => !types.some((type) => hasType(value, type)));
    return first === undefined ? [] : broken('type', first, ...others);
  },
  format: (node, pointer) => formats[textAt(node, 'format', pointer) ?? ''] ?? [],
  enum: () => broken('value-list', 'no-such-value', ''),
  const: () => broken('value-list', 'no-such-value', ''),
  pattern: (node, pointer) => {
    const pattern = new RegExp(textAt(node, 'pattern', pointer) ?? '', 'u');
    const [first, ...others] = ['?', '', 'not of the pattern', '\u00e9'].filter((text) => !pattern.test(text));
    return first === undefined ? [] : broken('pattern', first, ...others);
  },
  minItems: (node, pointer, value) => {
    const count = numberAt(node, 'minItems', pointer, 0);
    return count > 0 && Array.isArray(value) ? broken('min-items', value.slice(0, count - 1)) : [];
  },
  maxItems: (node, pointer, value) => {
    const items: readonly unknown[] = Array.isArray(value) ? value : [];
    const count = numberAt(node, 'maxItems', pointer, 0);
    return items.length === 0
      ? []
      : broken(
          'max-items',
          Array.from({ length: count + 1 }, () => items[0]),
        );
  },
  minimum: (node, pointer) => broken('minimum', numberAt(node, 'minimum', pointer, 0) - 1),
  maximum: (node, pointer) => broken('maximum', numberAt(node, 'maximum', pointer, 0) + 1),
  exclusiveMinimum: (node, pointer) => broken('minimum', numberAt(node, 'exclusiveMinimum', pointer, 0)),
  exclusiveMaximum: (node, pointer) => broken('maximum', numberAt(node, 'exclusiveMaximum', pointer, 0)),
  minLength: (node, pointer) => {
    const length = numberAt(node, 'minLength', pointer, 0);
    return length > 0 ? broken('min-length', 'x'.repeat(length - 1)) : [];
  },
  maxLength: (node, pointer) => broken('max-length', 'x'.repeat(numberAt(node, 'maxLength', pointer, 0) + 1)),
};

/**
 * Every rule that a schema states of one value, with values that break it.
 *
 * @param node the schema of the value
 * @param pointer where that schema is
 * @param value the valid value
 */
export function wrongValues(node: SchemaNode, pointer: string, value: unknown): readonly WrongValues[] {
  const keywords = Object.keys(wrongByKeyword).filter((keyword) => keyword in node);
  return keywords.flatMap((keyword) => wrongByKeyword[keyword]?.(node, pointer, value) ?? []);
}
