import { createServer as createSocketServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createClient, defaultBounds } from './client.ts';
import type { Exchange } from './exchange.ts';
import { clientFor, json, purpose, to } from './sample-client.test-data.ts';
import { startServer, type SampleServer } from './sample-server.test-data.ts';
import { virtualClock } from './virtual-clock.test-data.ts';

describe('an exchange', () => {
  test('carries what was sent, what was answered and what it was sent for', async () => {
    const server = await startServer((response) => json(response, { ok: true }, 201));
    const { client, seen } = clientFor();
    const exchange = await client.send(
      to(server, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a":1}' }),
      { purpose: 'groups.list', access: 'case', accessCase: 'odd' },
    );
    expect(exchange).toMatchObject({
      number: 1,
      purpose: 'groups.list',
      access: 'case',
      accessCase: 'odd',
      repeated: false,
      answer: { status: 201, isJson: true, json: { ok: true }, headers: { 'content-type': 'application/json' } },
    });
    expect(server.received).toMatchObject([{ method: 'POST', url: '/api/v1/groups', body: '{"a":1}' }]);
    expect(seen).toEqual([exchange]);
  });

  test('keeps text that is no JSON, whatever its content type says', async () => {
    const server = await startServer((response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('<p>'),
    );
    const { answer } = await clientFor().client.send(to(server), purpose);
    expect(answer).toMatchObject({ text: '<p>', isJson: false, json: undefined });
  });

  test('joins repeated headers', async () => {
    const server = await startServer((response) =>
      response
        .writeHead(200, [
          ['X-One', 'a'],
          ['X-One', 'b'],
        ] as unknown as string[])
        .end('{}'),
    );
    const { answer } = await clientFor().client.send(to(server), purpose);
    expect(answer?.headers['x-one']).toBe('a, b');
  });
});

describe('a target that is not available', () => {
  const afterwards = (status: number, headers: Record<string, string>, times = 1): Promise<SampleServer> =>
    startServer((response, position) => {
      if (position < times) response.writeHead(status, headers).end();
      else json(response, {});
    });

  test.for([
    ['seconds', { 'retry-after': '7' }, 7000],
    [
      'a date, by the target’s own clock',
      { 'retry-after': 'Sat, 01 Jan 2022 00:00:09 GMT', date: 'Sat, 01 Jan 2022 00:00:00 GMT' },
      9000,
    ],
    ['more than is reasonable', { 'retry-after': '86400' }, defaultBounds.longestPauseMs],
    ['a date gone by', { 'retry-after': 'Sat, 01 Jan 2022 00:00:00 GMT', date: 'Sat, 01 Jan 2022 00:00:09 GMT' }, 10],
    ['nothing that can be read', { 'retry-after': 'soon' }, 100],
    ['nothing', {}, 100],
  ] as const)('is asked again after the pause that Retry-After gives as %s', async ([, headers, pause]) => {
    const server = await afterwards(429, headers);
    const clock = virtualClock();
    const { client, seen } = clientFor({ clock });
    const exchange = await client.send(to(server), purpose);
    expect(exchange.answer?.status).toBe(200);
    expect(clock.slept).toEqual([pause]);
    expect(client.throttled).toEqual({ count: 1, unavailable: 0 });
    expect(seen).toHaveLength(1);
  });

  test.for([502, 503, 504])('%i is tried again and counts as not available', async (status) => {
    const server = await afterwards(status, {}, 2);
    const { client } = clientFor();
    const exchange = await client.send(to(server), purpose);
    expect(exchange).toMatchObject({ answer: { status: 200 }, repeated: false });
    expect(client.throttled).toEqual({ count: 0, unavailable: 2 });
  });

  test('for good is a failure and no answer', async () => {
    const server = await afterwards(503, {}, 100);
    const exchange = await clientFor().client.send(to(server), purpose);
    expect(exchange.answer).toBeUndefined();
    expect(exchange.failure).toMatchObject({ kind: 'unavailable' });
    expect(exchange.failure?.message).toContain(`503 ${defaultBounds.tries} times`);
    expect(server.received).toHaveLength(defaultBounds.tries);
  });

  test('is left alone by other requests until the pause is over', async () => {
    const clock = virtualClock();
    const starts: number[] = [];
    const server = await startServer((response, position) => {
      starts.push(clock.now());
      if (position === 0) response.writeHead(429, { 'retry-after': '30' }).end();
      else json(response, {});
    });
    const { client } = clientFor({ clock });
    await client.send(to(server), purpose);
    expect(starts[1]).toBeGreaterThanOrEqual(30_000);
  });

  test.for([500, 501, 404])('%i is an answer, not a matter of availability', async (status) => {
    const server = await afterwards(status, {}, 100);
    const { answer } = await clientFor().client.send(to(server), purpose);
    expect(answer?.status).toBe(status);
    expect(server.received).toHaveLength(1);
  });
});

describe('a connection', () => {
  test('that is cut before an answer is made again, and the exchange says that the request was repeated', async () => {
    const server = await startServer((response, position, request) => {
      if (position === 0) request.socket.destroy();
      else json(response, {});
    });
    const exchange = await clientFor().client.send(to(server, { method: 'POST', body: '{}' }), purpose);
    expect(exchange).toMatchObject({ answer: { status: 200 }, repeated: true });
  });

  test('that is cut in the middle of the body is made again too', async () => {
    const server = await startServer((response, position, request) => {
      if (position > 0) return json(response, {});
      response.writeHead(200, { 'content-length': '100' }).write('{');
      setTimeout(() => request.socket.destroy(), 20);
      return undefined;
    });
    const exchange = await clientFor().client.send(to(server), purpose);
    expect(exchange).toMatchObject({ answer: { status: 200 }, repeated: true });
  });

  test('that is always cut is a failure', async () => {
    const server = await startServer((_, __, request) => request.socket.destroy());
    const { failure, repeated } = await clientFor().client.send(to(server), purpose);
    expect(failure?.kind).toBe('broken');
    expect(repeated).toBe(true);
    expect(server.received).toHaveLength(defaultBounds.tries);
  });

  test('that is refused is a failure, and nothing was repeated', async () => {
    const closed = createSocketServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const address = closed.address();
    await new Promise<void>((resolve) => {
      closed.close(() => resolve());
    });
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    const { failure, repeated } = await clientFor().client.send(to({ url: `http://127.0.0.1:${port}` }), purpose);
    expect(failure).toMatchObject({ kind: 'unreachable' });
    expect(failure?.message).toContain(`127.0.0.1:${port}`);
    expect(repeated).toBe(false);
  });
});

test('redirects are answers: they are never followed, so that a token goes nowhere else', async () => {
  const elsewhere = await startServer((response) => json(response, {}));
  const server = await startServer((response) => response.writeHead(307, { location: elsewhere.url }).end());
  const request = to(server, { headers: { authorization: 'Bearer a.b.c' } });
  const { answer } = await clientFor().client.send(request, purpose);
  expect(answer?.status).toBe(307);
  expect(elsewhere.received).toEqual([]);
});

describe('limits', () => {
  test('no more requests are in flight than allowed', async () => {
    let inFlight = 0;
    let most = 0;
    const server = await startServer((response) => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      setTimeout(() => {
        inFlight -= 1;
        json(response, {});
      }, 5);
    });
    const { client, seen } = clientFor({}, { concurrency: 3 });
    await Promise.all(Array.from({ length: 20 }, () => client.send(to(server), purpose)));
    expect(most).toBe(3);
    expect(seen).toHaveLength(20);
  });

  test('the rate holds for every try, those after a failure too', async () => {
    const clock = virtualClock();
    const starts: number[] = [];
    const server = await startServer((response, position) => {
      starts.push(clock.now());
      if (position % 2 === 0) response.writeHead(503, { 'retry-after': '0' }).end();
      else json(response, {});
    });
    const { client } = clientFor({ clock }, { concurrency: 1, requestsPerSecond: 4 });
    await Promise.all(Array.from({ length: 4 }, () => client.send(to(server), purpose)));
    const gaps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
    expect(starts).toHaveLength(8);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(250);
  });
});

describe('a deadline', () => {
  const passed = (): Error => new Error('no time left');

  test.for([
    ['429, by doubling pauses', 429, {}],
    ['429, by Retry-After', 429, { 'retry-after': '5' }],
    ['503', 503, {}],
  ] as const)('ends the tries at a target that turns all away: %s', async ([, status, headers]) => {
    const clock = virtualClock();
    const server = await startServer((response) => response.writeHead(status, headers).end());
    const { client, seen } = clientFor({ clock, deadline: { at: 1000, passed } });
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => client.send(to(server), purpose)));
    expect(clock.now()).toBeLessThanOrEqual(1000);
    expect(client.isLate).toBe(true);
    expect(seen.map(({ failure }) => failure?.kind)).toEqual(seen.map(() => 'unavailable'));
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(seen.length);
    expect(outcomes.at(-1)).toMatchObject({ reason: { message: 'no time left' } });
    expect(client.tries).toBe(server.received.length);
    expect(client.throttled.count + client.throttled.unavailable).toBe(client.tries);
  });

  test('ends the tries at a connection that is always cut', async () => {
    const clock = virtualClock();
    const server = await startServer((_, __, request) => request.socket.destroy());
    const { client } = clientFor({ clock, deadline: { at: 250, passed } });
    expect(await client.send(to(server), purpose)).toMatchObject({ failure: { kind: 'broken' }, repeated: true });
    expect([server.received.length, client.isLate]).toEqual([2, true]);
  });

  test('that is not reached changes nothing', async () => {
    const server = await startServer((response, position) => json(response, {}, position === 0 ? 429 : 200));
    const { client } = clientFor({ deadline: { at: 60_000, passed } });
    expect((await client.send(to(server), purpose)).answer?.status).toBe(200);
    expect(client.isLate).toBe(false);
  });
});

