import type * as fc from 'fast-check';
import type { GroupConnectionInput } from '../../spec/index.ts';
import { oneOf, varied } from '../schema/value-generator.ts';
import { employerNumberFor, employerNumbers } from '../values/people.ts';
import { carriersOf, type GenerationContext } from './generation-context.ts';
import { bodyGenerator, textLike } from './overrides.ts';

function generator(context: GenerationContext) {
  const { runTag, groupName = 'Example Group' } = context;
  const tagged = (name: unknown): string => {
    const text = String(name);
    return text.includes(runTag) ? text : `${text} ${runTag}`.trimStart();
  };
  return bodyGenerator('group-connection-input', context, {
    carrier_id: () => oneOf(carriersOf(context)),
    federal_ein: () => varied(employerNumberFor(runTag), employerNumbers()),
    'group_data.carrier_group_id': textLike('EX-1000', '0001000', 'ex 1000/7'),
    'group_data.group_name': (fromSchema) => {
      const { canonical, arbitrary } = varied(groupName, fromSchema.arbitrary);
      return { canonical: tagged(canonical), arbitrary: arbitrary.map(tagged) };
    },
  });
}

/** The plain body of E2 (`spec/documents/4-endpoints.md`): its four members, from the context. */
export function canonicalConnection(context: GenerationContext): GroupConnectionInput {
  // The walk gives what has the shape of the schema that the type was made of; the tests have Ajv confirm it.
  return generator(context).canonical as GroupConnectionInput;
}

/** Bodies of E2 that its schema accepts; shrinks to the canonical one. */
export function arbitraryConnection(context: GenerationContext): fc.Arbitrary<GroupConnectionInput> {
  return generator(context).arbitrary as fc.Arbitrary<GroupConnectionInput>;
}
