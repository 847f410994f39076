import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { folderOfTest } from '../../spec/folders.test-data.ts';
import { canCertify, certify } from '../certificates.test-data.ts';
import { daysAfter, monthsAfter } from './body-template.ts';
import { resolveTarget } from './resolve-target.ts';
import type { Target } from './target.ts';

let cwd = '';
beforeEach(async () => {
  cwd = folderOfTest();
  await mkdir(join(cwd, 'conf'));
});

const write = (name: string, text: string) => writeFile(join(cwd, 'conf', name), text);

/** The target that a configuration in a folder of its own gives. */
async function resolved(config: object, variables: NodeJS.ProcessEnv = {}): Promise<Target> {
  await write('c.json', JSON.stringify(config));
  const flags = { baseUrl: 'https://api.example.com', authUrl: 'https://api.example.com', clientId: 'x' };
  const environment = { BFC_CLIENT_SECRET: 's', ...variables };
  return resolveTarget({ flags: { ...flags, config: 'conf/c.json' }, environment, cwd });
}

async function refusal(config: object, variables?: NodeJS.ProcessEnv): Promise<string> {
  const error: unknown = await resolved(config, variables).catch((reason: unknown) => reason);
  if (!(error instanceof Error)) throw new Error('was not refused');
  expect(error.message).not.toContain('\n');
  return `${error.name}: ${error.message}`;
}

const snapshotYaml = 'patch:\n  employee:\n    person:\n      ssn: "9{digits:8}"\n      middle_name:\n';
/** Writes files of certificates and keys. */
async function writeCertificates(): Promise<void> {
  const { ca, server, client } = certify();
  await Promise.all([write('ca.pem', ca), write('one.pem', server.cert), write('one.key', server.key)]);
  await write('two.key', client.key);
}