describe('an abort', () => {
  test('ends what is in flight, what waits and what comes later', async () => {
    const stop = new AbortController();
    const server = await startServer(() => stop.abort());
    const { client, seen } = clientFor({ signal: stop.signal }, { concurrency: 1 });
    const outcomes = await Promise.allSettled([client.send(to(server), purpose), client.send(to(server), purpose)]);
    outcomes.push(...(await Promise.allSettled([client.send(to(server), purpose)])));
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected', 'rejected']);
    for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { name: 'AbortError' } });
    expect(server.received).toHaveLength(1);
    expect(seen).toEqual([]);
  });

  test('ends a pause that the target asked for', async () => {
    const stop = new AbortController();
    const server = await startServer((response) => {
      response.writeHead(429, { 'retry-after': '3600' }).end();
      setTimeout(() => stop.abort(), 20);
    });
    const seen: Exchange[] = [];
    const client = createClient({ concurrency: 1 }, (exchange) => seen.push(exchange), { signal: stop.signal });
    onTestFinished(() => client.close());
    await expect(client.send(to(server), purpose)).rejects.toMatchObject({ name: 'AbortError' });
  });
});

test('a header that cannot be sent is a fault of the sender, not of the target', async () => {
  const server = await startServer((response) => json(response, {}));
  const request = to(server, { headers: { authorization: 'Bearer a\nb' } });
  await expect(clientFor().client.send(request, purpose)).rejects.toThrow('authorization');
  expect(server.received).toEqual([]);
});
