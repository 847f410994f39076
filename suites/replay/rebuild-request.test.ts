import { describe, expect, test } from 'vitest';
import type { RecordedExchange } from '../../results/report.ts';
import { sampleTarget } from '../engine/sample-session.test-data.ts';
import { learnRenamed, rebuildRequest, withRenamedIds, type Means, type RebuiltRequest } from './rebuild-request.ts';

const group = 'aaaaaaaa-0000-4000-8000-000000000001';

function rebuilt(request: Partial<RecordedExchange['request']>, changes: Partial<Means> = {}): RebuiltRequest {
  const blank = { method: 'GET', url: 'http://127.0.0.1:4000/api/v1/groups', headers: {} };
  const means = {
    target: sampleTarget({ baseUrl: 'https://now.example.com/base', authUrl: 'https://auth.example.com' }),
    recordedBaseUrl: 'http://127.0.0.1:4000',
    token: 'good-token',
    secondToken: undefined,
  };
  return rebuildRequest({ request: { ...blank, ...request }, durationMs: 1 }, { ...means, ...changes });
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
    expect(rebuilt({ ...post, body: '{"a":1}' }).request).toMatchObject({ endpoint: 'E2', json: { a: 1 } });
    expect(rebuilt({ ...post, body: '{"a":1,"a":1}' }).request).not.toHaveProperty('json');
    expect(rebuilt({ ...post, body: '{\u00ff', isBinary: true }).request?.body).toEqual(Buffer.from([0x7b, 0xff]));
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
    const { request: sent, ...rest } = rebuilt(request);
    expect(rest).toEqual({ access: 'case', accessCase: 'basic' });
    expect(sent).toMatchObject({ endpoint: 'token', url: 'https://auth.example.com/auth/public/token' });
    expect(sent?.headers['authorization']).toMatch(/^Basic [\w+/=]+$/);
  });

  test('goes only to the target and its token service, and names no other host', () => {
    const headers = { authorization: 'Basic $BFC_CREDENTIALS', Host: 'example.net', 'content-length': '3' };
    const { request } = rebuilt({ method: 'POST', url: 'https://example.net/auth/public/token', headers });
    expect(request?.url).toBe('https://auth.example.com/auth/public/token');
    expect(Object.keys(request?.headers ?? {})).toEqual(['authorization']);
    expect(rebuilt({ url: '/api/v1/groups' }, { recordedBaseUrl: '' })).toHaveProperty('problem');
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
    expect(rebuilt(request)).toEqual({ problem: expect.stringMatching(problem) });
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
