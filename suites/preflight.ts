import type { Report } from '../results/report.ts';
import { requestOf, withAuthorization } from './engine/api.ts';
import { sumOf, type Begun } from './engine/session.ts';
import type { MeasuredPace } from './fitting.ts';
import { createClient, nothingSent, type Client, type Tally } from '../target/client.ts';
import { systemClock, type Clock } from '../target/limiter.ts';
import type { Target } from '../target/configuration/target.ts';
import { accessTokenOf, basicAuthorization, isSendable, tokenRequest, unsendable } from '../target/access-tokens.ts';
import { isSuccess, type Answer, type Exchange, type OutgoingRequest } from '../target/exchange.ts';
import { goodTokenRequest } from './judging/reading.ts';
import { endpoints, present, tokenEndpoint } from '../spec/index.ts';
import { printable } from '../results/printable.ts';

/** The run could not begin: nothing can be said about the target. The message is one line: what, where, what to do. */
export class NoVerdictError extends Error {
  readonly code = 'no-verdict';
  override readonly name = 'NoVerdictError';
  /** The report of the run that did not begin, if one was to be made: everything in it is blocked. */
  readonly report: Report | undefined;
  /** What was sent until then, if anything. */
  readonly sent: Tally | undefined;
  constructor(message: string, { report, sent }: { readonly report?: Report; readonly sent?: Tally } = {}) {
    super(message);
    this.report = report;
    this.sent = sent;
  }
}

interface Preflighted extends Omit<Begun, 'tookMs'> {
  /** How fast the target answered, if that was measured. */
  readonly pace?: MeasuredPace;
}

interface PreflightOptions {
  readonly signal: AbortSignal;
  /** Milliseconds on the clock at which the run has used up its time. */
  readonly deadline: number;
  /** Default: the machine's own. */
  readonly clock?: Clock;
  /** Whether to request a token that nothing is sent with; default: no. */
  readonly keepsToken?: boolean;
  /** Whether others use the key at the same time, so that a new token must not end the earlier ones; default: no. */
  readonly sharesKey?: boolean;
  /** Number of requests to send at once to find out how fast the target answers; default: none. */
  readonly probes?: number;
}

/**
 * Makes sure that the target can be judged at all: the token service answers the key with a success, and an API answers
 * at its address. The content of these answers is left to the suites.
 *
 * @throws NoVerdictError when either cannot be reached, or not in time, or is not such a service, or the key is refused
 */
