import type { RequirementChange } from '../../results/report.ts';

/** Requirements that changed from one outcome to another, with no failure on either side. */
export interface ChangeFold extends Pick<RequirementChange, 'kind' | 'before' | 'after'> {
  readonly ids: readonly RequirementChange['id'][];
}

/** Requirement changes as they are told: some one by one, others in one line for each way. */
export interface FoldedChanges {
  readonly told: readonly RequirementChange[];
  readonly folds: readonly ChangeFold[];
}

/**
 * Folds what has no more to tell than its ids: after an outage a hundred requirements are judged again, which is one piece
 * of news. What failed before or fails now is told by itself.
 */
export function foldChanges(changes: readonly RequirementChange[]): FoldedChanges {
  const hasFailure = ({ kind, message }: RequirementChange): boolean => kind !== 'drift' || message !== undefined;
  const ways = Map.groupBy(
    changes.filter((change) => !hasFailure(change)),
    ({ before, after }) => JSON.stringify([before, after]),
  );
  const folds = [...ways.values()].flatMap((same): readonly ChangeFold[] => {
    const [first] = same;
    if (first === undefined) return [];
    const { kind, before, after } = first;
    return [{ kind, before, after, ids: same.map(({ id }) => id) }];
  });
  return { told: changes.filter(hasFailure), folds };
}
