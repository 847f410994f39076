import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { folderOfTest } from '../../spec/folders.test-data.ts';
import { firstOfMonth, shifted } from '../../spec/index.ts';
import { canCertify, certify } from '../certificates.test-data.ts';
import { ConfigurationError } from './configuration-error.ts';
import { resolveTarget, type TargetFlags } from './resolve-target.ts';
import type { Target } from './target.ts';

let cwd = '';
beforeEach(async () => {
  cwd = folderOfTest();
  await mkdir(join(cwd, 'conf'));
});

const flags: TargetFlags = {
  baseUrl: 'https://api.example.com/v/',
  authUrl: 'https://auth.example.com',
  clientId: 'flag-id',
};
const environment = { BFC_CLIENT_SECRET: 'from-environment' };

const resolve = (given: TargetFlags = flags, variables: NodeJS.ProcessEnv = environment) =>
  resolveTarget({ flags: given, environment: variables, cwd });

async function refused(resolving: Promise<Target>): Promise<string> {
  const error: unknown = await resolving.catch((reason: unknown) => reason);
  if (!(error instanceof ConfigurationError)) throw new Error('was not refused', { cause: error });
  expect(error.message).not.toContain('\n');
  return `${error.code}: ${error.message}`;
}
const refusal = (given?: TargetFlags, variables?: NodeJS.ProcessEnv) => refused(resolve(given, variables));

const write = (name: string, text: string) => writeFile(join(cwd, name), text);
const config = (content: unknown) => write('conformance.config.json', JSON.stringify(content));

async function resolvedWith(content: object, variables: NodeJS.ProcessEnv = {}): Promise<Target> {
  await write('conf/c.json', JSON.stringify(content));
  return resolve({ ...flags, config: 'conf/c.json' }, { ...environment, ...variables });
}
const refusalOf = (content: object, variables?: NodeJS.ProcessEnv) => refused(resolvedWith(content, variables));

describe('a target', () => {
  it('from flags alone has defaults for everything else', async () => {
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
    await write('a.json', '{"name": "a"}');
    await write('b.yaml', 'name: b');
    expect((await resolve(flags, { ...environment, BFC_CONFIG: 'a.json' })).name).toBe('a');
    expect((await resolve({ ...flags, config: 'b.yaml' }, { ...environment, BFC_CONFIG: 'a.json' })).name).toBe('b');
  });
});