export async function preflight(
  target: Target,
  { signal, deadline, clock = systemClock, keepsToken = false, sharesKey = false, probes = 0 }: PreflightOptions,
): Promise<Preflighted> {
  const { authUrl, baseUrl, credentials, fixtures, limits } = target;
  const refused = (message: string): NoVerdictError => new NoVerdictError(message, { sent: sent() });
  const exchanges: Exchange[] = [];
  const clientWith = (concurrency: number, sentBefore: number): Client =>
    createClient({ ...limits, concurrency }, (exchange) => exchanges.push(exchange), {
      signal,
      sentBefore,
      connections: target,
      clock,
      deadline: {
        at: deadline,
        passed: () =>
          refused(
            `the time budget was used up before ${baseUrl} could be judged; try again later, or allow more with --time-budget`,
          ),
      },
    });
  const client = clientWith(limits.concurrency, 0);
  /** Sends one request after another. */
  let alone: Client | undefined;
  const sent = (): Tally => sumOf(client, alone ?? nothingSent);
  try {
    const refusedBy = (place: Place, exchange: Exchange): NoVerdictError =>
      refused(problemOf(place, exchange) ?? `${place.what} at ${place.address} cannot be used`);
    const atTokens = tokenPlace(authUrl, credentials.clientId);
    const issue = async () => {
      const request = tokenRequest(authUrl, basicAuthorization(credentials));
      const issued = await client.send(request, { purpose: 'setup', access: 'case', accessCase: goodTokenRequest });
      if (!isSuccess(issued) || isNoApi(issued)) throw refusedBy(atTokens, issued);
      const token = accessTokenOf(issued);
      if (token !== undefined && !isSendable(token)) throw refused(`${unsendable}; check what answers at ${authUrl}`);
      return { issued, token };
    };
    const unused = keepsToken ? await issue() : undefined;
    const earlier = sharesKey ? await issue() : undefined;
    // The latest token is used: only the newest one of a client may be good.
    const { token } = await issue();
    const begun = (pace?: MeasuredPace): Preflighted => ({
      sent: sent(),
      exchanges,
      ...present({ pace, unused: unused?.issued }),
    });
    // If others may end a token with theirs, its answers do not count as answers to a good token.
    const accessOf = (accessToken: string | undefined): Exchange['access'] =>
      accessToken === undefined ? 'none' : accessToken === token && !sharesKey ? 'first' : 'case';
    const send = (by: Client, request: OutgoingRequest, accessToken = token) =>
      by.send(withAuthorization(request, accessToken === undefined ? undefined : `Bearer ${accessToken}`), {
        purpose: 'setup',
        access: accessOf(accessToken),
      });
    const listOfGroups = requestOf(baseUrl, 'E1', {});
    const atGroups = apiPlace(baseUrl);
    const listed = await send(client, listOfGroups);
    if (isNoApi(listed)) throw refusedBy(atGroups, listed);
    if (token === undefined) return begun();
    const listWith = (accessToken: string | undefined) => send(client, listOfGroups, accessToken);
    // Another shard may have ended the token in use by now: a new one shows whether the API accepts any.
    const isTaken = async (): Promise<boolean> =>
      isSuccess(listed) || (isRefused(listed) && isSuccess(await listWith((await issue()).token)));
    const isEnded = async () => earlier?.token !== undefined && isRefused(await listWith(earlier.token));
    if ((await isEnded()) && (await isTaken()) && (await isEnded())) throw refused(endsTokens);
    const isNowhere = [404, 405].includes(listed.answer?.status ?? 0);
    if (!isNowhere) {
      const probe = async (by: Client): Promise<Probed | undefined> => {
        const startedAt = clock.now();
        const probed = await Promise.all(Array.from({ length: probes }, async () => send(by, listOfGroups)));
        return paceOf(probed, clock.now() - startedAt);
      };
      const isThrottled = (): boolean => client.throttled.count > 0;
      const isHeldUp = ({ slowestMs }: Probed): boolean =>
        !isThrottled() && isFarAbove(listed.endedAt - listed.startedAt, slowestMs);
      const first = await probe(client);
      // A target that was slow only once was still starting.
      const together = first !== undefined && isHeldUp(first) ? await probe(client) : first;
      if (together === undefined) return begun();
      if (!isThrottled() && !isHeldUp(together)) return begun({ ...together, requestsPerSecond: Infinity });
      // It may have been slow, or have asked to slow down, only because of the number of requests in flight: sending
      // them one after another shows how fast it is.
      alone = clientWith(1, client.tries);
      // A connection may be served only after earlier ones have ended: the first request absorbs that wait.
      if (!isThrottled()) await send(alone, listOfGroups);
      const inTurn = await probe(alone);
      if (isThrottled() || inTurn === undefined) return begun(alone.throttled.count === 0 ? inTurn : together);
      const isOneAtATime = inTurn.requestsPerSecond > together.requestsPerSecond * muchFaster;
      return begun(
        isOneAtATime
          ? { ...inTurn, requestsPerSecond: Infinity, concurrency: 1 }
          : { ...together, requestsPerSecond: Infinity },
      );
    }
    // A service that lacks this one operation still serves others: a configured group shows one of them.
    const { groupId: group } = fixtures;
    const decisions =
      group === undefined ? undefined : await send(client, requestOf(baseUrl, 'E5', { path: { group_id: group } }));
    if (decisions === undefined || !isSuccess(decisions)) throw refusedBy(atGroups, listed);
    return begun();
  } finally {
    await Promise.all([client.close(), alone?.close()]);
  }
}

const endsTokens =
  'a new token ends the others of its key here, so that shards would end those of each other; run it as a whole, without --shard';

const isRefused = ({ answer }: Exchange): boolean => answer?.status === 401;

type Probed = NonNullable<ReturnType<typeof paceOf>>;

/** By what factor a target that serves one connection at a time is faster if requests come one at a time. */
const muchFaster = 3;

/** Whether an answer among others took so much longer than one alone that it must have waited for them. */
const isFarAbove = (aloneMs: number, tookMs: number): boolean => tookMs > Math.max(aloneMs * 5, aloneMs + 700);

/** How fast a target answered requests that took this many milliseconds together; undefined if there are none. */
function paceOf(probed: readonly Exchange[], tookMs: number) {
  const took = probed.map(({ startedAt, endedAt }) => endedAt - startedAt).toSorted((one, other) => one - other);
  const median = took[Math.floor(took.length / 2)];
  if (median === undefined) return undefined;
  return {
    latencyMs: Math.max(median, 1),
    requestsPerSecond: (took.length * 1000) / Math.max(tookMs, 1),
    slowestMs: took.at(-1) ?? median,
  };
}

