import { SignJWT, createLocalJWKSet, generateKeyPair, jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { openStore } from '../store/store.ts';
import { steppedClock } from '../testing/stepped-clock.ts';
import { openKeyRing } from './key-ring.ts';
import { defaultDialect } from '../dialect/resolve-dialect.ts';
import { createTokens } from './tokens.ts';

const apiKey = { clientId: 'client', clientSecret: 'secret', organizationId: 'organization' };

async function start(algorithm: 'RS256' | 'ES256' | 'EdDSA' = 'ES256') {
  const clock = steppedClock();
  const store = openStore(undefined, 'oldest-first');
  const keys = await openKeyRing(store.signingKeys, clock, algorithm);
  const tokens = createTokens(keys, clock, defaultDialect);
  const check = async (token: string) => tokens.authenticate(`Bearer ${token}`);
  return { clock, store, keys, tokens, check };
}

/** Changes decoded bytes of one part, and keeps its form. */
function altered(token: string, index: number): string {
  const parts = token.split('.');
  const bytes = Buffer.from(parts[index] ?? '', 'base64url');
  const at = index === 2 ? 0 : bytes.lastIndexOf('"') - 1;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return parts.with(index, bytes.toString('base64url')).join('.');
}

describe('access tokens', () => {
  it.each(['RS256', 'ES256', 'EdDSA'] as const)('are signed by a published %s key', async (algorithm) => {
    const { tokens, keys, clock, check } = await start(algorithm);
    const token = await tokens.issue(apiKey);
    const set = createLocalJWKSet({ keys: [...keys.jwks().keys] });
    const { payload, protectedHeader } = await jwtVerify(token, set, { currentDate: new Date(clock.now()) });
    expect(protectedHeader).toMatchObject({ alg: algorithm, kid: expect.any(String) });
    expect(payload).toMatchObject({ sub: 'client', iss: expect.any(String), jti: expect.any(String) });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(600);
    expect(keys.jwks().keys.every((key) => !('d' in key))).toBe(true);
    expect(await check(token)).toEqual({ organizationId: 'organization' });
  });

  it('are good until the second they expire, and never again', async () => {
    const { tokens, clock, check } = await start();
    const token = await tokens.issue(apiKey);
    const unseen = await tokens.issue(apiKey);
    clock.step((defaultDialect.tokenLifetime - 1) * 1000);
    expect(await check(token)).toEqual({ organizationId: 'organization' });
    clock.step(1000);
    expect(await check(token)).toEqual({ failure: 'expired' });
    expect(await check(unseen)).toEqual({ failure: 'expired' });
  });

  it.each([0, 1, 2])('do not verify with part %i altered', async (index) => {
    const { tokens, check } = await start();
    const token = await tokens.issue(apiKey);
    await check(token);
    const { failure } = await check(altered(token, index));
    expect(index === 2 ? ['signature'] : ['signature', 'credentials']).toContain(failure);
  });

  it('do not verify when altered in a bit that decodes to nothing', async () => {
    const { tokens, check } = await start();
    const token = await tokens.issue(apiKey);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const slack = `${token.slice(0, -1)}${alphabet.charAt(alphabet.indexOf(token.slice(-1)) + 1)}`;
    expect(Buffer.from(slack, 'base64url')).toEqual(Buffer.from(token, 'base64url'));
    expect(await check(slack)).toEqual({ failure: 'signature' });
  });

  it('do not verify when forged, and an expired forgery is a forgery', async () => {
    const { tokens, keys, clock, check } = await start();
    const token = await tokens.issue(apiKey);
    const [head = '', body = '', signature = ''] = token.split('.');
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const { privateKey } = await generateKeyPair('ES256');
    const { kid } = await keys.signing();
    const claims = { iss: 'urn:benefits-fulfillment-reference', sub: 'client', organization_id: 'organization' };
    const forge = (expires: number) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid }).setExpirationTime(expires).sign(privateKey);
    const now = Math.floor(clock.now() / 1000);
    const secret = new TextEncoder().encode(JSON.stringify(keys.jwks().keys[0]));
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

describe('signing keys', () => {
  it('rotate without making older tokens invalid', async () => {
    const { tokens, keys, check } = await start();
    const before = await tokens.issue(apiKey);
    await keys.rotate();
    const after = await tokens.issue(apiKey);
    expect(keys.jwks().keys).toHaveLength(2);
    expect(await check(before)).toEqual({ organizationId: 'organization' });
    expect(await check(after)).toEqual({ organizationId: 'organization' });
    expect(before.split('.')[0]).not.toBe(after.split('.')[0]);
  });

  it('are replaced after a day, once for all who ask, and forgotten much later', async () => {
    const { tokens, keys, clock, check } = await start();
    const old = await tokens.issue(apiKey);
    clock.step(24 * 60 * 60 * 1000);
    await Promise.all([tokens.issue(apiKey), tokens.issue(apiKey), tokens.issue(apiKey)]);
    expect(keys.jwks().keys).toHaveLength(2);
    expect(await check(old)).toEqual({ failure: 'expired' });
    clock.step(31 * 24 * 60 * 60 * 1000);
    await keys.rotate();
    expect(await check(old)).toEqual({ failure: 'signature' });
  });

  it('are found again in the store', async () => {
    const { store, clock, tokens } = await start();
    const token = await tokens.issue(apiKey);
    const reopened = createTokens(await openKeyRing(store.signingKeys, clock, 'ES256'), clock, defaultDialect);
    expect(await reopened.authenticate(`Bearer ${token}`)).toEqual({ organizationId: 'organization' });
  });
});
