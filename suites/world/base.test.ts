import { expect, it } from 'vitest';
import { anExchange } from '../engine/sample-session.test-data.ts';
import { items } from '../invariants/exchange-samples.test-data.ts';
import { wordsOf } from './base.ts';

it('what a target said is quoted on one line, and a cut is marked as one', () => {
  const said = (text: string): string => wordsOf(anExchange(items([], { status: 422, text })));
  expect(said('{"rule":\n  "carrier"}')).toBe('422 {"rule": "carrier"}');
  expect(said(`{"rule":"${'x'.repeat(600)}"}`)).toMatch(/x… \(111 more characters\)$/);
});

it('of a long refusal what tells why comes first, and what repeats the request is left out', () => {
  const text = JSON.stringify({ request: 'x'.repeat(600), Errors: [{ path: 'body', reason: 'no such carrier' }] });
  expect(wordsOf(anExchange(items([], { status: 422, text })))).toBe(
    '422 {"Errors":[{"path":"body","reason":"no such carrier"}]}',
  );
});
