import { expect, it } from 'vitest';
import { createRedactor } from '../../target/redaction.ts';
import { createLedger } from './ledger.ts';
import { observationOf } from './result.ts';

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
