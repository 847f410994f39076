import * as fc from 'fast-check';
import type { RequirementId } from '../../spec/index.ts';
import { decisionCommands } from './decision-commands.ts';
import { listDecisions } from './list-decisions.ts';
import type { Model } from './model.ts';
import type { Real } from './real.ts';
import { snapshotCommands } from './snapshot-commands.ts';

export { emptyModel } from './model.ts';
export type { Real } from './real.ts';

/** Requests of one sequence at the most, but for those that follow pages or look for a current version. */
const longest = 32;

/** Sequences of everything that the endpoints of decisions and snapshots can be asked, in any order. */
export function sequences(): fc.Arbitrary<Iterable<fc.AsyncCommand<Model, Real>>> {
  const commands = [...decisionCommands, listDecisions, listDecisions, listDecisions, ...snapshotCommands];
  return fc.commands([...commands], { maxCommands: longest, size: 'max' });
}

/** The requirements that sequences are held against, beside all invariants. */
export const modelIds = [
  'renewals.list',
  'renewals.edit-listed',
  'renewals.edit-isolated',
  'renewals.refused-edit-unchanged',
  'renewals.filter-date',
  'renewals.filter-range',
  'renewals.filter-bounds',
  'renewals.filter-combined',
  'paging.total',
  'snapshots.list',
  'snapshots.get',
] as const satisfies readonly RequirementId[];
