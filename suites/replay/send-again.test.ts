import { describe, expect, test } from 'vitest';
import type { RecordedExchange } from '../../results/report.ts';
import { sampleEvidence } from '../../results/sample-reports.test-data.ts';
import type { RequirementId } from '../../spec/index.ts';
import { placeholders } from '../../target/redaction.ts';
import { sendJson, startService } from '../../target/sample-server.test-data.ts';
import { sampleSession, sampleTarget } from '../engine/sample-session.test-data.ts';
import { page } from '../judging/exchange-samples.test-data.ts';
import { rebuildRequest, sendAgain, type Means, type Recorded } from './send-again.ts';

type Recording = readonly [method: string, path: string, answer: object];

/**
 * Sends recorded exchanges again to a target with a fixed answer; returns the result and the last requested address.
 */
async function replayed(
  id: RequirementId,
  recorded: readonly Recording[],
  [status, body]: readonly [number, object],
  evidence: Partial<Recorded['counterexample']> = {},
) {
  const { url: baseUrl, received } = await startService((response, _, { url }) => {
    if (url === '/api/v1/groups') sendJson(response, page([]));
    else sendJson(response, body, status);
  });
  const exchanges = recorded.map(([method, path, answer]): RecordedExchange => ({
    request: { method, url: `${baseUrl}${path}`, headers: { authorization: `Bearer ${placeholders.token}` } },
    response: { status: 200, headers: {}, body: JSON.stringify(answer) },
    durationMs: 1,
  }));
  const counterexample = sampleEvidence({ exchanges, ...evidence });
  const replay = await sendAgain(sampleSession({ baseUrl, authUrl: baseUrl }), { id, counterexample, baseUrl });
  return { ...replay, lastAsked: received.at(-1)?.url };
}

const idOf = (digit: string): string => `0190abcd-0000-4000-8000-00000000000${digit}`;
const [old, renewed] = [idOf('a'), idOf('b')];
const pageOf = (records: number): object =>
  page(
    Array.from({ length: records }, () => ({})),
    { offset: 4, page_num: 3, page_size: 2, total_records: 5 },
  );
const ofEmployee: Recording = ['GET', `/api/v1/employees/${old}/member_snapshots?offset=4`, pageOf(2)];
const ofGroup: Recording = ['GET', `/api/v1/groups/${old}/renewal_decisions?offset=4`, pageOf(2)];

test.for([
  ['too many again', ofEmployee, [200, pageOf(2)], 'shows again', /^$/],
  ['as many as are left', ofEmployee, [200, pageOf(1)], 'in order', /^$/],
  ['a refusal for a record of that run', ofEmployee, [400, {}], 'open', /the record is gone/],
  ['a refusal for a list that still exists', ofGroup, [400, {}], 'open', /answered with 200 is refused now/],
] as const)('replays a page with too many records, answered with %s', async ([, recorded, answer, showing, note]) => {
  const broken = { pointer: '/response', property: 'employee', expected: 'at most 1 record', actual: '2 records' };
  const replay = await replayed('paging.bounds', [recorded], answer, broken);
  expect(replay.showing).toBe(showing);
  expect(replay.note ?? '').toMatch(note);
});

test('does not decide by a position in a list, which has changed since', async () => {
  const replay = await replayed('unauthorized.no-effect', [ofGroup], [200, pageOf(1)], { pointer: '/response/0' });
  expect(replay).toMatchObject({ showing: 'open', note: expect.stringContaining('records of that run') });
});

test('gives the value that is expected now if it differs from the recorded one', async () => {
  const edit: Recording = ['PUT', `/api/v1/renewal_decisions/${old}/${old}`, { id: old, version: old }];
  const replay = (expected: string) =>
    replayed('versions.change-on-edit', [edit], [200, { id: old, version: old }], { pointer: '/version', expected });
  const now = `another version than ${old}`;
  expect(await replay(`another version than ${renewed}`)).toMatchObject({ showing: 'shows again', expected: now });
  expect(await replay(now)).not.toHaveProperty('expected');
});

test('does not call a record in order that is answered as recorded, even if its rule no longer knows what was sent', async () => {
  const members = [{ id: idOf('c'), custom_individual_id: 'tag-1', type: 'dependent' }];
  const record = { id: old, created_members: members };
  const read: Recording = ['GET', `/api/v1/member_snapshots/${old}`, record];
  const replay = (answer: object) =>
    replayed('snapshots.created-members', [read], [200, answer], {
      pointer: '/created_members',
      property: 'snapshots',
    });
  const note = 'answered as recorded; this exchange alone cannot decide';
  expect(await replay(record)).toMatchObject({ showing: 'open', note });
  expect(await replay({ ...record, created_members: [] })).toMatchObject({ showing: 'in order' });
});

test('reads a record that is created again under its new id', async () => {
  const group = idOf('c');
  const recorded: readonly Recording[] = [
    ['POST', `/api/v1/groups/${group}/member_snapshots`, { id: old.toUpperCase(), group_id: group }],
    ['GET', `/api/v1/member_snapshots/${old}`, {}],
  ];
  const { lastAsked } = await replayed('snapshots.get', recorded, [200, { id: renewed, group_id: group }]);
  expect(lastAsked).toBe(`/api/v1/member_snapshots/${renewed}`);
});

function rebuilt(request: Partial<RecordedExchange['request']>, changes: Partial<Means> = {}) {
  const blank = { method: 'GET', url: 'http://127.0.0.1:4000/api/v1/groups', headers: {} };
  const means = {
    target: sampleTarget({ baseUrl: 'https://now.example.com/base', authUrl: 'https://auth.example.com' }),
    recordedBaseUrl: 'http://127.0.0.1:4000',
    token: 'good-token',
    secondToken: undefined,
  };
  return rebuildRequest({ ...blank, ...request }, { ...means, ...changes });
}

