import type { Exchange } from '../../target/exchange.ts';
import type { ExchangeRecord } from '../../target/exchange-record.ts';
import { placeholders, type Redactor } from '../../target/redaction.ts';
import { accessTokenOf } from '../../target/access-tokens.ts';
import { basicOf, bearerOf } from './keyring.ts';

/** What stands for a secret already, or tells nobody's when it turns up somewhere: too short to be looked for. */
const isTelling = (text: string): boolean => !/^[$<]/.test(text) && text.length >= 6;

/** A scheme and what follows it. What has no such form is a secret from its beginning. */
const schemed = /^([a-z][a-z-]{0,19})\s+(\S.*)$/is;

/** A value of Authorization as a report of captured traffic may show it. */
const showable = /^(?:bearer|basic)(?:\s+(?:\$BFC_\w+|<[a-z ]+>))?$/i;

/** Tells the redactor of the keys and tokens that an exchange carries. */
export function learnSecrets(redactor: Redactor, exchange: Exchange): void {
  const learn = (secret: string | undefined, placeholder: string): void => {
    if (secret !== undefined && isTelling(secret)) redactor.learn(secret, placeholder);
  };
  const { endpoint, headers, body } = exchange.request;
  const { authorization = '' } = headers;
  const bearer = bearerOf(authorization);
  const key = basicOf(authorization);
  learn(bearer, placeholders.token);
  learn(endpoint === 'token' ? accessTokenOf(exchange) : undefined, placeholders.token);
  if (endpoint === 'token' && typeof body === 'string')
    learn(new URLSearchParams(body).get('client_secret') ?? undefined, '<client secret>');
  const [, , credentials = authorization] = schemed.exec(authorization) ?? [];
  if (key !== undefined) {
    learn(key.clientSecret, '<client secret>');
    learn(credentials, placeholders.credentials);
  } else if (bearer === undefined && !showable.test(authorization)) learn(credentials, '<redacted>');
}

/**
 * A captured exchange without what its Authorization header carries. What a run sends there is made up by the suite and
 * shown; what somebody else has sent may be a secret of any form.
 */
export function withoutCredentials(recorded: ExchangeRecord): ExchangeRecord {
  const { authorization } = recorded.request.headers;
  if (authorization === undefined || showable.test(authorization)) return recorded;
  const scheme = schemed.exec(authorization)?.[1];
  const { altered: _, headers, ...request } = recorded.request;
  const shown = scheme === undefined ? '<redacted>' : `${scheme} <redacted>`;
  return { ...recorded, request: { ...request, headers: { ...headers, authorization: shown } } };
}
