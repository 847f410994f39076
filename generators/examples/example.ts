import { withChanged, type Change, type SchemaTypes } from '../../spec/index.ts';
import { distinct } from '../values/values.ts';

/** What examples are about, in the order of sending: the most revealing first, the most likely to be refused last. */
export const exampleParts = ['distinct', 'dates', 'structure', 'texts', 'numbers', 'codes', 'absent'] as const;
export type ExamplePart = (typeof exampleParts)[number];

export type BodySchema = 'member-snapshot-input' | 'renewal-decision-input' | 'group-connection-input';

/** A deliberate change to a body that a target accepted: pure, valid by the schema, and sensible across members. */
export interface Example<T> {
  /** A noun phrase, unique in the list. */
  readonly name: string;
  readonly part: ExamplePart;
  /** A body without the members in question, or already in that state, stays as it is. */
  readonly apply: (body: T) => T;
}

/** An example that changes a body member by member; `begin` gives the change for one body, with its own counters. */
export function changing<Name extends BodySchema>(
  schema: Name,
  part: ExamplePart,
  name: string,
  begin: (body: SchemaTypes[Name]) => Change,
): Example<SchemaTypes[Name]> {
  return { name, part, apply: (body) => withChanged(schema, body, begin(body)) };
}

/** The examples applied to a body, in their order, without those that leave it unchanged and without duplicates. */
export function exampleBodies<T>(body: T, examples: readonly Example<T>[]) {
  const bodies = examples.map(({ name, part, apply }) => ({ name, part, body: apply(body) }));
  // As text, because the order of members is part of what is sent and makes an example of its own.
  const unchanged = { name: '', part: 'distinct', body } as const;
  return distinct([unchanged, ...bodies], (one) => JSON.stringify(one.body)).slice(1);
}
