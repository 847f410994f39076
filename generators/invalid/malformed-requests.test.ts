import { expect, test } from 'vitest';
import { malformedRequests } from './malformed-requests.ts';

const sound = {
  method: 'POST',
  target: '/api/v1/groups',
  host: '127.0.0.1:80',
  headers: ['Content-Type: application/json'],
  body: '{"a":"0123456789"}',
};
const requests = malformedRequests(sound);

test('each is spoiled in a way of its own', () => {
  expect(new Set(requests.map(({ name }) => name)).size).toBe(requests.length);
  expect(new Set(requests.map(({ text }) => text)).size).toBe(requests.length);
});

test('each is one byte a character, and names the path it goes to', () => {
  for (const { text } of requests) {
    expect(text).toMatch(/^POST \/api\/v1\/groups/);
    expect(Buffer.from(text, 'latin1').toString('latin1')).toBe(text);
  }
});

test('a length is one that the body does not have', () => {
  const { text = '' } = requests.find(({ name }) => name === 'a body that ends before its length') ?? {};
  const [head = '', body = ''] = text.split('\r\n\r\n');
  expect(Number(/Content-Length: (\d+)/.exec(head)?.[1])).toBe(body.length + 10);
});
