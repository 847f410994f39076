import type { AuthorizationCase } from '../generators/index.ts';
import { arrayOf, type EndpointId, endpoints, isObject, objectOf, valueLists } from '../spec/index.ts';
import type { Call } from './engine/api.ts';
import { answerOf } from './engine/assertions.ts';
import type { Check } from './engine/check.ts';
import { part } from './engine/definition.ts';
import { isFrugal, profileOf } from './engine/plan.ts';
import { fitting, sendDenied } from './engine/budget.ts';
import { waitUntil } from './engine/waiting.ts';
import { Undecided } from './engine/verdicts.ts';
import { type Effort, leftOutOfHealth } from './profiles.ts';
import { eachSeen } from './judging/open-points.ts';
import { violationsOf } from './judging/schema-violations.ts';
import { nothingCameLater } from './checks/late-looks.ts';
import { refusedHeaders, refusedWritesChangeNothing, subjectOf } from './checks/unauthorized-writes.ts';
import { unauthorizedTraffic } from './traffic/access-traffic.ts';
import { send } from './traffic/workload.ts';
import { expiryMargin } from '../target/access-tokens.ts';
import { isSuccess, type AnsweredExchange } from '../target/exchange.ts';
import { isUnknownId } from './fixtures/own-groups.ts';
import { askedOf, requestFor, variantsOf, type RequestVariant } from './fixtures/requests.ts';

const messages = valueLists['unauthorized-message'];

interface Refused {
  readonly endpoint: EndpointId;
  readonly variant: RequestVariant;
  readonly one: AuthorizationCase;
  /** Whether it directly follows the same read with a good token: the answer may be cached by its address. */
  readonly isAfterGood: boolean;
}

/** Statuses of a path, or of a method on it, that a service does not have. */
const notThere: ReadonlySet<number> = new Set([404, 405, 501]);

/**
 * Whether the endpoint answers a good request with a good token in the same way, because it is not there: other
 * requirements report that. A record that the target never gave shows nothing about it. If an id has to be a UUID, a
 * path with another text may not belong to the endpoint: then a good token gets the same answer there.
 */
async function isNotThere(
  { session, api }: Check,
  endpoint: EndpointId,
  variant: RequestVariant,
  { answer }: AnsweredExchange,
): Promise<boolean> {
  if (!notThere.has(answer.status)) return false;
  const isNoUuid = variant === 'no-uuid';
  const toGoodToken = await session.once(`answer of ${endpoint} ${isNoUuid ? variant : ''}`, async () => {
    const asked = await requestFor(session, endpoint, isNoUuid ? variant : 'known');
    const isOfRecord = !Object.values(asked.path ?? {}).some(isUnknownId);
    return isOfRecord ? (await api.call(endpoint, asked)).answer : undefined;
  });
  return toGoodToken?.status === answer.status && (!isNoUuid || toGoodToken.text === answer.text);
}

/**
 * Whether a header that is less of the form fails in the same way: then the failure is not due to this header. An empty
 * header may be taken for none, and a header that may get the first message for one of another scheme.
 */
async function failsAlike(
  { api, id }: Check,
  endpoint: EndpointId,
  request: Call,
  { header, messages: numbers }: AuthorizationCase,
  refusal: AnsweredExchange,
): Promise<boolean> {
  const isOfForm = id !== 'unauthorized.not-bearer' && numbers.includes(1);
  if (isSuccess(refusal) || header === undefined || (header !== '' && !isOfForm)) return false;
  const other = header === '' ? undefined : header.replace(/^\S+/u, 'Basic');
  const exchange = await api.call(endpoint, request, { name: 'a header that is less of the form', header: other });
  return exchange.answer.status === refusal.answer.status && messageOf(exchange) === messageOf(refusal);
}

const messageOf = ({ answer }: AnsweredExchange): unknown => objectOf(answer.json).message;

