import { expect, test } from 'vitest';
import { documentedPart } from './documented-part.ts';
import { sentJson } from './sent-json.ts';

test.each([
  ['{"a": [1, 2.50, "\\u00e9 \\" : { x", {"b": null}], "c": true}', { a: [1, 2.5, 'é " : { x', { b: null }], c: true }],
  ['"text"', 'text'],
  ['{}', {}],
])('%s says the same to every reader', (text, value) => {
  expect(sentJson(text)).toEqual(value);
});

test.each([
  ['a key given twice', '{"a": 1, "b": {"a": 1}, "a": 2}'],
  ['a number past what a double holds', '{"a": 1e400}'],
  ['half of a character', '{"a": "\\ud83d"}'],
  ['a NUL', '{"a": "x\\u0000"}'],
  ['a key of the language', '{"__proto__": {}}'],
  ['no end of brackets', `${'['.repeat(5000)}${']'.repeat(5000)}`],
  ['no JSON', '{"a": '],
  ['nothing', ''],
])('%s may say something else to another reader', (_what, text) => {
  expect(sentJson(text)).toBeUndefined();
});

test('members that no document names are left out, and free ones stay', () => {
  const line = { open_enrollment_start_date: '2030-01-01', own: 1, plans: [{ plan_id: 'x', name: 'y', own: 1 }] };
  const carriers = [{ carrier_id: 'c', own: 1, lines_of_coverage: { dental: line, other: line } }];
  const kept = { open_enrollment_start_date: '2030-01-01', plans: [{ plan_id: 'x', name: 'y' }] };
  expect(documentedPart('renewal-decision-input', { renewal_date: 1, own: 1, body: { carriers } })).toEqual({
    renewal_date: 1,
    body: { carriers: [{ carrier_id: 'c', lines_of_coverage: { dental: kept, other: kept } }] },
  });
  const employee = { classifications: { any: 'thing' }, own: 1 };
  expect(documentedPart('member-snapshot-input', { employee, dependents: null })).toEqual({
    employee: { classifications: { any: 'thing' } },
    dependents: null,
  });
});
