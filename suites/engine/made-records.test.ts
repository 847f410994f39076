import { expect, test } from 'vitest';
import type { Exchange } from '../../target/exchange.ts';
import { createMadeRecords, outageWithin } from './made-records.ts';
import { anExchange, findingOf } from './sample-session.test-data.ts';

const id = '0b067957-3b75-47d6-a7e4-da51931b2b49';
const outage = { from: 100, until: 200, underWay: [] };

function at(startedAt: number, parts: Partial<Exchange['request']> = {}, status = 200, json: unknown = {}) {
  const { request, answer, ...rest } = anExchange();
  return {
    ...rest,
    startedAt,
    endedAt: startedAt + 5,
    request: { ...request, ...parts },
    answer: { ...answer, status, json },
  };
}

const created = (startedAt: number) => at(startedAt, { endpoint: 'E6', method: 'POST' }, 201, { id: id.toUpperCase() });
const read = (startedAt: number) => at(startedAt, { url: `http://127.0.0.1/api/v1/member_snapshots/${id}` }, 404);

function doubted(made: readonly Exchange[], ...evidence: readonly ReturnType<typeof at>[]): boolean {
  const records = createMadeRecords(undefined, 'o.l.d');
  for (const exchange of made) records.note(exchange);
  return outageWithin(findingOf('gone', ...evidence), [outage], records) !== undefined;
}

test.for([
  [true, 'a record made before it and read after it', [created(50)], [read(300)]],
  [true, 'two answers, one before it and one after it', [], [at(50), at(300)]],
  [
    true,
    'a token issued before it and refused after it',
    [at(50, { endpoint: 'token', method: 'POST' }, 200, { access_token: 'a.b.c' })],
    [at(300, { headers: { authorization: 'Bearer a.b.c' } }, 401)],
  ],
  [true, 'the expired token', [], [at(300, { headers: { authorization: 'Bearer o.l.d' } }, 401)]],
  [false, 'a record made and read before it', [created(20)], [read(50)]],
  [false, 'a record made and read after it', [created(250)], [read(300)]],
  [false, 'an answer after it that names no record made before it', [created(50)], [at(300)]],
] as const)('an outage casts doubt on a finding (%s): %s', ([isDoubted, , made, evidence]) => {
  expect(doubted(made, ...evidence)).toBe(isDoubted);
});
