import { isDeepStrictEqual } from 'node:util';
import { isSameKind } from '../../results/failure-kind.ts';
import type { Counterexample, RecordedExchange } from '../../results/report.ts';
import { endpointOf, isUuid, present, tokenEndpoint, valueAt, type RequirementId } from '../../spec/index.ts';
import { basicAuthorization, createTokenHolder, isSendable, tokenRequest } from '../../target/access-tokens.ts';
import {
  isAnswered,
  isCut,
  isRefusal,
  isSuccessStatus,
  readJson,
  type Answer,
  type Exchange,
  type OutgoingRequest,
} from '../../target/exchange.ts';
import { lostForms, personalPlaceholder, placeholders, type Redactor } from '../../target/redaction.ts';
import { inCase, newCase } from '../engine/case-scope.ts';
import { codeOfFinding } from '../engine/ledger.ts';
import type { Session } from '../engine/session.ts';
import { boundedValue } from '../engine/shorten.ts';
import type { Finding } from '../engine/verdicts.ts';
import { isJudgedByRules } from '../index.ts';
import { answersId, unansweredViolation } from '../judging/lost-answers.ts';
import { goodTokenRequest, isList } from '../judging/reading.ts';
import { modelTraffic } from '../traffic/model-traffic.ts';

/** The result of sending the exchanges of a counterexample again. */
export interface ExchangesReplay {
  /** `open`: the exchanges alone cannot decide whether the violation persists. */
  readonly showing: 'shows again' | 'in order' | 'open';
  /** What is expected now, if that is known and depends on records made by the exchanges. */
  readonly expected?: unknown;
  /** Why it is open, as the end of a sentence. */
  readonly note?: string;
  /** Whether it concerns a record of the earlier run, possibly made before the service was fixed. */
  readonly isOfOldRecord: boolean;
  /** The answers now, in order; redacted. */
  readonly exchanges: readonly RecordedExchange[];
}

export interface Recorded {
  readonly id: RequirementId;
  readonly counterexample: Counterexample;
  readonly baseUrl: string;
}

export function undecidedReplay(note: string, exchanges: readonly RecordedExchange[] = []): ExchangesReplay {
  return { showing: 'open', note, isOfOldRecord: false, exchanges };
}

/**
 * Sends the exchanges of a counterexample again and judges the answers by the requirement. They are sent as recorded,
 * except for addresses, tokens, and the identifiers of records that the exchanges themselves create.
 *
 * @param session - a new session: it must know of no other exchanges
 * @throws NoTokenError
 */
export async function sendAgain(session: Session, { id, counterexample, baseUrl }: Recorded): Promise<ExchangesReplay> {
  const means = await meansOf(session, baseUrl);
  // Rules learn from the list which groups belong to the key.
  await session
    .api('setup')
    .call('E1')
    .catch(() => undefined);

  const scope = newCase(id);
  const sent: RecordedExchange[] = [];
  const ids: RenamedIds = new Map();
  let last: Exchange | undefined;
  let isOfOldRecord = false;
  let judgedBefore = 0;
  for (const exchange of counterexample.exchanges) {
    const rebuilt = rebuildRequest(withRenamedIds(exchange.request, ids), means);
    if (typeof rebuilt === 'string') return undecidedReplay(`cannot be sent as recorded: the request ${rebuilt}`, sent);
    judgedBefore = session.ledger.entry(id).cases;
    const { request, ...access } = rebuilt;
    last = await inCase(scope, () => session.client.send(request, { purpose: id, ...access }));
    sent.push(session.redactor.exchange(last));
    isOfOldRecord = namesOldRecord(exchange, ids);
    if (isOfOldRecord && isGone(exchange, last)) return undecidedReplay('undecided: the record is gone', sent);
    learnRenamed(ids, exchange.response?.body ?? '', last.answer?.text ?? '');
  }
  if (last === undefined) return undecidedReplay('there is no exchange in the report');
  const finding = scope.findings.get(id);
  if (finding !== undefined || (id === answersId && unansweredViolation(last) !== undefined)) {
    const expected = finding && expectedNow(finding, counterexample, session.redactor);
    return { showing: 'shows again', ...present({ expected }), isOfOldRecord, exchanges: sent };
  }
  if (!isAnswered(last)) return undecidedReplay(`got no answer: ${last.failure?.message ?? 'unknown'}`, sent);
  const isJudged = session.ledger.entry(id).cases > judgedBefore;
  const note = whyOpen({ id, counterexample }, last, sent.at(-1)?.response, isJudged);
  return note === undefined ? { showing: 'in order', isOfOldRecord, exchanges: sent } : undecidedReplay(note, sent);
}

/** The expected value of a finding if it is of the recorded kind but expects another value; otherwise undefined. */
function expectedNow(finding: Finding, recorded: Counterexample, redactor: Redactor): unknown {
  const isSame = isSameKind({ code: codeOfFinding(finding), pointer: finding.pointer }, recorded);
  const expected = redactor.value(boundedValue(finding.expected, finding.actual, redactor));
  return isSame && !isDeepStrictEqual(expected, recorded.expected) ? expected : undefined;
}

