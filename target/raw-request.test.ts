import { createServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createConnector, plainConnections } from './connector.ts';
import { sendRaw } from './raw-request.ts';
import type { Wire } from './exchange.ts';

const cut = (text: string) => ({ text, isCutShort: true });
const bounds = { answerMs: 300, bodyBytes: 10_000 };
const connector = createConnector(plainConnections, 5_000);

const raw = (url: string, wire: Wire, within = bounds, signal?: AbortSignal) =>
  sendRaw(() => connector.socketTo(url), url, wire, within, signal);

/** A server that answers whatever comes with these bytes, and what it was sent. */
async function listening(answer: string | undefined): Promise<{ url: string; received: () => string }> {
  let received = '';
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => (received += chunk.toString('latin1')));
    socket.on('end', () => (answer === undefined ? undefined : socket.end(answer)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/any/path`, received: () => received };
}

test('bytes go out as they are, and the answer is read', async () => {
  const { url, received } = await listening('HTTP/1.1 400 Bad Request\r\nX-One: two\r\n\r\nno');
  expect(await raw(url, cut('G\u0000T \u00ff\r\n'), bounds)).toMatchObject({
    status: 400,
    headers: { 'x-one': 'two' },
    text: 'no',
  });
  expect(received()).toBe('G\u0000T \u00ff\r\n');
});

test('an answer that never comes is waited for as long as it may take', async () => {
  const { url } = await listening(undefined);
  expect(await raw(url, cut('x'), bounds)).toMatchObject({ kind: 'unanswered' });
});

test('a closed port is unreachable', async () => {
  const { url } = await listening('');
  const closed = new URL(url);
  closed.port = '1';
  expect(await raw(closed.href, cut('x'), bounds)).toMatchObject({ kind: 'unreachable' });
});

test('an interruption ends the wait', async () => {
  const { url } = await listening(undefined);
  const stop = new AbortController();
  const sent = raw(url, cut('x'), { ...bounds, answerMs: 60_000 }, stop.signal);
  stop.abort();
  expect(await sent).toMatchObject({ kind: 'unanswered' });
});

test('what is not cut short leaves the connection open for more', async () => {
  const { url, received } = await listening('HTTP/1.1 400 Bad Request\r\n\r\n');
  // The server answers at the end of what it is sent, which does not come.
  expect(await raw(url, { text: 'x', isCutShort: false }, bounds)).toMatchObject({ kind: 'unanswered' });
  expect(received()).toBe('x');
});
