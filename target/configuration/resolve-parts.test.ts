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
  const c = join('conf', 'c.json');
  test.each<[config: object, message: string]>([
    [{ bodies: { decisions: {} } }, `${c}: unknown key "decisions" at /bodies; did you mean "decision"?`],
    [{ bodies: { decision: {} } }, `${c}: /bodies/decision is empty; give it a value or remove it`],
    [{ bodies: { decision: { patch: 1 } } }, `${c} at /bodies/decision/patch: holds no members; write an object`],
    [{ bodies: { decision: { file: 1 } } }, `${c} at /bodies/decision/file: is no path; write it as text`],
    [
      { bodies: { decision: { file: 'no.json' } } },
      `no.json (${c} at /bodies/decision) does not exist; check the path`,
    ],
    [
      { bodies: { snapshot: { employee: { id: '{uid}' } } } },
      `${c} at /bodies/snapshot: {uid} is no placeholder; did you mean "uuid"?`,
    ],
    [
      { bodies: { snapshot: { snapshot_mode: '{digits:x}' } } },
      `${c} at /bodies/snapshot: {digits:x} is incomplete; write it like {digits:9}`,
    ],
    [
      { bodies: { snapshot: { patch: { employee: { id: 'x', person: null } } } } },
      `${c} at /bodies/snapshot/patch/employee/id must match format "uuid" (uuid); give it a value that the interface allows`,
    ],
    [
      { bodies: { decision: { body: { carriers: [] } } } },
      `${c} at /bodies/decision/body/carriers must NOT have fewer than 1 items (non-empty array of Renewal carrier input); give it a value that the interface allows`,
    ],
    [
      { values: { 'employee.persn.ssn': ['900-12-3456'] } },
      `${c} at /values: "employee.persn.ssn" is no member of a body that is sent; did you mean "employee.person.ssn"?`,
    ],
    [
      { values: { zzzzzzzzzzz: ['x'] } },
      `${c} at /values: "zzzzzzzzzzz" is no member of a body that is sent; spec/documents/2-resources.md lists the members of all bodies`,
    ],
    [
      { values: { federal_ein: 'digits' } },
      `${c}: /values/federal_ein is "digits", and must be a list of values, or { form: NAME } with one of digits, dashes, lower, upper, whole, omit`,
    ],
    [
      { values: { federal_ein: { form: 'digit' } } },
      `${c}: /values/federal_ein is {"form":"digit"}, and must be a list of values, or { form: NAME } with one of digits, dashes, lower, upper, whole, omit`,
    ],
    [
      { values: { federal_ein: [123456789] } },
      `${c} at /values/federal_ein/0 is 123456789, and must be a text: put it in quotes`,
    ],
    [
      { values: { renewal_date: ['2027-02-30'] } },
      `${c} at /values/renewal_date/0 is "2027-02-30", and must be a calendar date, written YYYY-MM-DD`,
    ],
    [{ values: { 'employee.id': ['7'] } }, `${c} at /values/employee.id/0 is "7", and must be a UUID`],
    [
      { values: { employee: ['x'] } },
      `${c} at /values/employee/0 is "x", and must be left out: this is no single value`,
    ],
    [
      { values: { federal_ein: { form: 'whole' } } },
      `${c} at /values/federal_ein/form is "whole", which is for members of kind number; this is a text`,
    ],
    [
      { fixtures: { plans: [{ planType: 'ppo' }] } },
      `${c}: /fixtures/plans/0 is {"planType":"ppo"}, and must be given its id or its name`,
    ],
    [
      { fixtures: { plans: [{ plan: 'x' }] } },
      `${c}: unknown key "plan" at /fixtures/plans/0; known are id, carrierId, lineOfCoverage, name, planType, metalTier`,
    ],
    [
      { dates: { firstRenewal: '1.1.2027' } },
      `${c}: /dates/firstRenewal is "1.1.2027", and must be a day, written YYYY-MM-DD, +90d or +2m`,
    ],
    [
      { dates: { lastRenewal: '2027-02-29' } },
      `${c} at /dates/lastRenewal is "2027-02-29", which is no day of the calendar; correct it`,
    ],
    [
      { dates: { firstRenewal: '2027-02-02', lastRenewal: '2027-02-01' } },
      `${c} at /dates: lastRenewal (2027-02-01) is before firstRenewal (2027-02-02); swap them`,
    ],
    [{ dates: { step: 'week' } }, `${c}: /dates/step is "week", and must be one of ["day","month","quarter","year"]`],
    [{ limits: { settle: '5' } }, `${c}: /limits/settle is "5", and must be a duration, written like 500ms, 5s or 2m`],
    [{ limits: { tokensPerMinute: 0 } }, `${c}: /limits/tokensPerMinute is 0, and must be >= 1`],
    [
      { headers: { Authorization: 'Bearer hush' } },
      `${c} at /headers/Authorization: is a header that each request decides for itself; remove it`,
    ],
    [
      { headers: { 'content-LENGTH': '1' } },
      `${c} at /headers/content-LENGTH: is a header that each request decides for itself; remove it`,
    ],
    [{ headers: { 'X Key': 'hush' } }, `${c} at /headers/X Key: is no name of a header; write it like X-Gateway-Key`],
    [
      { headers: { 'X-Key': ['hush'] } },
      `${c}: /headers/X-Key is a hidden value, and must be a text, or { env: NAME }`,
    ],
    [
      { headers: { 'X-Key': { env: 'UNSET_KEY' } } },
      `${c} at /headers/X-Key: the environment variable UNSET_KEY is not set; export it with the header as its value`,
    ],
    [
      { headers: { 'X-Key': 'hu\nsh' } },
      `${c} at /headers/X-Key: the value holds a line break or other characters that no header has; remove them`,
    ],
    [
      { headers: { 'X-Key': 'a', 'x-key': 'b' } },
      `${c} at /headers: x-key is given twice, in other letter case; keep one`,
    ],
    [{ tls: { ca: 'no.pem' } }, `no.pem (${c} at /tls/ca) does not exist; check the path`],
    [{ tls: { cert: 'one.pem' } }, `${c} at /tls: cert without key; give both`],
    [{ tls: { key: 'one.key' } }, `${c} at /tls: key without cert; give both`],
  ])('in %j', async (config, message) => {
    expect(await refusal(config)).toBe(`ConfigurationError: ${message}`);
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
