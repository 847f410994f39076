import { describe, expect, it } from 'vitest';
import { followUp, readRequest, sentBody, withAuthorization, withJson, withParameter, withQuery } from './exchange.ts';

const request = (method: string, url: string) => readRequest({ method, url, headers: {}, body: Buffer.alloc(0) });

describe('a request', () => {
  it.each([
    ['GET', '/api/v1/groups?page_size=2', 'E1', {}, { page_size: '2' }],
    ['GET', '/gateway/api/v1/groups', 'E1', {}, {}],
    ['POST', '/api/v1/group_connections', 'E2', {}, {}],
    ['PUT', '/api/v1/renewal_decisions/a/b', 'E4', { renewal_decision_id: 'a', version: 'b' }, {}],
    ['GET', '/api/v1/employees/%C3%A4/member_snapshots', 'E8', { employee_id: 'ä' }, {}],
    ['POST', '/auth/public/token', 'token', {}, {}],
    ['DELETE', '/api/v1/groups', undefined, {}, {}],
    ['GET', '/api/v1/groups/%', undefined, {}, {}],
  ])('%s %s goes to %s', (method, url, place, path, query) => {
    expect(request(method, url)).toMatchObject({ place, path, query });
  });

  it('is given other query parameters, and has some taken away', () => {
    const { url } = withQuery(request('GET', '/x/api/v1/groups?a=1&b=2'), { a: undefined, c: 'ä&b' });
    expect(url).toBe('/x/api/v1/groups?b=2&c=%C3%A4%26b');
  });

  it('is given another path parameter, caller and body', () => {
    const moved = withParameter(request('GET', '/api/v1/member_snapshots/a%20b'), 'snapshot_id', 'c d');
    expect(moved).toMatchObject({ place: 'E7', path: { snapshot_id: 'c d' }, url: '/api/v1/member_snapshots/c%20d' });
    expect(withAuthorization(moved, 'Bearer x').headers).toEqual({ authorization: 'Bearer x' });
    expect(sentBody(withJson(moved, { a: 1 }))).toEqual({ a: 1 });
  });

  it('is followed up by the same caller below the same prefix', () => {
    const first = withAuthorization(request('GET', '/gateway/api/v1/groups'), 'Bearer x');
    expect(followUp(first, 'GET', '/member_snapshots/a')).toMatchObject({
      url: '/gateway/api/v1/member_snapshots/a',
      headers: { authorization: 'Bearer x' },
      place: 'E7',
    });
  });
});
