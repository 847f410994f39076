import { distinct } from '../distinct.ts';
import { GeneratorError } from '../generator-error.ts';
import { isList, isObject, listAt, objectAt, textAt, type SchemaNode } from '../schema/node.ts';
import { wrongValues, type WrongValues } from './wrong-values.ts';

/** A rule that one value of a body could break, and how. */
export interface Violation extends WrongValues {
  /** JSON pointer to the value in the body. */
  readonly pointer: string;
  /** The member's path, the same for every item of a list: `coverages[].plan_id`. */
  readonly path: string;
}

interface Spot {
  readonly node: SchemaNode;
  readonly schemaPointer: string;
  readonly value: unknown;
  readonly pointer: string;
  readonly path: string;
}

/** Finds the schema that a `$ref` names. */
export type Resolve = (reference: string) => SchemaNode | undefined;

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function child(spot: Spot, node: unknown, value: unknown, step: string, member: string): Spot[] {
  if (!isObject(node)) return [];
  const path = member === '[]' || spot.path === '' ? `${spot.path}${member}` : `${spot.path}.${member}`;
  const schemaPointer = `${spot.schemaPointer}/${member}`;
  return [{ node, schemaPointer, value, pointer: `${spot.pointer}/${escaped(step)}`, path }];
}

function members(spot: Spot): Spot[] {
  const { node, value, schemaPointer } = spot;
  if (isList(value)) return value.flatMap((item, index) => child(spot, node['items'], item, String(index), '[]'));
  if (!isObject(value)) return [];
  const properties = objectAt(node, 'properties', schemaPointer);
  return Object.entries(value).flatMap(([name, member]) =>
    name in properties
      ? child(spot, properties[name], member, name, name)
      : child(spot, node['additionalProperties'], member, name, '*'),
  );
}

function within(spot: Spot, resolve: Resolve): Violation[] {
  const { node, schemaPointer, value, pointer, path } = spot;
  const reference = textAt(node, '$ref', schemaPointer);
  if (reference !== undefined) {
    const target = resolve(reference);
    if (target === undefined)
      throw new GeneratorError('dangling-reference', schemaPointer, `there is no schema "${reference}"`);
    return within({ ...spot, node: target, schemaPointer: `${reference}#` }, resolve);
  }
  const own = wrongValues(node, schemaPointer, value).map((wrong) => ({ ...wrong, pointer, path }));
  const alternatives = [...listAt(node, 'oneOf', schemaPointer), ...listAt(node, 'anyOf', schemaPointer)].filter(
    isObject,
  );
  const others = alternatives.flatMap((alternative) => within({ ...spot, node: alternative }, resolve));
  return [...own, ...members(spot).flatMap((next) => within(next, resolve)), ...others];
}

/**
 * Every rule that the values of a valid body obey, each with values that would break it, in the order of the body.
 *
 * A member that is missing breaks nothing here: which members are required the documents don't say.
 *
 * @param node the body's schema
 * @param body a valid body
 * @param resolve finds the schemas it refers to
 */
export function violations(node: SchemaNode, body: unknown, resolve: Resolve): readonly Violation[] {
  const all = within({ node, schemaPointer: '#', value: body, pointer: '', path: '' }, resolve);
  return distinct(all, ({ pointer, rule }) => `${pointer} ${rule}`);
}
