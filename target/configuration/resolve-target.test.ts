import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { folderOfTest } from '../../spec/folders.test-data.ts';
import { ConfigurationError } from './configuration-error.ts';
import type { TargetFlags } from './target-settings.ts';
import { resolveTarget } from './resolve-target.ts';

let cwd = '';
beforeEach(() => {
  cwd = folderOfTest();
});

const flags: TargetFlags = {
  baseUrl: 'https://api.example.com/v/',
  authUrl: 'https://auth.example.com',
  clientId: 'flag-id',
};
const environment = { BFC_CLIENT_SECRET: 'from-environment' };

const resolve = (given: TargetFlags = flags, variables: NodeJS.ProcessEnv = environment) =>
  resolveTarget({ flags: given, environment: variables, cwd });

async function refusal(given?: TargetFlags, variables?: NodeJS.ProcessEnv): Promise<string> {
  const error: unknown = await resolve(given, variables).catch((reason: unknown) => reason);
  if (!(error instanceof ConfigurationError)) throw new Error('was not refused', { cause: error });
  expect(error.message).not.toContain('\n');
  return `${error.code}: ${error.message}`;
}

const config = (content: unknown) => writeFile(join(cwd, 'conformance.config.json'), JSON.stringify(content));

describe('a target', () => {
  it('from flags alone has defaults for all else', async () => {
    expect(await resolve()).toMatchObject({
      name: 'api.example.com',
      environment: 'production',
      baseUrl: 'https://api.example.com/v',
      authUrl: 'https://auth.example.com',
      credentials: { clientId: 'flag-id', clientSecret: 'from-environment' },
      limits: { concurrency: 4, requestsPerSecond: 10, settle: 5000 },
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
  const { clientId: _, ...keyless } = flags;

  it('within a file, the secret itself wins over the name of a variable; the flag wins over both', async () => {
    await config({
      credentials: { clientId: 'x', clientSecret: 'inline', clientSecretEnv: 'NAMED' },
      expiredToken: 'a.b.c',
    });
    expect(await resolve(keyless, { NAMED: 'named' })).toMatchObject({
      credentials: { clientSecret: 'inline' },
      expiredToken: 'a.b.c',
    });
    const both = { NAMED: 'named', BFC_CLIENT_SECRET: 'env' };
    const { credentials } = await resolve({ ...keyless, clientSecretEnv: 'NAMED' }, both);
    expect(credentials.clientSecret).toBe('named');
  });

  const [noKey, noSecret, noId] = [
    /^SETTING_MISSING: no API key for https:.*\/v: give its id by --client-id, BFC_CLIENT_ID or credentials\.clientId in a/,
    /^SECRET_MISSING: --client-id: a client id without a secret; give the secret by BFC_CLIENT_SECRET.*-secret-env NAME$/,
    /^SETTING_MISSING: BFC_CLIENT_SECRET: a secret without a client id; give the id by --client-id/,
  ];

  it.each<[given: TargetFlags, variables: NodeJS.ProcessEnv, message: RegExp]>([
    [keyless, {}, noKey],
    [flags, {}, noSecret],
    [keyless, environment, noId],
    [{ ...flags, clientSecretEnv: 'NO' }, {}, /^SECRET_MISSING: --client-secret-env: .* NO is not/],
    [{ ...flags, clientSecretEnv: 'NO' }, { NO: '' }, /^SECRET_MISSING: .* NO is empty/],
    [{ ...flags, secondClientId: 'y' }, environment, /^SECRET_MISSING: --second-client-id: .*BFC_SECOND_CLIENT_SECRET/],
    [{ ...flags, clientId: 'a:b' }, environment, /^SECRET_INVALID: --client-id: a client id with a colon/],
    [flags, { BFC_CLIENT_SECRET: 'x\n' }, /^SECRET_INVALID: BFC_CLIENT_SECRET: .*line break/],
    [flags, { ...environment, BFC_EXPIRED_TOKEN: 'a b' }, /^SECRET_INVALID: BFC_EXPIRED_TOKEN: /],
  ])('are refused: %j with %j', async (given, variables, message) => {
    expect(await refusal(given, variables)).toMatch(message);
  });
});

describe('addresses', () => {
  it.each(
    Object.entries({
      'api.example.com': /^URL_INVALID: --base-url: not an address/,
      'ftp://example.com': /http:\/\/ or https:\/\/, not ftp:/,
      'https://me:hush@example.com': /user name or password/,
      'https://example.com/?': /query or a fragment/,
      'https://example.com/#a': /query or a fragment/,
      'https://example.com/x/api/v1/': /give the address without \/api\/v1: /,
      'https://example.com/api/v1/groups': /give the address without \/api\/v1\/groups: /,
      'https://example.com/auth/public/token': /without \/auth\/public\/token: /,
    }),
  )('are refused: %s', async (baseUrl, message) => {
    const refused = await refusal({ ...flags, baseUrl });
    expect(refused).toMatch(message);
    expect(refused).not.toContain('hush');
  });

  it('are both needed', async () => {
    const { authUrl: _, ...given } = flags;
    expect(await refusal(given)).toContain(
      'no address of the token service: give it by --auth-url, BFC_AUTH_URL or authUrl',
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
    [{ authUrl: 'https://auth.example.com' }, {}, /^--auth-url: part of a target without a base URL/],
    [{}, { BFC_CLIENT_ID: 'x' }, /^BFC_CLIENT_ID: part of a target without a base URL/],
    [{}, { BFC_BASE_URL: '' }, /^BFC_BASE_URL: not an address/],
  ])('does not stand in for a target that is half named: %j %j', async (given, variables, message) => {
    const start = vi.fn<typeof fallback>(fallback);
    const resolved = resolveTarget({ flags: given, environment: variables, cwd, fallback: start });
    await expect(resolved).rejects.toThrow(message);
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
    expect(target.limits).toMatchObject(allowed ? { concurrency: 32 } : { concurrency: 4, requestsPerSecond: 10 });
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
