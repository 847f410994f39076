import type { RenewalStatus } from '../../spec/index.ts';
import { startOfDay } from './calendar.ts';

/** Where a decision stands in time. */
export interface DecisionProgress {
  readonly status: RenewalStatus;
  /** When it was created or last edited, in milliseconds. */
  readonly submitted: number;
  /** `YYYY-MM-DD`. */
  readonly renewalDate: string;
}

/** When, in milliseconds, the decision moves on by itself; undefined when only an edit can move it. */
export function decisionDue({ status, submitted, renewalDate }: DecisionProgress, pace: number): number | undefined {
  if (status === 'submitted') return submitted + pace;
  // A ready decision is done when it has become active: on its renewal date, or soon after when that has passed.
  return status === 'ready' ? Math.max(submitted + 2 * pace, startOfDay(renewalDate) ?? 0) : undefined;
}

/**
 * The status a decision moves on to once it is due.
 *
 * @param matches whether the carriers' systems match the expectation
 */
export function nextDecisionStatus(status: RenewalStatus, matches: boolean): RenewalStatus {
  if (status === 'submitted') return matches ? 'ready' : 'not_ready';
  return status === 'ready' ? 'done' : status;
}
