import { expect, it } from 'vitest';
import { createRedactor } from '../../target/redaction.ts';
import { items } from '../rules/exchange-samples.test-data.ts';
import { createLedger } from './ledger.ts';
import { observationOf } from './result.ts';
import { anExchange } from './sample-session.test-data.ts';
import { wordsOf } from './verdicts.ts';

function observed(count: number) {
  const ledger = createLedger();
  for (let at = 0; at < count; at += 1) ledger.observed('paging.order', `value ${at + 100}`, 'E8');
  return observationOf({ ledger, redactor: createRedactor() }, 'paging.order');
}

it('what was observed is one line, which lists no more values than anybody reads, and all of these as data', () => {
  expect(observed(0)).toBeUndefined();
  expect(observed(2)).toEqual({
    id: 'paging.order',
    value: 'value 100; value 101',
    cases: 2,
    seen: [
      { topic: 'E8', value: 'value 100', cases: 1 },
      { topic: 'E8', value: 'value 101', cases: 1 },
    ],
  });
  expect(observed(50)?.value.split('; ')).toHaveLength(50);
  expect(observed(52)?.value).toMatch(/; value 149; … and 2 more$/);
});

it('what a target said is quoted on one line, and a cut is marked as one', () => {
  const said = (text: string): string => wordsOf(anExchange(items([], { status: 422, text })));
  expect(said('{"rule":\n  "carrier"}')).toBe('422 {"rule": "carrier"}');
  expect(said(`{"rule":"${'x'.repeat(600)}"}`)).toMatch(/x… \(111 more characters\)$/);
});

it('of a long refusal the reason comes first, and what repeats the request is left out', () => {
  const text = JSON.stringify({ request: 'x'.repeat(600), Errors: [{ path: 'body', reason: 'no such carrier' }] });
  expect(wordsOf(anExchange(items([], { status: 422, text })))).toBe(
    '422 {"Errors":[{"path":"body","reason":"no such carrier"}]}',
  );
});
