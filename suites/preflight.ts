import type { Report } from '../results/report.ts';
import { createClient, type Tally } from '../target/client.ts';
import { systemClock, type Clock } from '../target/limiter.ts';
import type { Target } from '../target/configuration/target.ts';
import { accessTokenOf, basicAuthorization, isSendable, tokenRequest, unsendable } from '../target/access-tokens.ts';
import { isSuccess, type Exchange } from '../target/exchange.ts';
import { apiPlace, isNoApi, problemOf, tokenPlace, type Place } from './diagnose.ts';

/** The run could not begin: nothing can be said of the target. The message is one line: what, where, what to do. */
export class NoVerdictError extends Error {
  readonly code = 'no-verdict';
  override readonly name = 'NoVerdictError';
  /** The report of the run that did not begin, where one was to be made: everything in it is blocked. */
  readonly report: Report | undefined;
  /** What was sent before that was clear, where anything was. */
  readonly sent: Tally | undefined;
  constructor(message: string, { report, sent }: { readonly report?: Report; readonly sent?: Tally } = {}) {
    super(message);
    this.report = report;
    this.sent = sent;
  }
}

/** How long the preflight may take. */
export interface PreflightOptions {
  readonly signal: AbortSignal;
  /** Milliseconds on the clock at which the run has used up its time. */
  readonly deadline: number;
  /** Default: the machine's own. */
  readonly clock?: Clock;
}

/**
 * Makes sure that the target can be judged at all: the token service answers the key with a success, and there is an API
 * at its address that answers. What these answers hold is left to the suites.
 *
 * @returns what it sent
 * @throws NoVerdictError when either cannot be reached, or not in time, or is no such service, or the key is refused
 */
export async function preflight(
  { authUrl, baseUrl, credentials, fixtures, limits }: Target,
  { signal, deadline, clock = systemClock }: PreflightOptions,
): Promise<Tally> {
  const refused = (message: string): NoVerdictError => new NoVerdictError(message, { sent: sent() });
  const client = createClient(limits, () => undefined, {
    signal,
    clock,
    deadline: {
      at: deadline,
      passed: () =>
        refused(
          `the time budget was used up before ${baseUrl} could be judged; try again later, or allow more with --time-budget`,
        ),
    },
  });
  const sent = (): Tally => ({ tries: client.tries, throttled: { ...client.throttled } });
  const purpose = { purpose: 'setup', access: 'case' } as const;
  try {
    const lineOf = (place: Place, exchange: Exchange): string =>
      problemOf(place, exchange) ?? `${place.what} at ${place.address} cannot be used`;
    const atTokens = tokenPlace(authUrl, credentials.clientId);
    const issued = await client.send(tokenRequest(authUrl, basicAuthorization(credentials)), purpose);
    if (!isSuccess(issued) || isNoApi(issued)) throw refused(lineOf(atTokens, issued));
    const token = accessTokenOf(issued);
    if (token !== undefined && !isSendable(token)) throw refused(`${unsendable}; check what answers at ${authUrl}`);
    const get = (endpoint: 'E1' | 'E5', path: string, pathParameters: Readonly<Record<string, string>>) =>
      client.send(
        {
          endpoint,
          method: 'GET',
          url: `${baseUrl}${path}`,
          pathParameters,
          query: {},
          headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
        },
        purpose,
      );
    const atGroups = apiPlace(baseUrl);
    const listed = await get('E1', atGroups.path, {});
    if (isNoApi(listed)) throw refused(lineOf(atGroups, listed));
    if (token === undefined || !isNowhere(listed)) return sent();
    // A service that lacks this one operation serves others: a group that is configured shows one of them.
    const { groupId: group } = fixtures;
    const decisions = group === undefined ? undefined : await get('E5', decisionsOf(group), { group_id: group });
    if (decisions === undefined || !isSuccess(decisions)) throw refused(lineOf(atGroups, listed));
    return sent();
  } finally {
    await client.close();
  }
}

const decisionsOf = (group: string): string => `/api/v1/groups/${encodeURIComponent(group)}/renewal_decisions`;

/** Whether nothing is served at the address. */
function isNowhere({ answer }: Exchange): boolean {
  return answer?.status === 404 || answer?.status === 405;
}
