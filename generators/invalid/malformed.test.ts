import { expect, test } from 'vitest';
import { canonicalConnection } from '../bodies/connection-body.ts';
import { defaultContext } from '../bodies/generation-context.ts';
import { malformedInputs, malformedRequests } from './malformed.ts';

const inputs = malformedInputs(canonicalConnection(defaultContext()));
const byName = new Map(inputs.map((one) => [one.name, one]));

function parsed(body: string | Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString());
  } catch {
    return undefined;
  }
}

const bytesOf = (name: string) => Buffer.from(byName.get(name)?.body ?? '');
const textOf = (name: string) => bytesOf(name).toString();

test.each(inputs.filter(({ requirement }) => requirement === 'input.malformed-json'))(
  '$name is no JSON object of the right media type',
  ({ contentType, body }) => {
    const value = parsed(body);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    expect(isObject && contentType === 'application/json').toBe(false);
  },
);

test('extreme inputs are what their names say', () => {
  expect(byName.size).toBe(inputs.length);
  for (const name of ['an unknown member of a megabyte', 'every member twice', 'arrays nested deeply'])
    expect(parsed(textOf(name))).toBeTypeOf('object');
  expect(bytesOf('a text of a megabyte').byteLength).toBeGreaterThan(2 ** 20);
  expect(JSON.stringify(parsed(textOf('a lone high surrogate')))).toContain('\\ud800');
  expect(JSON.stringify(parsed(textOf('a NUL character')))).toContain('\\u0000');
  const decode = () => new TextDecoder('utf-8', { fatal: true }).decode(bytesOf('bytes that are no UTF-8'));
  expect(decode).toThrow(TypeError);
  expect(byName.get('no media type')?.contentType).toBeUndefined();
});

test('malformed requests are each broken in another way, one byte a character', () => {
  const requests = malformedRequests({
    method: 'POST',
    target: '/api/v1/groups',
    host: '127.0.0.1:80',
    headers: ['Content-Type: application/json'],
    body: '{"a":"0123456789"}',
  });
  expect(new Set(requests.map(({ name }) => name)).size).toBe(requests.length);
  expect(new Set(requests.map(({ text }) => text)).size).toBe(requests.length);
  for (const { text } of requests) {
    expect(text).toMatch(/^POST \/api\/v1\/groups/);
    expect(Buffer.from(text, 'latin1').toString('latin1')).toBe(text);
  }
  const cut = requests.find(({ name }) => name === 'a body that ends before its length');
  const [head = '', body = ''] = cut?.text.split('\r\n\r\n') ?? [];
  expect(Number(/Content-Length: (\d+)/.exec(head)?.[1])).toBe(body.length + 10);
  expect(requests.filter(({ isCutShort }) => isCutShort)).toHaveLength(2);
});
