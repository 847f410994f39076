import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { tokenRequest } from './access-tokens.ts';
import { createClient, defaultBounds } from './client.ts';
import type { OutgoingRequest } from './exchange.ts';
import { clientFor, purpose, requestTo as to, write } from './sample-client.test-data.ts';
import { sendJson, startServer, type SampleServer } from './sample-server.test-data.ts';
import { virtualClock } from './virtual-clock.test-data.ts';

/** A server whose first answers have this status; later ones succeed. */
const failingFirst = (
  status: number,
  headers: Readonly<Record<string, string>> = {},
  times = 1,
  text = '',
): Promise<SampleServer> =>
  startServer((response, position) => {
    if (position < times) response.writeHead(status, headers).end(text);
    else sendJson(response, {});
  });

test.each([
  [{ 'retry-after': '1' }, 200, 3],
  [{ 'retry-after': '60' }, 423, 1],
  [{}, 423, 1],
] as const)('a 423 is retried only after a short Retry-After: %j gives %i', async (headers, status, tries) => {
  const server = await failingFirst(423, headers, 2);
  const { client, send } = clientFor();
  expect((await send(server)).answer?.status).toBe(status);
  expect(client.tries).toBe(tries);
});

const inJson = { 'content-type': 'application/json' };
const said = (message: string): string => JSON.stringify({ message });
const userRate = '{"error": {"errors": [{"reason": "userRateLimitExceeded"}]}}';
const quota = said("Quota exceeded for quota metric 'Reads' and limit 'Reads per second'");

test.for([
  ['asks to wait is retried', { 'retry-after': '2' }, '', 200],
  ['says that no request remains is retried', { 'x-ratelimit-remaining': '0' }, '', 200],
  ['asks to wait for an hour is the answer', { 'retry-after': '3600' }, '', 403],
  ['says that a request remains is the answer', { 'x-ratelimit-remaining': '1' }, '', 403],
  ['names a rate limit in camel case is retried', inJson, userRate, 200],
  ['names a rate limit in snake case is retried', inJson, '{"code": "rate_limit_exceeded"}', 200],
  ['mentions too many requests is retried', inJson, said('Too many requests'), 200],
  ['mentions a quota of requests is retried', inJson, quota, 200],
  ['mentions a secondary rate limit is retried', inJson, said('You have exceeded a secondary rate limit.'), 200],
  ['mentions a quota of something else is the answer', inJson, said('the quota of the organization is exceeded'), 403],
  ['mentions a limit of access is the answer', inJson, said('requests are limited to those of your organization'), 403],
] as const)('a 403 that %s', async ([, headers, text, status]) => {
  const { client, send } = clientFor();
  const { answer } = await send(await failingFirst(403, headers, 1, text));
  expect(answer?.status).toBe(status);
  expect(client.throttled).toEqual({ count: status === 200 ? 1 : 0, unavailable: 0 });
});

test('a rate limit of one resource does not hold up requests for others', async () => {
  const server = await startServer((response, _position, { url = '' }) => {
    if (url.includes('limited')) response.writeHead(429).end();
    else sendJson(response, {});
  });
  const { client } = clientFor();
  const limited = client.send(to(server, { url: `${server.url}/api/v1/limited` }), purpose);
  const others = Array.from({ length: 40 }, () => client.send(to(server), purpose));
  expect((await Promise.all(others)).map(({ answer }) => answer?.status)).toEqual(others.map(() => 200));
  expect((await limited).failure?.kind).toBe('unavailable');
  expect(server.received.filter(({ url }) => url?.includes('limited'))).toHaveLength(8);
});

