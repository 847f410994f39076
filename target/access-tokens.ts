import { objectOf, present, readJwt, tokenEndpoint, type JsonWebToken } from '../spec/index.ts';
import type { Client } from './client.ts';
import type { Credentials } from './configuration/target.ts';
import { isSuccess, type Exchange, type OutgoingRequest } from './exchange.ts';

export function basicAuthorization({ clientId, clientSecret }: Credentials): string {
  return `Basic ${Buffer.from(`${clientId}:${clientSecret}`, 'utf8').toString('base64')}`;
}

/** The token request of `spec/documents/5-authentication.md`, with any part of it replaced. */
export function tokenRequest(
  authUrl: string,
  authorization: string | undefined,
  body: string = JSON.stringify({ grant_type: 'client_credentials' }),
  contentType = 'application/json',
): OutgoingRequest {
  return {
    endpoint: 'token',
    method: 'POST',
    url: `${authUrl}${tokenEndpoint.path}`,
    pathParameters: {},
    query: {},
    headers: { 'content-type': contentType, accept: 'application/json', ...present({ authorization }) },
    body,
  };
}

/** The `access_token` of a successful token response; undefined if it has none. */
export function accessTokenOf(exchange: Exchange): string | undefined {
  if (!isSuccess(exchange)) return undefined;
  const { access_token: token } = objectOf(exchange.answer?.json);
  return typeof token === 'string' && token !== '' ? token : undefined;
}

/** The longest header that is sent, in characters: servers accept far less. */
const longestHeader = 64 * 1024;

/** Whether a token can be sent in a header at all (RFC 9110, 5.5). */
export function isSendable(token: string): boolean {
  return token.length <= longestHeader && /^[\t\x20-\x7e\x80-\xff]*$/.test(token);
}

export const unsendable = 'the token service gave a token that no header can carry';

/** The token service gave no token for valid credentials, or one that cannot be sent. */
export class NoTokenError extends Error {
  readonly exchange: Exchange;
  constructor(exchange: Exchange) {
    super(accessTokenOf(exchange) === undefined ? 'the token service gave no token' : unsendable);
    this.name = 'NoTokenError';
    this.exchange = exchange;
  }
}

export type TokenHolder = ReturnType<typeof createTokenHolder>;

/** Share of a token's lifetime after which a new one is requested. */
const refreshAfter = 0.8;

/**
 * Holds one organization's token. Concurrent callers share one token request. A new token is requested when most of the
 * lifetime stated in the token itself has passed; `expires_in` is ignored because its unit is unclear.
 */
export function createTokenHolder(
  client: Pick<Client, 'send'>,
  authUrl: string,
  credentials: Credentials,
  now: () => number = () => performance.now(),
) {
  const authorization = basicAuthorization(credentials);
  const isOf = ({ request }: Exchange): boolean => request.headers['authorization'] === authorization;
  let held: ReturnType<typeof issuedBy>;
  let kept: ReturnType<typeof issuedBy>;
  let asking: Promise<string> | undefined;

  const ask = async (): Promise<string> => {
    const exchange = await client.send(tokenRequest(authUrl, authorization), {
      purpose: 'setup',
      access: 'case',
      accessCase: 'basic',
    });
    held = issuedBy(exchange);
    if (held === undefined) throw new NoTokenError(exchange);
    return held.token;
  };
  const renew = (rejected?: string): Promise<string> | string => {
    const other = kept;
    kept = undefined;
    if (other === undefined || other.token === rejected || now() >= other.refreshAt)
      return (asking ??= ask().finally(() => (asking = undefined)));
    held = other;
    return other.token;
  };

  return {
    /** Whether a token exchange was made with this holder's API key. */
    isOf,
    /** A token that is valid for the next request. @throws NoTokenError */
    async current(): Promise<string> {
      return held !== undefined && now() < held.refreshAt ? held.token : renew();
    },
    /** Replaces a token that the target rejected with 401, unless it has already been replaced. @throws NoTokenError */
    async replace(rejected: string): Promise<string> {
      return held !== undefined && held.token !== rejected ? held.token : renew(rejected);
    },
    /** Keeps the token from any exchange made with the same key, for use when the next one is needed. */
    keep(exchange: Exchange): void {
      if (isOf(exchange)) kept = issuedBy(exchange) ?? kept;
    },
  };
}

export type ExpiringToken = NonNullable<ReturnType<typeof expiringTokenOf>>;

/** The token of a success, and when it expires (ms on the exchanges' clock, or infinite); undefined if unsendable. */
export function expiringTokenOf(exchange: Exchange) {
  const token = accessTokenOf(exchange);
  if (token === undefined || !isSendable(token)) return undefined;
  return { token, expiresAt: exchange.endedAt + millisecondsToLive(token, exchange.answer?.headers['date']) };
}

/** Milliseconds after its expiry for which a token may still be accepted, as clocks differ. `least`: the first try. */
export const expiryMargin = { least: 3_000, most: 65_000 } as const;

/** The token of a response and when to replace it, in milliseconds on the clock of the exchanges. */
function issuedBy(exchange: Exchange) {
  const issued = expiringTokenOf(exchange);
  if (issued === undefined) return undefined;
  const lifetime = issued.expiresAt - exchange.endedAt;
  return { token: issued.token, refreshAt: exchange.startedAt + lifetime * refreshAfter };
}

/** By `exp`, and `iat` or the service's clock, never the local one. Infinite if unknown: a 401 then shows its end. */
function millisecondsToLive(token: string, date = ''): number {
  const { iat, exp } = readJwt(token)?.claims ?? {};
  if (typeof exp !== 'number') return Number.POSITIVE_INFINITY;
  const milliseconds = exp * 1000 - (typeof iat === 'number' ? iat * 1000 : Date.parse(date));
  return milliseconds > 0 ? milliseconds : Number.POSITIVE_INFINITY;
}

/** Seconds between `iat` and `exp`; undefined if either is absent. */
export function lifetimeOf({ claims: { iat, exp } }: JsonWebToken): number | undefined {
  return typeof iat === 'number' && typeof exp === 'number' ? exp - iat : undefined;
}