/** One of the two services of a target, as messages describe it. */
interface Place {
  readonly what: string;
  readonly address: string;
  readonly flag: string;
  /** The path that is requested below the address. */
  readonly path: string;
  /** What the answer should have been. */
  readonly expected: string;
  /** What a refusal with one of these statuses most probably means. */
  readonly remedies: Readonly<Record<number, string>>;
}

/**
 * The token service of a target.
 *
 * @param secretFrom - where the key's secret was taken from, if that is known
 */
export function tokenPlace(authUrl: string, clientId: string, secretFrom?: string): Place {
  const secret = secretFrom === undefined ? 'its secret' : `its secret in ${secretFrom}`;
  const key = `check the client id ${printable(clientId, 80)} and ${secret}, and that the key is one of this environment`;
  return {
    what: 'the token service',
    address: authUrl,
    flag: '--auth-url',
    path: tokenEndpoint.path,
    expected: 'a token',
    remedies: { 400: key, 401: key, 403: key },
  };
}

/** How a preflight names the API, and what to do about the statuses that it may answer. */
export function apiPlace(baseUrl: string): Place {
  return {
    what: 'the API',
    address: baseUrl,
    flag: '--base-url',
    path: endpoints.E1.path,
    expected: 'a list of groups',
    remedies: {
      401: 'it does not take the token that it was issued: check that --base-url and --auth-url belong together',
      403: 'check that the key may list groups, and that --base-url and --auth-url belong together',
    },
  };
}

function checkAddress({ flag, path }: Place): string {
  return `check ${flag}: ${path} is expected below it`;
}

/** Whether an answer declares itself a web page, and is one. */
function isWebPage({ headers, text }: Answer): boolean {
  return (
    /html/i.test(headers['content-type'] ?? '') &&
    /^\s*(?:<!--[^]*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b/i.test(text)
  );
}

/**
 * Whether what answers is not an API at all, regardless of the request: it gives no answer, redirects, or shows a web
 * page instead of what was asked for. An API that breaks its contract does not count: judging it finds that.
 */
function isNoApi({ answer }: Exchange): boolean {
  return answer === undefined || isRedirect(answer) || (answer.status < 300 && isWebPage(answer));
}

function isRedirect({ status }: Answer): boolean {
  return status >= 300 && status < 400;
}

/** Where a redirect leads, without what its query may give away. */
function redirectOf({ address }: Place, location: string | undefined): string {
  if (location === undefined || !URL.canParse(location, address)) return '';
  const { origin, pathname } = new URL(location, address);
  return ` to ${printable(`${origin}${pathname}`, 200)}`;
}

function problemOfAnswer(place: Place, answer: Answer): string | undefined {
  const { status, headers, isJson } = answer;
  if (isRedirect(answer)) {
    const to = redirectOf(place, headers['location']);
    return `answered ${status}, a redirect${to}, which is not followed: a login or maintenance page, or another address? check ${place.flag}`;
  }
  const remedy = place.remedies[status];
  if (remedy !== undefined) return `answered ${status}; ${remedy}`;
  if (status >= 500) return `answered ${status}; look at its log, or try again when it is available again`;
  if (status >= 400) return `answered ${status}; ${checkAddress(place)}`;
  if (isJson) return undefined;
  return `answered ${status} with ${isWebPage(answer) ? `a web page` : 'something that is not JSON'} instead of ${place.expected}: a login or maintenance page, or another address? ${checkAddress(place)}`;
}

/**
 * Why nothing can be learned from an answer, as one line of what, where and what to do.
 *
 * @returns undefined when it is a success of the right kind
 */
export function problemOf(place: Place, exchange: Exchange): string | undefined {
  const { what, address, path, flag } = place;
  const { answer, failure } = exchange;
  if (answer === undefined) {
    const words = printable(failure?.message ?? 'no answer', 200);
    // A service that turns requests away has the right address.
    const remedy = failure?.kind === 'unavailable' ? 'try again later' : `check ${flag}, and that it is running`;
    return `${what} at ${address} gives no answer: ${words}; ${remedy}`;
  }
  const problem = problemOfAnswer(place, answer);
  return problem === undefined ? undefined : `${what} at ${address}${path} ${problem}`;
}

/** The message for a success of the token service without a token. */
export function problemOfTokenless(place: Place): string {
  return `${place.what} at ${place.address}${place.path} answered without an access_token; check ${place.flag}, or what the service answers there`;
}
