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

/** The `access_token` of a token service's success; undefined when it holds none. */
export function accessTokenOf(exchange: Exchange): string | undefined {
  if (!isSuccess(exchange)) return undefined;
  const { access_token: token } = objectOf(exchange.answer?.json);
  return typeof token === 'string' && token !== '' ? token : undefined;
}

/** Characters that a header may have: servers accept a fraction of that. */
const longestHeader = 64 * 1024;

/** Whether a token can be sent in a header at all (RFC 9110, 5.5). */
export function isSendable(token: string): boolean {
  return token.length <= longestHeader && /^[\t\x20-\x7e\x80-\xff]*$/.test(token);
}

/** The message about a token that is not sendable. */
export const unsendable = 'the token service gave a token that no header can carry';

/** The token service gave no token for good credentials, or none that can be sent. */
export class NoTokenError extends Error {
  readonly code = 'no-token';
  readonly exchange: Exchange;
  constructor(exchange: Exchange) {
    super(accessTokenOf(exchange) === undefined ? 'the token service gave no token' : unsendable);
    this.name = 'NoTokenError';
    this.exchange = exchange;
  }
}

export type TokenHolder = ReturnType<typeof createTokenHolder>;

/** Part of a token's lifetime after which a new one is asked for. */
const refreshAfter = 0.8;

/**
 * Holds one organization's token. Asks once however many requests wait for it, and again when most of the lifetime that the token
 * itself states has passed; `expires_in` is ignored, as its unit is unclear.
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
    /** Whether the answer to a token request is one to its key. */
    isOf,
    /** A token that is good for the next request. @throws NoTokenError */
    async current(): Promise<string> {
      return held !== undefined && now() < held.refreshAt ? held.token : renew();
    },
    /** Replaces a token that a target answered 401 to; a token already replaced is left alone. @throws NoTokenError */
    async replace(rejected: string): Promise<string> {
      return held !== undefined && held.token !== rejected ? held.token : renew(rejected);
    },
    /** Keeps the token that any request of the same key was answered with, for when the next one is needed. */
    keep(exchange: Exchange): void {
      if (isOf(exchange)) kept = issuedBy(exchange) ?? kept;
    },
  };
}

export interface ExpiringToken {
  readonly token: string;
  /** Milliseconds on the clock of the exchanges, at the latest; infinite where the token doesn't say. */
  readonly expiresAt: number;
}

/** The token of a token service's success, with when it expires; undefined when it holds none that can be sent. */
export function expiringTokenOf(exchange: Exchange): ExpiringToken | undefined {
  const token = accessTokenOf(exchange);
  if (token === undefined || !isSendable(token)) return undefined;
  return { token, expiresAt: exchange.endedAt + millisecondsToLive(token, exchange.answer?.headers['date']) };
}

/** Milliseconds after its expiry in which a service may still accept a token, as clocks differ; `least`: when it is first tried. */
export const expiryMargin = { least: 3_000, most: 65_000 } as const;

/** The token of an answer, and when it is to be replaced: milliseconds on the clock of the exchanges. */
function issuedBy(exchange: Exchange) {
  const issued = expiringTokenOf(exchange);
  if (issued === undefined) return undefined;
  const lifetime = issued.expiresAt - exchange.endedAt;
  return { token: issued.token, refreshAt: exchange.startedAt + lifetime * refreshAfter };
}

/** By the token's own claims, and its `iat` or the service's clock, never the local one. Infinite if unknown: a 401 shows its end. */
function millisecondsToLive(token: string, date = ''): number {
  const { iat, exp } = readJwt(token)?.claims ?? {};
  if (typeof exp !== 'number') return Number.POSITIVE_INFINITY;
  const milliseconds = exp * 1000 - (typeof iat === 'number' ? iat * 1000 : Date.parse(date));
  return milliseconds > 0 ? milliseconds : Number.POSITIVE_INFINITY;
}

/** Seconds between `iat` and `exp`; undefined when either is absent. */
export function lifetimeOf({ claims: { iat, exp } }: JsonWebToken): number | undefined {
  return typeof iat === 'number' && typeof exp === 'number' ? exp - iat : undefined;
}
