import type { Report } from '../reporters/report.ts';
import { createClient, type Tally } from '../target/client.ts';
import { systemClock, type Clock } from '../target/clock.ts';
import type { Target } from '../target/configuration/target.ts';
import { accessTokenOf, basicAuthorization, tokenRequest } from '../target/token-service.ts';
import { isSuccess, type Exchange } from '../target/exchange.ts';

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

/** What each refusal of the token service most probably means. */
const remedies: Readonly<Record<number, string>> = {
  400: 'check the client id and secret, and that authUrl is the address of the token service',
  401: 'check the client id and the secret',
  403: 'check that the key is allowed on this target',
  404: 'check authUrl: the token service is expected at /auth/public/token below it',
};

/** What may help where there was no answer: what is there and turns requests away is no matter of its address. */
function remedyFor({ failure }: Exchange, address: 'authUrl' | 'baseUrl'): string {
  return failure?.kind === 'unavailable' ? 'try again later' : `check ${address} and that it is running`;
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
 * Makes sure that the target can be judged at all: the token service answers the key with a success, and the API
 * answers. What a success holds is left to the suites.
 *
 * @returns what it sent
 * @throws NoVerdictError when either cannot be reached, or not in time, or the key is refused
 */
export async function preflight(
  { authUrl, baseUrl, credentials, limits }: Target,
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
  try {
    const purpose = { purpose: 'setup', access: 'case' } as const;
    const issued = await client.send(tokenRequest(authUrl, basicAuthorization(credentials)), purpose);
    if (issued.answer === undefined)
      throw refused(
        `the token service at ${authUrl} cannot be used: ${issued.failure?.message}; ${remedyFor(issued, 'authUrl')}`,
      );
    if (!isSuccess(issued)) {
      const { status } = issued.answer;
      throw refused(
        `the token service at ${authUrl} refused the key ${credentials.clientId} with ${status}; ${remedies[status] ?? 'try again when it is well'}`,
      );
    }
    const token = accessTokenOf(issued);
    const listed = await client.send(
      {
        endpoint: 'E1',
        method: 'GET',
        url: `${baseUrl}/api/v1/groups`,
        pathParameters: {},
        query: {},
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      },
      purpose,
    );
    if (listed.answer === undefined)
      throw refused(
        `the API at ${baseUrl} cannot be used: ${listed.failure?.message}; ${remedyFor(listed, 'baseUrl')}`,
      );
    return sent();
  } finally {
    await client.close();
  }
}
