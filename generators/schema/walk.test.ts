import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GeneratorError } from '../generator-error.ts';
import type { SchemaNode } from './node.ts';
import type { Override } from './place.ts';
import { only, type Sketch } from './sketch.ts';
import { sketchSchema } from './walk.ts';

const colours = ['red', 'green'];

function sketch(
  schema: SchemaNode,
  overrides: Record<string, Override> = {},
  others: Record<string, SchemaNode> = {},
): Sketch {
  const all = new Map(Object.entries({ 'root.json': schema, ...others }));
  return sketchSchema('root.json', {
    resolve: (reference) => all.get(reference),
    coded: (key) => (key === 'colour' ? colours : []),
    overrides,
  });
}

function validatorOf(schema: SchemaNode) {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
  addFormats.default(ajv, ['date', 'uuid']);
  ajv.addVocabulary(['x-presence', 'x-vocabulary', 'x-values']);
  return ajv.compile(schema);
}

function errorOf(
  schema: SchemaNode,
  overrides: Record<string, Override> = {},
  others: Record<string, SchemaNode> = {},
): GeneratorError {
  try {
    sketch(schema, overrides, others);
  } catch (error) {
    if (error instanceof GeneratorError) return error;
    throw error;
  }
  throw new Error('the schema was accepted');
}

/** Schemas with every keyword that a builder obeys. */
const schemas: Readonly<Record<string, SchemaNode>> = {
  text: { type: 'string' },
  'text of some length': { type: 'string', minLength: 3, maxLength: 9 },
  'text of a pattern': { type: 'string', pattern: '^[A-Z]{2}-[0-9]{1,3}$' },
  'text of a pattern and a length': { type: 'string', pattern: '^[a-z]+$', minLength: 4, maxLength: 6 },
  uuid: { type: 'string', format: 'uuid' },
  date: { type: 'string', format: 'date' },
  'a date under a pattern': { type: 'string', format: 'date', pattern: '^2' },
  'a coded value': { type: 'string', 'x-vocabulary': 'colour' },
  'a seen value': { type: 'string', 'x-values': ['up', 'down'] },
  number: { type: 'number' },
  'a number within bounds': { type: 'number', minimum: 2.5, maximum: 3 },
  'a number within open bounds': { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
  'a number in cents': { type: 'number', minimum: 0, multipleOf: 0.25 },
  integer: { type: 'integer' },
  'an integer within bounds': { type: 'integer', minimum: -3, maximum: -2 },
  boolean: { type: 'boolean' },
  null: { type: 'null' },
  anything: { title: 'whatever' },
  constant: { const: 16, type: 'integer' },
  'a closed list': { type: 'string', enum: ['one', 'two'] },
  'a closed list of any type': { enum: [1, 'two', null] },
  'text or null': { type: ['string', 'null'], format: 'date' },
  'an array': { type: 'array', items: { type: 'integer' } },
  'an array of a size': { type: 'array', items: { type: 'boolean' }, minItems: 2, maxItems: 3 },
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
  'exclusive alternatives': { oneOf: [{ type: 'string' }, { type: 'integer' }] },
};

describe.each(Object.entries(schemas))('values of %s', (_, schema) => {
  const { canonical, arbitrary } = sketch(schema);

  test('fit the schema, the canonical one too', () => {
    const judge = validatorOf(schema);
    expect(judge(canonical)).toBe(true);
    fc.assert(fc.property(arbitrary, (value) => judge(value)));
  });

  test('are the same for the same seed', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        expect(fc.sample(arbitrary, { seed, numRuns: 5 })).toEqual(fc.sample(arbitrary, { seed, numRuns: 5 }));
      }),
    );
  });

  test('shrink to the canonical one', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const { counterexample } = fc.check(
          fc.property(arbitrary, () => false),
          { seed },
        );
        expect(counterexample).toEqual([canonical]);
      }),
    );
  });
});

