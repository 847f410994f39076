import type { EndpointId } from '../../spec/index.ts';
import { writes, type Bounds, type WritingEndpoint } from '../profiles/bounds.ts';
import { isRepetition } from './case-scope.ts';
import { Undecided } from './verdicts.ts';

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
   * @throws OutOfBudget when it is not to be had
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

function isWriting(endpoint: EndpointId | 'token'): endpoint is WritingEndpoint {
  return Object.hasOwn(writes, endpoint);
}

/**
 * The budget of a run.
 *
 * @param bounds - what it may send at the most; absent: as much as it takes
 * @param who - whose bounds they are, for messages
 */
export function createBudget(bounds: Bounds | undefined, who: string): Budget {
  const spent = { requests: 0, written: 0 };
  const repeated = new Map<EndpointId | 'token', number>();
  const written = new Map<WritingEndpoint, number>();
  let isOutOfRequests = false;

  return {
    mayRepeat() {
      if (bounds === undefined) return true;
      const all = [...repeated.values()].reduce((sum, count) => sum + count, 0);
      const hasRoom = ([endpoint, count]: [EndpointId | 'token', number]): boolean =>
        !isWriting(endpoint) || count < bounds.writes[endpoint] / 2;
      return all < bounds.requests / 2 && [...repeated].every(hasRoom);
    },
    get isOutOfRequests() {
      return isOutOfRequests;
    },
    take(endpoint, method, refused = false) {
      if (bounds === undefined) return;
      if (spent.requests >= bounds.requests) {
        isOutOfRequests = true;
        throw new OutOfBudget(`the ${bounds.requests} requests of ${who} were used up before`);
      }
      if (isWriting(endpoint) && method !== 'GET' && !refused) {
        const made = written.get(endpoint) ?? 0;
        if (made >= bounds.writes[endpoint])
          throw new OutOfBudget(`it takes more ${writes[endpoint]} than the ${bounds.writes[endpoint]} of ${who}`);
        if (spent.written >= bounds.written)
          throw new OutOfBudget(`it takes more writes than the ${bounds.written} of ${who}`);
        written.set(endpoint, made + 1);
        spent.written += 1;
      }
      spent.requests += 1;
      if (isRepetition()) repeated.set(endpoint, (repeated.get(endpoint) ?? 0) + 1);
    },
  };
}
