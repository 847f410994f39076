import type { AnsweredRead } from './answered-read.ts';
import { hasStatus, isSuccessStatus, type OutgoingRequest } from './exchange.ts';

/** Milliseconds for which a read that was throttled shows that what is limited is all that is sent. */
const ofAllFor = 10_000;
/** Tries at a request that may be throttled for itself: after these it is the pace of all such requests. */
const mostTries = 3;
/** Reads in a row that get through at once, after which no more are sent for the same endpoint. */
const enough = 3;

/**
 * Tells a limit of what a write is about, such as one snapshot of an employee in two seconds, from a limit of all requests:
 * while one asks to come later, a read that was answered before is sent again (docs/decisions/0032-concurrency.md).
 */
export function createOwnLimits(read: Pick<AnsweredRead, 'sendAgain'>, now: () => number) {
  let ofAllAt = Number.NEGATIVE_INFINITY;
  const shown = new Map<string, number>();
  return {
    /** Whether a request that was throttled, for a time that the answer gives, is limited alone. */
    async isOwn({ endpoint, method }: OutgoingRequest, tried: number): Promise<boolean> {
      if (method === 'GET') ofAllAt = now();
      if (endpoint === 'token' || tried > mostTries || now() - ofAllAt < ofAllFor) return false;
      const times = shown.get(endpoint) ?? 0;
      if (times >= enough) return true;
      const outcome = await read.sendAgain();
      const isAnswered = outcome !== undefined && hasStatus(outcome) && isSuccessStatus(outcome.status);
      if (!isAnswered) ofAllAt = now();
      shown.set(endpoint, isAnswered ? times + 1 : 0);
      return isAnswered;
    },
  };
}
