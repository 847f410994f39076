import { NoVerdictError, problemOf, problemOfTokenless, tokenPlace } from '../../../suites/preflight.ts';
import type { Client } from '../../../target/client.ts';
import {
  lifetimeOf,
  readJwt,
  accessTokenOf,
  basicAuthorization,
  isSendable,
  tokenRequest,
  unsendable,
} from '../../../target/access-tokens.ts';
import type { InitSettings } from '../settings.ts';
import { counted, type Tell } from './step.ts';

const lifetime = (seconds: number): string =>
  seconds >= 60 ? counted(Math.round(seconds / 6) / 10, 'minute') : counted(seconds, 'second');

/**
 * Asks for a token (`spec/documents/5-authentication.md`).
 *
 * @throws NoVerdictError when there is none to be had
 */
export async function readToken(client: Client, settings: InitSettings, tell: Tell): Promise<string> {
  const { authUrl, credentials, clientSecretEnv, isSecretSet } = settings;
  const place = tokenPlace(authUrl, credentials.clientId, isSecretSet ? clientSecretEnv : 'the answer');
  const exchange = await client.send(tokenRequest(authUrl, basicAuthorization(credentials)), {
    purpose: 'setup',
    access: 'case',
  });
  const problem = problemOf(place, exchange);
  if (problem !== undefined) throw new NoVerdictError(problem);
  const token = accessTokenOf(exchange);
  if (token === undefined) throw new NoVerdictError(problemOfTokenless(place));
  if (!isSendable(token)) throw new NoVerdictError(`${unsendable}; check what answers at ${authUrl}`);
  const jwt = readJwt(token);
  const seconds = jwt === undefined ? undefined : lifetimeOf(jwt);
  const life = seconds === undefined ? 'it does not say for how long it is good' : `good for ${lifetime(seconds)}`;
  tell({ name: 'token', ok: true, text: `issued, ${jwt === undefined ? 'no JWT' : 'a JWT'}; ${life}` });
  return token;
}
