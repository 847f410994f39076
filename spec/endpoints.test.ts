import { expect, test } from 'vitest';
import { endpointOf, percentDecoded } from './endpoints.ts';

test.each([
  ['GET', '/api/v1/groups', 'E1', '', {}],
  ['GET', '/gate/api/v1/x/api/v1/groups', 'E1', '/gate/api/v1/x', {}],
  ['PUT', '/api/v1/renewal_decisions/a%2Fb/c', 'E4', '', { renewal_decision_id: 'a/b', version: 'c' }],
  ['GET', '/api/v1/member_snapshots/%E0%A4%A', 'E7', '', { snapshot_id: '%E0%A4%A' }],
  ['POST', '/t/auth/public/token', 'token', '/t', {}],
])('%s %s', (method, path, endpoint, prefix, pathParameters) => {
  expect(endpointOf(method, path)).toEqual({ endpoint, prefix, pathParameters });
});

test.each([
  ['POST', '/api/v1/groups'],
  ['GET', '/api/v1/groups/'],
  ['GET', '/api/v1/groups?x=/api/v1/groups/'],
  ['GET', '/auth/public/token'],
  ['get', '/api/v1/groups'],
])('%s %s is none of the interface', (method, path) => {
  expect(endpointOf(method, path)).toBeUndefined();
});

test('what is no encoding stays as it is', () => {
  expect([percentDecoded('a%20b'), percentDecoded('100%')]).toEqual(['a b', '100%']);
});
