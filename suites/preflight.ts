import type { Report } from '../reporters/report.ts';
import { createClient } from '../target/client.ts';
import type { Target } from '../target/configuration/target.ts';
import { accessTokenOf, basicAuthorization, tokenRequest } from '../target/token-service.ts';
import { isSuccess } from '../target/exchange.ts';

/** The run could not begin: nothing can be said of the target. The message is one line: what, where, what to do. */
export class NoVerdictError extends Error {
  readonly code = 'no-verdict';
  override readonly name = 'NoVerdictError';
  /** The report of the run that did not begin, where one was to be made: everything in it is blocked. */
  readonly report: Report | undefined;
  constructor(message: string, report?: Report) {
    super(message);
    this.report = report;
  }
}

/** What each refusal of the token service most probably means. */
const remedies: Readonly<Record<number, string>> = {
  400: 'check the client id and secret, and that authUrl is the address of the token service',
  401: 'check the client id and the secret',
  403: 'check that the key is allowed on this target',
  404: 'check authUrl: the token service is expected at /auth/public/token below it',
};

/**
 * Makes sure that the target can be judged at all: the token service answers the key with a success, and the API
 * answers. What a success holds is left to the suites.
 *
 * @returns the tries at requests that it took
 * @throws NoVerdictError when either cannot be reached, or the key is refused
 */
export async function preflight(target: Target, signal: AbortSignal): Promise<number> {
  const client = createClient(target.limits, () => undefined, { signal });
  try {
    const purpose = { purpose: 'setup', access: 'case' } as const;
    const issued = await client.send(tokenRequest(target.authUrl, basicAuthorization(target.credentials)), purpose);
    if (issued.answer === undefined)
      throw new NoVerdictError(
        `the token service at ${target.authUrl} cannot be used: ${issued.failure?.message}; check authUrl and that it is running`,
      );
    if (!isSuccess(issued)) {
      const { status } = issued.answer;
      throw new NoVerdictError(
        `the token service at ${target.authUrl} refused the key ${target.credentials.clientId} with ${status}; ${remedies[status] ?? 'try again when it is well'}`,
      );
    }
    const token = accessTokenOf(issued);
    const listed = await client.send(
      {
        endpoint: 'E1',
        method: 'GET',
        url: `${target.baseUrl}/api/v1/groups`,
        pathParameters: {},
        query: {},
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      },
      purpose,
    );
    if (listed.answer === undefined)
      throw new NoVerdictError(
        `the API at ${target.baseUrl} cannot be used: ${listed.failure?.message}; check baseUrl and that it is running`,
      );
    return client.tries;
  } finally {
    await client.close();
  }
}
