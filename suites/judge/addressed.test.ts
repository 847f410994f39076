import { expect, test } from 'vitest';
import { addressed, withoutStrangeValues } from './addressed.ts';

test.each([
  ['GET', 'https://example.com/api/v1/groups', 'E1', 'https://example.com', {}],
  ['GET', 'https://example.com/gate/api/v1/x/api/v1/groups', 'E1', 'https://example.com/gate/api/v1/x', {}],
  [
    'PUT',
    'http://h:8/api/v1/renewal_decisions/a%2Fb/c',
    'E4',
    'http://h:8',
    { renewal_decision_id: 'a/b', version: 'c' },
  ],
  ['GET', 'http://h/api/v1/member_snapshots/%E0%A4%A', 'E7', 'http://h', { snapshot_id: '%E0%A4%A' }],
  ['POST', 'https://user:pass@h/t/auth/public/token?x=1#y', 'token', 'https://h/t', {}],
])('%s %s is traffic of the interface', (method, url, endpoint, base, pathParameters) => {
  expect(addressed(method, url)).toMatchObject({ endpoint, base, pathParameters });
});

test.each([
  ['POST', 'https://example.com/api/v1/groups'],
  ['GET', 'https://example.com/api/v1/groups/'],
  ['GET', 'https://example.com/api/v2/groups'],
  ['GET', 'https://example.com/api/v1/groups/x/plans'],
  ['OPTIONS', 'https://example.com/api/v1/groups'],
  ['GET', 'not an address'],
])('%s %s is none', (method, url) => {
  expect(addressed(method, url)).toBeUndefined();
});

test.each([
  ['?page_size=2&offset=0', true],
  ['', true],
  ['?page_size=2&page_size=3', false],
  ['?page=2', false],
])('the query "%s" is familiar: %s', (query, isFamiliar) => {
  expect(addressed('GET', `https://example.com/api/v1/employees/x/member_snapshots${query}`)).toMatchObject({
    isFamiliar,
  });
});

test('the values of unfamiliar plan are left out of an address', () => {
  expect(withoutStrangeValues('https://h/x?offset=1&api_key=a?b=c&flag#f')).toBe(
    'https://h/x?offset=1&api_key=redacted&flag=redacted',
  );
  expect(withoutStrangeValues('https://h/x')).toBe('https://h/x');
  expect(withoutStrangeValues('https://user:p%40ss@h/x')).toBe('https://h/x');
});