describe('a recorded request', () => {
  test('goes to the same endpoint of the current target, with its token', () => {
    const url = `http://127.0.0.1:4000/api/v1/groups/${old}/renewal_decisions?start_date=Fri%2C%2001`;
    expect(rebuilt({ url, headers: { authorization: 'Bearer $BFC_TOKEN' } })).toEqual({
      request: {
        endpoint: 'E5',
        method: 'GET',
        url: `https://now.example.com/base/api/v1/groups/${old}/renewal_decisions?start_date=Fri%2C%2001`,
        pathParameters: { group_id: old },
        query: { start_date: 'Fri, 01' },
        headers: { authorization: 'Bearer good-token' },
      },
      access: 'first',
    });
  });

  test('has the current token in its query if it had one there', () => {
    const url = 'http://127.0.0.1:4000/api/v1/groups?access_token=$BFC_TOKEN';
    expect(rebuilt({ url }, { token: 'a+b' })).toMatchObject({
      request: { url: 'https://now.example.com/base/api/v1/groups?access_token=a%2Bb', query: { access_token: 'a+b' } },
      access: 'none',
    });
    expect(rebuilt({ url: url.replace('TOKEN', 'SECOND_TOKEN') })).toMatch(/^takes a second organization's key/);
  });

  test('has its body as a JSON value only if the suites wrote it', () => {
    const post = { method: 'POST', url: 'http://127.0.0.1:4000/api/v1/group_connections' };
    const written = rebuilt({ ...post, body: '{"a":1}' });
    expect(written).toMatchObject({ request: { endpoint: 'E2', json: { a: 1 } } });
    expect(rebuilt({ ...post, body: '{"a":1,"a":1}' })).not.toHaveProperty('request.json');
    const binary = rebuilt({ ...post, body: '{\u00ff', isBinary: true });
    expect(binary).toMatchObject({ request: { body: Buffer.from([0x7b, 0xff]) } });
  });

  test.for([
    [{}, { access: 'none' }],
    [{ authorization: 'bearer $BFC_TOKEN' }, { access: 'case', accessCase: 'replayed' }],
    [{ authorization: 'Bearer x.y.z' }, { access: 'case', accessCase: 'replayed' }],
    [{ authorization: 'Bearer $BFC_SECOND_TOKEN' }, { access: 'second' }],
  ] as const)('with headers %j is sent with the same access', ([headers, access]) => {
    expect(rebuilt({ headers }, { secondToken: 'other-token' })).toMatchObject(access);
  });

  test('for a token goes to the current token service with the key, and without headers of another host', () => {
    const headers = { authorization: 'Basic $BFC_CREDENTIALS', Host: 'example.net', 'content-length': '3' };
    const body = '{"grant_type":"client_credentials"}';
    expect(rebuilt({ method: 'POST', url: 'https://example.net/auth/public/token', headers, body })).toEqual({
      access: 'case',
      accessCase: 'basic',
      request: expect.objectContaining({
        endpoint: 'token',
        url: 'https://auth.example.com/auth/public/token',
        headers: { authorization: expect.stringMatching(/^Basic [\w+/=]+$/) },
      }),
    });
  });

  test.for([
    [{ headers: { authorization: 'Bearer <token>' } }, /^carried a secret, or an altered token/],
    [{ headers: { authorization: 'Basic <credentials>' } }, /^carried a secret/],
    [{ body: `${'x'.repeat(65_536)}… (17 more characters)` }, /^was too long/],
    [{ body: '{"ssn":"<personal>"}' }, /^carried personal data/],
    [{ headers: { authorization: 'Bearer $BFC_EXPIRED_TOKEN' } }, /^takes an expired token; .*expiredTokenEnv/],
    [{ headers: { authorization: 'Bearer $BFC_SECOND_TOKEN' } }, /^takes a second organization's key/],
    [{ url: 'http://example.com/api/v1/groups' }, /^went to another address than http:\/\/127\.0\.0\.1:4000/],
    [{ url: '/api/v1/groups' }, /^went to another address/],
    [{ url: 'http://127.0.0.1:4000/api/v1/nowhere' }, /^belongs to no endpoint/],
    [{ url: 'http://127.0.0.1:4000@example.net/api/v1/groups' }, /^went to another address/],
    [{ url: 'http://127.0.0.1:4000/api/v1/groups?x=/auth/public/token', method: 'POST' }, /^belongs to no endpoint/],
    [{ url: 'file:///auth/public/token', method: 'POST' }, /^went to another address/],
    [{ url: 'http://127.0.0.1:4000/api/v1/groups?a=\r\nb' }, /^has an address/],
    [{ headers: { 'x-a': 'b\r\nc: d' } }, /^has a header/],
    [{ url: 'http://127.0.0.1:4000', wire: 'GE T / HTTP/1.1\r\n\r\n' }, /^is not HTTP, and is only sent by its check$/],
  ] as const)('that cannot be sent says why: %j', ([request, problem]) => {
    expect(rebuilt(request)).toMatch(problem);
  });

  test('that writes is sent only if writes are allowed', () => {
    const write = { method: 'POST', url: 'http://127.0.0.1:4000/api/v1/group_connections', body: '{}' };
    const target = sampleTarget({ writesAllowed: false });
    expect(rebuilt(write, { target })).toMatch(/^writes, which is not allowed on this target/);
    expect(rebuilt({}, { target })).toHaveProperty('request');
  });
});
