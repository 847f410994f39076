import { expect, test } from 'vitest';
import { wrongValues } from './wrong-values.ts';

test.each([
  ['the type', { type: 'boolean' }, true, ['type']],
  ['several types, by what is of none', { type: ['string', 'integer'] }, 'x', ['type']],
  ['a closed list, whose type tells nothing more', { type: 'string', enum: ['a'] }, 'a', ['value-list']],
  ['a pattern', { pattern: '^[a-z]{3}$' }, 'abc', ['pattern']],
  ['bounds', { minimum: 1, maximum: 5 }, 3, ['minimum', 'maximum']],
  ['open bounds', { exclusiveMinimum: 1, exclusiveMaximum: 5 }, 3, ['minimum', 'maximum']],
  ['lengths', { minLength: 1, maxLength: 3 }, 'ab', ['min-length', 'max-length']],
  ['numbers of items', { minItems: 1, maxItems: 2 }, ['a'], ['min-items', 'max-items']],
  ['nothing that allows everything', { minLength: 0, minItems: 0, description: 'free' }, 'x', []],
])('breaks %s', (_, schema, value, rules) => {
  expect(wrongValues(schema, '#', value).map(({ rule }) => rule)).toEqual(rules);
});

test('what is of none of several types is of neither', () => {
  const [type] = wrongValues({ type: ['string', 'null'] }, '#', 'x');
  expect(type?.values.every((value) => typeof value !== 'string' && value !== null)).toBe(true);
});
