import { requirementOf, type RequirementId } from '../../spec/index.ts';
import type { Waiver } from '../../target/configuration/target.ts';
import { isRepetition } from './case-scope.ts';
import { OutOfBudget } from './budget.ts';

/** When a run has seen enough. */
export interface FailureBound {
  /** Failing requirements that end the run. */
  readonly most: number;
  /** The level up to which they count. */
  readonly level: 'required' | 'expected';
  /** Failures that are known and accepted: they do not count. */
  readonly accepted: readonly string[];
}

/** Counts the requirements that fail, and ends the run when there are enough of them. */
export interface FailureLimit {
  /** Notes that a requirement was found broken. */
  note(id: RequirementId): void;
  /**
   * Lets a request go, or not. What failed is still run again and made smaller, so that each failure is told as it
   * would be otherwise.
   *
   * @throws OutOfBudget once the limit is reached
   */
  pass(): void;
  readonly isReached: boolean;
}

/**
 * The failure limit of a run.
 *
 * @param bound - absent: there is none
 * @param waive - the target's waivers; one that still holds keeps its requirement from counting
 * @param today - `YYYY-MM-DD`
 * @param isSelected - whether the run was asked to decide the requirement
 */
export function createFailureLimit(
  bound: FailureBound | undefined,
  waive: readonly Waiver[],
  today: string,
  isSelected: (id: RequirementId) => boolean,
): FailureLimit {
  const failing = new Set<RequirementId>();
  const levels = bound?.level === 'expected' ? ['required', 'expected'] : ['required'];
  const counts = (id: RequirementId): boolean =>
    bound !== undefined &&
    isSelected(id) &&
    levels.includes(requirementOf(id).level) &&
    !bound.accepted.includes(id) &&
    !waive.some((waiver) => waiver.id === id && waiver.until >= today);
  const isReached = (): boolean => bound !== undefined && failing.size >= bound.most;

  return {
    note(id) {
      if (counts(id)) failing.add(id);
    },
    pass() {
      if (!isReached() || isRepetition()) return;
      throw new OutOfBudget(
        `the run ended before, after ${bound?.most} failing requirement${bound?.most === 1 ? '' : 's'} (--max-failures)`,
      );
    },
    get isReached() {
      return isReached();
    },
  };
}
