import { bounded } from '../../results/printable.ts';
import type { Reason } from '../../results/report.ts';
import {
  cutAt,
  type Answer,
  type AnsweredExchange,
  type Exchange,
  type OutgoingRequest,
} from '../../target/exchange.ts';
import type { Violation } from './assertions.ts';
import { endpoints, isObject, requirementOf, type RequirementId } from '../../spec/index.ts';

/** What the document asks for at one place of an answer, what was found, and the exchanges that show it. */
export interface Finding extends Omit<Violation, 'earlier' | 'exchange'> {
  /** The exchanges that show it, the deciding one last. */
  readonly exchanges: readonly Exchange[];
  /** The property, workload or check (by its requirement's id) whose traffic shows it. */
  readonly foundIn?: string;
  /** The failing case was rerun, alone, and did not fail; `exchange` is the matching one of that run, if any. */
  readonly passedAgain?: { readonly exchange: Exchange | undefined };
}

/** The finding for a violation. @param judged - the exchange that was judged, used if the violation names none */
export function findingOf({ earlier = [], exchange, ...violation }: Violation, judged = exchange): Finding {
  const shown = exchange ?? judged;
  return { ...violation, exchanges: shown === undefined ? earlier : [...earlier, shown] };
}

/** Thrown by a check whose assertion does not hold: a verdict on the target, never a fault of the suite. */
export class AssertionFailure extends Error {
  readonly finding: Finding;
  constructor(finding: Finding) {
    super(finding.message);
    this.name = 'AssertionFailure';
    this.finding = finding;
  }
}

/** Thrown by a check that cannot be decided here: neither a pass nor a failure. */
export class Undecided extends Error {
  readonly reason: Reason;
  /** The exchange that the check could not get past, if there was one. */
  readonly exchange: Exchange | undefined;
  constructor(reason: Reason, detail: string, exchange?: Exchange) {
    super(detail);
    this.name = 'Undecided';
    this.reason = reason;
    this.exchange = exchange;
  }
}

/** Ignores that something was left undecided. @throws any other error */
export function unlessUndecided(error: unknown): undefined {
  if (!(error instanceof Undecided)) throw error;
}

/** Thrown by a check whose group accepts no more records like those it accepted before: another group may. */
export class NoRoom extends Undecided {}

export function outOfTime(): Undecided {
  return new Undecided('not-reached', 'the time budget was used up before; allow more with --time-budget');
}

/** Requirements whose own requests a target may cut off: they judge the outcome themselves. */
const judgedByTheirSender: ReadonlySet<string> = new Set<RequirementId>(['input.extreme', 'input.malformed-json']);

/** Whether a target need not answer the request: it is not HTTP, not JSON, or too long. */
export function mayBeCutOff({ request, purpose }: Exchange): boolean {
  return request.wire !== undefined || judgedByTheirSender.has(purpose);
}

/** The operation that a request is for: `PUT /renewal_decisions/{id}`, the same for all of its requests. */
export function operationOf({ method, endpoint }: Pick<OutgoingRequest, 'method' | 'endpoint'>): string {
  return endpoint === 'token' ? `${method} for a token` : `${method} ${endpoints[endpoint].path}`;
}

/**
 * The operation of a request that got no answer and that a check could not get past. Undefined for any other cause,
 * such as a limit that concerns only what the request is about.
 */
export function unansweredOperation({ exchange }: Undecided): string | undefined {
  const { failure, request } = exchange ?? {};
  return request === undefined || failure === undefined || failure.isAlone === true ? undefined : operationOf(request);
}

/** For a request without an answer: why, with what was sent, except to the token service. */
export function unansweredBy(exchange: Exchange): Undecided {
  const { method, url, body } = exchange.request;
  const { pathname, search } = new URL(url);
  const why = exchange.failure?.message ?? 'unknown';
  const sent =
    typeof body === 'string' && exchange.request.endpoint !== 'token' ? ` with ${cutAt(body, longestBody)}` : '';
  return new Undecided('blocked', `no answer to ${method} ${pathname}${search}${sent}: ${why}`, exchange);
}

/** Most characters of a body that are quoted. */
const longestBody = 200;

/** Whether answers of the request's endpoint say anything about the requirement. */
export function concerns(id: RequirementId, { request: { endpoint } }: Exchange): boolean {
  const { part, endpoints: concerned } = requirementOf(id);
  return endpoint === 'token' ? part === 'token' : concerned.includes(endpoint);
}

/** Members of a refusal that give a reason; others repeat what was sent, or name the request. */
const reasons: ReadonlySet<string> = new Set(['error', 'errors', 'detail', 'details', 'message', 'messages', 'title']);

/** Most characters of a refusal that are quoted. */
const mostWords = 500;

/** Why a request was refused, as one line: the whole answer, or only its reasons if it is long. */
export function reasonIn({ json, text }: Answer): string {
  const relevant = Object.entries(isObject(json) ? json : {}).filter(([name]) => reasons.has(name.toLowerCase()));
  const isShort = text.length <= mostWords || relevant.length === 0;
  return (isShort ? text : JSON.stringify(Object.fromEntries(relevant))).replaceAll(/\s+/g, ' ').trim();
}

/** The endpoint, status and text of an answer, without what differs from one record to the next. */
export const wordingOf = ({ request, answer }: AnsweredExchange): string =>
  `${request.endpoint} ${answer.status} ${answer.text.slice(0, 500).replaceAll(/[\da-f]{8}-[\da-f-]{27}|\d[\da-f-]*/giu, '0')}`;

/** The status and the reason of an answer, or why there is none, in short. */
export function wordsOf(exchange: Exchange | undefined): string {
  if (exchange?.answer === undefined) return exchange?.failure?.message ?? 'no answer';
  return `${exchange.answer.status} ${bounded(reasonIn(exchange.answer), mostWords)}`;
}
