import { expect, test } from 'vitest';
import { valueAt } from '../../spec/index.ts';
import { createRedactor, placeholders } from '../../target/redaction.ts';
import { groups, exchangeOf } from '../rules/exchange-samples.test-data.ts';
import { recordOf } from './shorten.ts';

const sample = exchangeOf(groups(), 0);

/** The record of an exchange that was answered with a text. */
function recorded(text: string, pointer = '') {
  const exchange = { ...sample, startedAt: 1500, answer: { ...sample.answer, text } };
  return recordOf(exchange, { redactor: createRedactor(), pointer, epoch: Date.UTC(2027, 0, 2) });
}

test('a record says when the exchange was sent, where its clock is known', () => {
  expect(recorded('{}').recorded.startedAt).toBe('2027-01-02T00:00:01.500Z');
  expect(recordOf(sample, { redactor: createRedactor(), pointer: '' }).recorded).not.toHaveProperty('startedAt');
});

test('of a long answer it has what the pointer leads to, in JSON that says what is left out', () => {
  const response = Array.from({ length: 2000 }, (_, id) => ({ id, name: 'x'.repeat(60) }));
  const { recorded: record, pointer } = recorded(JSON.stringify({ response }), '/response/1234/id');
  expect(valueAt(JSON.parse(record.response?.body ?? ''), pointer)).toBe(1234);
  expect(record.response?.leftOut?.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(1900);
});

test('what is long and no JSON is cut', () => {
  const { recorded: record, pointer } = recorded('x'.repeat(70_000), '/response');
  expect(record.response?.body).toMatch(/x… \(4464 more characters\)$/);
  expect([record.response?.leftOut, pointer]).toEqual([undefined, '/response']);
});

test('it says what was done to a token, and holds nothing of it', () => {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const token = `${part({ alg: 'HS256' })}.${part({ sub: 'someone' })}.${'s'.repeat(43)}`;
  const redactor = createRedactor();
  redactor.learn(token, placeholders.token);
  const request = { ...sample.request, headers: { authorization: `Bearer ${token.slice(0, -4)}` } };
  const { recorded: record } = recordOf({ ...sample, request }, { redactor, pointer: '' });
  expect(record.request.headers['authorization']).toBe('Bearer <token>');
  expect(record.request.altered).toContain('sed');
  expect(JSON.stringify(record)).not.toContain('ssss');
});