/** Sends a refused header to an endpoint and compares the answer with the table of conditions. */
async function refused(check: Check, { endpoint, variant, one, isAfterGood }: Refused): Promise<void> {
  const { name, messages: numbers } = one;
  const request = await requestFor(check.session, endpoint, variant);
  if (isAfterGood) await check.api.call(endpoint, request);
  const exchange = await check.api.call(endpoint, request, one);
  const allowed = numbers.map((number) => messages[number - 1]);
  const subject = subjectOf(endpoint, name);
  if (await isNotThere(check, endpoint, variant, exchange)) return;
  const answer = answerOf(exchange);
  const wrong = [
    ...answer.status(401, subject),
    ...answer.at('/message').isOneOf(allowed, `${subject} was refused with another message`),
  ];
  if (wrong.length > 0 && (await failsAlike(check, endpoint, request, one, exchange))) return;
  check.assert(wrong);
}

interface Sending {
  /** Whether each header is sent with every variant of a request: there are few headers. */
  readonly inEveryVariant?: boolean;
  readonly expired?: string;
}

/**
 * The variants of a request that a header is sent with. If there are many headers, a thorough run sends each of them
 * with a good request and with the next variant in turn, and a brisk run only with the latter. A frugal run sends only
 * good requests.
 */
function variantsFor(effort: Effort, next: RequestVariant): readonly RequestVariant[] {
  if (effort === 'frugal') return ['known'];
  return effort === 'brisk' || next === 'known' ? [next] : ['known', next];
}

/** Milliseconds of the run that are reserved for what comes after the wait for a token to expire. */
const afterTheWait = 10_000;

/** Milliseconds between two tries of a token that should have expired. */
const betweenTries = 2_000;

/**
 * An expired token: that of the configuration, or the one that was kept unused, once its time is over and the target
 * either refuses it or has no reason left to accept it.
 */
async function expiredToken({ session, api }: Check): Promise<string | undefined> {
  const { unused, deadline, plan } = session;
  if (plan.target.expiredToken !== undefined || unused === undefined) return plan.target.expiredToken;
  const { token, expiresAt } = unused;
  if (!Number.isFinite(expiresAt))
    throw new Undecided('not-reached', 'the token that was kept for it does not say when it expires (exp)');
  const isOver = (at: number): boolean => at >= expiresAt + expiryMargin.most;
  for (let at = expiresAt + expiryMargin.least; ; at = performance.now() + betweenTries) {
    const lackMs = at + afterTheWait - deadline;
    if (lackMs > 0)
      throw new Undecided(
        'not-reached',
        `the token that was kept for it expires too late, by ${Math.ceil(lackMs / 1000)} s; allow more with --time-budget`,
      );
    await waitUntil(session, at, 'waiting for a token to expire');
    const header = `Bearer ${token}`;
    if (isOver(at) || !isSuccess(await api.call('E1', {}, { name: 'a token that has just expired', header })))
      return token;
  }
}

/** Every kind of header of the requirement, at every endpoint, with otherwise good requests and with others. */
async function requestsOf(check: Check, { expired, inEveryVariant }: Sending = {}): Promise<readonly Refused[]> {
  const { session, id, undecided } = check;
  const only = id as AuthorizationCase['requirement'];
  // How many headers of each kind that has several; the first one is the same for any number of cases.
  const rounds = Math.max(1, Math.ceil(session.plan.cases / 50));
  const cases = await refusedHeaders(session, id, { rounds, expired, only });
  if (cases.length === 0)
    return undecided('not-configured', 'the access token is no JWT, so that none can be made of it');
  const { effort } = profileOf(session);
  const sentWith = ({ query, isForOne }: AuthorizationCase, endpoint: EndpointId, next: RequestVariant) => {
    if (isForOne) return endpoint === 'E1' && effort !== 'frugal' ? (['known'] as const) : [];
    // A case with parameters of its own goes only to good reads: no-effect sends it with writes.
    if (query !== undefined) return endpoints[endpoint].method === 'GET' ? (['known'] as const) : [];
    return inEveryVariant && effort !== 'frugal' ? variantsOf(endpoint) : variantsFor(effort, next);
  };
  const jobs = askedOf(session).flatMap((endpoint, at) => {
    const variants = variantsOf(endpoint);
    return cases.flatMap((one, index) => {
      // Begin with another variant for each header.
      const next = variants[(at + index) % variants.length] ?? 'known';
      return sentWith(one, endpoint, next).map((variant) => {
        const isKept = endpoint === 'E7' || (endpoint === 'E5' && id === 'unauthorized.missing');
        const isAfterGood = index === 0 && variant === 'known' && isKept;
        return { endpoint, variant, one, isAfterGood };
      });
    });
  });
  return fitting(session, id, jobs);
}

