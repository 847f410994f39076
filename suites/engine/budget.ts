import { endpoints, type EndpointId, type RequirementId, requirementOf } from '../../spec/index.ts';
import { currentDay, hasEnded, type Target } from '../../target/configuration/target.ts';
import type { Bounds } from '../profiles.ts';
import { isRepetition } from './case-scope.ts';
import type { RunPlan } from './plan.ts';
import { Undecided } from './verdicts.ts';

/** Thrown in place of a request that a run may not send any more. */
export class OutOfBudget extends Undecided {
  constructor(detail: string) {
    super('not-reached', detail);
    this.name = 'OutOfBudget';
  }
}

export type Budget = ReturnType<typeof createBudget>;

function writes(endpoint: EndpointId | 'token', method: string): boolean {
  return endpoint !== 'token' && endpoints[endpoint].method !== 'GET' && method !== 'GET';
}

/** The shares that go into running again what failed: the rest is what a run needs that has no failure. */
const repeatable: Bounds = { requests: 1 / 2, records: 1 / 4 };

/**
 * What a run may still send: every request of the run takes from it.
 *
 * @param bounds - what it may send at most; absent: no limit
 * @param who - whose bounds they are, for messages
 */
export function createBudget(bounds: Bounds | undefined, who: string) {
  const spent = { requests: 0, records: 0 };
  const repeated = { requests: 0, records: 0 };
  let isOutOfRequests = false;
  const count = (what: keyof Bounds): void => {
    spent[what] += 1;
    if (isRepetition()) repeated[what] += 1;
  };

  return {
    /** Whether what failed may be run again, with the share of the budget that is for it. */
    mayRepeat: (): boolean =>
      bounds === undefined ||
      (repeated.requests < bounds.requests * repeatable.requests &&
        (repeated.records < bounds.records * repeatable.records || bounds.records === 0)),
    /** Whether a request was refused because none were left. */
    get isOutOfRequests(): boolean {
      return isOutOfRequests;
    },
    /**
     * Takes the price of one try.
     *
     * @param refused - a retry of what the target turned away: the write has been paid for
     * @throws OutOfBudget when the run has no more of it
     */
    take(endpoint: EndpointId | 'token', method: string, refused = false): void {
      if (bounds === undefined) return;
      if (spent.requests >= bounds.requests) {
        isOutOfRequests = true;
        throw new OutOfBudget(`the ${bounds.requests} requests of ${who} were used up before`);
      }
      if (writes(endpoint, method) && !refused) {
        if (spent.records >= bounds.records)
          throw new OutOfBudget(`it takes more writes than the ${bounds.records} of ${who}`);
        count('records');
      }
      count('requests');
    },
    /** Gives back the price of a write that the target refused: it made no record. */
    giveBack(endpoint: EndpointId | 'token', method: string): void {
      if (!writes(endpoint, method)) return;
      spent.records -= 1;
      if (isRepetition()) repeated.records -= 1;
    },
  };
}

export type FailureLimit = ReturnType<typeof createFailureLimit>;

/** What says when a run ends for its failures. */
export interface FailurePlan extends Pick<RunPlan, 'maxFailures' | 'level' | 'accepted'> {
  readonly target: Pick<Target, 'waive'>;
}

/**
 * Counts the requirements that fail, and ends the run when there are enough of them. Accepted failures do not count, and
 * neither do those with a waiver that is still valid.
 *
 * @param today - `YYYY-MM-DD`
 */
export function createFailureLimit(
  { maxFailures: most = Infinity, level, accepted = [], target: { waive } }: FailurePlan,
  isSelected: (id: RequirementId) => boolean,
  today = currentDay(),
) {
  const failing = new Set<RequirementId>();
  const levels = level === 'expected' ? ['required', 'expected'] : ['required'];
  const isReached = (): boolean => failing.size >= most;

  return {
    note(id: RequirementId): void {
      const counts =
        isSelected(id) &&
        levels.includes(requirementOf(id).level) &&
        !accepted.includes(id) &&
        !waive.some((waiver) => waiver.id === id && !hasEnded(waiver, today));
      if (counts) failing.add(id);
    },
    /**
     * Lets a request go, or not. What failed is still run again and made smaller, so that each failure is reported as in
     * any other run.
     *
     * @throws OutOfBudget once the limit is reached
     */
    pass(): void {
      if (!isReached() || isRepetition()) return;
      throw new OutOfBudget(
        `the run ended before, after ${most} failing requirement${most === 1 ? '' : 's'} (--max-failures)`,
      );
    },
    get isReached(): boolean {
      return isReached();
    },
  };
}
