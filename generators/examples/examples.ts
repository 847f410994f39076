import type { GroupConnectionInput, MemberSnapshotInput, RenewalDecisionInput } from '../../spec/index.ts';
import { carriersOf, type GenerationContext } from '../bodies/context.ts';
import { connectionAbsences, decisionAbsences, snapshotAbsences } from './absent.ts';
import { codes } from './codes.ts';
import { decisionDates, snapshotDates } from './dates.ts';
import { decisionStructures } from './decision-structure.ts';
import type { Example, ExamplePart } from './example.ts';
import { snapshotNumbers } from './numbers.ts';
import { snapshotStructures } from './snapshot-structure.ts';
import { connectionTexts, decisionTexts, snapshotTexts } from './texts.ts';

/** What shows most with the fewest requests comes first, what a strict target is likely to refuse last. */
const order: readonly ExamplePart[] = ['distinct', 'dates', 'structure', 'texts', 'numbers', 'codes', 'absent'];

function inOrder<T>(examples: readonly Example<T>[]): readonly Example<T>[] {
  return examples.toSorted((one, other) => order.indexOf(one.part) - order.indexOf(other.part));
}

/**
 * The snapshots to send in every run before random ones, as departures from the canonical one or from what a target
 * took instead. What `snapshotVariations` has is not among them.
 *
 * @param context the context that the body was made with
 */
export function snapshotExamples(context: GenerationContext): readonly Example<MemberSnapshotInput>[] {
  return inOrder([
    ...snapshotDates,
    ...snapshotStructures(context),
    ...snapshotTexts(context),
    ...snapshotNumbers,
    ...codes<MemberSnapshotInput>('member-snapshot-input', context),
    ...snapshotAbsences,
  ]);
}

/** The decisions to send in every run, likewise; what `decisionVariations` has is not among them. */
export function decisionExamples(context: GenerationContext): readonly Example<RenewalDecisionInput>[] {
  return inOrder([
    ...decisionDates,
    ...decisionStructures(context),
    ...decisionTexts(context),
    ...codes<RenewalDecisionInput>('renewal-decision-input', context),
    ...decisionAbsences,
  ]);
}

/** The group connections to send in every run, likewise: one at each carrier, and texts of every kind. */
export function connectionExamples(context: GenerationContext): readonly Example<GroupConnectionInput>[] {
  const carriers = [...new Set(carriersOf(context))].slice(1, 4);
  return inOrder([
    ...carriers.map((carrier, index): Example<GroupConnectionInput> => ({
      name: `a connection to carrier ${String(index + 2)}`,
      part: 'structure',
      apply: (body) => ({ ...body, carrier_id: carrier }),
    })),
    ...connectionTexts(context),
    ...connectionAbsences,
  ]);
}
