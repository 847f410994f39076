import { withChanged, type Change, type SchemaTypes } from '../../spec/index.ts';

/** What an example is about; the parts come in this order, those that show most first. */
export type ExamplePart = 'distinct' | 'dates' | 'structure' | 'texts' | 'numbers' | 'codes' | 'absent';

/** The schemas of the bodies that there are examples of. */
export type BodySchema = 'member-snapshot-input' | 'renewal-decision-input' | 'group-connection-input';

/** A deliberate change of a body that a target took: pure, accepted by the schema, sensible across members. */
export interface Example<T> {
  /** A noun phrase that no other example of the list has. */
  readonly name: string;
  readonly part: ExamplePart;
  /** A body that has none of the members in question, or is like that already, stays as it is. */
  readonly apply: (body: T) => T;
}

/**
 * An example that changes a body member by member.
 *
 * @param begin gives the change of one body: what it counts begins again with each body
 */
export function changing<Name extends BodySchema>(
  schema: Name,
  part: ExamplePart,
  name: string,
  begin: (body: SchemaTypes[Name]) => Change,
): Example<SchemaTypes[Name]> {
  return { name, part, apply: (body) => withChanged(schema, body, begin(body)) };
}

/** A body to send, and the name of the example it is. */
interface ExampleBody<T> {
  readonly name: string;
  readonly part: ExamplePart;
  readonly body: T;
}

/**
 * The examples applied to a body, in their order: none that leaves it as it is, and no body twice.
 *
 * @param body the canonical body, or what a target took instead of it
 */
export function exampleBodies<T>(body: T, examples: readonly Example<T>[]): readonly ExampleBody<T>[] {
  // As text: the order of members is part of what is sent, and makes an example of its own.
  const sent = new Set([JSON.stringify(body)]);
  const bodies: ExampleBody<T>[] = [];
  for (const { name, part, apply } of examples) {
    const changed = apply(body);
    const text = JSON.stringify(changed);
    if (!sent.has(text)) bodies.push({ name, part, body: changed });
    sent.add(text);
  }
  return bodies;
}
