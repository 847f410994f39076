import { isSuccess, type AnsweredExchange } from '../../target/exchange.ts';
import { lifetimeOf, readJwt } from '../../target/access-tokens.ts';
import type { Breach, Invariant } from '../engine/invariant.ts';
import { objectOf, unless, type JsonObject } from './reading.ts';

/** Name of the token requests that are made with a good key and the document's own body. */
export const goodTokenRequest = 'basic';

/** Seconds that a token may live and still count as living about ten minutes. */
const lifetimeBounds = { shortest: 5 * 60, longest: 20 * 60 } as const;

/** The body of a good token request's success. */
function tokenBody(exchange: AnsweredExchange): JsonObject | undefined {
  const { request, accessCase, answer } = exchange;
  if (request.endpoint !== 'token' || accessCase !== goodTokenRequest || !isSuccess(exchange)) return undefined;
  return objectOf(answer.json);
}

/** An invariant over the body of token answers. */
function ofToken(id: Invariant['id'], judge: (body: JsonObject) => readonly Breach[] | undefined): Invariant {
  return {
    id,
    judge(exchange) {
      const body = tokenBody(exchange);
      return body === undefined ? undefined : judge(body);
    },
  };
}

/** What every token that was asked for with a good key holds to (`spec/documents/5-authentication.md`). */
export const tokenInvariants: readonly Invariant[] = [
  ofToken('token.issue', (body) =>
    ['access_token', 'expires_in', 'token_type'].flatMap((name) =>
      unless(body[name] !== undefined && body[name] !== null, () => ({
        message: `${name} is missing from the token answer`,
        pointer: `/${name}`,
        expected: 'present',
      })),
    ),
  ),
  ofToken('token.jwt', ({ access_token: token }) =>
    token === undefined
      ? undefined
      : unless(typeof token === 'string' && readJwt(token) !== undefined, () => ({
          message: 'access_token is no JWT',
          pointer: '/access_token',
          expected: 'three base64url parts, the first two JSON objects',
          actual: typeof token === 'string' ? `text of ${token.split('.').length} dot-separated parts` : token,
        })),
  ),
  ofToken('token.expires-in', ({ expires_in: value }) =>
    value === undefined
      ? undefined
      : unless(Number.isInteger(value), () => ({
          message: 'expires_in is no integer',
          pointer: '/expires_in',
          expected: 'an integer',
          actual: value,
        })),
  ),
  ofToken('token.type', ({ token_type: value }) =>
    value === undefined
      ? undefined
      : unless(value === 'Bearer', () => ({
          message: 'token_type is not Bearer',
          pointer: '/token_type',
          expected: 'Bearer',
          actual: value,
        })),
  ),
  ofToken('token.lifetime', ({ access_token: token }) => {
    const jwt = typeof token === 'string' ? readJwt(token) : undefined;
    const seconds = jwt === undefined ? undefined : lifetimeOf(jwt);
    if (seconds === undefined) return undefined;
    const { shortest, longest } = lifetimeBounds;
    return unless(seconds >= shortest && seconds <= longest, () => ({
      message: `the token lives ${seconds} seconds`,
      pointer: '/access_token',
      expected: `exp - iat of ${shortest} to ${longest} seconds`,
      actual: `exp - iat of ${seconds} seconds`,
    }));
  }),
];
