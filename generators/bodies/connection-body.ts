import type * as fc from 'fast-check';
import { withChanged, type GroupConnectionInput } from '../../spec/index.ts';
import { distinctive, oneOf, varied } from '../schema/value-generator.ts';
import { digitsFor, employerNumberFor } from '../values/people.ts';
import { arbitraryOf, mapped, pick, type Random } from '../values/values.ts';
import { bodyGenerator, carriersOf, type GenerationContext } from './generation-context.ts';

/** Eight digits without a leading zero: the number of a group at a carrier, the same for the same words. */
function groupNumber(...words: readonly string[]): string {
  return `1${digitsFor(7, 'group', ...words)}`;
}

const another = (random: Random): string => String(random.nextInt(0, 2 ** 31 - 1));

function generator(context: GenerationContext) {
  const { runTag, groupName = 'Example Group' } = context;
  const tagged = (name: unknown): string => {
    const text = String(name);
    return text.includes(runTag) ? text : `${text} ${runTag}`.trimStart();
  };
  return bodyGenerator('group-connection-input', context, {
    carrier_id: () => oneOf(carriersOf(context)),
    federal_ein: () =>
      distinctive(employerNumberFor(runTag), { draw: (random) => employerNumberFor(runTag, another(random)) }),
    'group_data.carrier_group_id': () =>
      distinctive(groupNumber(runTag), {
        draw: (random) => pick(random, ['', '0', 'EX-']) + groupNumber(runTag, another(random)),
      }),
    'group_data.group_name': (fromSchema) => varied(tagged(groupName), mapped(fromSchema, tagged)),
  });
}

/** The plain body of E2 (`spec/documents/4-endpoints.md`): its four members, filled from the context. */
export function canonicalConnection(context: GenerationContext): GroupConnectionInput {
  // The walk gives the shape of the schema that the type was generated from; tests confirm it with Ajv.
  return generator(context).canonical as GroupConnectionInput;
}

/** Bodies of E2 that its schema accepts; they shrink to the canonical one. */
export function arbitraryConnection(context: GenerationContext): fc.Arbitrary<GroupConnectionInput> {
  return arbitraryOf(generator(context), (body) => body as GroupConnectionInput);
}

/** What the numbers of the plain body look like: any other number was chosen on purpose. */
const plainNumbers = { employer: /^00-?(?!0+$)\d{7}$/u, group: /^1\d{7}$/u } as const;

/** The connection of another employer, whose numbers a service distinguishes from those with other tags. */
export function withOwnEmployer(body: GroupConnectionInput, tag: string): GroupConnectionInput {
  return withChanged('group-connection-input', body, ({ path }, value) => {
    if (typeof value !== 'string') return value;
    if (path === 'federal_ein' && plainNumbers.employer.test(value)) {
      const own = employerNumberFor(value, tag);
      return value.includes('-') ? own : own.replace('-', '');
    }
    const isGroup = path === 'group_data.carrier_group_id' && plainNumbers.group.test(value);
    return isGroup ? groupNumber(value, tag) : value;
  });
}
