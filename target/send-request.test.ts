import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { defaultBounds } from './client.ts';
import { plainConnections } from './connector.ts';
import type { Outcome, Wire } from './exchange.ts';
import { sampleRequest } from './sample-exchange.test-data.ts';
import { listening } from './sample-server.test-data.ts';
import { createSender, userAgent } from './send-request.ts';

const cut = (text: string) => ({ text, isCutShort: true });

function raw(url: string, wire: Wire, rawAnswerMs = 300, signal?: AbortSignal): Promise<Outcome> {
  const sender = createSender(1, plainConnections, { ...defaultBounds, rawAnswerMs }, signal);
  onTestFinished(() => sender.close());
  return sender.send(sampleRequest({ url, wire }), 30_000);
}

/** A server that answers anything with these bytes, and what it received. */
async function answering(answer: string | undefined): Promise<{ url: string; received: () => string }> {
  let received = '';
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => (received += chunk.toString('latin1')));
    socket.on('end', () => (answer === undefined ? undefined : socket.end(answer)));
  });
  return { url: `http://127.0.0.1:${await listening(server)}/any/path`, received: () => received };
}

test('a request names the suite and its version as user agent', async () => {
  const { url, received } = await answering('HTTP/1.1 204 No Content\r\n\r\n');
  const sender = createSender(1, plainConnections, { ...defaultBounds, answerMs: 300 });
  onTestFinished(() => sender.close());
  await sender.send(sampleRequest({ url }), 300);
  const { name, version } = JSON.parse(readFileSync('package.json', 'utf8')) as { name: string; version: string };
  expect(userAgent).toBe(`${name}/${version}`);
  expect(received()).toContain(`user-agent: ${userAgent}\r\n`);
});

test('bytes that are not HTTP are sent unchanged, and the answer is read', async () => {
  const { url, received } = await answering('HTTP/1.1 400 Bad Request\r\nX-One: two\r\n\r\nno');
  expect(await raw(url, cut('G\u0000T \u00ff\r\n'))).toMatchObject({
    status: 400,
    headers: { 'x-one': 'two' },
    text: 'no',
  });
  expect(received()).toBe('G\u0000T \u00ff\r\n');
});

test('a request without an answer ends as unanswered after its time limit', async () => {
  const { url } = await answering(undefined);
  expect(await raw(url, cut('x'))).toMatchObject({ kind: 'unanswered' });
});

test('a closed port is unreachable', async () => {
  const { url } = await answering('');
  const closed = new URL(url);
  closed.port = '1';
  expect(await raw(closed.href, cut('x'))).toMatchObject({ kind: 'unreachable' });
});

test('an abort ends the wait for an answer', async () => {
  const { url } = await answering(undefined);
  const stop = new AbortController();
  const sent = raw(url, cut('x'), 60_000, stop.signal);
  stop.abort();
  expect(await sent).toMatchObject({ kind: 'unanswered' });
});

test('a request that is not cut short leaves the connection open', async () => {
  const { url, received } = await answering('HTTP/1.1 400 Bad Request\r\n\r\n');
  // The server answers at the end of the request, which never comes.
  expect(await raw(url, { text: 'x', isCutShort: false })).toMatchObject({ kind: 'unanswered' });
  expect(received()).toBe('x');
});

test.each([
  ['alone', [`HTTP/1.1 100 Continue\r\n\r\n`, 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}']],
  ['together with the answer', ['HTTP/1.1 100 Continue\r\nX: y\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}']],
])('an unrequested interim answer that comes %s is skipped', async (_how, parts) => {
  const server = createServer((socket) => {
    socket.once('data', () => parts.forEach((part, index) => setTimeout(() => socket.write(part), index * 30)));
  });
  const sender = createSender(1, plainConnections, defaultBounds);
  onTestFinished(() => sender.close());
  const url = `http://127.0.0.1:${await listening(server)}/any/path`;
  expect(await sender.send(sampleRequest({ url }), 5_000)).toMatchObject({ status: 200, text: '{}' });
  const wire = { text: 'GET / HTTP/1.1\r\n\r\n', isCutShort: false };
  expect(await sender.send(sampleRequest({ url, wire }), 5_000)).toMatchObject({ status: 200, text: '{}' });
});

test('an answer in many pieces is read to its end, without a process warning', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error): number => warnings.push(warning);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  const pieces = ['HTTP/1.1 200 OK\r\n', ...Array.from({ length: 20 }, (_, at) => `X-${at}: y\r\n`), '\r\n{}'];
  const server = createServer((socket) => {
    socket.setNoDelay(true);
    socket.once('data', () => pieces.forEach((piece, index) => setTimeout(() => socket.write(piece), index * 5)));
  });
  const url = `http://127.0.0.1:${await listening(server)}/any/path`;
  expect(await raw(url, { text: 'GET / HTTP/1.1\r\n\r\n', isCutShort: false })).toMatchObject({ text: '{}' });
  expect(warnings).toEqual([]);
});
