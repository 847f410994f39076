import pLimit from 'p-limit';
import { endpoints, type EndpointId, type RequirementId, requirementOf } from '../../spec/index.ts';
import { currentDay, hasEnded, type Target } from '../../target/configuration/target.ts';
import type { Bounds } from '../profiles.ts';
import { isRepetition } from './case-scope.ts';
import type { RunPlan } from './plan.ts';
import type { Session } from './session.ts';
import { Undecided } from './verdicts.ts';
import { sideBySide } from './waiting.ts';

/** Thrown instead of sending a request that a run may not send any more. */
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

/** The shares of the budget for rerunning what failed: a run without failures needs the rest. */
const repeatable: Bounds = { requests: 1 / 2, records: 1 / 4 };

/** What a run may still send. @param bounds - at most; absent: no limit @param who - whose they are, for messages */
export function createBudget(bounds: Bounds | undefined, who: string) {
  const spent = { requests: 0, records: 0 };
  const repeated = { requests: 0, records: 0 };
  let isOutOfRequests = false;
  const count = (what: keyof Bounds): void => {
    spent[what] += 1;
    if (isRepetition()) repeated[what] += 1;
  };

  return {
    /** Whether failures may still be rerun within their share of the budget. */
    mayRepeat: (): boolean =>
      bounds === undefined ||
      (repeated.requests < bounds.requests * repeatable.requests &&
        (repeated.records < bounds.records * repeatable.records || bounds.records === 0)),
    /** Whether a request was refused because none were left. */
    get isOutOfRequests(): boolean {
      return isOutOfRequests;
    },
    /**
     * Charges one try.
     *
     * @param refused - whether it retries what the target turned away: the write has been charged before
     * @throws OutOfBudget if the budget is used up
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
    /** Refunds a write that the target refused: it made no record. */
    giveBack(endpoint: EndpointId | 'token', method: string): void {
      if (!writes(endpoint, method)) return;
      spent.records -= 1;
      if (isRepetition()) repeated.records -= 1;
    },
  };
}

export type FailureLimit = ReturnType<typeof createFailureLimit>;

/** The parts of a plan that say when failures end a run. */
export interface FailurePlan extends Pick<RunPlan, 'maxFailures' | 'level' | 'accepted'> {
  readonly target: Pick<Target, 'waive'>;
}

/** Ends the run once enough requirements fail that are neither accepted nor waived. @param today - `YYYY-MM-DD` */
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
     * Lets a request pass until the limit is reached. Failures are still rerun and shrunk after that, so that each one
     * is reported as in any other run.
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

/** Approximate number of requests of a run, if nobody has counted them beforehand. */
const usualRequests = 6000;
/** Share of the remaining time for what is still to be sent. */
const shareOfTime = 0.9;
/** Milliseconds after which the pace of a run so far is representative. */
const tellingMs = 20_000;

/** Requests per second that a run gets through: the target's pace, or the run's so far if that is slower. */
function throughputOf({ client, sent, startedAt }: Session): number {
  const elapsed = performance.now() - startedAt;
  const gotThrough = elapsed < tellingMs ? Number.POSITIVE_INFINITY : (sent.tries * 1000) / elapsed;
  return Math.min(client.requestsPerSecond(), gotThrough);
}

/** The share of the planned traffic that there is time for, 0.05 to 1. @param name - names what is to be sent */
export function affordable(session: Session, name: string): number {
  const { deadline, plan, sent, slowed } = session;
  const { fit, watchMs = 0 } = plan;
  const planned = fit?.requests ?? usualRequests;
  const left = Math.max(deadline - watchMs - performance.now(), 0) / 1000;
  const missing = Math.max(planned - sent.tries + sent.throttled.count, planned / 10);
  const share = Math.min(Math.max((throughputOf(session) * left * shareOfTime) / missing, 0.05), 1);
  if (share < 1) slowed.add(name);
  return share;
}

/** Variations that there is time for, spread evenly, at least one. @param name - names what they are sent for */
export function fitting<T>(session: Session, name: string, variations: readonly T[]): readonly T[] {
  const share = (session.plan.fit?.share ?? 1) * affordable(session, name);
  if (share >= 1) return variations;
  const kept = Math.max(Math.ceil(variations.length * share), 1);
  const before = (index: number): number => Math.floor((index * kept) / variations.length);
  return variations.filter((_, index) => index === 0 || before(index) !== before(index - 1));
}

/** Most requests of one check in flight that get a 401: their consequences are checked before each request. */
const mostDenied = 16;
/** Share of the remaining time that one check may wait while a target refuses everything after 401s. */
const shareOfBans = 0.1;

/**
 * Sends requests that are answered with 401. If the target refuses everything for a while after several of them, only
 * as many are sent as there is time for, spread evenly over those that are left.
 *
 * @param name - names what they are sent for
 */
export async function sendDenied<T>(
  session: Session,
  name: string,
  requests: readonly T[],
  send: (request: T) => Promise<void>,
): Promise<void> {
  const { client, deadline, slowed } = session;
  const turns = pLimit(mostDenied);
  let left = requests.length;
  let due = 0;
  await sideBySide(requests, (request) =>
    turns(async () => {
      const banMs = client.banOfDenial();
      const inTime = (Math.max(deadline - performance.now(), 0) * shareOfBans) / banMs;
      due += banMs === 0 ? 1 : Math.min(inTime / left, 1);
      left -= 1;
      if (due < 1) {
        slowed.add(name);
        return;
      }
      due -= 1;
      await send(request);
    }),
  );
}
