import {
  membersOf,
  vocabulary,
  type GroupConnectionInput,
  type MemberSnapshotInput,
  type RenewalDecisionInput,
  type SchemaTypes,
  type VocabularyKey,
} from '../../spec/index.ts';
import { withPlansOfLines } from '../bodies/decision-body.ts';
import { carriersOf, type GenerationContext } from '../bodies/generation-context.ts';
import { arrangePeople } from '../bodies/consistent-snapshot.ts';
import { copied } from '../values/values.ts';
import { absences } from './absent-members.ts';
import { decisionDates, snapshotDates } from './date-examples.ts';
import { decisionStructures } from './decision-structure.ts';
import { changing, type BodySchema, type Example, type ExamplePart } from './example.ts';
import { namelessDependents, snapshotStructures } from './snapshot-structure.ts';
import { connectionTexts, decisionTexts, snapshotTexts } from './text-examples.ts';

/** What shows most with the fewest requests comes first, what a strict target is likely to refuse last. */
const order: readonly ExamplePart[] = ['distinct', 'dates', 'structure', 'texts', 'numbers', 'codes', 'absent'];

function inOrder<T>(examples: readonly Example<T>[]): readonly Example<T>[] {
  return examples.toSorted((one, other) => order.indexOf(one.part) - order.indexOf(other.part));
}

/**
 * Numbers of a snapshot, all of a kind in one body: what binary fractions hold inexactly, what has more than two
 * decimals, what is past 32 bits, and the largest integer that is exact.
 */
const numbers: readonly (readonly [name: string, hours: number, amount: number, volume: number])[] = [
  ['numbers with decimals', 37.5, 1234567.89, 25_000.5],
  ['numbers that binary fractions miss', 0.1, 0.1, 0.3],
  ['numbers of nothing', 0, 0, 0],
  ['numbers of a cent', 0.01, 0.01, 0.01],
  ['numbers with three decimals', 37.125, 0.005, 1.005],
  ['numbers past 32 bits', 168, 4_294_967_297, 2_147_483_648],
  ['large numbers', 168, 1e12, 1e12],
  ['the largest exact integer', 168, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
];

const snapshotNumbers: readonly Example<MemberSnapshotInput>[] = [
  ...numbers.map(([name, hours, amount, volume]) =>
    changing('member-snapshot-input', 'numbers', name, () => ({ kind, path }, value) => {
      if (kind !== 'number') return value;
      if (path.endsWith('hours_worked')) return hours;
      return path.endsWith('volume') ? volume : amount;
    }),
  ),
  changing(
    'member-snapshot-input',
    'distinct',
    'every number another one',
    () =>
      ({ kind }, value, ordinal) =>
        kind === 'number' ? 20 + ordinal / 4 : value,
  ),
];

function isVocabularyKey(key: string | undefined): key is VocabularyKey {
  return key !== undefined && Object.hasOwn(vocabulary, key);
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'] as const;

/**
 * Every coded member of a body at the next of its values, until each value was there. Most values are assumed, so that
 * a target may take none of these.
 */
function codes<Name extends BodySchema>(
  schema: Name,
  context: GenerationContext,
  agreeing: (body: SchemaTypes[Name]) => SchemaTypes[Name],
): readonly Example<SchemaTypes[Name]>[] {
  const keys = [...membersOf(schema).values()].map(({ vocabulary: key }) => key).filter(isVocabularyKey);
  const most = Math.max(1, ...keys.map((key) => context.vocabulary[key].length));
  return ordinals.slice(1, most).map((ordinal, index) => {
    const name = `every coded member at its ${ordinal} value`;
    const { apply, ...example } = changing(schema, 'codes', name, () => ({ vocabulary: key }, value) => {
      const values = isVocabularyKey(key) ? context.vocabulary[key] : [];
      return values[(index + 1) % values.length] ?? value;
    });
    return { ...example, apply: (body) => agreeing(apply(body)) };
  });
}

/**
 * The snapshots to send in every run before random ones, as changes of the canonical one or of what a target took
 * instead. What `snapshotVariations` has is not among them.
 *
 * @param context the context that the body was made with
 */
export function snapshotExamples(context: GenerationContext): readonly Example<MemberSnapshotInput>[] {
  return inOrder([
    ...snapshotDates(context),
    ...snapshotStructures(context),
    ...snapshotTexts(context),
    ...snapshotNumbers,
    ...codes('member-snapshot-input', context, (body) => {
      const copy = copied(body);
      arrangePeople(copy, context);
      return copy;
    }),
    ...absences('member-snapshot-input'),
    namelessDependents(context),
  ]);
}

/** The decisions to send in every run before random ones; what `decisionVariations` has is not among them. */
export function decisionExamples(context: GenerationContext): readonly Example<RenewalDecisionInput>[] {
  return inOrder([
    ...decisionDates(context),
    ...decisionStructures(context),
    ...decisionTexts(context),
    ...codes('renewal-decision-input', context, withPlansOfLines),
    ...absences('renewal-decision-input'),
  ]);
}

/** The group connections to send in every run before random ones: one at each carrier, and texts of every kind. */
export function connectionExamples(context: GenerationContext): readonly Example<GroupConnectionInput>[] {
  const carriers = [...new Set(carriersOf(context))].slice(1, 4);
  return inOrder([
    ...carriers.map((carrier, index): Example<GroupConnectionInput> => ({
      name: `a connection to carrier ${String(index + 2)}`,
      part: 'structure',
      apply: (body) => ({ ...body, carrier_id: carrier }),
    })),
    ...connectionTexts(context),
    ...absences('group-connection-input'),
  ]);
}