async function allRefused(check: Check, requests: readonly Refused[]): Promise<void> {
  await sendDenied(check.session, check.id, requests, (request) => refused(check, request));
}

/** An altered token of the second organization: a service may verify only those of the first. */
async function ofSecondRefused(check: Check): Promise<void> {
  const { api, id, session } = check;
  if (session.plan.target.secondCredentials === undefined || isFrugal(session)) return;
  const good = await api.call('E1', {}, 'second');
  const token = good.request.headers['authorization']?.replace('Bearer ', '');
  if (!isSuccess(good) || token === undefined) return;
  const cases = await refusedHeaders(session, id, { only: 'unauthorized.altered', token });
  // The shell text of a case derives its token from one of the first organization.
  const one = cases.find(({ shell }) => shell === undefined);
  if (one === undefined) return;
  const named = { ...one, name: `${one.name}, in a token of the second organization` };
  await refused(check, { endpoint: 'E1', variant: 'known', one: named, isAfterGood: false });
}

/** The first of the requests, then all others: a service that accepts one of them mostly accepts the first. */
function firstThenOthers(sending?: Sending) {
  return {
    firstLook: async (check: Check) => allRefused(check, (await requestsOf(check, sending)).slice(0, 1)),
    scenario: async (check: Check) => allRefused(check, (await requestsOf(check, sending)).slice(1)),
  };
}

const othersAfterFirst = firstThenOthers();

async function expiredRefused(check: Check): Promise<void> {
  const expired = await expiredToken(check);
  if (expired === undefined)
    return check.undecided(
      'not-configured',
      'no expired token; name the variable that holds one with expiredTokenEnv, keep one with --keep-token, or let the run wait for one with --wait-for-expiry',
    );
  return allRefused(check, await requestsOf(check, { expired, inEveryVariant: true }));
}

/** Whether an exchange is a 401 of E1 to E8 with a JSON body. */
function isUnauthorized({ request, answer }: AnsweredExchange): boolean {
  return request.endpoint !== 'token' && answer.status === 401 && answer.isJson;
}

