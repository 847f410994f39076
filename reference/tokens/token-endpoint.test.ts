import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { basic, expectSchema, startClient, type ReferenceClient, type Said } from '../reference-client.test-data.ts';

let client: ReferenceClient;
beforeAll(async () => {
  client = await startClient();
});
afterAll(() => client.close());

const ask = (said: Said) => client.send('POST', '/auth/public/token', said);
const grant = { grant_type: 'client_credentials' };

describe('the token request', () => {
  it('gives a token that works', async () => {
    const { status, json, headers } = await ask({ authorization: basic(client.credentials), body: grant });
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    const { access_token, expires_in } = expectSchema('token-response', json);
    expect(expires_in).toBe(600_000);
    expect(await client.call('E1', { authorization: `Bearer ${access_token}` })).toMatchObject({ status: 200 });
  });

  it('never gives one for wrong credentials', async () => {
    const { clientId, clientSecret } = client.credentials;
    const wrong = [
      null,
      '',
      client.bearer,
      'Basic',
      basic({ clientId, clientSecret: `${clientSecret}x` }),
      basic({ clientId, clientSecret: '' }),
      basic({ clientId: clientId.toUpperCase(), clientSecret }),
      basic({ clientId: 'nobody', clientSecret }),
      basic({ clientId: '', clientSecret: '' }),
      `Basic ${Buffer.from('no colon').toString('base64')}`,
      basic({ clientId, clientSecret }).replace('Basic', 'Bearer'),
      basic({ clientId, clientSecret: client.secondCredentials.clientSecret }),
    ];
    for (const authorization of wrong) {
      const { status, text, json } = await ask({ authorization, body: grant });
      expect({ authorization, status }).toEqual({ authorization, status: 401 });
      expect(text).not.toContain('access_token');
      expectSchema('unauthorized', json);
    }
  });

  it.each<[string, unknown, number]>([
    ['another grant', { grant_type: 'password' }, 400],
    ['no grant', {}, 400],
    ['a body that is no object', [grant], 400],
    ['a body that is no JSON', 'grant_type=client_credentials', 400],
    ['an empty body', '', 400],
    ['no body', undefined, 400],
  ])('refuses %s', async (_name, body, status) => {
    const reply = await ask({ authorization: basic(client.credentials), body });
    expect(reply.status).toBe(status);
    expect(reply.json).toHaveProperty('error');
  });

  it('wants JSON', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const said = { authorization: basic(client.credentials), body: 'grant_type=client_credentials', headers };
    expect(await ask(said)).toMatchObject({ status: 415 });
  });

  it('publishes its keys, without the private halves', async () => {
    const { json, status } = await client.send('GET', '/.well-known/jwks.json', { authorization: null });
    expect(status).toBe(200);
    expect(json).toEqual({ keys: [expect.objectContaining({ kty: 'EC', alg: 'ES256', use: 'sig' })] });
    expect(JSON.stringify(json)).not.toContain('"d"');
  });
});