async function meansOf(session: Session, recordedBaseUrl: string) {
  const { target } = session.plan;
  const { secondCredentials: key, authUrl } = target;
  const token = await session.token();
  const secondToken = key && (await createTokenHolder(session.client, authUrl, key).current());
  return { target, recordedBaseUrl, token, secondToken };
}

/** Whether the address names a record that no earlier exchange has created; groups do not count. */
function namesOldRecord({ request: { url } }: RecordedExchange, ids: RenamedIds): boolean {
  const named = /\/(?:renewal_decisions|member_snapshots|employees)\/([^/?]+)/.exec(url)?.[1];
  return named !== undefined && !ids.has(named.toLowerCase());
}

/** Whether a record no longer exists: the request is refused now, and was not before. */
function isGone({ response }: RecordedExchange, exchange: Exchange): boolean {
  return isRefusal(exchange) && response !== undefined && response.status !== exchange.answer?.status;
}

/** Why the last answer, which broke no rule, does not decide whether the violation persists; undefined if it does. */
function whyOpen(
  { id, counterexample }: Pick<Recorded, 'id' | 'counterexample'>,
  { request, answer }: Exchange & { readonly answer: Answer },
  now: RecordedExchange['response'],
  isJudged: boolean,
): string | undefined {
  const { exchanges, pointer, property } = counterexample;
  const recorded = exchanges.at(-1)?.response;
  const isOfBody = !pointer.startsWith('#');
  if (isOfBody && recorded !== undefined && isSuccessStatus(recorded.status) && !isSuccessStatus(answer.status))
    return `undecided: what was answered with ${recorded.status} is refused now`;
  if (isJudged && isFoundByRule(id, property)) {
    // The value that was wrong is unchanged: the rule passes only because it lacks what it knew in that run.
    const isAsRecorded =
      recorded !== undefined &&
      now !== undefined &&
      isDeepStrictEqual(recordedValue(recorded, pointer), recordedValue(now, pointer));
    return isAsRecorded ? 'answered as recorded; this exchange alone cannot decide' : undefined;
  }
  if (isOfBody && isList(request.endpoint)) return 'undecided: it is about records of that run';
  return 'undecided by this exchange alone';
}

/** Whether a rule found a failure: a passing rule cannot clear what only a check, or the model, can detect. */
export function isFoundByRule(id: RequirementId, property: string | undefined): boolean {
  return isJudgedByRules(id) && property !== id && property !== modelTraffic.name;
}

/** The value in a recorded answer at a violation's pointer: into the body, or to the status or a header. */
export function recordedValue(
  { status, headers, body }: NonNullable<RecordedExchange['response']>,
  pointer: string,
): unknown {
  if (pointer === '#status') return status;
  const header = /^#headers\/(.+)$/.exec(pointer)?.[1];
  return header === undefined ? valueAt(readJson(body).json, pointer) : headers[header.toLowerCase()];
}

type RecordedRequest = RecordedExchange['request'];

type RebuiltRequest = Pick<Exchange, 'request' | 'access' | 'accessCase'>;

export type Means = Awaited<ReturnType<typeof meansOf>>;

const ofSecondKey = "takes a second organization's key; set secondCredentials";

const ofExpiredToken = 'takes an expired token; name the variable that holds one with expiredTokenEnv';

/** The value of each placeholder, and the reason to give if a request needs it and the target has none. */
function valuesOf({ target, token, secondToken }: Means) {
  const { credentials, secondCredentials, expiredToken } = target;
  const encoded = (key: typeof secondCredentials) => key && basicAuthorization(key).slice('Basic '.length);
  return [
    [placeholders.token, token, ''],
    [placeholders.secondToken, secondToken, ofSecondKey],
    [placeholders.expiredToken, expiredToken, ofExpiredToken],
    [placeholders.credentials, encoded(credentials), ''],
    [placeholders.secondCredentials, encoded(secondCredentials), ofSecondKey],
  ] as const;
}

/** Why a recorded request is incomplete; undefined if it is complete. */
function lossOf({ url, headers, body = '' }: RecordedRequest): string | undefined {
  const has = (form: string) => [url, ...Object.values(headers), body].some((text) => text.includes(form));
  if (isCut(body)) return 'was too long to be recorded whole';
  if (has(personalPlaceholder)) return 'carried personal data, which a report does not hold';
  return lostForms.some(has) ? 'carried a secret, or an altered token, which a report does not hold' : undefined;
}

