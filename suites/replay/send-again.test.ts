import { describe, expect, test } from 'vitest';
import type { RecordedExchange } from '../../results/report.ts';
import { sampleEvidence } from '../../results/sample-reports.test-data.ts';
import type { OutgoingRequest } from '../../target/exchange.ts';
import { placeholders } from '../../target/redaction.ts';
import { startServer } from '../../target/sample-server.test-data.ts';
import { sampleSession, sampleTarget } from '../engine/sample-session.test-data.ts';
import {
  learnRenamed,
  rebuildRequest,
  sendAgain,
  withRenamedIds,
  type ExchangesReplay,
  type Means,
  type Recorded,
} from './send-again.ts';

const employee = '0190abcd-0000-4000-8000-00000000000a';
const meta = { offset: 4, page_num: 3, page_size: 2, total_records: 5 };
const page = (records: number): object => ({ meta, response: Array.from({ length: records }, () => ({})) });

/** Sends a GET again that was answered with a page, to a target that answers it with this. */
async function replayed(
  path: string,
  [status, body]: readonly [number, object],
  { id, ...changes }: Partial<Recorded['counterexample']> & Pick<Recorded, 'id'>,
): Promise<ExchangesReplay> {
  const server = await startServer((response, _, { url = '' }) => {
    const isToken = url === '/auth/public/token';
    const isGroups = url === '/api/v1/groups';
    const token = { access_token: 'a.b.c', expires_in: 600, token_type: 'Bearer' };
    const groups = { meta: { offset: 0, page_num: 1, page_size: 20, total_records: 0 }, response: [] };
    const answer = isToken ? token : isGroups ? groups : body;
    const isPlain = isToken || isGroups;
    response.writeHead(isPlain ? 200 : status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  const request = {
    method: 'GET',
    url: `${server.url}${path}?offset=4`,
    headers: { authorization: `Bearer ${placeholders.token}` },
  };
  const response = { status: 200, headers: {}, body: JSON.stringify(page(2)) };
  return sendAgain(sampleSession({ baseUrl: server.url, authUrl: server.url }), {
    id,
    counterexample: sampleEvidence({ exchanges: [{ request, response, durationMs: 1 }], ...changes }),
    baseUrl: server.url,
  });
}

const [ofEmployee, ofGroup] = [
  `/api/v1/employees/${employee}/member_snapshots`,
  `/api/v1/groups/${employee}/renewal_decisions`,
];

test.for([
  ['too many again', ofEmployee, [200, page(2)], 'shows again', /^$/],
  ['as many as are left', ofEmployee, [200, page(1)], 'in order', /^$/],
  ['a refusal, of a record of that run', ofEmployee, [400, {}], 'open', /the record is gone/],
  ['a refusal, of a list that is there', ofGroup, [400, {}], 'open', /answered with 200 is refused now/],
] as const)('a page that held too many is answered with %s', async ([, path, answer, showing, note]) => {
  const broken = { pointer: '/response', property: 'employee', expected: 'at most 1 record', actual: '2 records' };
  const replay = await replayed(path, answer, { id: 'paging.bounds', ...broken });
  expect(replay.showing).toBe(showing);
  expect(replay.note ?? '').toMatch(note);
});

test('a place in a list shows nothing, as the list has changed since', async () => {
  const replay = await replayed(ofGroup, [200, page(1)], { id: 'unauthorized.no-effect', pointer: '/response/0' });
  expect(replay).toMatchObject({ showing: 'open', note: expect.stringContaining('records of that run') });
});

const group = 'aaaaaaaa-0000-4000-8000-000000000001';

function rebuilt(request: Partial<RecordedExchange['request']>, changes: Partial<Means> = {}) {
  const blank = { method: 'GET', url: 'http://127.0.0.1:4000/api/v1/groups', headers: {} };
  const means = {
    target: sampleTarget({ baseUrl: 'https://now.example.com/base', authUrl: 'https://auth.example.com' }),
    recordedBaseUrl: 'http://127.0.0.1:4000',
    token: 'good-token',
    secondToken: undefined,
  };
  return rebuildRequest({ request: { ...blank, ...request }, durationMs: 1 }, { ...means, ...changes });
}

function sent(request: Partial<RecordedExchange['request']>): OutgoingRequest {
  const made = rebuilt(request);
  if (typeof made === 'string') throw new Error(made);
  return made.request;
}

describe('a recorded request', () => {
  test('goes to the target of now, with its token, as the endpoint that it was', () => {
    const url = `http://127.0.0.1:4000/api/v1/groups/${group}/renewal_decisions?start_date=Fri%2C%2001`;
    expect(rebuilt({ url, headers: { authorization: 'Bearer $BFC_TOKEN' } })).toEqual({
      request: {
        endpoint: 'E5',
        method: 'GET',
        url: `https://now.example.com/base/api/v1/groups/${group}/renewal_decisions?start_date=Fri%2C%2001`,
        pathParameters: { group_id: group },
        query: { start_date: 'Fri, 01' },
        headers: { authorization: 'Bearer good-token' },
      },
      access: 'first',
    });
  });

  test('has the value of its body where the suites wrote it, and only there', () => {
    const post = { method: 'POST', url: 'http://127.0.0.1:4000/api/v1/group_connections' };
    expect(sent({ ...post, body: '{"a":1}' })).toMatchObject({ endpoint: 'E2', json: { a: 1 } });
    expect(sent({ ...post, body: '{"a":1,"a":1}' })).not.toHaveProperty('json');
    expect(sent({ ...post, body: '{\u00ff', isBinary: true }).body).toEqual(Buffer.from([0x7b, 0xff]));
  });

  test.for([
    [{}, { access: 'none' }],
    [{ authorization: 'bearer $BFC_TOKEN' }, { access: 'case', accessCase: 'replayed' }],
    [{ authorization: 'Bearer x.y.z' }, { access: 'case', accessCase: 'replayed' }],
    [{ authorization: 'Bearer $BFC_SECOND_TOKEN' }, { access: 'second' }],
  ] as const)('with %j is sent with the access that shows', ([headers, access]) => {
    expect(rebuilt({ headers }, { secondToken: 'other-token' })).toMatchObject(access);
  });

  test('for a token carries the key again, to where the token service is now', () => {
    const request = {
      method: 'POST',
      url: 'http://127.0.0.1:4001/auth/public/token',
      headers: { authorization: 'Basic $BFC_CREDENTIALS' },
      body: '{"grant_type":"client_credentials"}',
    };
    expect(rebuilt(request)).toEqual({
      access: 'case',
      accessCase: 'basic',
      request: expect.objectContaining({ endpoint: 'token', url: 'https://auth.example.com/auth/public/token' }),
    });
    expect(sent(request).headers['authorization']).toMatch(/^Basic [\w+/=]+$/);
  });

  test('goes only to the target and its token service, and names no other host', () => {
    const headers = { authorization: 'Basic $BFC_CREDENTIALS', Host: 'example.net', 'content-length': '3' };
    const request = sent({ method: 'POST', url: 'https://example.net/auth/public/token', headers });
    expect(request.url).toBe('https://auth.example.com/auth/public/token');
    expect(Object.keys(request.headers)).toEqual(['authorization']);
    expect(rebuilt({ url: '/api/v1/groups' }, { recordedBaseUrl: '' })).toMatch(/^went to another address/);
  });

  test.for([
    [{ headers: { authorization: 'Bearer <token>' } }, /^carried a secret, or an altered token/],
    [{ headers: { authorization: 'Basic <credentials>' } }, /^carried a secret/],
    [{ body: `${'x'.repeat(65_536)}… (17 more characters)` }, /^was too long/],
    [{ body: '{"ssn":"<personal>"}' }, /^carried personal data/],
    [{ headers: { authorization: 'Bearer $BFC_EXPIRED_TOKEN' } }, /^takes an expired token; .*expiredTokenEnv/],
    [{ headers: { authorization: 'Bearer $BFC_SECOND_TOKEN' } }, /^takes a second organization's key/],
    [{ url: 'http://example.com/api/v1/groups' }, /^went to another address than http:\/\/127\.0\.0\.1:4000/],
    [{ url: 'http://127.0.0.1:4000/api/v1/nowhere' }, /^belongs to no endpoint/],
    [{ url: 'http://127.0.0.1:4000@example.net/api/v1/groups' }, /^went to another address/],
    [{ url: 'http://127.0.0.1:4000/api/v1/groups?x=/auth/public/token', method: 'POST' }, /^belongs to no endpoint/],
    [{ url: 'file:///auth/public/token', method: 'POST' }, /^went to another address/],
    [{ url: 'http://127.0.0.1:4000/api/v1/groups?a=\r\nb' }, /^has an address/],
    [{ headers: { 'x-a': 'b\r\nc: d' } }, /^has a header/],
    [{ url: 'http://127.0.0.1:4000', wire: 'GE T / HTTP/1.1\r\n\r\n' }, /^is not HTTP, and is only sent by its check$/],
  ] as const)('like %j says why it cannot be sent', ([request, problem]) => {
    expect(rebuilt(request)).toMatch(problem);
  });

  test('that writes is sent only where writing is allowed', () => {
    const write = { method: 'POST', url: 'http://127.0.0.1:4000/api/v1/group_connections', body: '{}' };
    const target = sampleTarget({ writesAllowed: false });
    expect(rebuilt(write, { target })).toMatch(/^writes, which is not allowed on this target/);
    expect(rebuilt({}, { target })).toHaveProperty('request');
  });
});

describe('identifiers that have changed', () => {
  const id = (digit: number): string => `${digit}`.repeat(8) + `-0000-4000-8000-${`${digit}`.repeat(12)}`;

  test('are learned from two answers, and replaced in later requests', () => {
    const before = JSON.stringify({ id: id(1), version: id(2), group_id: id(3), list: [{ id: id(4) }], name: 'a' });
    const now = JSON.stringify({ id: id(5), version: id(6), group_id: id(3), list: [{ id: id(7) }], name: 'b' });
    const known = learnRenamed(new Map(), before, now);
    const url = `/x/${id(1)}/${id(2).toUpperCase()}?g=${id(3)}&u=${id(8)}`;
    const request = { method: 'PUT', url, headers: {}, body: `{"o":"${id(4)}","n":"a"}` };
    expect(withRenamedIds({ request, durationMs: 1 }, known).request).toMatchObject({
      url: `/x/${id(5)}/${id(6)}?g=${id(3)}&u=${id(8)}`,
      body: `{"o":"${id(7)}","n":"a"}`,
    });
  });

  test.for(['', 'null', '[]', '{"id":1}'])('are not learned from an answer like %j', (text) => {
    expect(learnRenamed(new Map(), text, JSON.stringify({ id: id(1) })).size).toBe(0);
    expect(learnRenamed(new Map(), JSON.stringify({ id: id(1) }), text).size).toBe(0);
  });
});
