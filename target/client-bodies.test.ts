import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { defaultBounds } from './client.ts';
import { clientFor, json, purpose, to } from './sample-client.test-data.ts';
import { startServer } from './sample-server.test-data.ts';

describe('a body', () => {
  const bounds = { ...defaultBounds, bodyBytes: 1000 };

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
  ] as const)('encoded as %s is read', async ([encoding, encode]) => {
    const server = await startServer((response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(encode('{"name":"Zoë 𝔘"}')),
    );
    const { answer } = await clientFor().client.send(to(server), purpose);
    expect(answer?.json).toEqual({ name: 'Zoë 𝔘' });
  });

  test('in chunks is read, even where they cut a character', async () => {
    const [first, second] = [Buffer.from('{"name":"Zo\u00eb'), Buffer.from('"}')];
    const server = await startServer((response) => {
      response.writeHead(200);
      response.write(first.subarray(0, -1));
      setTimeout(() => {
        response.write(first.subarray(-1));
        response.end(second);
      }, 10);
    });
    const { answer } = await clientFor().client.send(to(server), purpose);
    expect(answer?.json).toEqual({ name: 'Zoë' });
  });

  test('that is longer than the bound is a failure', async () => {
    const server = await startServer((response) => response.writeHead(200).end('x'.repeat(1001)));
    const { failure } = await clientFor({ bounds }).client.send(to(server), purpose);
    expect(failure?.kind).toBe('too-large');
    expect(server.received).toHaveLength(1);
  });

  test('that would be longer than the bound once it is decoded is a failure', async () => {
    const server = await startServer((response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(1_000_000))),
    );
    const { failure } = await clientFor({ bounds: { ...defaultBounds, bodyBytes: 5000 } }).client.send(
      to(server),
      purpose,
    );
    expect(failure?.kind).toBe('too-large');
  });

  test.for(['gzip', 'rot13', 'constructor'])(
    'that is not what its encoding %s says is a failure, not asked for again',
    async (encoding) => {
      const server = await startServer((response) =>
        response.writeHead(200, { 'content-encoding': encoding }).end('{}'),
      );
      const { failure } = await clientFor().client.send(to(server, { method: 'POST', body: '{}' }), purpose);
      expect(failure?.kind).toBe('undecodable');
      expect(server.received).toHaveLength(1);
    },
  );

  const impatient = { bounds: { ...defaultBounds, answerMs: 100 } };

  test('that never begins is a timeout when it was asked for twice, and once where that has hung before', async () => {
    const server = await startServer(() => undefined);
    const { client } = clientFor(impatient);
    const first = await client.send(to(server), purpose);
    expect(first).toMatchObject({ failure: { kind: 'timeout' }, repeated: true });
    expect(first.lost).toHaveLength(2);
    expect(server.received).toHaveLength(2);
    await client.send(to(server), purpose);
    expect(server.received).toHaveLength(3);
  });

  test('that came when it was asked for once more is an answer like any other', async () => {
    const server = await startServer((response, position) => (position === 0 ? undefined : json(response, {})));
    const { answer, repeated, lost } = await clientFor(impatient).client.send(to(server), purpose);
    expect({ status: answer?.status, repeated }).toEqual({ status: 200, repeated: true });
    expect(lost?.map(({ kind }) => kind)).toEqual(['timeout']);
  });

  test('that never came is not asked for again when it could not come in time, nor is the target to blame', async () => {
    const server = await startServer(() => undefined);
    const passed = (): Error => new Error('no time left');
    const { client } = clientFor({ bounds: { ...defaultBounds, answerMs: 3_000 }, deadline: { at: 50, passed } });
    expect((await client.send(to(server), purpose)).lost).toMatchObject([{ kind: 'timeout', hurried: true }]);
    expect(server.received).toHaveLength(1);
  });

  test.for([
    ['announced', { 'content-length': '312' }, { status: 201, received: 6, announced: 312 }],
    ['not announced', {}, { status: 201, received: 6 }],
  ] as const)('that broke off tells how far it came, its length %s', async ([, headers, began]) => {
    const server = await startServer((response, position) => {
      if (position > 0) return json(response, {}, 201);
      return void response.writeHead(201, headers).write('{"id":', () => setImmediate(() => response.destroy()));
    });
    const { answer, lost } = await clientFor().client.send(to(server, { method: 'POST', body: '{}' }), purpose);
    expect(answer?.status).toBe(201);
    expect(lost).toEqual([{ kind: 'broken', message: expect.stringContaining('broke off after 6 '), began }]);
  });

  test('that trickles in for ever is a timeout', async () => {
    const server = await startServer((response) => {
      const trickle = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(trickle));
    });
    const bounds = { ...defaultBounds, answerMs: 150 };
    const { failure } = await clientFor({ bounds }).client.send(to(server), purpose);
    expect(failure).toMatchObject({ kind: 'timeout', message: expect.stringContaining('no whole answer in 0.15 s') });
  });

  test('that never ends is a timeout', async () => {
    const server = await startServer((response) => response.writeHead(200).write('{'));
    const { failure } = await clientFor({ bounds: { ...defaultBounds, answerMs: 100 } }).client.send(
      to(server),
      purpose,
    );
    expect(failure?.kind).toBe('timeout');
  });
});
