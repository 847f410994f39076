import type { RequirementId } from '../spec/index.ts';
import type { Verdict } from './report.ts';

/**
 * How a waiver stands after a run:
 * `accepting`: the requirement fails, and the waiver accepts that;
 * `expired`: its last day has passed; `unneeded`: the requirement passes;
 * `undecided`: the run did not decide the requirement, or saw it hold without looking at all of it, or the waiver says
 * that only some runs show the failure.
 */
export type WaiverState = 'accepting' | 'expired' | 'unneeded' | 'undecided';

/** A waiver of the configuration, and how it stands after a run. */
export interface AppliedWaiver {
  readonly id: string;
  readonly reason: string;
  /** Its last day, `YYYY-MM-DD`. */
  readonly until: string;
  /** Whether only some runs show the failure, so that a pass is no reason to remove it. */
  readonly intermittent?: boolean | undefined;
  readonly state: WaiverState;
}

/** A failure that a baseline knows, and that shows there at another place, or in another way. */
export interface ShownOtherwise {
  readonly id: RequirementId;
  /** What the run of the baseline saw, as one line. */
  readonly before: string;
}

/** What a run found against the failures that a baseline knows. */
export interface AgainstBaseline {
  /** ISO-8601 instant at which the run of the baseline started. */
  readonly startedAt: string;
  /** Failures of the judged levels that the baseline does not have. */
  readonly new: readonly RequirementId[];
  /** Failures of the judged levels that it has as well. */
  readonly known: readonly RequirementId[];
  /** Those of the known ones that show otherwise than there; absent where all show alike. */
  readonly otherwise?: readonly ShownOtherwise[];
  /** Its failures that this run found mended. */
  readonly fixed: readonly RequirementId[];
}

/** Whether a run lets whatever waits for it go on. */
export interface Gate {
  readonly passed: boolean;
  /** The verdict, with the failures that a baseline knows left aside. */
  readonly verdict: Verdict;
  /** Why it does not pass, a sentence each; empty when it does. */
  readonly problems: readonly string[];
  /** Those of the problems that are of no failing requirement and no missing verdict: of waivers, and of drift. */
  readonly besides?: readonly string[];
  readonly waivers: readonly AppliedWaiver[];
  readonly baseline?: AgainstBaseline;
}
