import * as fc from 'fast-check';
import { GeneratorError } from '../generator-error.ts';
import { amounts } from '../values/amounts.ts';
import { text } from '../values/text.ts';
import type { Builder } from './builder.ts';
import { numberAt, type SchemaNode } from './node.ts';
import type { Place } from './place.ts';
import { around, type Sketch } from './sketch.ts';

interface Bounds {
  readonly min: number;
  readonly max: number;
  /** Whether a number is allowed, by the bounds and by `multipleOf`. */
  allows(value: number): boolean;
}

function boundsOf(node: SchemaNode, pointer: string): Bounds {
  const above = numberAt(node, 'exclusiveMinimum', pointer, -Infinity);
  const below = numberAt(node, 'exclusiveMaximum', pointer, Infinity);
  const min = Math.max(numberAt(node, 'minimum', pointer, -Infinity), above);
  const max = Math.min(numberAt(node, 'maximum', pointer, Infinity), below);
  const unit = numberAt(node, 'multipleOf', pointer, 0);
  return {
    min,
    max,
    allows: (value) =>
      value >= min &&
      value <= max &&
      value !== above &&
      value !== below &&
      (unit === 0 || Number.isInteger(value / unit)),
  };
}

function integers(bounds: Bounds, unit: number): fc.Arbitrary<number> {
  const limit = 2 ** 53 - 1;
  const min = Math.ceil(Math.max(bounds.min, -limit) / unit);
  const max = Math.floor(Math.min(bounds.max, limit) / unit);
  return fc.integer({ min: Math.max(min, -limit), max: Math.max(min, max) }).map((count) => count * unit);
}

function build(node: SchemaNode, place: Place): Sketch {
  const bounds = boundsOf(node, place.pointer);
  const unit = numberAt(node, 'multipleOf', place.pointer, 1);
  const whole = integers(bounds, unit).filter((value) => bounds.allows(value));
  const candidates = [
    1,
    0,
    bounds.min,
    bounds.max,
    Math.ceil(bounds.min / unit) * unit,
    bounds.min + unit,
    bounds.min + unit / 2,
  ];
  const canonical = candidates.find(
    (value) => bounds.allows(value) && Number.isFinite(value) && (node['type'] === 'number' || Number.isInteger(value)),
  );
  if (canonical === undefined)
    throw new GeneratorError('bad-keyword', place.pointer, 'no plain number is within its bounds');
  if (node['type'] === 'integer' || 'multipleOf' in node) return around(canonical, whole);
  const { min, max } = bounds;
  const between = fc.double({ min: Math.max(min, -1e15), max: Math.min(max, 1e15), noNaN: true });
  const decimals = between.filter((value) => bounds.allows(value) && !Object.is(value, -0));
  return around(canonical, decimals, ...(bounds.min === -Infinity && bounds.max === Infinity ? [amounts()] : []));
}

/** `number` and `integer`, within their bounds. */
export const number: Builder = {
  keywords: ['type', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  build,
};

/** `boolean`: true, or false. */
export const truth: Builder = { keywords: ['type'], build: () => around(true, fc.constant(false)) };

/** `null`. */
export const nothing: Builder = {
  keywords: ['type'],
  build: () => ({ canonical: null, arbitrary: fc.constant(null) }),
};

/** A schema that says nothing of the value: any scalar. */
export const anything: Builder = {
  keywords: [],
  build: () => around('anything', fc.boolean(), fc.integer(), fc.constant(null), text()),
};
