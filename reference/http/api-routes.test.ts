import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpointIds, endpoints } from '../../spec/index.ts';
import { connectionBody, decisionBody, snapshotBody } from '../sample-bodies.test-data.ts';
import { expectSchema, startClient, type ReferenceClient, type Said } from '../reference-client.test-data.ts';

let client: ReferenceClient;
let known: Readonly<Record<string, string>>;
beforeAll(async () => {
  client = await startClient();
  const path = { group_id: client.fixtures.groupId };
  const decision = await client.call('E3', { path, body: decisionBody(client.fixtures) });
  const body = snapshotBody(client.fixtures, '00000000-0000-4000-8000-0000000000e1');
  const snapshot = await client.call('E6', { path, body });
  const { id, version } = expectSchema('renewal-decision', decision.json);
  const { id: snapshotId, employee_id } = expectSchema('snapshot', snapshot.json);
  known = { ...path, renewal_decision_id: id, version, snapshot_id: snapshotId, employee_id };
});
afterAll(() => client.close());

const unknownId = '00000000-0000-4000-8000-000000000000';

const withBody = endpointIds.filter((id) => endpoints[id].request !== undefined);
const withPath = endpointIds.filter((id) => endpoints[id].pathParameters.length > 0);
const bodyOf = (id: string): unknown =>
  ({ E2: connectionBody(client.fixtures), E6: snapshotBody(client.fixtures, unknownId) })[id] ??
  decisionBody(client.fixtures);

describe('what is not served', () => {
  it.each(withPath)('%s answers 404 to an id that is no UUID', async (id) => {
    for (const bad of ['x', '1', `${unknownId}0`, '%00', '%F0%9F%98%80', 'a'.repeat(4000), '..%2f..']) {
      const path = Object.fromEntries(endpoints[id].pathParameters.map((name) => [name, bad]));
      const body = endpoints[id].request === undefined ? undefined : bodyOf(id);
      const { status } = await client.call(id, { path, body });
      expect({ bad, status }).toEqual({ bad, status: 404 });
    }
  });

  it.each([
    ['GET', '/api/v1/nothing', 404, 'not-found', null],
    ['GET', '/elsewhere', 404, 'not-found', null],
    ['DELETE', '/api/v1/groups', 405, 'method', 'GET, HEAD'],
    ['GET', '/api/v1/group_connections', 405, 'method', 'POST'],
    ['GET', '/api/v1/groups/%zz/renewal_decisions', 400, expect.any(String), null],
  ])('%s %s is %i in JSON', async (method, path, status, code, allow) => {
    const reply = await client.send(method, path);
    expect(reply).toMatchObject({ status, json: { error: { code } } });
    expect(reply.headers.get('allow')).toBe(allow);
  });

  it.each(withBody)('%s refuses a body it cannot read', async (id) => {
    const refusals: readonly (readonly [Said, number])[] = [
      [{ body: '{"broken":' }, 400],
      [{ body: '' }, 400],
      [{}, 400],
      [{ body: new Uint8Array([0x22, 0xff, 0x22]) }, 400],
      ...['1 2', '[1,]', '[1e400]', '{"a":9007199254740993}', '[1,0.10000000000000000001]', '1e-400'].map(
        (body) => [{ body }, 400] as const,
      ),
      ...[65, 250_000].map((depth) => [{ body: '['.repeat(depth) + ']'.repeat(depth) }, 400] as const),
      [{ body: `"\\"${'['.repeat(65)}"` }, 422],
      [{ body: `[${['1.10', '0.000', '1E2', '100000000000000000000', '-0.0', '12.50e-1'].join()}]` }, 422],
      [{ body: `[${'0,'.repeat(20_000)}0]` }, 413],
      [{ body: '[]' }, 422],
      [{ body: 'null' }, 422],
      [{ body: '"text"' }, 422],
      [{ body: JSON.stringify({ filler: 'x'.repeat(1024 * 1024) }) }, 413],
      [{ body: '{}', headers: { 'content-type': 'text/plain' } }, 415],
      [{ body: '{}', headers: { 'content-type': 'application/xml' } }, 415],
    ];
    for (const [said, status] of refusals) {
      const reply = await client.call(id, { ...said, path: known });
      expect({ said, status: reply.status }).toEqual({ said, status });
      expect(reply.json).toHaveProperty('error.message');
    }
  });
});

describe('closing', () => {
  it('ends within a second though connections are open', async () => {
    const closing = await startClient();
    const { port, hostname } = new URL(closing.baseUrl);
    const starts = ['', 'GET /api/v1/groups HTTP/1.1\r\n', 'POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{'];
    const sockets = starts.map((start) => {
      const socket = connect(Number(port), hostname, () => socket.write(start));
      return socket.on('error', () => undefined).resume();
    });
    await closing.call('E1');
    const ended = Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve))));
    await Promise.all([closing.close(), closing.close()]);
    await ended;
    await expect(closing.call('E1')).rejects.toThrow('fetch failed');
  });
});