/** The address at the given target, or why there is none: only the part below the recorded base is used. */
function placeNow(
  { method, url }: RecordedRequest,
  { target: { baseUrl, authUrl }, recordedBaseUrl }: Means,
): Pick<OutgoingRequest, 'endpoint' | 'url' | 'pathParameters' | 'query'> | string {
  const rest = isOfWeb(recordedBaseUrl) && url.startsWith(recordedBaseUrl) ? url.slice(recordedBaseUrl.length) : '';
  const [path = '', search = ''] = rest.split('?');
  const matched = endpointOf(method, path);
  if (matched?.prefix === '' && matched.endpoint !== 'token') {
    if (!/^[\x21-\xff]+$/.test(rest)) return 'has an address that HTTP cannot carry';
    const { endpoint, pathParameters } = matched;
    const query = Object.fromEntries(new URLSearchParams(search));
    return { endpoint, pathParameters, url: `${baseUrl}${rest}`, query };
  }
  if (isOfWeb(url) && endpointOf(method, new URL(url).pathname)?.endpoint === 'token')
    return { endpoint: 'token', pathParameters: {}, url: `${authUrl}${tokenEndpoint.path}`, query: {} };
  return rest.startsWith('/')
    ? 'belongs to no endpoint of the documents'
    : `went to another address than ${recordedBaseUrl}`;
}

function isOfWeb(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}

const sendableName = /^[\w!#$%&'*+.^`|~-]+$/;

/** Headers that belong to a connection or a host: the client sets its own. */
const ofConnection =
  /^(?:connection|content-length|expect|host|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade)$/i;

function accessOf({ headers, body }: RecordedRequest, isToken: boolean) {
  const { authorization } = headers;
  if (authorization === undefined) return { access: 'none' } as const;
  if (authorization === `Bearer ${placeholders.token}`) return { access: 'first' } as const;
  if (authorization === `Bearer ${placeholders.secondToken}`) return { access: 'second' } as const;
  const isGood = authorization === `Basic ${placeholders.credentials}` && body === tokenRequest('', '').body;
  return { access: 'case', accessCase: isToken && isGood ? goodTokenRequest : 'replayed' } as const;
}

/** A request for the given target, tokens and keys filled in; or why not, as the end of a sentence. */
export function rebuildRequest(request: RecordedRequest, means: Means): RebuiltRequest | string {
  if (request.wire !== undefined) return 'is not HTTP, and is only sent by its check';
  const loss = lossOf(request);
  if (loss !== undefined) return loss;
  const values = valuesOf(means);
  const carried = [request.url, ...Object.values(request.headers)].join('\n');
  const lacking = values.find(([name, value]) => value === undefined && carried.includes(name));
  if (lacking !== undefined) return lacking[2];
  const filled = (text: string, written = (value: string): string => value): string =>
    values.reduce(
      (from, [name, value]) => from.replaceAll(name, () => (value === undefined ? name : written(value))),
      text,
    );

  const place = placeNow({ ...request, url: filled(request.url, encodeURIComponent) }, means);
  if (typeof place === 'string') return place;
  const headers = Object.entries(request.headers)
    .filter(([name]) => !ofConnection.test(name))
    .map(([name, value]) => [name, filled(value)] as const);
  if (!headers.every(([name, value]) => sendableName.test(name) && isSendable(value)))
    return 'has a header that HTTP cannot carry';
  const { method, body, isBinary } = request;
  if (place.endpoint !== 'token' && method !== 'GET' && !means.target.writesAllowed)
    return 'writes, which is not allowed on this target; set environment: sandbox or pass --allow-writes';
  const { json } = readJson(body ?? '');
  return {
    request: {
      ...place,
      method,
      headers: Object.fromEntries(headers),
      ...present({
        body: body !== undefined && isBinary === true ? Buffer.from(body, 'latin1') : body,
        // Only if the suites wrote it: their bodies serialize back to the same text.
        json: JSON.stringify(json) === body ? json : undefined,
      }),
    },
    ...accessOf(request, place.endpoint === 'token'),
  };
}

/** Identifiers of an earlier run, in lower case, with those that replace them now. */
type RenamedIds = Map<string, string>;

const uuids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

/** Adds the identifiers that differ between the recorded and the new answer to a request. */
function learnRenamed(known: RenamedIds, before: string, now: string): void {
  const compare = (one: unknown, other: unknown): void => {
    if (typeof one === 'string' && typeof other === 'string' && isUuid(one) && isUuid(other))
      known.set(one.toLowerCase(), other);
    if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) return;
    const members = new Map<string, unknown>(Object.entries(other));
    for (const [name, value] of Object.entries(one)) compare(value, members.get(name));
  };
  compare(readJson(before).json, readJson(now).json);
}

/** A recorded request with its identifiers replaced by the current ones. */
function withRenamedIds(request: RecordedRequest, known: RenamedIds): RecordedRequest {
  const renamed = (text: string): string => text.replaceAll(uuids, (id) => known.get(id.toLowerCase()) ?? id);
  const { url, body } = request;
  return { ...request, url: renamed(url), ...present({ body: body && renamed(body) }) };
}
