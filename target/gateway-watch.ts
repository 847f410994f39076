import type { AnsweredRead } from './answered-read.ts';
import { hasStatus, heldStatuses, isSuccessStatus, type Outcome, type OutgoingRequest } from './exchange.ts';

/** A page in place of JSON, with 403: what a gateway answers to all requests for a while when they come too fast for it. */
export function isPageOfGateway(outcome: Outcome): boolean {
  return hasStatus(outcome) && outcome.status === 403 && !outcome.isJson && outcome.text !== '';
}

/** Whether a status is that of a request which is refused for what it says: neither for its token, nor for now. */
const isRefusal = (status: number): boolean =>
  status >= 400 && status < 500 && status !== 401 && status !== 408 && !heldStatuses.has(status) && status !== 429;

/** Tries at a request that gets such a page while others get through, and while nothing shows whether others do. */
export const triesAtPage = { 'of-service': 3, unknown: 5, 'of-gateway': 20 } as const;
/** Milliseconds before the second of them; before each further one twice as many. */
export const pauseAtGateway = 500;

/** Who answers with a page: a gateway that lets nothing through, the service itself, or nobody knows. */
export type Pages = 'of-gateway' | 'of-service' | 'unknown';

/**
 * Tells a gateway that lets nothing through for a while from a service that answers some requests with such a page
 * (docs/decisions/0032-concurrency.md).
 */
export function createGatewayWatch(read: Pick<AnsweredRead, 'sendAgain'>) {
  let isClosed = false;
  /** When the last request that got something else was sent. */
  let passedAt = Number.NEGATIVE_INFINITY;
  /** Kinds of requests that got the page each time they were sent while others got through. */
  const ofService = new Set<string>();
  /** Purposes that have got the page and another refusal for the same request, and whether any request got through after a page. */
  const refusedAnyhow = new Set<string>();
  let letsThrough = false;
  const whose = async (startedAt: number): Promise<Pages> => {
    if (passedAt >= startedAt) return 'of-service';
    const outcome = await read.sendAgain();
    if (outcome === undefined) return 'unknown';
    isClosed = isPageOfGateway(outcome);
    return isClosed ? 'of-gateway' : 'of-service';
  };
  return {
    /** Whether nothing has got through since a page was found to be the gateway's. */
    get isClosed() {
      return isClosed;
    },
    /** Whose page a request got that was sent then; undefined for no page, or one that is known to be its answer. */
    async pageOf(
      request: OutgoingRequest,
      outcome: Outcome,
      { kind, purpose, startedAt }: { readonly kind: string; readonly purpose: string; readonly startedAt: number },
    ): Promise<Pages | undefined> {
      if (request.wire !== undefined || !hasStatus(outcome)) return undefined;
      if (!isPageOfGateway(outcome)) {
        if (request.endpoint === 'token') return undefined;
        passedAt = Math.max(passedAt, startedAt);
        isClosed = false;
        return undefined;
      }
      const page = await whose(startedAt);
      const isKnown = ofService.has(kind) || (!letsThrough && refusedAnyhow.has(purpose));
      return page !== 'of-gateway' && isKnown ? undefined : page;
    },
    /** Notes that the page is the answer to requests of a kind. */
    know: (kind: string) => void ofService.add(kind),
    /** Notes what came in place of a page when a request was sent again: a refusal shows that it is refused in any case. */
    noteAfter(outcome: Outcome, purpose: string): void {
      if (!hasStatus(outcome) || isPageOfGateway(outcome)) return;
      if (isSuccessStatus(outcome.status)) letsThrough = true;
      else if (isRefusal(outcome.status)) refusedAnyhow.add(purpose);
    },
  };
}
