import { describe, expect, it } from 'vitest';
import { expectSchema, startClient, type ReferenceClient } from '../testing/client.ts';
import { choices } from './choices.ts';
import type { Dialect } from './dialect.ts';

const basic = (id: string, secret: string): string => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

async function ask(client: ReferenceClient, authorization?: string) {
  const { clientId, clientSecret } = client.credentials;
  const body = { grant_type: 'client_credentials' };
  const said = { authorization: authorization ?? basic(clientId, clientSecret), body };
  return client.send('POST', '/auth/public/token', said);
}

function part(bearer: string, index: number): unknown {
  const token = bearer.slice('Bearer '.length);
  return JSON.parse(Buffer.from(token.split('.')[index] ?? '', 'base64url').toString('utf8'));
}

async function speaking(dialect: Partial<Dialect>, check: (client: ReferenceClient) => Promise<void>): Promise<void> {
  const client = await startClient({ dialect });
  try {
    await check(client);
  } finally {
    await client.close();
  }
}

describe('tokens', () => {
  it.each(choices.tokenAlgorithm.values)(
    'signed with %s work, altered ones do not, and no secret is published',
    (name) =>
      speaking({ tokenAlgorithm: name, tokenHeader: 'nothing' }, async (client) => {
        expect(part(client.bearer, 0)).toEqual({ alg: name });
        expect(await client.call('E1')).toMatchObject({ status: 200 });
        const [head = '', claims = '', signature = ''] = client.bearer.split('.');
        const bytes = Buffer.from(signature, 'base64url');
        bytes[3] = (bytes[3] ?? 0) ^ 1;
        for (const other of [bytes, bytes.subarray(1), Buffer.alloc(0)]) {
          const authorization = `${head}.${claims}.${other.toString('base64url')}`;
          expect(await client.call('E1', { authorization })).toMatchObject({
            status: 401,
            json: { message: expect.stringContaining('public keys') },
          });
        }
        expect(await client.call('E1', { authorization: `Bearer ${client.expiredToken}` })).toMatchObject({
          json: { message: expect.stringContaining('TIME_CONSTRAINT_FAILURE') },
        });
        const { text } = await client.send('GET', '/.well-known/jwks.json', { authorization: null });
        expect(text).not.toMatch(/"(?:k|d)":/);
      }),
  );

  it('say of themselves what the dialect has them say', async () => {
    await speaking({ tokenHeader: 'kid', tokenIssuedAt: false, tokenLifetime: 300 }, async (client) => {
      expect(part(client.bearer, 0)).toEqual({ alg: 'ES256', kid: expect.any(String) });
      expect(part(client.bearer, 1)).toEqual(expect.not.objectContaining({ iat: expect.anything() }));
      client.clock.step(299_000);
      expect(await client.call('E1')).toMatchObject({ status: 200 });
      client.clock.step(1000);
      expect(await client.call('E1')).toMatchObject({ status: 401 });
    });
    await speaking({ tokenHeader: 'typ', tokenLifetime: 1200 }, async (client) => {
      expect(part(client.bearer, 0)).toEqual({ alg: 'ES256', typ: 'JWT' });
      expect(part(client.bearer, 1)).toMatchObject({ iat: 1768478400, exp: 1768478400 + 1200 });
    });
  });

  it('come with a lifetime in any unit, and with more members', async () => {
    await speaking(
      { expiresInUnit: 'microseconds', tokenLifetime: 900, tokenStatus: 201, tokenExtras: true },
      async (client) => {
        const { status, json } = await ask(client);
        expect(status).toBe(201);
        expect(expectSchema('token-response', json)).toMatchObject({
          expires_in: 900_000_000,
          scope: expect.any(String),
        });
      },
    );
    await speaking({ expiresInUnit: 'seconds' }, async (client) => {
      const { json } = await ask(client);
      expect(json).toEqual({ access_token: expect.any(String), expires_in: 600, token_type: 'Bearer' });
    });
  });

  it('may be handed out again during the first half of their life', async () => {
    await speaking({ tokenReuse: 'the-same', expiresInUnit: 'seconds' }, async (client) => {
      const request = async () => expectSchema('token-response', (await ask(client)).json);
      const first = await request();
      client.clock.step(100_000);
      expect(await request()).toEqual({ ...first, expires_in: 500 });
      client.clock.step(200_000);
      const next = await request();
      expect([next.access_token === first.access_token, next.expires_in]).toEqual([false, 600]);
    });
  });

  it('and records may be dated by a clock that is wrong', async () => {
    for (const clockSkew of [5400, -86_400]) {
      await speaking({ clockSkew, rateLimit: 50, retryAfter: 'http-date' }, async (client) => {
        expect(part(client.bearer, 1)).toMatchObject({ iat: 1768478400 + clockSkew });
        expect((await client.call('E1')).json).toMatchObject({
          response: [{ created: 1768478400 + clockSkew }, {}, {}],
        });
        expect(await client.call('E1', { authorization: `Bearer ${client.expiredToken}` })).toMatchObject({
          json: { message: expect.stringContaining('TIME_CONSTRAINT_FAILURE') },
        });
      });
    }
  });

  it('are refused with a status and a body of the dialect', async () => {
    const wrong = basic('nobody', 'nothing');
    await speaking({ tokenRefusal: 400, tokenRefusalBody: 'oauth' }, async (client) => {
      expect(await ask(client, wrong)).toMatchObject({ status: 400, json: { error: 'invalid_client' } });
    });
    await speaking({ tokenRefusal: 403 }, async (client) => {
      const reply = await ask(client, wrong);
      expect(reply).toMatchObject({ status: 403, json: { code: 16 } });
      expect(reply.headers.get('www-authenticate')).toBeNull();
    });
    await speaking({}, async (client) => {
      const reply = await ask(client, wrong);
      expect(reply.status).toBe(401);
      expect(reply.headers.get('www-authenticate')).toBe('Basic');
    });
  });
});