/** Requirements of answers to requests without a good token (`spec/documents/7-errors.md`). */
export const unauthorized = part(
  'unauthorized',
  { traffic: [unauthorizedTraffic] },
  {
    missing: {
      how: 'Each of E1 to E8 is called without the header in up to five ways: for records that exist, for unknown ids, for an id that is not a UUID (reads only; a 404 that a valid token gets as well is ignored), with an invalid body, with a truncated body, and with a body of another media type. Lists are called with valid and with invalid parameters instead of bodies. Reads of records that exist are also sent with the valid token as the parameter `access_token` and without the header, and E1 also with an `Accept` header that takes any media type. A snapshot that exists, and the decisions of the group, are requested right after the same read with a valid token. Each answer must be 401 with the first message.',
      footprint: { least: 1, variations: 43 },
      ...firstThenOthers({ inEveryVariant: true }),
    },

    'not-bearer': {
      how: 'Headers of many kinds, with generated schemes and texts, are sent to each of E1 to E8. They have the valid token under other schemes, without a scheme, without a blank or with a colon after `Bearer`, in quotes, or with a word or other credentials after or before it; Basic credentials, including those of the key if the API and the token service have the same origin; empty values; text without dots; or dotted text that is not a JWT. The valid token after `Bearer` twice, after a word that follows `Bearer`, and after an equals sign is sent to E1 alone. Every other header is sent for records that exist and, in turn, with unknown ids, invalid or malformed bodies, or bodies of another media type. Status and message are compared.',
      footprint: { least: 1, variations: 273, perCase: 0.9 },
      ...firstThenOthers(),
    },

    altered: {
      how: 'The valid token is altered at generated places: a character of each part is replaced so that the decoded bytes differ, and so is the end of the claims; the header is put in another letter case; characters are appended to the signature and to the claims; a member is added to the header and to the claims; a fourth part is added; and the signature is cut, emptied, left out or put in another letter case. Each of these is sent to each of E1 to E8, and status and message are compared. If a second key is configured, a token of it with the end of its signature exchanged is sent to E1. A token that is not a JWT leaves it undecided.',
      footprint: { least: 1, variations: 201, perCase: 1 },
      firstLook: othersAfterFirst.firstLook,
      scenario: [othersAfterFirst.scenario, ofSecondRefused],
    },

    forged: {
      how: 'Forged forms of the valid token are sent to each of E1 to E8, and status and message are compared. The token is unsigned (with the algorithm none in three spellings, and with no algorithm); under its old signature with the algorithm none or an unknown one; re-signed by keys of the suite (with its own algorithm, RS256, ES256 and HS256; with a header that names another key, names none, or contains the key); re-signed with an empty secret, and with the secret of the client unless that signs its own tokens; with a signature of zeros and the algorithm ES256 (at E1 alone); or under its old signature with another subject, organization or later expiry. A token that is not a JWT leaves it undecided.',
      footprint: { least: 1, variations: 200, perCase: 0.4 },
      ...firstThenOthers(),
    },

    expired: {
      how: 'An expired token is sent to each of E1 to E8: for records that exist, for unknown ids and one that is not a UUID, with invalid and with malformed bodies, and with bodies of another media type. Each answer must be 401 with the third message. The token comes from the configuration, or from an earlier run that kept it (--keep-token). With --wait-for-expiry, a token of the run is tried once it has expired, and must be refused within about a minute. Without an expired token, it stays undecided.',
      needs: ['an expired token'],
      footprint: { least: 1, variations: 74 },
      stage: 'expiry',
      scenario: expiredRefused,
    },

    shape: {
      how: 'Every 401 of E1 to E8 in the run is validated against the schema. For this, each endpoint is called without a header, with `Bearer` alone, and with a token of one part.',
      rule: (exchange) => (isUnauthorized(exchange) ? violationsOf('unauthorized', exchange.answer.json) : undefined),
    },

    'details-present': {
      how: 'In every 401 of E1 to E8 in the run, `details` must have at least one entry.',
      rule(exchange) {
        if (!isUnauthorized(exchange)) return undefined;
        const details = answerOf(exchange).at('/details');
        // Details that are not a list are judged by unauthorized.shape.
        if (isObject(details.value)) return undefined;
        return details.satisfies(arrayOf(details.value).length > 0, {
          code: 'empty',
          message: 'details is empty',
          expected: 'at least one entry',
        });
      },
    },

    'no-effect': {
      how: 'A snapshot, a decision, an edit and a connection are each sent without a header and with headers of every kind: not of the Bearer form, altered, forged and, if one is configured, expired. Each write has an employee, a day or a decision that nothing else uses. Before and after, the following are read with a valid token: the list of the employee, the decisions of the day, the decision to be edited, and the names of the groups. There must be no further snapshot, decision or group, and no decision on the day of the edit; the decision has to be listed on its own day, with its content. The rest is checked again at the end of the run. A write that was carried out with such a header breaks the requirement for that header.',
      needs: ['writes'],
      footprint: { least: 17, variations: 251 },
      profiles: leftOutOfHealth.refusedWrites,
      scenario: refusedWritesChangeNothing,
      atEnd: nothingCameLater,
    },

    challenge: {
      how: 'Observed on every 401 of E1 to E8: the scheme of `WWW-Authenticate`, or that the header is missing.',
      seen: eachSeen('challenge'),
      looksAt: 'all traffic',
      scenario: ({ session }) => send(session, unauthorizedTraffic),
    },
  },
);
