import * as fc from 'fast-check';
import type { Builder } from './builder.ts';
import { numberAt } from './node.ts';
import { around, type Sketch } from './sketch.ts';

/** How long a list gets where nothing says otherwise. */
const ordinaryLength = 5;

/** How a list of a schema's items should be: how many, and which ones canonically. */
export interface ListShape {
  readonly min: number;
  readonly max: number;
  /** The canonical items. */
  canonical(item: Sketch): readonly unknown[];
}

/**
 * A list that shrinks to its canonical items; before that, to those with one of them varied; and before that, to fewer.
 *
 * @param item how one item is made
 * @param shape how many items, and which ones canonically
 */
export function listOf(item: Sketch, shape: ListShape): Sketch {
  const canonical = shape.canonical(item);
  const near = fc.tuple(...canonical.map((value) => around(value, item.arbitrary).arbitrary));
  const free = fc.array(item.arbitrary, { minLength: shape.min, maxLength: shape.max });
  return { ...around(canonical, near, free), item };
}

/** `array` of `items`, as many as `minItems` and `maxItems` allow. */
export const array: Builder = {
  keywords: ['type', 'items', 'minItems', 'maxItems'],
  build(node, place) {
    const item = place.member(node['items'] ?? {}, 'items', '[]');
    const min = numberAt(node, 'minItems', place.pointer, 0);
    const max = numberAt(node, 'maxItems', place.pointer, Math.max(min, ordinaryLength));
    const count = Math.min(Math.max(min, 1), max);
    return listOf(item, { min, max, canonical: () => Array.from({ length: count }, () => item.canonical) });
  },
};
