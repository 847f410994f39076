import { endpoints, requirementOf, type RequirementId } from '../../spec/index.ts';
import type { Exchange, OutgoingRequest } from '../../target/exchange.ts';
import { cutAt } from '../../target/long-text.ts';
import { Undecided } from './verdicts.ts';

/** Requirements whose own requests a target may well cut off: they look at what becomes of them themselves. */
const judgedByTheirSender: ReadonlySet<string> = new Set<RequirementId>(['input.extreme', 'input.malformed-json']);

/** Whether a target owes the request no whole answer: it is no HTTP, no JSON, or too much of it. */
export function mayBeCutOff({ request, purpose }: Exchange): boolean {
  return request.wire !== undefined || judgedByTheirSender.has(purpose);
}

/** The operation that a request is for: `PUT /renewal_decisions/{id}`, the same for all of its requests. */
export function operationOf({ method, endpoint }: Pick<OutgoingRequest, 'method' | 'endpoint'>): string {
  return endpoint === 'token' ? `${method} for a token` : `${method} ${endpoints[endpoint].path}`;
}

/** The operation of a request that got no answer and that a check could not get past; undefined for any other cause. */
export function unansweredOperation({ exchange }: Undecided): string | undefined {
  return exchange === undefined || exchange.failure === undefined ? undefined : operationOf(exchange.request);
}

/** What can't be decided as there was no answer to a request. */
export function unansweredBy(exchange: Exchange): Undecided {
  const { method, url, body } = exchange.request;
  const { pathname, search } = new URL(url);
  const why = exchange.failure?.message ?? 'unknown';
  const sent =
    typeof body === 'string' && exchange.request.endpoint !== 'token' ? ` with ${cutAt(body, longestBody)}` : '';
  return new Undecided('blocked', `no answer to ${method} ${pathname}${search}${sent}: ${why}`, exchange);
}

/** Characters of a body that are told at the most. */
const longestBody = 200;

/** Whether answers of the request's endpoint say anything of the requirement. */
export function concerns(id: RequirementId, { request: { endpoint } }: Exchange): boolean {
  const { endpoints: concerned } = requirementOf(id);
  return endpoint === 'token' ? id.startsWith('token.') : concerned.some((one) => one === endpoint);
}
