import { SignJWT, createLocalJWKSet, generateKeyPair, jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { openStore } from '../store/store.ts';
import { steppedClock } from '../reference-client.test-data.ts';
import { defaultDialect } from '../dialects.ts';
import { createTokens } from './access-tokens.ts';
import { openKeyRing } from './key-ring.ts';

const organization = { id: 'organization', name: 'Any', clientId: 'client', clientSecret: 'secret' };

async function start() {
  const clock = steppedClock();
  const store = openStore(undefined, 'oldest-first');
  const keys = await openKeyRing(store.keys, clock, 'ES256');
  const tokens = createTokens(keys, clock, defaultDialect);
  const check = async (token: string) => tokens.authenticate(`Bearer ${token}`);
  return { clock, store, keys, tokens, check };
}

describe('access tokens', () => {
  it('are signed by a published key', async () => {
    const { tokens, keys, clock, check } = await start();
    const token = await tokens.issue(organization);
    const set = createLocalJWKSet({ keys: [...keys.published().keys] });
    const { payload, protectedHeader } = await jwtVerify(token, set, { currentDate: new Date(clock.now()) });
    expect(protectedHeader).toMatchObject({ alg: 'ES256', kid: expect.any(String) });
    expect(payload).toMatchObject({ sub: 'client', iss: expect.any(String), jti: expect.any(String) });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(600);
    expect(keys.published().keys.every((key) => !('d' in key))).toBe(true);
    expect(await check(token)).toEqual({ organizationId: 'organization' });
  });

  it('do not verify when altered in a bit that decodes to nothing', async () => {
    const { tokens, check } = await start();
    const token = await tokens.issue(organization);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const slack = `${token.slice(0, -1)}${alphabet.charAt(alphabet.indexOf(token.slice(-1)) + 1)}`;
    expect(Buffer.from(slack, 'base64url')).toEqual(Buffer.from(token, 'base64url'));
    expect(await check(slack)).toEqual({ failure: 'signature' });
  });

  it('do not verify when forged, and an expired forgery is a forgery', async () => {
    const { tokens, keys, clock, check } = await start();
    const token = await tokens.issue(organization);
    const [head = '', body = '', signature = ''] = token.split('.');
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const { privateKey } = await generateKeyPair('ES256');
    const { id: kid } = (await keys.signing()).record;
    const claims = { iss: 'urn:benefits-fulfillment-reference', sub: 'client', organization_id: 'organization' };
    const forge = (expires: number) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid }).setExpirationTime(expires).sign(privateKey);
    const now = Math.floor(clock.now() / 1000);
    const secret = new TextEncoder().encode(JSON.stringify(keys.published().keys[0]));
    const symmetric = new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid })
      .setExpirationTime(now + 60)
      .sign(secret);
    const forgeries = [
      `${encode({ alg: 'none' })}.${body}.`,
      `${encode({ alg: 'none', kid })}.${body}.${signature}`,
      `${encode({ alg: 'ES256', kid: 'another' })}.${body}.${signature}`,
      `${head}.${encode({ ...claims, exp: now + 60 })}.${signature}`,
      `${head}.${body}.`,
      await forge(now + 60),
      await forge(now - 60),
      await symmetric,
    ];
    for (const forgery of forgeries)
      expect({ forgery, ...(await check(forgery)) }).toEqual({ forgery, failure: 'signature' });
  });
});

describe('an Authorization header', () => {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const [head, claims] = [part({ alg: 'none' }), part({ sub: 'x' })];

  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer token',
    `Bearer ${head}.${claims}`,
    `Bearer ${head}.${claims}.a.b`,
    'Bearer ..',
    `Bearer ${head}.${claims}.si=`,
    `Bearer ${head}.${claims}.sig more`,
    `Bearer ${part([])}.${claims}.sig`,
    `Bearer ${head}.${part('text')}.sig`,
    `Bearer ${head}.${part(null)}.sig`,
    `Bearer ${head}.YWJj.sig`,
    `Bearer ${head}._____w.sig`,
    `Basic ${head}.${claims}.sig`,
    `Bearer${head}.${claims}.sig`,
    `${head}.${claims}.sig`,
  ])('has no token in %s', async (header) => {
    const { tokens } = await start();
    expect(await tokens.authenticate(header)).toEqual({ failure: 'credentials' });
  });

  it.each(['Bearer', 'bearer', 'BEARER '])('has one after %s', async (scheme) => {
    const { tokens } = await start();
    expect(await tokens.authenticate(`${scheme} ${await tokens.issue(organization)}`)).toHaveProperty('organizationId');
    // Unsigned is another failure.
    expect(await tokens.authenticate(`${scheme} ${head}.${claims}.`)).toEqual({ failure: 'signature' });
  });
});

describe('signing keys', () => {
  it('are replaced after a day, once for all who ask; older tokens verify until a month later', async () => {
    const { tokens, keys, clock, store, check } = await start();
    const day = 24 * 60 * 60 * 1000;
    clock.step(day - 1000);
    const old = await tokens.issue(organization);
    clock.step(1000);
    const [young] = await Promise.all([tokens.issue(organization), tokens.issue(organization)]);
    expect(keys.published().keys).toHaveLength(2);
    expect(young.split('.')[0]).not.toBe(old.split('.')[0]);
    expect(await check(old)).toEqual({ organizationId: 'organization' });
    expect(await check(young)).toEqual({ organizationId: 'organization' });
    clock.step(29 * day);
    await tokens.issue(organization);
    expect(await createTokens(keys, clock, defaultDialect).authenticate(`Bearer ${old}`)).toEqual({
      failure: 'expired',
    });
    clock.step(day);
    await tokens.issue(organization);
    expect(await createTokens(keys, clock, defaultDialect).authenticate(`Bearer ${old}`)).toEqual({
      failure: 'signature',
    });
    expect(store.keys.all().map(({ id }) => id)).toEqual(keys.published().keys.map(({ kid }) => kid));
  });

  it('are found again in the store, and still verify when another algorithm signs', async () => {
    const { store, clock, tokens } = await start();
    const token = await tokens.issue(organization);
    for (const algorithm of ['ES256', 'EdDSA'] as const) {
      const reopened = createTokens(await openKeyRing(store.keys, clock, algorithm), clock, defaultDialect);
      expect(await reopened.authenticate(`Bearer ${token}`)).toEqual({ organizationId: 'organization' });
    }
    expect(store.keys.all().map(({ algorithm }) => algorithm)).toEqual(['ES256', 'EdDSA']);
  });
});
