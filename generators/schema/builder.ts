import type { Place } from './place.ts';
import type { SchemaNode } from './node.ts';
import type { Sketch } from './sketch.ts';

/** Makes values of the schemas that carry certain keywords. */
export interface Builder {
  /** Every keyword it obeys; one that it doesn't is refused, never passed over. */
  readonly keywords: readonly string[];
  build(node: SchemaNode, place: Place): Sketch;
}
