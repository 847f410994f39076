import { describe, expect, test } from 'vitest';
import type { Client } from './client.ts';
import type { Answer, Exchange, OutgoingRequest } from './exchange.ts';
import { sampleAnswer, sampleExchange } from './sample-exchange.test-data.ts';
import {
  accessTokenOf,
  basicAuthorization,
  createTokenHolder,
  expiringTokenOf,
  NoTokenError,
  tokenRequest,
} from './access-tokens.ts';

const credentials = { clientId: 'client', clientSecret: 'sécret:with colon' };

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token with these claims; its number makes it differ from all others. */
function tokenOf(number: number, claims: object): string {
  return `${part({ alg: 'none' })}.${part({ jti: number, ...claims })}.c2ln`;
}

/** A holder whose token service answers the n-th request (from 1) with `answer`. */
function holderOf(answer: (number: number) => unknown, status = 200, headers: Answer['headers'] = {}) {
  const requests: OutgoingRequest[] = [];
  let time = 0;
  const exchangeOf = (request: OutgoingRequest, purpose: object, number: number): Exchange =>
    sampleExchange({
      ...purpose,
      number,
      request,
      startedAt: time,
      answer: sampleAnswer(answer(number), { status, headers: { 'content-type': 'application/json', ...headers } }),
    });
  const client: Pick<Client, 'send'> = {
    async send(request, purpose) {
      const number = requests.push(request);
      await Promise.resolve();
      return exchangeOf(request, purpose, number);
    },
  };
  return {
    requests,
    holder: createTokenHolder(client, 'http://127.0.0.1:9', credentials, () => time),
    /** Another exchange of the same service, made with the given key. */
    other: (key: typeof credentials, number: number) =>
      exchangeOf(tokenRequest('http://127.0.0.1:9', basicAuthorization(key)), {}, number),
    pass: (milliseconds: number) => void (time += milliseconds),
  };
}

const lasting = (seconds: number) => (number: number) => ({
  access_token: tokenOf(number, { iat: 1_000_000, exp: 1_000_000 + seconds }),
  expires_in: 1,
  token_type: 'Bearer',
});

describe('a token holder', () => {
  test('requests one token, however many requests wait for it', async () => {
    const { holder, requests } = holderOf(lasting(600));
    const tokens = await Promise.all(Array.from({ length: 50 }, () => holder.current()));
    expect(new Set(tokens).size).toBe(1);
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({
      method: 'POST',
      url: 'http://127.0.0.1:9/auth/public/token',
      headers: {
        authorization: `Basic ${Buffer.from('client:sécret:with colon').toString('base64')}`,
        'content-type': 'application/json',
      },
      body: '{"grant_type":"client_credentials"}',
    });
  });

  test('renews a token before its own exp, relative to its iat, regardless of expires_in', async () => {
    const { holder, requests, pass } = holderOf(lasting(600));
    const first = await holder.current();
    pass(400_000);
    expect(await holder.current()).toBe(first);
    pass(199_000);
    expect(await holder.current()).not.toBe(first);
    expect(requests).toHaveLength(2);
  });

  test('keeps a token without an expiry until it is rejected', async () => {
    const { holder, requests, pass } = holderOf((number) => ({ access_token: `opaque-${number}`, expires_in: 1 }));
    const first = await holder.current();
    pass(1e12);
    expect(await holder.current()).toBe(first);
    expect(await holder.replace(first)).toBe('opaque-2');
    expect(await holder.current()).toBe('opaque-2');
    expect(requests).toHaveLength(2);
  });

  test('replaces a rejected token only once, however often it is rejected', async () => {
    const { holder, requests } = holderOf(lasting(600));
    const first = await holder.current();
    const replaced = await Promise.all(Array.from({ length: 20 }, () => holder.replace(first)));
    expect(new Set(replaced).size).toBe(1);
    expect(replaced[0]).not.toBe(first);
    expect(await holder.replace(first)).toBe(replaced[0]);
    expect(requests).toHaveLength(2);
  });

  test('uses a token that the same key got elsewhere before it requests one', async () => {
    const { holder, requests, other } = holderOf(lasting(600));
    const before = other(credentials, 100);
    holder.keep(other({ ...credentials, clientId: 'another' }, 99));
    holder.keep(before);
    const first = await holder.current();
    expect(first).toBe(accessTokenOf(before));
    const next = other(credentials, 101);
    holder.keep(next);
    expect(await holder.current()).toBe(first);
    expect(await holder.replace(first)).toBe(accessTokenOf(next));
    expect(requests).toHaveLength(0);
    await holder.replace(accessTokenOf(next) ?? '');
    expect(requests).toHaveLength(1);
  });

  test.for([
    ['a refusal that carries a token', { access_token: 'a.b.c' }, 401],
    ['a success without a token', { expires_in: 1 }, 200],
    ['an empty token', { access_token: '' }, 200],
    ['a token that is not a string', { access_token: 12 }, 200],
    ['null', null, 200],
  ] as const)('reports that there is no token after %s, with the answer of the service', async ([, body, status]) => {
    const { holder, requests } = holderOf(() => body, status);
    const error: unknown = await holder.current().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(NoTokenError);
    expect(error).toMatchObject({ exchange: { answer: { status } } });
    await expect(holder.current()).rejects.toBeInstanceOf(NoTokenError);
    expect(requests).toHaveLength(2);
  });
});

test.each([
  ['relative to its iat', { iat: 1_000_000, exp: 1_000_600 }, undefined, 600_000],
  ['by the clock of the service, without iat', { exp: 1_000_000_450 }, '2001-09-09T01:46:40Z', 450_000],
  ['unknown if that clock is past exp', { exp: 1_000_000_450 }, '2001-09-09T03:00:00Z', Infinity],
  ['unknown with neither', { exp: 1_000_000_450 }, undefined, Infinity],
  ['unknown without exp', { iat: 1_000_000 }, '2001-09-09T01:46:40Z', Infinity],
])('the expiry time of a token is %s', (_what, claims, date, milliseconds) => {
  const headers: Answer['headers'] = date === undefined ? {} : { date: new Date(date).toUTCString() };
  const token = tokenOf(1, claims);
  const exchange = sampleExchange({ endedAt: 5_000, answer: sampleAnswer({ access_token: token }, { headers }) });
  expect(expiringTokenOf(exchange)).toEqual({ token, expiresAt: 5_000 + milliseconds });
});
