import type { Counterexample, RecordedExchange } from '../../results/report.ts';
import { valueAt, type RequirementId } from '../../spec/index.ts';
import type { Target } from '../../target/configuration/target.ts';
import { readJson, isAnswered, isRefusal, type Answer, type Exchange } from '../../target/exchange.ts';
import { createTokenHolder } from '../../target/access-tokens.ts';
import { inCase, newCase } from '../engine/case-scope.ts';
import type { Session } from '../engine/session.ts';
import { answersId, unansweredViolation } from '../rules/lost-answers.ts';
import { isJudgedByRules } from '../index.ts';
import { isList } from '../rules/reading.ts';
import { learnRenamed, rebuildRequest, withRenamedIds, type Means, type RenamedIds } from './rebuild-request.ts';

/** What came of sending the exchanges of a counterexample again. */
export interface ExchangesReplay {
  /** `open`: the exchanges alone do not show whether the violation is still there. */
  readonly showing: 'shows again' | 'in order' | 'open';
  /** Why it is open, as the end of a sentence. */
  readonly note?: string;
  /** It is about a record of the earlier run, which may have been made before the service was fixed. */
  readonly isOfOldRecord: boolean;
  /** The answers now, in order; redacted. */
  readonly exchanges: readonly RecordedExchange[];
}

/** A counterexample, and where it was recorded. */
export interface Recorded {
  readonly id: RequirementId;
  readonly counterexample: Counterexample;
  readonly baseUrl: string;
}

/** An {@link ExchangesReplay} that does not decide. */
export function undecidedReplay(note: string, exchanges: readonly RecordedExchange[] = []): ExchangesReplay {
  return { showing: 'open', note, isOfOldRecord: false, exchanges };
}

/**
 * Sends the exchanges of a counterexample again, as they were recorded but for addresses, tokens, and the identifiers
 * of records that they make themselves; and judges the answers by the requirement.
 *
 * @param session - a new session: it must remember nothing but these exchanges
 * @throws NoTokenError
 */
export async function sendAgain(session: Session, { id, counterexample, baseUrl }: Recorded): Promise<ExchangesReplay> {
  const means = await meansOf(session, baseUrl);
  // Rules learn from the list which groups are the key's own.
  await session
    .api('setup')
    .call('E1')
    .catch(() => undefined);

  const scope = newCase(id);
  const sent: RecordedExchange[] = [];
  let ids: RenamedIds = new Map();
  let last: Exchange | undefined;
  let isOfOldRecord = false;
  let judgedBefore = 0;
  for (const exchange of counterexample.exchanges) {
    const rebuilt = rebuildRequest(withRenamedIds(exchange, ids), means);
    const problem = rebuilt.problem ?? whyNotAllowed(rebuilt.request, means.target);
    if (rebuilt.request === undefined || problem !== undefined)
      return undecidedReplay(`cannot be sent as recorded: the request ${problem}`, sent);
    judgedBefore = session.ledger.entry(id).cases;
    const { request, ...access } = rebuilt;
    last = await inCase(scope, () => session.client.send(request, { purpose: id, ...access }));
    sent.push(session.redactor.exchange(last));
    isOfOldRecord = namesOldRecord(exchange, ids);
    if (isOfOldRecord && isGone(exchange, last)) return undecidedReplay('undecided: the record is gone', sent);
    ids = learnRenamed(ids, exchange.response?.body ?? '', last.answer?.text ?? '');
  }
  if (last === undefined) return undecidedReplay('there is no exchange in the report');
  const isBroken = scope.findings.has(id) || (id === answersId && unansweredViolation(last) !== undefined);
  if (isBroken) return { showing: 'shows again', isOfOldRecord, exchanges: sent };
  if (!isAnswered(last)) return undecidedReplay(`got no answer: ${last.failure?.message ?? 'unknown'}`, sent);
  const isJudged = session.ledger.entry(id).cases > judgedBefore;
  const note = whyOpen({ id, counterexample }, last, isJudged);
  return note === undefined ? { showing: 'in order', isOfOldRecord, exchanges: sent } : undecidedReplay(note, sent);
}

async function meansOf(session: Session, recordedBaseUrl: string): Promise<Means> {
  const { target } = session.plan;
  const { secondCredentials: key, authUrl } = target;
  const token = await session.token();
  const secondToken = key && (await createTokenHolder(session.client, authUrl, key).current());
  return { target, recordedBaseUrl, token, secondToken };
}

function whyNotAllowed({ endpoint, method }: Exchange['request'], { writesAllowed }: Target): string | undefined {
  const isWrite = endpoint !== 'token' && method !== 'GET';
  return isWrite && !writesAllowed
    ? 'writes, which is not allowed on this target; set environment: sandbox or pass --allow-writes'
    : undefined;
}

/** Whether the address names a record that none of the exchanges before has made; groups do not count. */
function namesOldRecord({ request: { url } }: RecordedExchange, ids: RenamedIds): boolean {
  const named = /\/(?:renewal_decisions|member_snapshots|employees)\/([^/?]+)/.exec(url)?.[1];
  return named !== undefined && !ids.has(named.toLowerCase());
}

/** Whether a record no longer exists: what was answered in another way is refused now. */
function isGone({ response }: RecordedExchange, exchange: Exchange): boolean {
  return isRefusal(exchange) && response !== undefined && response.status !== exchange.answer?.status;
}

const isSuccessStatus = (status: number): boolean => status >= 200 && status < 300;

/** Why the last answer does not show whether the violation is still there, if no rule was broken; undefined if it does. */
function whyOpen(
  { id, counterexample }: Pick<Recorded, 'id' | 'counterexample'>,
  { request, answer }: Exchange & { readonly answer: Answer },
  isJudged: boolean,
): string | undefined {
  const { exchanges, pointer, property } = counterexample;
  const recorded = exchanges.at(-1)?.response;
  const isOfBody = !pointer.startsWith('#');
  if (isOfBody && recorded !== undefined && isSuccessStatus(recorded.status) && !isSuccessStatus(answer.status))
    return `undecided: what was answered with ${recorded.status} is refused now`;
  // A rule that holds says nothing of what only a check, or a model of the service, can see.
  if (isJudgedByRules(id) && isJudged && property !== id && property !== 'model') return undefined;
  // A list has changed since then.
  if (isOfBody && isList(request.endpoint)) return 'undecided: it is about records of that run';
  return 'undecided by this exchange alone';
}

/** What a recorded answer has at the place of a violation: a pointer into the body, or the status, or a header. */
export function recordedValue(
  { status, headers, body }: NonNullable<RecordedExchange['response']>,
  pointer: string,
): unknown {
  if (pointer === '#status') return status;
  const header = /^#headers\/(.+)$/.exec(pointer)?.[1];
  return header === undefined ? valueAt(readJson(body).json, pointer) : headers[header.toLowerCase()];
}