describe('secrets', () => {
  const { clientId: _, ...keyless } = flags;

  it('in a file take precedence over the variable that it names, and a flag takes precedence over both', async () => {
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
    [
      { ...flags, secondClientId: 'flag-id' },
      { ...environment, BFC_SECOND_CLIENT_SECRET: 'y' },
      /^CONFIG_INVALID: --second-client-id: the second key is the first one again, .* second organization; give its/,
    ],
    [{ ...flags, clientId: 'a:b' }, environment, /^SECRET_INVALID: --client-id: a client id with a colon/],
    [flags, { BFC_CLIENT_SECRET: 'x\n' }, /^SECRET_INVALID: BFC_CLIENT_SECRET: .*line break/],
    [flags, { ...environment, BFC_EXPIRED_TOKEN: 'a b' }, /^SECRET_INVALID: BFC_EXPIRED_TOKEN: /],
  ])('are refused if they are missing or invalid: %j with %j', async (given, variables, message) => {
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

  it('are both required', async () => {
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

  it('is used with its own key if no target is given', async () => {
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
  ])('does not replace an incomplete target: %j %j', async (given, variables, message) => {
    const start = vi.fn<typeof fallback>(fallback);
    const resolved = resolveTarget({ flags: given, environment: variables, cwd, fallback: start });
    await expect(resolved).rejects.toThrow(message);
    expect(start).not.toHaveBeenCalled();
  });
});

describe('write permission and pace', () => {
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

  it('come from a sandbox or flags', async () => {
    await config({ environment: 'sandbox' });
    expect((await resolve()).writesAllowed).toBe(true);
    await config({ environment: 'production' });
    expect((await resolve()).writesAllowed).toBe(false);
    const target = await resolve({ ...flags, allowWrites: true, concurrency: 9, rate: 50 });
    expect(target).toMatchObject({ writesAllowed: true, limits: { concurrency: 9, requestsPerSecond: 50 } });
  });
});

const snapshotYaml = 'patch:\n  employee:\n    person:\n      ssn: "9{digits:8}"\n      middle_name:\n';
async function writeCertificates(): Promise<void> {
  const { ca, server, client } = certify();
  await Promise.all([write('conf/ca.pem', ca), write('conf/one.pem', server.cert), write('conf/one.key', server.key)]);
  await write('conf/two.key', client.key);
}

describe('a configuration gives', () => {
  it('bodies, inline and from files in its folder', async () => {
    await write('conf/snapshot.yaml', snapshotYaml);
    await write('conf/decision.json', '{"renewal_date": "{month:+2}", "body": {"carriers": [{}]}}');
    const { bodies } = await resolvedWith({
      bodies: {
        connection: { patch: { federal_ein: '{digits:9}' } },
        decision: { file: 'decision.json' },
        snapshot: { file: 'snapshot.yaml' },
      },
    });
    expect(bodies).toEqual({
      connection: { isPatch: true, json: { federal_ein: '{digits:9}' } },
      decision: { isPatch: false, json: { renewal_date: '{month:+2}', body: { carriers: [{}] } } },
      snapshot: { isPatch: true, json: { employee: { person: { ssn: '9{digits:8}', middle_name: null } } } },
    });
  });

  it('values, plans, headers and limits', async () => {
    const plan = { name: 'Gold', carrierId: '5b0c2f3e-6f0a-4c5e-9d0e-1f6f2a7b3c01', lineOfCoverage: 'medical' };
    const target = await resolvedWith(
      {
        fixtures: { plans: [plan] },
        values: {
          federal_ein: { form: 'digits' },
          'dependents[].person.ssn': ['900-12-3456'],
          'employee.employment.hours_worked': [40, 37.5],
        },
        limits: { settle: '500ms', tokensPerMinute: 5 },
        headers: { 'X-Gateway-Key': { env: 'GATEWAY_KEY' }, 'x-tenant': 'a b' },
      },
      { GATEWAY_KEY: 'hush' },
    );
    expect(target).toMatchObject({
      fixtures: { plans: [plan] },
      values: {
        federal_ein: { form: 'digits' },
        'dependents[].person.ssn': { values: ['900-12-3456'] },
        'employee.employment.hours_worked': { values: [40, 37.5] },
      },
      limits: { settle: 500, tokensPerMinute: 5 },
      headers: { 'x-gateway-key': 'hush', 'x-tenant': 'a b' },
      curl: { headers: { 'x-gateway-key': 'GATEWAY_KEY', 'x-tenant': 'BFC_HEADER_X_TENANT' }, files: {} },
    });
  });

  it('the variable that holds the secret of the key', async () => {
    expect((await resolve()).secretVariable).toBe('BFC_CLIENT_SECRET');
    await write('inline.json', JSON.stringify({ credentials: { clientId: 'me', clientSecret: 'hush' } }));
    const inFile = await resolve({ ...flags, config: 'inline.json' }, {});
    expect([inFile.credentials.clientSecret, inFile.secretVariable]).toEqual(['hush', undefined]);
  });

  it('proxies, from environment variables in either letter case', async () => {
    expect(
      (await resolvedWith({}, { HTTPS_PROXY: 'proxy:3128', no_proxy: 'a.example.com, .b', NO_PROXY: 'x' })).proxy,
    ).toEqual({
      https: 'http://proxy:3128',
      except: ['a.example.com', '.b'],
    });
    expect(await refusalOf({}, { http_proxy: 'socks5://me:hush@proxy:1' })).toBe(
      'URL_INVALID: http_proxy: not the address of a proxy; write it like http://proxy.example.com:3128',
    );
  });

  it('dates, with relative ones resolved to calendar dates', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const dates = { firstRenewal: '+90d', lastRenewal: '+12m', step: 'month', coverageStart: '2027-01-01' };
    const expected = {
      firstRenewal: shifted(today, 90),
      lastRenewal: firstOfMonth(today, 12),
      step: 'month',
      coverageStart: '2027-01-01',
    };
    expect((await resolvedWith({ dates })).dates).toEqual(expected);
  });

  it.skipIf(!canCertify)('certificates', async () => {
    await writeCertificates();
    const { tls, curl } = await resolvedWith({ tls: { ca: 'ca.pem', cert: 'one.pem', key: 'one.key' } });
    expect(curl?.files).toEqual({
      ca: join('conf', 'ca.pem'),
      cert: join('conf', 'one.pem'),
      key: join('conf', 'one.key'),
    });
    expect([tls.ca, tls.cert]).toEqual(
      [tls.ca, tls.cert].map(() => expect.stringMatching(/^-----BEGIN CERTIFICATE-----/)),
    );
    expect(tls.key).toContain('PRIVATE KEY');
  });
});

describe('a mistake in a configuration is reported in one line', () => {
  const until = '2027-02-28';
  const waiver = (...each: readonly object[]) => ({
    waive: each.map((members) => ({ id: 'token.issue', reason: 'x', ...members })),
  });

  it.each<[config: object, place: string, says: string]>([
    [{ baseURL: 'x' }, 'unknown key "baseURL" at the top', 'did you mean "baseUrl"?'],
    [{ limits: { rate: 1 } }, 'at /limits', 'known are concurrency, requestsPerSecond, tokensPerMinute, settle'],
    [{ limits: { concurrency: '4' } }, '/limits/concurrency is "4"', 'and must be a whole number'],
    [{ limits: { concurrency: 2000 } }, '/limits/concurrency is 2000', 'and must be at most 1024'],
    [{ environment: 'test' }, '/environment is "test"', 'and must be one of ["sandbox","production"]'],
    [{ fixtures: { groupId: '7' } }, '/fixtures/groupId is "7"', 'and must be a UUID'],
    [{ credentials: { clientSecretEnv: 'hush-hush' } }, 'Env is a hidden value', 'the name of an environment variable'],
    [{ vocabulary: { sex: [] } }, '/vocabulary/sex is empty', 'give it a value or remove it'],
    [{ expect: { qqqqqqqq: 1 } }, 'at /expect is not a requirement id', '"bfc list" lists them'],
    [{ expect: { 'token.issue': 1 } }, 'is not an open point', 'and only those can be pinned; remove it'],
    [{ waive: [{ id: 'token.issue', until }] }, '/waive/0', 'lacks "reason"; add it'],
    [waiver({ until: '2027-02-29' }), '/waive/0/until', 'and must be a calendar date, written YYYY-MM-DD'],
    [waiver({ id: 'token.isue', until }), 'at /waive/0/id is not a requirement id', 'did you mean "token.issue"?'],
    [waiver({ id: 7, until }), '/waive/0/id is 7', 'and must be a text'],
    [waiver({ id: 'groups', until }), 'at /waive/0/id is not a requirement id', '"bfc list --part groups" lists them'],
    [{ waive: {} }, '/waive is {}', 'and must be a list'],
    [waiver({ id: 'renewals.edit-stale', until }), 'at /waive/0/id is an open point', 'pin it, or remove the waiver'],
    [waiver({ until }, { until }), '"token.issue" is waived twice', 'again at /waive/1/id; keep one'],
    // Of several mistakes, the cause is reported.
    [{ nme: 'x', ...waiver({ id: 'x', until }) }, 'unknown key "nme" at the top', 'did you mean "name"?'],
    [{ bodies: { decisions: {} } }, 'key "decisions" at /bodies', 'did you mean "decision"?'],
    [{ bodies: { decision: {} } }, '/bodies/decision', 'is empty; give it a value or remove it'],
    [{ bodies: { decision: { patch: 1 } } }, '/bodies/decision/patch', 'holds no members; write an object'],
    [{ bodies: { decision: { file: 1 } } }, '/bodies/decision/file', 'is not a path; write it as text'],
    [{ bodies: { decision: { file: 'no.json' } } }, '/bodies/decision', 'does not exist; check the path'],
    [{ bodies: { snapshot: { employee: { id: '{uid}' } } } }, '/bodies/snapshot', 'did you mean "uuid"?'],
    [{ bodies: { snapshot: { snapshot_mode: '{digits:x}' } } }, '/bodies/snapshot', 'write it like {digits:9}'],
    [{ bodies: { snapshot: { patch: { snapshot_mode: 1 } } } }, '/snapshot_mode', 'a value that the interface allows'],
    [{ values: { 'employee.persn.ssn': ['9'] } }, '/values: "employee.persn', 'did you mean "employee.person.ssn"?'],
    [{ values: { zzzzzzzzzzz: ['x'] } }, '/values: "zzzzzzzzzzz"', '2-resources.md lists the members of all bodies'],
    [{ values: { federal_ein: { form: 'digit' } } }, '/values/federal_ein', 'dashes, lower, upper, whole, omit'],
    [{ values: { federal_ein: [123456789] } }, '/values/federal_ein/0', 'and must be a text: put it in quotes'],
    [{ values: { renewal_date: ['2027-02-30'] } }, '/values/renewal_date/0', 'a calendar date, written YYYY-MM-DD'],
    [{ values: { 'employee.id': ['7'] } }, '/values/employee.id/0', 'is "7", and must be a UUID'],
    [{ values: { employee: ['x'] } }, '/values/employee/0', 'must be left out: this is not a single value'],
    [{ values: { federal_ein: { form: 'whole' } } }, '/values/federal_ein/form', 'of kind number; this is a text'],
    [{ fixtures: { plans: [{ planType: 'ppo' }] } }, '/fixtures/plans/0', 'must be given its id or its name'],
    [{ fixtures: { plans: [{ plan: 'x' }] } }, 'key "plan" at /fixtures/plans/0', 'name, planType, metalTier'],
    [{ dates: { firstRenewal: '1.1.2027' } }, '/dates/firstRenewal', 'a day, written YYYY-MM-DD, +90d or +2m'],
    [{ dates: { lastRenewal: '2027-02-29' } }, '/dates/lastRenewal', 'which is not a day of the calendar; correct it'],
    [{ dates: { firstRenewal: '2027-02-02', lastRenewal: '2027-02-01' } }, '/dates', '(2027-02-02); swap them'],
    [{ dates: { step: 'week' } }, '/dates/step', 'must be one of ["day","month","quarter","year"]'],
    [{ limits: { settle: '5' } }, '/limits/settle', 'must be a duration, written like 500ms, 5s or 2m'],
    [{ limits: { tokensPerMinute: 0 } }, '/limits/tokensPerMinute', 'is 0, and must be at least 1'],
    [{ headers: { 'content-LENGTH': '1' } }, '/headers/content-LENGTH', 'request decides for itself; remove it'],
    [{ headers: { 'X Key': 'hush' } }, '/headers/X Key', 'is not a name of a header; write it like X-Gateway-Key'],
    [{ headers: { 'X-Key': ['hush'] } }, '/headers/X-Key', 'must be a text, or { env: NAME }'],
    [{ headers: { 'X-Key': { env: 'UNSET_KEY' } } }, '/headers/X-Key', 'export it with the header as its value'],
    [{ headers: { 'X-Key': 'hu\nsh' } }, '/headers/X-Key', 'characters that no header has; remove them'],
    [{ headers: { 'X-Key': 'a', 'x-key': 'b' } }, '/headers', 'is given twice, in other letter case; keep one'],
    [{ tls: { ca: 'no.pem' } }, '/tls/ca', 'does not exist; check the path'],
    [{ tls: { cert: 'one.pem' } }, '/tls', 'cert without key; give both'],
    [{ tls: { key: 'one.key' } }, '/tls', 'key without cert; give both'],
  ])('in %j', async (config, place, says) => {
    const message = await refusalOf(config);
    expect(message).toContain(join('conf', 'c.json'));
    expect(message).toContain(place);
    expect(message.slice(-says.length)).toBe(says);
    expect(message).not.toContain('hush');
  });

  it.skipIf(!canCertify)('in PEM files', async () => {
    await writeCertificates();
    const use = /^CONFIG_INVALID: conf\/c\.json at \/tls\/ca: c\.json cannot be used: .*; give PEM without/;
    expect(await refusalOf({ tls: { ca: 'c.json' } })).toMatch(use);
    expect(await refusalOf({ tls: { cert: 'one.pem', key: 'two.key' } })).toMatch(
      /at \/tls: cert and key cannot be used: .*mismatch/,
    );
  });
});
