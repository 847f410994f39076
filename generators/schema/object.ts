import * as fc from 'fast-check';
import { GeneratorError } from '../generator-error.ts';
import { text } from '../values/text.ts';
import type { Builder } from './builder.ts';
import { isObject, listAt, objectAt, type SchemaNode } from './node.ts';
import type { Place } from './place.ts';
import { absent, around, optional, type Sketch } from './sketch.ts';

/** How many entries a map gets at most. */
const ordinaryEntries = 4;

function withoutAbsent(names: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name, index) => [name, values[index]]).filter(([, value]) => value !== absent));
}

function members(node: SchemaNode, place: Place): Sketch {
  const properties = objectAt(node, 'properties', place.pointer);
  const required = listAt(node, 'required', place.pointer);
  const stranger = required.find((name) => typeof name !== 'string' || !(name in properties));
  if (stranger !== undefined) {
    throw new GeneratorError(
      'bad-keyword',
      `${place.pointer}/required`,
      `${JSON.stringify(stranger)} is not one of its properties`,
    );
  }
  const names = Object.keys(properties);
  const sketches = names.map((name) => {
    const property = properties[name];
    const sketch = place.member(property, `properties/${name}`, name);
    const mayBeLeftOut = isObject(property) && property['x-presence'] === 'optional' && !required.includes(name);
    return mayBeLeftOut ? optional(sketch) : sketch;
  });
  return {
    canonical: withoutAbsent(
      names,
      sketches.map((sketch) => sketch.canonical),
    ),
    arbitrary: fc.tuple(...sketches.map((sketch) => sketch.arbitrary)).map((values) => withoutAbsent(names, values)),
  };
}

/** What the entries of a map are: their keys, and which ones are there canonically. */
export interface MapShape {
  readonly min: number;
  readonly max: number;
  readonly keys: fc.Arbitrary<string>;
  /** The canonical entries. */
  canonical(item: Sketch): Readonly<Record<string, unknown>>;
}

/**
 * A map that shrinks to its canonical entries; before that, to those with one of them varied; before that, to fewer.
 *
 * @param item how the value of an entry is made
 * @param shape how many entries, their keys, and which ones canonically
 */
export function mapOf(item: Sketch, shape: MapShape): Sketch {
  const canonical = shape.canonical(item);
  const entries = Object.entries(canonical);
  // Pairs, not fc.dictionary: a key such as "constructor" has to become a member like any other.
  const near = fc.tuple(
    ...entries.map(([key, value]) => fc.tuple(fc.constant(key), around(value, item.arbitrary).arbitrary)),
  );
  const limits = { minLength: shape.min, maxLength: shape.max };
  const free = fc.uniqueArray(fc.tuple(shape.keys, item.arbitrary), { ...limits, selector: ([key]) => key });
  return { ...around(canonical, near.map(Object.fromEntries), free.map(Object.fromEntries)), item };
}

function entriesOf(node: SchemaNode, item: Sketch, place: Place): Sketch {
  const known = listAt(node, 'x-values', place.pointer).filter((key) => typeof key === 'string');
  const canonicalKeys = known.length > 0 ? known : ['group'];
  return mapOf(item, {
    min: 0,
    max: known.length > 0 ? known.length : ordinaryEntries,
    keys: known.length > 0 ? fc.constantFrom(...known) : text({ min: 1, max: 30 }),
    canonical: () => Object.fromEntries(canonicalKeys.map((key) => [key, item.canonical])),
  });
}

/** `object`: its `properties`, or a map when only `additionalProperties` says what it holds. */
export const object: Builder = {
  keywords: ['type', 'properties', 'required', 'additionalProperties'],
  build(node, place) {
    const additional = node['additionalProperties'];
    const item = isObject(additional) ? place.member(additional, 'additionalProperties', '*') : undefined;
    const isMap = item !== undefined && Object.keys(objectAt(node, 'properties', place.pointer)).length === 0;
    return isMap ? entriesOf(node, item, place) : members(node, place);
  },
};
