import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConfigurationError } from './configuration-error.ts';
import type { TargetFlags } from './target-settings.ts';
import { resolveTarget } from './resolve-target.ts';

let cwd = '';
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'bfc-config-'));
});
afterEach(() => rm(cwd, { recursive: true }));

const flags: TargetFlags = {
  baseUrl: 'https://api.example.com/v/',
  authUrl: 'https://auth.example.com',
  clientId: 'flag-id',
};
const environment = { BFC_CLIENT_SECRET: 'from-environment' };

const resolve = (given: TargetFlags = flags, variables: NodeJS.ProcessEnv = environment) =>
  resolveTarget({ flags: given, environment: variables, cwd });

async function refusal(given?: TargetFlags, variables?: NodeJS.ProcessEnv): Promise<{ code: string; message: string }> {
  const error: unknown = await resolve(given, variables).catch((reason: unknown) => reason);
  if (!(error instanceof ConfigurationError)) throw new Error('was not refused', { cause: error });
  expect(error.message).not.toContain('\n');
  return { code: error.code, message: error.message };
}

const config = (content: unknown) => writeFile(join(cwd, 'conformance.config.json'), JSON.stringify(content));

describe('a target', () => {
  it('from flags alone has defaults for all else', async () => {
    expect(await resolve()).toEqual({
      name: 'api.example.com',
      environment: 'production',
      baseUrl: 'https://api.example.com/v',
      authUrl: 'https://auth.example.com',
      credentials: { clientId: 'flag-id', clientSecret: 'from-environment' },
      fixtures: { carrierIds: [], planIds: [] },
      vocabulary: {},
      linesOfCoverage: [],
      limits: { concurrency: 4, requestsPerSecond: 10 },
      expect: {},
      waive: [],
      writesAllowed: false,
    });
  });

  it('takes each setting from the flags, then the environment, then the file', async () => {
    await config({
      baseUrl: 'https://file.example.com',
      authUrl: 'https://file.example.com/auth',
      credentials: { clientId: 'file-id', clientSecret: 'file-secret' },
      limits: { concurrency: 7 },
    });
    expect(
      await resolve(
        { baseUrl: 'https://flag.example.com' },
        { BFC_AUTH_URL: 'https://env.example.com', BFC_CLIENT_ID: '' },
      ),
    ).toMatchObject({
      baseUrl: 'https://flag.example.com',
      authUrl: 'https://env.example.com',
      credentials: { clientId: 'file-id', clientSecret: 'file-secret' },
      limits: { concurrency: 7, requestsPerSecond: 10 },
    });
  });

  it('reads the file that BFC_CONFIG names, unless --config names another', async () => {
    await writeFile(join(cwd, 'a.json'), '{"name": "a"}');
    await writeFile(join(cwd, 'b.yaml'), 'name: b');
    expect((await resolve(flags, { ...environment, BFC_CONFIG: 'a.json' })).name).toBe('a');
    expect((await resolve({ ...flags, config: 'b.yaml' }, { ...environment, BFC_CONFIG: 'a.json' })).name).toBe('b');
  });
});

describe('secrets', () => {
  it('within a file, the secret itself wins over the name of a variable; the flag wins over both', async () => {
    await config({
      credentials: { clientId: 'x', clientSecret: 'inline', clientSecretEnv: 'NAMED' },
      expiredToken: 'a.b.c',
    });
    const { clientId: _, ...addresses } = flags;
    expect((await resolve(addresses, { NAMED: 'named' })).credentials.clientSecret).toBe('inline');
    expect(
      (await resolve({ ...addresses, clientSecretEnv: 'NAMED' }, { NAMED: 'named', BFC_CLIENT_SECRET: 'env' }))
        .credentials.clientSecret,
    ).toBe('named');
    expect((await resolve(addresses, {})).expiredToken).toBe('a.b.c');
  });

  it.each([
    [
      'no key at all',
      { clientId: undefined },
      {},
      'SETTING_MISSING',
      /^no API key for https:\/\/api\.example\.com\/v: give its id by --client-id, BFC_CLIENT_ID or credentials\.clientId in a configuration file/,
    ],
    [
      'an id without a secret',
      {},
      {},
      'SECRET_MISSING',
      /^--client-id: a client id without a secret; give the secret by BFC_CLIENT_SECRET/,
    ],
    [
      'a secret without an id',
      { clientId: undefined },
      { BFC_CLIENT_SECRET: 'x' },
      'SETTING_MISSING',
      /^BFC_CLIENT_SECRET: a secret without a client id/,
    ],
    [
      'a variable that is not set',
      { clientSecretEnv: 'NOWHERE' },
      {},
      'SECRET_MISSING',
      /^--client-secret-env: the environment variable NOWHERE is not set/,
    ],
    ['an empty variable', { clientSecretEnv: 'EMPTY' }, { EMPTY: '' }, 'SECRET_MISSING', /EMPTY is empty/],
    [
      'half of a second key',
      { secondClientId: 'y' },
      environment,
      'SECRET_MISSING',
      /^--second-client-id: .*BFC_SECOND_CLIENT_SECRET/,
    ],
    ['a colon in the id', { clientId: 'a:b' }, environment, 'SECRET_INVALID', /^--client-id: a client id with a colon/],
    [
      'a line break in the secret',
      {},
      { BFC_CLIENT_SECRET: 'x\n' },
      'SECRET_INVALID',
      /^BFC_CLIENT_SECRET: .*line break/,
    ],
    [
      'a broken expired token',
      {},
      { ...environment, BFC_EXPIRED_TOKEN: 'a b' },
      'SECRET_INVALID',
      /^BFC_EXPIRED_TOKEN: /,
    ],
  ])('are refused: %s', async (_what, changes, variables, code, message) => {
    const given = Object.fromEntries(
      Object.entries({ ...flags, ...changes }).filter(([, value]) => value !== undefined),
    );
    const refused = await refusal(given, variables);
    expect(refused.code).toBe(code);
    expect(refused.message).toMatch(message);
  });
});

