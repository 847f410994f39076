import { hasStatus, isSuccessStatus, type Outcome, type OutgoingRequest } from './exchange.ts';

/** A page in place of JSON, with 403: what a gateway answers to all requests for a while when they come too fast for it. */
export function isPageOfGateway(outcome: Outcome): boolean {
  return hasStatus(outcome) && outcome.status === 403 && !outcome.isJson && outcome.text !== '';
}

/** Tries at a request that gets such a page while others get through, and while nothing shows whether others do. */
export const triesAtPage = { 'of-service': 3, unknown: 5, 'of-gateway': 20 } as const;
/** Milliseconds before the second of them; before each further one twice as many. */
export const pauseAtGateway = 500;

/** Who answers with a page: a gateway that lets nothing through, the service itself, or nobody knows. */
export type Pages = 'of-gateway' | 'of-service' | 'unknown';

/**
 * Tells a gateway that lets nothing through for a while from a service that answers some requests with such a page
 * (docs/decisions/0032-concurrency.md).
 *
 * @param sendAgain - sends a read that was answered before; `isFirst`: nothing has been held up since something got through
 */
export function createGatewayWatch(sendAgain: (read: OutgoingRequest, isFirst: boolean) => Promise<Outcome>) {
  let read: OutgoingRequest | undefined;
  let asked: Promise<Outcome> | undefined;
  let isClosed = false;
  /** When the last request that got something else was sent. */
  let passedAt = Number.NEGATIVE_INFINITY;
  /** Kinds of requests that got the page each time they were sent while others got through. */
  const ofService = new Set<string>();
  const whose = async (startedAt: number): Promise<Pages> => {
    if (passedAt >= startedAt) return 'of-service';
    if (read === undefined) return 'unknown';
    asked ??= sendAgain(read, !isClosed).finally(() => (asked = undefined));
    isClosed = isPageOfGateway(await asked);
    return isClosed ? 'of-gateway' : 'of-service';
  };
  return {
    /** Whose page a request got that was sent then; undefined for no page, or one that is known to be its answer. */
    async pageOf(
      request: OutgoingRequest,
      outcome: Outcome,
      { kind, startedAt }: { readonly kind: string; readonly startedAt: number },
    ): Promise<Pages | undefined> {
      if (request.wire !== undefined || !hasStatus(outcome)) return undefined;
      if (!isPageOfGateway(outcome)) {
        if (request.endpoint === 'token') return undefined;
        passedAt = Math.max(passedAt, startedAt);
        isClosed = false;
        if (request.method === 'GET' && isSuccessStatus(outcome.status)) read = request;
        return undefined;
      }
      const page = await whose(startedAt);
      return page !== 'of-gateway' && ofService.has(kind) ? undefined : page;
    },
    /** Notes that the page is the answer to requests of a kind. */
    know: (kind: string) => void ofService.add(kind),
  };
}
