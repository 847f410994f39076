import type { Counterexample, RecordedExchange } from '../../results/report.ts';
import type { RequirementId } from '../../spec/index.ts';
import type { Target } from '../../target/configuration/target.ts';
import { isAnswered, isRefusal, isSuccess, type Exchange } from '../../target/exchange.ts';
import {
  accessTokenOf,
  basicAuthorization,
  isSendable,
  NoTokenError,
  tokenRequest,
} from '../../target/access-tokens.ts';
import { inCase, newCase } from '../engine/case-scope.ts';
import type { Session } from '../engine/session.ts';
import { invariantIds } from '../invariants/index.ts';
import { answersId, unansweredBreach } from '../invariants/answers.ts';
import { isList } from '../invariants/reading.ts';
import { rebuildRequest, type Means, type RebuiltRequest } from './rebuild-request.ts';
import { learnRenamed, renamed, type RenamedIds } from './renamed-ids.ts';
import { showingOf, type Showing } from './showing.ts';

/** What came of sending the exchanges of a counterexample once more. */
export interface ExchangesReplay {
  readonly showing: Showing;
  /** Why it stays open, or what is to be known of it, as the end of a sentence. */
  readonly note?: string;
  /** It is a record of the earlier run that shows it: the record may have been made before the service was mended. */
  readonly isOfOldRecord: boolean;
  /** The answers now, in order; redacted. */
  readonly exchanges: readonly RecordedExchange[];
}

/** What is replayed, and where it was recorded. */
export interface Recorded {
  readonly id: RequirementId;
  readonly counterexample: Counterexample;
  readonly baseUrl: string;
}

const open = (note: string, exchanges: readonly RecordedExchange[] = []): ExchangesReplay => ({
  showing: 'open',
  note,
  isOfOldRecord: false,
  exchanges,
});

/**
 * Sends the exchanges of a counterexample again, as they were recorded but for addresses, tokens, and the identifiers
 * of records that they make themselves; and holds the answers against the requirement.
 *
 * @param session - a session of its own: what it remembers comes from these exchanges alone
 * @throws NoTokenError
 */
export async function replayExchanges(session: Session, recorded: Recorded): Promise<ExchangesReplay> {
  const { id, counterexample, baseUrl } = recorded;
  const { target } = session.parameters;
  const means = await meansOf(session, target, baseUrl);
  // From the list the invariants learn which groups are the key's own.
  await session
    .api('setup')
    .call('E1')
    .catch(() => undefined);

  const record = newCase(id);
  const sent: RecordedExchange[] = [];
  let ids: RenamedIds = new Map();
  let last: Exchange | undefined;
  let isOld = false;
  let judgedBefore = 0;
  for (const exchange of counterexample.exchanges) {
    const rebuilt = rebuildRequest(withIds(exchange, ids), means);
    const problem = problemOf(rebuilt, id, target);
    if (rebuilt.request === undefined || problem !== undefined)
      return open(`cannot be sent as recorded: the request ${problem}`, sent);
    const { request, access, accessCase } = rebuilt;
    const purpose = { purpose: id, access, ...(accessCase === undefined ? {} : { accessCase }) };
    judgedBefore = session.ledger.entry(id).cases;
    last = await inCase(record, () => session.client.send(request, purpose));
    sent.push(session.redactor.exchange(last));
    isOld = namesOldRecord(exchange, ids);
    if (isOld && isGone(exchange, last)) return open('cannot be told from it: the record is gone', sent);
    ids = learnRenamed(ids, exchange.response?.body ?? '', last.answer?.text ?? '');
  }
  if (last === undefined) return open('there is no exchange in the report');
  const told = { isOfOldRecord: isOld, exchanges: sent };
  if (record.findings.has(id)) return { showing: 'shows again', ...told };
  if (id === answersId && unansweredBreach(last) !== undefined) return { showing: 'shows again', ...told };
  if (!isAnswered(last)) return open(`got no answer: ${last.failure?.message ?? 'unknown'}`, sent);
  const { exchanges, pointer, property } = counterexample;
  // An invariant that holds says nothing of what only a check, or a model of the service, could see.
  const isOfInvariant = invariantIds.includes(id);
  const isOfBody = !pointer.startsWith('#');
  const recordedStatus = exchanges.at(-1)?.response?.status ?? 0;
  if (isOfBody && isSuccessStatus(recordedStatus) && !isSuccess(last))
    return open(`cannot be told from it: what was answered with ${recordedStatus} is refused now`, sent);
  const isJudged = session.ledger.entry(id).cases > judgedBefore;
  if (isOfInvariant && isJudged && property !== id && property !== 'model') return { showing: 'in order', ...told };
  // A list has moved on since then, and so has a record.
  if (isOld || (isOfBody && isList(last.request.endpoint)))
    return open('cannot be told from it: it is about records of that run', sent);
  if (isOfBody && exchanges.at(-1)?.response?.leftOut !== undefined)
    return open('cannot be told from it: the report has no more than a part of its lists', sent);
  // What one answer has to be after another one is not seen in one place of one of them.
  if (isOfInvariant || (isOfBody && exchanges.length > 1)) return open('cannot be told from it alone', sent);
  const showing = showingOf(last.answer, counterexample);
  return showing === 'open' ? open('cannot be told from it alone', sent) : { showing, ...told };
}

async function meansOf(session: Session, target: Target, recordedBaseUrl: string): Promise<Means> {
  const { secondCredentials } = target;
  const token = await session.token();
  const purpose = { purpose: 'setup', access: 'case' } as const;
  const asked =
    secondCredentials === undefined
      ? undefined
      : await session.client.send(tokenRequest(target.authUrl, basicAuthorization(secondCredentials)), purpose);
  const secondToken = asked === undefined ? undefined : accessTokenOf(asked);
  if (asked !== undefined && (secondToken === undefined || !isSendable(secondToken))) throw new NoTokenError(asked);
  return { target, recordedBaseUrl, token, secondToken };
}

function withIds(exchange: RecordedExchange, ids: RenamedIds): RecordedExchange {
  const { request } = exchange;
  const { url, body } = request;
  return {
    ...exchange,
    request: { ...request, url: renamed(url, ids), ...(body === undefined ? {} : { body: renamed(body, ids) }) },
  };
}

/** Why the request must not or cannot be sent; undefined when it can. */
function problemOf({ request, problem }: RebuiltRequest, id: RequirementId, target: Target): string | undefined {
  if (request === undefined) return problem;
  const isWrite = request.endpoint !== 'token' && request.method !== 'GET';
  return isWrite && !target.writesAllowed
    ? `writes, which is not allowed on this target; set environment: sandbox or pass --allow-writes (for ${id})`
    : undefined;
}

/** Whether the address names a record other than a group, and not one that an exchange before has made. */
function namesOldRecord({ request: { url } }: RecordedExchange, ids: RenamedIds): boolean {
  const named = /\/(?:renewal_decisions|member_snapshots|employees)\/([^/?]+)/.exec(url)?.[1];
  return named !== undefined && !ids.has(named.toLowerCase());
}

const isSuccessStatus = (status: number): boolean => status >= 200 && status < 300;

/** Whether a record that was there is no longer: what was answered otherwise is refused now. */
function isGone({ response }: RecordedExchange, exchange: Exchange): boolean {
  return isRefusal(exchange) && response !== undefined && response.status !== exchange.answer?.status;
}
