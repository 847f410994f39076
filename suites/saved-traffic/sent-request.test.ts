import { expect, test } from 'vitest';
import { documentedPart, matchAddress, unambiguousJson, withoutUndocumentedValues } from './sent-request.ts';

test.each([
  ['GET', 'https://example.com/gate/api/v1/x/api/v1/groups', 'E1', 'https://example.com/gate/api/v1/x'],
  ['POST', 'https://user:pass@h/t/auth/public/token?x=1#y', 'token', 'https://h/t'],
  ['OPTIONS', 'https://example.com/api/v1/groups', undefined, undefined],
  ['GET', 'not an address', undefined, undefined],
])('%s %s is a request for %s at %s', (method, url, endpoint, base) => {
  expect(matchAddress(method, url)?.endpoint).toBe(endpoint);
  expect(matchAddress(method, url)?.base).toBe(base);
});

test.each([
  ['?page_size=2&offset=0', true],
  ['', true],
  ['?page_size=2&page_size=3', false],
  ['?page=2', false],
])('the query "%s" is documented: %s', (query, isDocumented) => {
  expect(matchAddress('GET', `https://example.com/api/v1/employees/x/member_snapshots${query}`)).toMatchObject({
    isDocumented,
  });
});

test('the values of undocumented parameters are left out of an address', () => {
  expect(withoutUndocumentedValues('https://h/x?offset=1&api_key=a?b=c&flag#f')).toBe(
    'https://h/x?offset=1&api_key=redacted&flag=redacted',
  );
  expect(withoutUndocumentedValues('https://user:p%40ss@h/x')).toBe('https://h/x');
});

test.each([
  ['{"a": [1, 2.50, "\\u00e9 \\" : { x", {"b": null}], "c": true}', { a: [1, 2.5, 'é " : { x', { b: null }], c: true }],
  ['{}', {}],
])('%s reads the same to every parser', (text, value) => {
  expect(unambiguousJson(text)).toEqual(value);
});

test.each([
  ['a key given twice', '{"a": 1, "b": {"a": 1}, "a": 2}'],
  ['a number past what a double holds', '{"a": 1e400}'],
  ['half of a character', '{"a": "\\ud83d"}'],
  ['a NUL', '{"a": "x\\u0000"}'],
  ['a key of the language', '{"__proto__": {}}'],
  ['no end of brackets', `${'['.repeat(5000)}${']'.repeat(5000)}`],
  ['no JSON', '{"a": '],
])('%s may read otherwise to another parser', (_what, text) => {
  expect(unambiguousJson(text)).toBeUndefined();
});

test('members that no document names are left out, and free ones stay', () => {
  const line = { open_enrollment_start_date: '2030-01-01', own: 1, plans: [{ plan_id: 'x', own: 1 }] };
  const carriers = [{ carrier_id: 'c', own: 1, lines_of_coverage: { dental: line } }];
  const kept = { open_enrollment_start_date: '2030-01-01', plans: [{ plan_id: 'x' }] };
  expect(documentedPart('renewal-decision-input', { renewal_date: 1, own: 1, body: { carriers } })).toEqual({
    renewal_date: 1,
    body: { carriers: [{ carrier_id: 'c', lines_of_coverage: { dental: kept } }] },
  });
  const free = { employee: { classifications: { any: 'thing' } }, dependents: null };
  expect(documentedPart('member-snapshot-input', { ...free, own: 1 })).toEqual(free);
});
