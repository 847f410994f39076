import { withChanged, type Change, type SchemaTypes } from '../../spec/index.ts';
import { distinct } from '../values/values.ts';

/** What examples are about, in the order in which they are sent: what shows most first, what may well be refused last. */
export const exampleParts = ['distinct', 'dates', 'structure', 'texts', 'numbers', 'codes', 'absent'] as const;
export type ExamplePart = (typeof exampleParts)[number];

export type BodySchema = 'member-snapshot-input' | 'renewal-decision-input' | 'group-connection-input';

/** A deliberate change of a body that a target took: pure, accepted by the schema, sensible across members. */
export interface Example<T> {
  /** A noun phrase that no other example of the list has. */
  readonly name: string;
  readonly part: ExamplePart;
  /** A body that has none of the members in question, or is like that already, stays as it is. */
  readonly apply: (body: T) => T;
}

/** An example that changes a body member by member; `begin` gives the change of one body, with counts of its own. */
export function changing<Name extends BodySchema>(
  schema: Name,
  part: ExamplePart,
  name: string,
  begin: (body: SchemaTypes[Name]) => Change,
): Example<SchemaTypes[Name]> {
  return { name, part, apply: (body) => withChanged(schema, body, begin(body)) };
}

/** The examples applied to a body, in their order: none that leaves it as it is, and no body twice. */
export function exampleBodies<T>(body: T, examples: readonly Example<T>[]) {
  const bodies = examples.map(({ name, part, apply }) => ({ name, part, body: apply(body) }));
  // As text: the order of members is part of what is sent, and makes an example of its own.
  const unchanged = { name: '', part: 'distinct', body } as const;
  return distinct([unchanged, ...bodies], (one) => JSON.stringify(one.body)).slice(1);
}
