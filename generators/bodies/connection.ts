import type * as fc from 'fast-check';
import type { GroupConnectionInput } from '../../spec/index.ts';
import { around, mapped, oneOfValues } from '../schema/sketch.ts';
import { employerNumberFor, employerNumbers } from '../values/people.ts';
import { carriersOf, type GenerationContext } from './context.ts';
import { draftOf } from './draft.ts';
import { as, textAround } from './override.ts';

function tagged(name: unknown, tag: string): string {
  const text = String(name);
  return text.includes(tag) ? text : `${text} ${tag}`.trimStart();
}

function draft(context: GenerationContext) {
  const { runTag, groupName = 'Example Group' } = context;
  return draftOf('group-connection-input', context, {
    carrier_id: as(oneOfValues(carriersOf(context))),
    federal_ein: as(around(employerNumberFor(runTag), employerNumbers())),
    'group_data.carrier_group_id': textAround('EX-1000', '0001000', 'ex 1000/7'),
    'group_data.group_name': (fromSchema) =>
      mapped(around(groupName, fromSchema.arbitrary), (name) => tagged(name, runTag)),
  });
}

/** The plain body of E2 (`spec/documents/4-endpoints.md`): its four members, from the context. */
export function canonicalConnection(context: GenerationContext): GroupConnectionInput {
  // What the walker gives has the shape of the schema that the type was made of; the tests have Ajv confirm it.
  return draft(context).canonical as GroupConnectionInput;
}

/** Bodies of E2 that its schema accepts; shrinks to the canonical one. */
export function arbitraryConnection(context: GenerationContext): fc.Arbitrary<GroupConnectionInput> {
  return draft(context).arbitrary as fc.Arbitrary<GroupConnectionInput>;
}