describe('a configuration gives', () => {
  test('bodies, inline and from files beside it', async () => {
    await write('snapshot.yaml', snapshotYaml);
    await write('decision.json', '{"renewal_date": "{month:+2}", "body": {"carriers": [{}]}}');
    const { bodies } = await resolved({
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

  test('values, plans, headers and limits', async () => {
    const plan = { name: 'Gold', carrierId: '5b0c2f3e-6f0a-4c5e-9d0e-1f6f2a7b3c01', lineOfCoverage: 'medical' };
    const target = await resolved(
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

  test('proxies, by the variables in either letter case', async () => {
    expect(
      (await resolved({}, { HTTPS_PROXY: 'proxy:3128', no_proxy: 'a.example.com, .b', NO_PROXY: 'x' })).proxy,
    ).toEqual({
      https: 'http://proxy:3128',
      except: ['a.example.com', '.b'],
    });
    expect(await refusal({}, { http_proxy: 'socks5://me:hush@proxy:1' })).toBe(
      'ConfigurationError: http_proxy: not the address of a proxy; write it like http://proxy.example.com:3128',
    );
  });

  test('days, those relative to today as days of the calendar', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const dates = { firstRenewal: '+90d', lastRenewal: '+12m', step: 'month', coverageStart: '2027-01-01' };
    const expected = {
      firstRenewal: daysAfter(today, 90),
      lastRenewal: monthsAfter(today, 12),
      step: 'month',
      coverageStart: '2027-01-01',
    };
    expect((await resolved({ dates })).dates).toEqual(expected);
  });

  test.skipIf(!canCertify)('certificates', async () => {
    await writeCertificates();
    const { tls, curl } = await resolved({ tls: { ca: 'ca.pem', cert: 'one.pem', key: 'one.key' } });
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

describe('a mistake is reported in one line', () => {
  const until = '2027-02-28';
  const waiver = (...each: readonly object[]) => ({
    waive: each.map((members) => ({ id: 'token.issue', reason: 'x', ...members })),
  });

  test.each<[config: object, place: string, says: string]>([
    [{ baseURL: 'x' }, 'unknown key "baseURL" at the top', 'did you mean "baseUrl"?'],
    [{ limits: { rate: 1 } }, 'at /limits', 'known are concurrency, requestsPerSecond, tokensPerMinute, settle'],
    [{ limits: { concurrency: '4' } }, '/limits/concurrency is "4"', 'and must be of type integer'],
    [{ environment: 'test' }, '/environment is "test"', 'and must be one of ["sandbox","production"]'],
    [{ fixtures: { groupId: '7' } }, '/fixtures/groupId is "7"', 'and must be a UUID'],
    [{ credentials: { clientSecretEnv: 'hush-hush' } }, 'Env is a hidden value', 'the name of an environment variable'],
    [{ vocabulary: { sex: [] } }, '/vocabulary/sex is empty', 'give it a value or remove it'],
    [{ expect: { qqqqqqqq: 1 } }, 'at /expect is no requirement id', 'all ids are in spec/generated/register.json'],
    [{ expect: { 'token.issue': 1 } }, 'is no open point', 'and only those can be pinned; remove it'],
    [{ waive: [{ id: 'token.issue', until }] }, '/waive/0', 'lacks "reason"; add it'],
    [waiver({ until: '2027-02-29' }), '/waive/0/until', 'and must be a calendar date, written YYYY-MM-DD'],
    [waiver({ id: 'token.isue', until }), 'at /waive/0/id is no requirement id', 'did you mean "token.issue"?'],
    [waiver({ id: 7, until }), '/waive/0/id is 7', 'and must be of type string'],
    [waiver({ id: 'renewals.edit-stale', until }), 'at /waive/0/id is an open point', 'pin it, or remove the waiver'],
    [waiver({ until }, { until }), '"token.issue" is waived twice', 'again at /waive/1/id; keep one'],
    // The cause of several mistakes is reported.
    [{ nme: 'x', ...waiver({ id: 'x', until }) }, 'unknown key "nme" at the top', 'did you mean "name"?'],
    [{ bodies: { decisions: {} } }, 'key "decisions" at /bodies', 'did you mean "decision"?'],
    [{ bodies: { decision: {} } }, '/bodies/decision', 'is empty; give it a value or remove it'],
    [{ bodies: { decision: { patch: 1 } } }, '/bodies/decision/patch', 'holds no members; write an object'],
    [{ bodies: { decision: { file: 1 } } }, '/bodies/decision/file', 'is no path; write it as text'],
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
    [{ values: { employee: ['x'] } }, '/values/employee/0', 'must be left out: this is no single value'],
    [{ values: { federal_ein: { form: 'whole' } } }, '/values/federal_ein/form', 'of kind number; this is a text'],
    [{ fixtures: { plans: [{ planType: 'ppo' }] } }, '/fixtures/plans/0', 'must be given its id or its name'],
    [{ fixtures: { plans: [{ plan: 'x' }] } }, 'key "plan" at /fixtures/plans/0', 'name, planType, metalTier'],
    [{ dates: { firstRenewal: '1.1.2027' } }, '/dates/firstRenewal', 'a day, written YYYY-MM-DD, +90d or +2m'],
    [{ dates: { lastRenewal: '2027-02-29' } }, '/dates/lastRenewal', 'which is no day of the calendar; correct it'],
    [{ dates: { firstRenewal: '2027-02-02', lastRenewal: '2027-02-01' } }, '/dates', '(2027-02-02); swap them'],
    [{ dates: { step: 'week' } }, '/dates/step', 'must be one of ["day","month","quarter","year"]'],
    [{ limits: { settle: '5' } }, '/limits/settle', 'must be a duration, written like 500ms, 5s or 2m'],
    [{ limits: { tokensPerMinute: 0 } }, '/limits/tokensPerMinute', 'is 0, and must be >= 1'],
    [{ headers: { 'content-LENGTH': '1' } }, '/headers/content-LENGTH', 'request decides for itself; remove it'],
    [{ headers: { 'X Key': 'hush' } }, '/headers/X Key', 'is no name of a header; write it like X-Gateway-Key'],
    [{ headers: { 'X-Key': ['hush'] } }, '/headers/X-Key', 'must be a text, or { env: NAME }'],
    [{ headers: { 'X-Key': { env: 'UNSET_KEY' } } }, '/headers/X-Key', 'export it with the header as its value'],
    [{ headers: { 'X-Key': 'hu\nsh' } }, '/headers/X-Key', 'characters that no header has; remove them'],
    [{ headers: { 'X-Key': 'a', 'x-key': 'b' } }, '/headers', 'is given twice, in other letter case; keep one'],
    [{ tls: { ca: 'no.pem' } }, '/tls/ca', 'does not exist; check the path'],
    [{ tls: { cert: 'one.pem' } }, '/tls', 'cert without key; give both'],
    [{ tls: { key: 'one.key' } }, '/tls', 'key without cert; give both'],
  ])('in %j', async (config, place, says) => {
    const message = await refusal(config);
    expect(message).toMatch(/^ConfigurationError: /);
    expect(message).toContain(join('conf', 'c.json'));
    expect(message).toContain(place);
    expect(message.slice(-says.length)).toBe(says);
    expect(message).not.toContain('hush');
  });

  test.skipIf(!canCertify)('in PEM files', async () => {
    await writeCertificates();
    const use = /^ConfigurationError: conf\/c\.json at \/tls\/ca: c\.json cannot be used: .*; give PEM without/;
    expect(await refusal({ tls: { ca: 'c.json' } })).toMatch(use);
    expect(await refusal({ tls: { cert: 'one.pem', key: 'two.key' } })).toMatch(
      /at \/tls: cert and key cannot be used: .*mismatch/,
    );
  });
});
