import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { firstsOfMonths, type JsonSchema } from '../../spec/index.ts';
import { dates } from '../values/scalars.ts';
import { arbitraryOf } from '../values/values.ts';
import { constant } from './value-generator.ts';
import { generatorFor, type Override } from './schema-walk.ts';

const seed = Math.floor(Math.random() * 2 ** 31);

function generator(
  root: JsonSchema,
  overrides: Record<string, Override> = {},
  others: Record<string, JsonSchema> = {},
) {
  return generatorFor('root', { schemas: { root, ...others }, vocabulary: { colour: ['red', 'green'] }, overrides });
}

function validatorOf(schema: JsonSchema) {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
  addFormats.default(ajv, ['date', 'uuid']);
  ajv.addVocabulary(['x-presence', 'x-vocabulary', 'x-values']);
  return ajv.compile(schema);
}

const schemas: Readonly<Record<string, JsonSchema>> = {
  text: { type: 'string' },
  'text with a minimum length': { type: 'string', minLength: 3 },
  uuid: { type: 'string', format: 'uuid' },
  date: { type: 'string', format: 'date' },
  'a coded value': { type: 'string', 'x-vocabulary': 'colour' },
  'a seen value': { type: 'string', 'x-values': ['up', 'down'] },
  number: { type: 'number' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  null: { type: 'null' },
  anything: { title: 'whatever' },
  constant: { const: 16, type: 'integer' },
  'a closed list': { type: 'string', enum: ['one', 'two'] },
  'text or null': { type: ['string', 'null'], format: 'date' },
  'an array': { type: 'array', items: { type: 'integer' } },
  'an array with a minimum size': { type: 'array', items: { type: 'boolean' }, minItems: 2 },
  'an array of anything': { type: 'array' },
  'an empty object': { type: 'object' },
  'an object': {
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'integer', 'x-presence': 'optional' } },
    required: ['a'],
    additionalProperties: false,
  },
  'a map': { type: 'object', additionalProperties: { type: 'number' } },
  'a map of known keys': { type: 'object', additionalProperties: { type: 'number' }, 'x-values': ['a', 'b'] },
  alternatives: {
    anyOf: [
      { type: 'object', properties: { id: { type: 'string', format: 'uuid' } }, required: ['id'] },
      { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    ],
  },
};

test.each(Object.entries(schemas))(
  `values of %s match the schema, are reproducible from a seed and shrink to the canonical one, seed ${seed}`,
  (_, schema) => {
    const values = generator(schema);
    const [{ canonical }, arbitrary] = [values, arbitraryOf(values)];
    const judge = validatorOf(schema);
    expect(judge(canonical)).toBe(true);
    fc.assert(
      fc.property(arbitrary, (value) => judge(value)),
      { seed },
    );
    fc.assert(
      fc.property(fc.integer(), (other) => {
        const draw = () => fc.sample(arbitrary, { seed: other, numRuns: 5 });
        expect(draw()).toEqual(draw());
        const never = fc.property(arbitrary, () => false);
        expect(fc.check(never, { seed: other }).counterexample).toEqual([canonical]);
      }),
      { seed, numRuns: 15 },
    );
  },
);

describe('members', () => {
  const schema: JsonSchema = {
    type: 'object',
    properties: {
      stated: { type: 'string', 'x-presence': 'unstated' },
      free: { type: 'string', 'x-presence': 'optional' },
      required: { type: 'string', 'x-presence': 'optional' },
      other: { $ref: 'other.json' },
    },
    required: ['required'],
  };
  const others: Record<string, JsonSchema> = {
    other: { type: 'object', properties: { new_member: { type: 'integer' } } },
  };

  test('are left out only where the documents allow it', () => {
    const values = fc.sample(arbitraryOf(generator(schema, {}, others)), { seed: 1, numRuns: 200 });
    const keys = new Set(values.map((value) => Object.keys(value as object).join(' ')));
    expect(keys).toEqual(new Set(['stated free required other', 'stated required other']));
  });

  test('are generated as soon as a schema has them, and can be overridden by their path from the root', () => {
    expect(generator(schema, {}, others).canonical).toMatchObject({ other: { new_member: 1 } });
    const overridden = generator(schema, { 'other.new_member': () => constant(42) }, others);
    expect(overridden.canonical).toMatchObject({ other: { new_member: 42 } });
  });
});

test.each([
  ['known values', 'colour', ['red', 'green']],
  ['the values in the documents if none is known', 'shape', ['round']],
])('a coded value is one of %s', (_, key, expected) => {
  const values = generator({ type: 'string', 'x-vocabulary': key, 'x-values': ['round'] });
  expect(values.canonical).toBe(expected[0]);
  expect(new Set(fc.sample(arbitraryOf(values), { seed: 1, numRuns: 50 }))).toEqual(new Set(expected));
});

describe('a schema that no value can be generated for is refused with its pointer', () => {
  const member = (schema: object) => ({ type: 'object', properties: { m: schema } });

  test.each([
    [{ type: 'string', contentEncoding: 'base64' }, '/properties/m/contentEncoding'],
    [{ type: 'string', pattern: '^a' }, '/properties/m/pattern'],
    [{ type: 'string', minItems: 1 }, '/properties/m/minItems'],
    [{ type: ['string', 'null'], minItems: 1 }, '/properties/m/minItems'],
    [{ $ref: 'root.json', minLength: 1 }, '/properties/m/minLength'],
    [{ anyOf: [{ type: 'string' }], not: {} }, '/properties/m/not'],
    [{ type: 'string', format: 'uri' }, '/properties/m/format'],
    [{ type: 'text' }, '/properties/m/type'],
    [{ minLength: 2 }, '/properties/m/minLength'],
    [{ $ref: 'none.json' }, '/properties/m'],
  ])('%j', (schema, pointer) => {
    // The types of schemas do not allow what this tests.
    expect(() => generator(member(schema) as JsonSchema)).toThrow(`root.json#${pointer}: `);
  });

  test('an override of a missing member', () => {
    expect(() => generator({ type: 'object' }, { 'm.gone': () => constant(1) })).toThrow('no member "m.gone"');
  });
});

test.each([
  ['1999-12-31', '2004-03-01'],
  ['2021-05-05', '2021-05-05'],
])('dates from %s to %s are calendar dates within their bounds', (first, last) => {
  const drawn = fc.sample(arbitraryOf(dates(first, last)), 100);
  expect(drawn.map((date) => new Date(date).toISOString().slice(0, 10))).toEqual(drawn);
  expect(drawn.filter((date) => date < first || date > last)).toEqual([]);
});

test.each([
  ['month', '2023-11-02', '2024-02-01', ['2023-12-01', '2024-01-01', '2024-02-01']],
  ['month', '2023-11-02', '2023-11-30', []],
  ['quarter', '2023-10-01', '2024-04-01', ['2023-10-01', '2024-01-01', '2024-04-01']],
  ['year', '2023-10-01', '2025-01-01', ['2024-01-01', '2025-01-01']],
] as const)('first days of each %s from %s to %s are %j', (step, first, last, expected) => {
  expect(firstsOfMonths(first, last, step)).toEqual(expected);
});
