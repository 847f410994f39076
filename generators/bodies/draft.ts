import type { SchemaName } from '../../spec/index.ts';
import type { Override } from '../schema/place.ts';
import { schemaNamed } from '../schema/schema-named.ts';
import type { Sketch } from '../schema/sketch.ts';
import { sketchSchema } from '../schema/walk.ts';
import type { GenerationContext } from './context.ts';

/**
 * The canonical body of a schema and its variations, made member by member: what a member has to do with another one
 * is still to be settled.
 *
 * @param name the body's schema
 * @param context fixtures and known values
 * @param overrides sense that the schema doesn't carry
 */
export function draftOf(
  name: SchemaName,
  context: GenerationContext,
  overrides: Readonly<Record<string, Override>>,
): Sketch {
  const values = new Map<string, readonly string[]>(Object.entries(context.vocabulary));
  return sketchSchema(`${name}.json`, { resolve: schemaNamed, coded: (key) => values.get(key), overrides });
}
