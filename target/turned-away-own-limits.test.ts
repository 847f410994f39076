import { describe, expect, test } from 'vitest';
import type { ClientOptions } from './client.ts';
import type { Outcome, OutgoingRequest } from './exchange.ts';
import { systemClock } from './limiter.ts';
import { clientFor, write } from './sample-client.test-data.ts';
import { createOwnLimits } from './turned-away.ts';
import { sampleRequest } from './sample-exchange.test-data.ts';
import { sendJson, startServer } from './sample-server.test-data.ts';
import { virtualClock } from './virtual-clock.test-data.ts';

/** A client that has read something, and a service that answers some requests with 429 and a pause of a second. */
async function limited(isLimited: (method: string, position: number) => boolean, options: ClientOptions = {}) {
  const server = await startServer((response, position, { method = '' }) => {
    if (isLimited(method, position)) response.writeHead(429, { 'retry-after': '1' }).end();
    else sendJson(response, {});
  });
  const { client, send: sendTo } = clientFor({ clock: systemClock, ...options }, { concurrency: 8 });
  const send = (parts: Partial<OutgoingRequest> = {}) => sendTo(server, parts);
  await send();
  return { client, send, methods: () => server.received.map(({ method }) => method).join(' ') };
}

describe('a write that is answered with 429 and Retry-After', () => {
  test('waits alone, without slowing anything down, while reads are answered', async () => {
    const { client, send, methods } = await limited((method, position) => method === 'POST' && position < 2);
    const sent = send(write);
    // A read finds out the scope of the limit; the others are sent while the write waits.
    await expect.poll(methods).toBe('GET POST GET');
    for (let read = 0; read < 5; read += 1) await send();
    expect((await sent).answer?.status).toBe(200);
    expect(methods()).toBe('GET POST GET GET GET GET GET GET POST');
    expect(client.requestsPerSecond()).toBe(Number.POSITIVE_INFINITY);
  });

  test('holds up all other requests if a read gets the same', async () => {
    const { send, methods } = await limited((_method, position) => position === 1 || position === 2);
    const sent = send(write);
    await expect.poll(methods).toBe('GET POST GET');
    expect((await Promise.all([send(), sent])).map(({ answer }) => answer?.status)).toEqual([200, 200]);
    expect(methods()).toMatch(/^GET POST GET (?:GET POST|POST GET)$/);
  });

  test('is not sent again if the wait would exceed the deadline', async () => {
    const deadline = { at: performance.now() + 500, passed: () => new Error('no time left') };
    const closed = (_request: OutgoingRequest, milliseconds: number) => new Error(`closed for ${milliseconds}`);
    const { send, methods } = await limited((method) => method === 'POST', { deadline, closed });
    expect((await send(write)).failure).toMatchObject({ kind: 'unavailable', isAlone: true });
    await expect(send(write)).rejects.toThrow('closed for 1000');
    expect(methods()).toBe('GET POST GET');
  });
});

test('a write is sent only once after all of its kind were refused for a minute while reads were answered', async () => {
  const clock = virtualClock();
  const server = await startServer((response, _, { method = '' }) => {
    if (method === 'POST') response.writeHead(429).end();
    else sendJson(response, {});
  });
  const { send } = clientFor({ clock }, { concurrency: 1 });
  const sentFor = async (): Promise<number> => {
    const before = server.received.length;
    expect((await send(server, { ...write, endpoint: 'E2' })).failure).toMatchObject({
      kind: 'unavailable',
      isAlone: true,
    });
    return server.received.length - before;
  };
  await send(server);
  expect(await sentFor()).toBeGreaterThan(4);
  while (clock.now() <= 60_000) await sentFor();
  await send(server);
  expect(await sentFor()).toBe(1);
});

describe('the scope of a limit', () => {
  const answered = { status: 200, headers: {}, text: '', isJson: false, json: undefined } as unknown as Outcome;
  const throttled = { ...answered, status: 429 } as unknown as Outcome;

  function asking(outcomes: readonly Outcome[]) {
    const clock = { at: 0 };
    let asked = 0;
    const read = { sendAgain: () => Promise.resolve(outcomes[asked++ % outcomes.length] ?? answered) };
    const limits = createOwnLimits(read, () => clock.at);
    const isOwn = (parts: Partial<OutgoingRequest> = write, tried = 1) => limits.isOwn(sampleRequest(parts), tried);
    return { clock, isOwn, asked: () => asked };
  }

  test('is not probed any more after three reads got through', async () => {
    const { isOwn, asked } = asking([answered]);
    for (let write = 0; write < 6; write += 1) expect(await isOwn()).toBe(true);
    expect(asked()).toBe(3);
  });

  test('covers all requests from the fourth try on', async () => {
    const { isOwn } = asking([answered]);
    expect([await isOwn(write, 3), await isOwn(write, 4)]).toEqual([true, false]);
  });

  test('covers all requests for ten seconds after a read was limited', async () => {
    const { clock, isOwn } = asking([throttled, answered]);
    expect([await isOwn(), await isOwn()]).toEqual([false, false]);
    clock.at = 10_000;
    expect(await isOwn()).toBe(true);
    expect([await isOwn({ method: 'GET' }), await isOwn()]).toEqual([false, false]);
  });
});