describe('an exchange', () => {
  test('has its request, its answer and its purpose', async () => {
    const server = await startServer((response) => sendJson(response, { ok: true }, 201));
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

  test('keeps text that is not JSON, regardless of its content type, and joins repeated headers', async () => {
    const server = await startServer((response) => {
      response.setHeader('x-one', ['a', 'b']);
      response.writeHead(200, { 'content-type': 'application/json' }).end('<p>');
    });
    const { answer } = await clientFor().send(server);
    expect(answer).toMatchObject({ text: '<p>', isJson: false, json: undefined, headers: { 'x-one': 'a, b' } });
  });

  test('ends with a redirect, so that the token is sent nowhere else', async () => {
    const elsewhere = await startServer((response) => sendJson(response, {}));
    const server = await startServer((response) => response.writeHead(307, { location: elsewhere.url }).end());
    expect((await clientFor().send(server)).answer?.status).toBe(307);
    expect(elsewhere.received).toEqual([]);
  });

  test('that cannot be sent is an error of the suite, not a failure of the target', async () => {
    const server = await startServer((response) => sendJson(response, {}));
    const request = to(server, { headers: { authorization: 'Bearer a\nb' } });
    await expect(clientFor().client.send(request, purpose)).rejects.toThrow('authorization');
    expect(server.received).toEqual([]);
  });
});

test.each([
  [408, true, 0, 0],
  [429, true, 2, 0],
  [503, true, 0, 2],
  [502, false, 0, 2],
  [504, false, 0, 2],
])('each retry after %i asks for admission again', async (status, refused, count, unavailable) => {
  const server = await failingFirst(status, {}, 2);
  const asked: (boolean | undefined)[] = [];
  const { client, send } = clientFor({ admit: (_, wasRefused) => void asked.push(wasRefused) });
  expect(await send(server)).toMatchObject({ answer: { status: 200 }, repeated: !refused });
  expect(asked).toEqual([undefined, refused, refused]);
  expect(client).toMatchObject({ tries: 3, throttled: { count, unavailable } });
});

describe('a target that is not available', () => {
  const [earlier, later] = ['Sat, 01 Jan 2022 00:00:00 GMT', 'Sat, 01 Jan 2022 00:00:09 GMT'];

  test.for([
    ['seconds', { 'retry-after': '7' }, 7000],
    ['a date, by the target’s own clock', { 'retry-after': later, date: earlier }, 9000],
    ['an unreasonably long time', { 'retry-after': '86400' }, defaultBounds.longestPauseMs],
    ['a past date', { 'retry-after': earlier, date: later }, 10],
    ['unreadable text', { 'retry-after': 'soon' }, 100],
    ['no value', {}, 100],
  ] as const)('is requested again after the pause for a Retry-After of %s', async ([, headers, pause]) => {
    const clock = virtualClock();
    const { client, seen, send } = clientFor({ clock });
    expect((await send(await failingFirst(429, headers))).answer?.status).toBe(200);
    expect(clock.slept).toEqual([pause]);
    expect(client.throttled).toEqual({ count: 1, unavailable: 0 });
    expect(seen).toHaveLength(1);
  });

  test.for([
    [500, 1],
    [501, 1],
    [404, 1],
    [408, defaultBounds.tries],
  ] as const)('%i ends as an answer, not as unavailability', async ([status, tries]) => {
    const server = await failingFirst(status, {}, 100);
    expect((await clientFor().send(server)).answer?.status).toBe(status);
    expect(server.received).toHaveLength(tries);
  });
});

describe('a connection', () => {
  test('that is cut before an answer is opened again, and the exchange is marked as repeated', async () => {
    const server = await startServer((response, position, request) => {
      if (position === 0) request.socket.destroy();
      else sendJson(response, {});
    });
    const exchange = await clientFor().send(server, write);
    expect(exchange).toMatchObject({ answer: { status: 200 }, repeated: true });
  });

  test('that is refused is a failure, and the exchange is not marked as repeated', async () => {
    const exchange = await clientFor().send({ url: 'http://127.0.0.1:1' });
    const message = expect.stringContaining('127.0.0.1:1');
    expect(exchange).toMatchObject({ failure: { kind: 'unreachable', message }, repeated: false });
  });

  test('over TLS to a service without TLS is a failure that says what to do', async () => {
    const server = await startServer((response) => sendJson(response, {}));
    const bounds = { tries: 1 };
    const { failure } = await clientFor({ bounds }).send({ url: server.url.replace('http:', 'https:') });
    expect(failure?.message).toBe(`${new URL(server.url).host}: does not speak TLS there; try http://`);
  });
});

describe('a body', () => {
  test.for([
    ['identity', (text: string) => Buffer.from(text)],
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['GZIP', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
    ['gzip, br', (text: string) => brotliCompressSync(gzipSync(text))],
  ] as const)('encoded as %s is decoded', async ([encoding, encode]) => {
    const server = await startServer((response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(encode('{"name":"Zoë 𝔘"}')),
    );
    expect((await clientFor().send(server)).answer?.json).toEqual({ name: 'Zoë 𝔘' });
    const empty = await startServer((response) => response.writeHead(200, { 'content-encoding': encoding }).end());
    expect((await clientFor().send(empty)).answer?.text).toBe('');
  });

  test.for([
    ['as received', { 'transfer-encoding': 'chunked' }, Buffer.from('x'.repeat(5001))],
    ['by its content-length', { 'content-length': '5001' }, Buffer.from('x'.repeat(5001))],
    ['after decoding', { 'content-encoding': 'gzip' }, gzipSync('x'.repeat(1_000_000))],
  ] as const)('that is longer than the bound %s is a failure', async ([, headers, body]) => {
    const server = await startServer((response) => response.writeHead(200, headers).end(body));
    const bounds = { bodyBytes: 5000 };
    expect((await clientFor({ bounds }).send(server)).failure?.kind).toBe('too-large');
    expect(server.received).toHaveLength(1);
  });

  test.for(['gzip', 'rot13', 'constructor'])('that cannot be decoded as %s fails without a retry', async (encoding) => {
    const server = await startServer((response) => response.writeHead(200, { 'content-encoding': encoding }).end('{}'));
    const { failure } = await clientFor().send(server, write);
    expect(failure?.kind).toBe('undecodable');
    expect(server.received).toHaveLength(1);
  });

  test.for([
    ['announced', { 'content-length': '312' }, { status: 201, received: 6, announced: 312 }],
    ['not announced', {}, { status: 201, received: 6 }],
  ] as const)('that broke off, with its length %s, is requested again', async ([, headers, began]) => {
    const server = await startServer((response, position) => {
      if (position > 0) return sendJson(response, {}, 201);
      return void response.writeHead(201, headers).write('{"id":', () => setImmediate(() => response.destroy()));
    });
    const { answer, lost } = await clientFor().send(server, write);
    expect(answer?.status).toBe(201);
    expect(lost).toEqual([{ kind: 'broken', message: expect.stringContaining('broke off after 6 '), began }]);
  });
});

describe('an answer that does not come in time', () => {
  const impatient = { bounds: { answerMs: 100 } };

  test('is requested twice, and only once after a second try did not help', async () => {
    const server = await startServer(() => undefined);
    const { send } = clientFor(impatient);
    const first = await send(server);
    expect(first).toMatchObject({ failure: { kind: 'timeout' }, repeated: true });
    expect([first.lost?.length, server.received.length]).toEqual([2, 2]);
    await send(server);
    expect(server.received).toHaveLength(3);
  });

  test('is not requested again if it cannot come before the deadline, and the target is not blamed', async () => {
    const server = await startServer(() => undefined);
    const deadline = { at: 50, passed: () => new Error('no time left') };
    const { send } = clientFor({ bounds: { answerMs: 3_000 }, deadline });
    expect((await send(server)).lost).toMatchObject([{ kind: 'timeout', hurried: true }]);
    expect(server.received).toHaveLength(1);
  });

  test('is a timeout even if it trickles in', async () => {
    const server = await startServer((response) => {
      const trickle = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(trickle));
    });
    const { failure } = await clientFor({ bounds: { answerMs: 150 } }).send(server);
    expect(failure).toMatchObject({ kind: 'timeout', message: expect.stringContaining('no whole answer in 0.15 s') });
  });
});

test('the concurrency limit bounds the requests in flight, and keeps their order', async () => {
  let inFlight = 0;
  let most = 0;
  const server = await startServer((response) => {
    inFlight += 1;
    most = Math.max(most, inFlight);
    setTimeout(() => {
      inFlight -= 1;
      sendJson(response, {});
    }, 5);
  });
  const { send, seen } = clientFor({}, { concurrency: 3 });
  const sent = await Promise.all(Array.from({ length: 20 }, () => send(server)));
  expect(most).toBe(3);
  expect(seen).toHaveLength(20);
  expect(sent.map(({ number }) => number)).toEqual(sent.map((_, index) => index + 1));
});

describe('the two services', () => {
  const token = (server: SampleServer): OutgoingRequest => tokenRequest(server.url, 'Basic eA==');

  test('are paced separately: a refusal by one does not delay the other', async () => {
    const clock = virtualClock();
    const starts: [url: string, at: number][] = [];
    const server = await startServer((response, _, { url = '' }) => {
      starts.push([url, clock.now()]);
      const isFirstToken = starts.filter(([one]) => one === url).length === 1 && url.endsWith('token');
      if (isFirstToken) response.writeHead(429, { 'retry-after': '30' }).end();
      else sendJson(response, {});
    });
    const { client } = clientFor({ clock });
    const asked = client.send(token(server), purpose);
    const listed = await client.send(to(server), purpose);
    expect(listed.startedAt).toBeLessThan(30_000);
    expect((await asked).answer?.status).toBe(200);
    expect(starts.at(-1)).toEqual(['/auth/public/token', expect.toSatisfy((at: number) => at >= 30_000)]);
  });

  test('have separate limits: tokens are limited per minute', async () => {
    const clock = virtualClock();
    const server = await startServer((response) => sendJson(response, {}));
    const { client } = clientFor({ clock, tokensBegun: [0] }, { concurrency: 8, tokensPerMinute: 5 });
    const sent = await Promise.all(Array.from({ length: 5 }, () => client.send(token(server), purpose)));
    const starts = sent.map(({ startedAt }) => startedAt);
    expect(starts.filter((at) => at < 60_000)).toHaveLength(4);
    expect(starts.at(-1)).toBeLessThan(2 * 60_000);
  });
});

describe('a deadline', () => {
  const passed = (): Error => new Error('no time left');

  test.for([429, 503])('ends the retries at a target that refuses everything: %i', async (status) => {
    const clock = virtualClock();
    const server = await failingFirst(status, {}, Number.POSITIVE_INFINITY);
    const { client, seen, send } = clientFor({ clock, deadline: { at: 1000, passed } });
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => send(server)));
    expect(clock.now()).toBeLessThanOrEqual(1000);
    expect(client.isLate).toBe(true);
    expect(seen.map(({ failure }) => failure?.kind)).toEqual(seen.map(() => 'unavailable'));
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(seen.length);
    expect(outcomes.at(-1)).toMatchObject({ reason: { message: 'no time left' } });
    expect(client.tries).toBe(server.received.length);
    expect(client.throttled.count + client.throttled.unavailable).toBe(client.tries);
  });

  test('closes an endpoint that asks to wait beyond it', async () => {
    const server = await failingFirst(429, { 'retry-after': '5' }, Number.POSITIVE_INFINITY);
    const closed = (_request: OutgoingRequest, milliseconds: number) => new Error(`closed for ${milliseconds}`);
    const { client, seen, send } = clientFor({ clock: virtualClock(), deadline: { at: 1000, passed }, closed });
    await send(server);
    await expect(send(server)).rejects.toThrow('closed for 5000');
    expect(seen.map(({ failure }) => failure)).toMatchObject([{ kind: 'unavailable', isAlone: true }]);
    expect([server.received.length, client.isLate]).toEqual([1, false]);
  });

  test('ends the retries over a connection that is always cut', async () => {
    const server = await startServer((_, __, request) => request.socket.destroy());
    const { client, send } = clientFor({ deadline: { at: 250, passed } });
    expect(await send(server)).toMatchObject({ failure: { kind: 'broken' }, repeated: true });
    expect([server.received.length, client.isLate]).toEqual([2, true]);
  });
});

describe('an abort', () => {
  test('ends requests in flight, waiting requests and later ones', async () => {
    const stop = new AbortController();
    const server = await startServer(() => stop.abort());
    const { seen, send } = clientFor({ signal: stop.signal }, { concurrency: 1 });
    const outcomes = await Promise.allSettled([send(server), send(server)]);
    outcomes.push(...(await Promise.allSettled([send(server)])));
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
    const client = createClient({ concurrency: 1 }, () => undefined, { signal: stop.signal });
    onTestFinished(() => client.close());
    await expect(client.send(to(server), purpose)).rejects.toMatchObject({ name: 'AbortError' });
  });
});