describe('addresses', () => {
  it.each([
    ['not one', 'api.example.com', /^--base-url: not an address/],
    ['another protocol', 'ftp://example.com', /^--base-url: .*http:\/\/ or https:\/\/, not ftp:/],
    ['a password', 'https://me:hush@example.com', /^--base-url: .*user name or password/],
    ['a query', 'https://example.com/?', /^--base-url: .*query or a fragment/],
    ['a fragment', 'https://example.com/#a', /^--base-url: .*query or a fragment/],
    ['what is below it', 'https://example.com/x/api/v1/', /^--base-url: give the address without \/api\/v1: /],
    ['a list', 'https://example.com/api/v1/groups', /^--base-url: give the address without \/api\/v1\/groups: /],
    ['the token service', 'https://example.com/auth/public/token', /^--base-url: .*without \/auth\/public\/token: /],
  ])('are refused: %s', async (_what, baseUrl, message) => {
    const refused = await refusal({ ...flags, baseUrl });
    expect(refused).toMatchObject({ code: 'URL_INVALID' });
    expect(refused.message).toMatch(message);
    expect(refused.message).not.toContain('hush');
  });

  it('are both needed', async () => {
    const { authUrl: _, ...given } = flags;
    expect((await refusal(given)).message).toMatch(
      /^no address of the token service: give it by --auth-url, BFC_AUTH_URL or authUrl/,
    );
  });
});

describe('the embedded service', () => {
  const fallback = async () => ({
    name: 'embedded',
    baseUrl: 'http://127.0.0.1:1',
    authUrl: 'http://127.0.0.1:1',
    credentials: { clientId: 'own', clientSecret: 'own' },
  });

  it('serves when no target is named anywhere, with its own key', async () => {
    await config({ limits: { concurrency: 3 } });
    expect(await resolveTarget({ flags: {}, environment, cwd, fallback })).toMatchObject({
      name: 'embedded',
      credentials: { clientId: 'own', clientSecret: 'own' },
      limits: { concurrency: 3 },
      writesAllowed: true,
    });
  });

  it.each([
    [
      'an address of the token service',
      { authUrl: 'https://auth.example.com' },
      {},
      /^--auth-url: part of a target without a base URL/,
    ],
    ['a client id', {}, { BFC_CLIENT_ID: 'x' }, /^BFC_CLIENT_ID: part of a target without a base URL/],
    ['an empty base URL', {}, { BFC_BASE_URL: '' }, /^BFC_BASE_URL: not an address/],
  ])('does not stand in for a target that is half named: %s', async (_what, given, variables, message) => {
    const start = vi.fn<typeof fallback>(fallback);
    await expect(resolveTarget({ flags: given, environment: variables, cwd, fallback: start })).rejects.toThrow(
      message,
    );
    expect(start).not.toHaveBeenCalled();
  });
});

describe('permission to write, and pace', () => {
  it.each([
    ['http://localhost:80', true],
    ['http://127.9.9.9', true],
    ['http://127.1', true],
    ['http://[::1]:8080', true],
    ['http://[::ffff:127.0.0.1]', true],
    ['http://128.0.0.1', false],
    ['http://127.0.0.1.example.com', false],
    ['http://localhost.example.com', false],
    ['http://[::2]', false],
  ])('on %s: %s', async (baseUrl, allowed) => {
    const target = await resolve({ ...flags, baseUrl });
    expect(target.writesAllowed).toBe(allowed);
    expect(target.environment).toBe(allowed ? 'sandbox' : 'production');
    expect(target.limits).toEqual(allowed ? { concurrency: 32 } : { concurrency: 4, requestsPerSecond: 10 });
  });

  it('is given by a sandbox or a flag, and the pace by flags', async () => {
    await config({ environment: 'sandbox' });
    expect((await resolve()).writesAllowed).toBe(true);
    await config({ environment: 'production' });
    expect((await resolve()).writesAllowed).toBe(false);
    const target = await resolve({ ...flags, allowWrites: true, concurrency: 9, rate: 50 });
    expect(target).toMatchObject({ writesAllowed: true, limits: { concurrency: 9, requestsPerSecond: 50 } });
  });
});