describe('members', () => {
  const schema: SchemaNode = {
    type: 'object',
    properties: {
      stated: { type: 'string', 'x-presence': 'unstated' },
      free: { type: 'string', 'x-presence': 'optional' },
      required: { type: 'string', 'x-presence': 'optional' },
      other: { $ref: 'other.json' },
    },
    required: ['required'],
  };
  const others = { 'other.json': { type: 'object', properties: { new_member: { type: 'integer' } } } };

  test('are left out only where that is stated to be fine', () => {
    const values = fc.sample(sketch(schema, {}, others).arbitrary, { seed: 1, numRuns: 200 });
    const keys = new Set(values.map((value) => Object.keys(value as object).join(' ')));
    expect(keys).toEqual(new Set(['stated free required other', 'stated required other']));
  });

  test('appear as soon as a schema has them, in the canonical value too', () => {
    expect(sketch(schema, {}, others).canonical).toMatchObject({ other: { new_member: 1 } });
  });

  test('are overridden by their path from the root', () => {
    const canonical = sketch(schema, { 'other.new_member': () => only(42) }, others).canonical;
    expect(canonical).toMatchObject({ other: { new_member: 42 } });
  });
});

describe('a coded value', () => {
  test.each([
    ['is one of those that are known', 'colour', ['red', 'green']],
    ['is one of the documents where none is known', 'shape', ['round']],
  ])('%s', (_, key, expected) => {
    const { canonical, arbitrary } = sketch({ type: 'string', 'x-vocabulary': key, 'x-values': ['round'] });
    expect(canonical).toBe(expected[0]);
    expect(new Set(fc.sample(arbitrary, { seed: 1, numRuns: 50 }))).toEqual(new Set(expected));
  });
});

describe('a schema that no value can be made of', () => {
  const inObject = (member: SchemaNode): SchemaNode => ({ type: 'object', properties: { m: member } });

  test.each([
    [
      'an unknown keyword',
      inObject({ type: 'string', contentEncoding: 'base64' }),
      'unknown-keyword',
      '/properties/m/contentEncoding',
    ],
    [
      'a keyword of another type',
      inObject({ type: 'string', minItems: 1 }),
      'unknown-keyword',
      '/properties/m/minItems',
    ],
    ['a keyword beside a reference', { $ref: 'root.json', minLength: 1 }, 'unknown-keyword', '/minLength'],
    ['a keyword beside alternatives', { anyOf: [{ type: 'string' }], not: {} }, 'unknown-keyword', '/not'],
    ['an unknown format', inObject({ type: 'string', format: 'uri' }), 'unknown-keyword', '/properties/m/format'],
    ['an unknown type', inObject({ type: 'text' }), 'bad-keyword', '/properties/m'],
    ['a keyword without its type', inObject({ minLength: 2 }), 'bad-keyword', '/properties/m'],
    ['a bound that is no number', inObject({ type: 'integer', minimum: '1' }), 'bad-keyword', '/properties/m/minimum'],
    [
      'bounds that exclude each other',
      inObject({ type: 'integer', minimum: 2, maximum: 1 }),
      'bad-keyword',
      '/properties/m',
    ],
    ['a required member that is no property', { type: 'object', required: ['x'] }, 'bad-keyword', '/required'],
    ['a reference to nothing', inObject({ $ref: 'none.json' }), 'dangling-reference', '/properties/m'],
    ['a reference in a circle', inObject({ $ref: 'root.json' }), 'cyclic-reference', '/properties/m'],
  ] as const)('is refused with its place: %s', (_, schema, code, pointer) => {
    expect(errorOf(schema)).toMatchObject({ code, pointer: `root.json#${pointer}` });
  });

  test('an override of a member that is gone is refused', () => {
    const error = errorOf(inObject({ type: 'string' }), { 'm.gone': () => only(1) });
    expect(error).toMatchObject({ code: 'stale-override', message: expect.stringContaining('m.gone') });
  });
});
