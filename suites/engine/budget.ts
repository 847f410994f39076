import { endpointIds, endpoints, type EndpointId, type RequirementId, requirementOf } from '../../spec/index.ts';
import type { Bounds } from '../profiles.ts';
import { isRepetition } from './case-scope.ts';
import { Undecided } from './verdicts.ts';
import type { Waiver } from '../../target/configuration/target.ts';

/** Thrown in place of a request that a run may not send any more. */
export class OutOfBudget extends Undecided {
  constructor(detail: string) {
    super('not-reached', detail);
    this.name = 'OutOfBudget';
  }
}

/** What a run may still send. It is asked before each try at a request, whoever sends it: nothing goes past it. */
export interface Budget {
  /**
   * Takes the price of one try.
   *
   * @param refused - it is another try at what the target turned away before: the write has been paid for
   * @throws OutOfBudget when the run has no more of it
   */
  take(endpoint: EndpointId | 'token', method: string, refused?: boolean): void;
  /**
   * Whether what failed may be run again: at most half of what a run may send goes into that, so that it never takes
   * from what has not been asked yet.
   */
  mayRepeat(): boolean;
  /** Whether a request was refused for want of requests. */
  readonly isOutOfRequests: boolean;
}

/** The endpoints that make or change records. */
const writing: ReadonlySet<string> = new Set(endpointIds.filter((id) => endpoints[id].method !== 'GET'));

/**
 * The budget of a run.
 *
 * @param bounds - what it may send at the most; absent: as much as it takes
 * @param who - whose bounds they are, for messages
 */
export function createBudget(bounds: Bounds | undefined, who: string): Budget {
  const spent = { requests: 0, records: 0 };
  const repeated = { requests: 0, records: 0 };
  let isOutOfRequests = false;
  const count = (what: keyof Bounds): void => {
    spent[what] += 1;
    if (isRepetition()) repeated[what] += 1;
  };

  return {
    mayRepeat: () =>
      bounds === undefined ||
      (repeated.requests < bounds.requests / 2 && (repeated.records < bounds.records / 2 || bounds.records === 0)),
    get isOutOfRequests() {
      return isOutOfRequests;
    },
    take(endpoint, method, refused = false) {
      if (bounds === undefined) return;
      if (spent.requests >= bounds.requests) {
        isOutOfRequests = true;
        throw new OutOfBudget(`the ${bounds.requests} requests of ${who} were used up before`);
      }
      if (writing.has(endpoint) && method !== 'GET' && !refused) {
        if (spent.records >= bounds.records)
          throw new OutOfBudget(`it takes more writes than the ${bounds.records} of ${who}`);
        count('records');
      }
      count('requests');
    },
  };
}

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
