import type { Sketch } from './sketch.ts';
import type { SchemaNode } from './node.ts';

/** What a walk over schemas rests on. */
export interface SchemaSource {
  /** The schema that a `$ref` names, undefined when there is none. */
  resolve(reference: string): SchemaNode | undefined;
  /** The values known for an open list (`x-vocabulary`), the plainest one first; undefined when there are none. */
  coded(vocabularyKey: string): readonly string[] | undefined;
  /** Sense that no schema carries, by the member's path from the root: `coverages[].plan_id`, `lines_of_coverage.*`. */
  readonly overrides: Readonly<Record<string, Override>>;
}

/** Makes of what the schema alone gives what the member should be. */
export type Override = (fromSchema: Sketch) => Sketch;

/** Where a walk stands, and how it goes on from there. */
export interface Place {
  /** Where in the schema: `name.json#/properties/x`. */
  readonly pointer: string;
  /** The member's path from the root of the value. */
  readonly path: string;
  readonly source: SchemaSource;
  /** Goes on to a schema for the same value; `step` is added to the pointer. */
  below(node: unknown, step: string): Sketch;
  /** Goes on to the schema of a member: a property's name, `[]` for items, `*` for the values of a map. */
  member(node: unknown, step: string, member: string): Sketch;
  /** Goes on to another schema altogether. */
  elsewhere(reference: string): Sketch;
}
