import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderOfTest } from '../spec/folders.test-data.ts';
import { endpoints, type EndpointId, type RenewalPlanInput } from '../spec/index.ts';
import {
  connection,
  connectionBody,
  decision,
  decisionBody,
  employeeId,
  expectSchema,
  firstOf,
  foreignGroup,
  listDecisions,
  listGroups,
  listSnapshots,
  postDecision,
  put,
  readSnapshot,
  snapshot,
  snapshotBody,
  startClient,
  type ReferenceClient,
} from './reference-client.test-data.ts';
import { startReference } from './start-reference.ts';

let client: ReferenceClient;
beforeAll(async () => {
  client = await startClient();
});
afterAll(() => client.close());

const unknownId = '00000000-0000-4000-8000-000000000000';
const described: RenewalPlanInput = { name: 'Homemade 𝒫', plan_type: 'ppo', metal_tier: 'bronze' };

const newGroup = async (): Promise<string> => (await connection(client)).group_id;
const list = async (groupId: string) => (await listDecisions(client, groupId)).response;
const edit = ({ id, version }: { id: string; version: string }) =>
  client.call('E4', { path: { renewal_decision_id: id, version }, body: decisionBody(client.fixtures) });

const planIdOf = (json: unknown) =>
  expectSchema('renewal-decision', json).body.carriers[0]?.lines_of_coverage['medical']?.plans?.[0]?.plan_id ?? '';

const bodyOf: Readonly<Partial<Record<EndpointId, () => object>>> = {
  E2: () => connectionBody(client.fixtures),
  E3: () => decisionBody(client.fixtures, [described, { plan_id: firstOf(client.fixtures).planId }]),
  E6: () => snapshotBody(client.fixtures),
};

it.each([
  ['E2', '/carrier_id', unknownId, 'known-carrier'],
  ['E2', '/group_data/group_name', undefined, 'required'],
  ['E2', '/data_exchange', 'fax', 'enum'],
  ['E3', '/renewal_date', '2023-02-29', 'format'],
  ['E3', '/body/carriers/0/carrier_id', unknownId, 'known-carrier'],
  ['E3', '/body/carriers/0/lines_of_coverage/medical/plans/1/plan_id', unknownId, 'known-plan'],
  ['E6', '/coverages/0/carrier_id', unknownId, 'known-carrier'],
  ['E6', '/coverages/0/plan_id', unknownId, 'known-plan'],
  ['E6', '/coverages/0/enrolled_members/0/individual_id', unknownId, 'known-individual'],
  ['E6', '/coverages/0/enrolled_members/0/individual_type', 'dependent', 'individual-type'],
  ['E6', '/coverages/0/enrolled_members/0/event_id', 'x', 'known-event'],
  ['E6', '/employee/event_id', 'x', 'known-event'],
  ['E6', '/dependents/0/event_id', 'x', 'known-event'],
  ['E6', '/dependents/0/id', employeeId.toUpperCase(), 'distinct-people'],
  ['E6', '/employee/group_id', unknownId, 'same-group'],
  ['E6', '/employee/person/first_name', undefined, 'required'],
] as const)('%s refuses a body with %s set to %s, and stores nothing', async (endpoint, pointer, value, rule) => {
  const groupId = await newGroup();
  const before = await listGroups(client, { page_size: '100' });
  const body = put(bodyOf[endpoint]?.(), pointer, value);
  const { status, json } = await client.call(endpoint, { path: { group_id: groupId }, body });
  expect(status).toBe(422);
  const errors = expect.arrayContaining([expect.objectContaining({ pointer, rule, message: expect.any(String) })]);
  expect(json).toMatchObject({ error: { errors } });
  expect(await listGroups(client, { page_size: '100' })).toEqual(before);
  expect(await list(groupId)).toEqual([]);
  expect(await client.call('E8', { path: { employee_id: employeeId } })).toMatchObject({ status: 404 });
});

it('limits the errors reported for a body full of mistakes', async () => {
  const wrong = Object.fromEntries(Array.from({ length: 60 }, (_unused, index) => [`p${index}`, {}]));
  const small = { ...connectionBody(client.fixtures), data_exchange: 1, group_data: 1, ...wrong };
  expect((await client.call('E2', { body: small })).json).toMatchObject({
    error: { errors: [{ pointer: '/group_data' }] },
  });
  const large = { ...small, filler: Array.from({ length: 3000 }, () => 0) };
  expect((await client.call('E2', { body: large })).json).toMatchObject({
    error: { errors: [{ pointer: '', rule: 'schema' }] },
  });
});

it.each([
  ['E1', 'offset=1&offset=2', 'offset'],
  ['E1', 'page_size=9999999999999999999999', 'page_size'],
  ['E1', 'page_size=1e3', 'page_size'],
  ['E5', 'renewal_date=2022-02-30', 'renewal_date'],
  ['E5', 'start_date=2022-01-01T00:00:00Z', 'start_date'],
  ['E5', 'end_date=Sun, 01 Jan 2022 00:00:00 GMT', 'end_date'],
] as const)('%s refuses %s', async (endpoint, query, pointer) => {
  const path = endpoints[endpoint].path.replace('{group_id}', client.fixtures.groupId);
  const { status, json } = await client.send('GET', `${path}?${query}`);
  expect({ status, json }).toMatchObject({ status: 400, json: { error: { errors: [{ pointer }] } } });
});

it('a described plan cannot be used by other organizations', async () => {
  const body = decisionBody(client.fixtures, [described]);
  const planId = planIdOf((await postDecision(client, body)).json);
  const said = { path: { group_id: await foreignGroup(client) }, authorization: client.secondBearer };
  const byId = decisionBody(client.fixtures, [{ plan_id: planId }]);
  expect(await client.call('E3', { ...said, body: byId })).toMatchObject({ status: 422 });
  expect(planIdOf((await client.call('E3', { ...said, body })).json)).not.toBe(planId);
});

it('one of several edits of the same version succeeds, and none of the version before a recalculation', async () => {
  const made = await decision(client, undefined, await newGroup());
  const replies = await Promise.all([1, 2, 3].map(() => edit(made)));
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  const other = await decision(client, undefined, await newGroup());
  await client.later(1000);
  expect(await edit(other)).toMatchObject({ status: 409 });
});

describe('recalculation', () => {
  const entry = (more: object = {}) => ({
    plan_id: firstOf(client.fixtures).planId,
    name: 'Medical PPO Bronze',
    ...more,
  });
  const backwards = { open_enrollment_start_date: '2026-11-02', open_enrollment_end_date: '2026-11-01' };
  const strange = { name: `\u0000\ud800${'x'.repeat(500)}`, plan_type: 'x' };
  it.each<[string, () => readonly [line: string, content: object, carrier?: number], readonly string[]]>([
    ['nothing', () => ['medical', { plans: [entry({ plan_type: 'ppo', metal_tier: 'bronze' })] }], []],
    ['a plan that no carrier offers', () => ['medical', { plans: [described] }], ['error']],
    ['a plan of another line', () => ['dental', { plans: [entry()] }], ['error']],
    ['a plan of another carrier', () => ['medical', { plans: [entry()] }, 1], ['error']],
    ['another plan type', () => ['medical', { plans: [entry({ plan_type: 'hmo' })] }], ['warning']],
    ['another metal tier', () => ['medical', { plans: [entry({ metal_tier: 'gold' })] }], ['warning']],
    ['a period that ends before it starts', () => ['medical', { plans: [], ...backwards }], ['error']],
    ['a plan with a strange name', () => ['medical', { plans: [strange] }], ['error']],
  ])('finds %s', async (_name, make, levels) => {
    const groupId = await newGroup();
    const [line, content, carrier = 0] = make();
    const carrierId = client.fixtures.carrierIds[carrier] ?? '';
    const carriers = [{ carrier_id: carrierId, lines_of_coverage: { [line]: content } }];
    await decision(client, { renewal_date: '2027-01-01', body: { carriers } }, groupId);
    await client.later(1000);
    const message = expect.stringMatching(/(?:choose|correct) [ -~]{1,200}$/);
    expect((await list(groupId))[0]?.issues).toEqual(
      levels.map((level) => ({ level, message, carrier_id: carrierId, line_of_coverage: line })),
    );
  });
});

const ofEmployee = (id: string) => snapshotBody(client.fixtures, id);

it('an employee id that another group or organization uses is not assigned again', async () => {
  const taken = randomUUID();
  await snapshot(client, ofEmployee(taken));
  const other = await snapshot(client, ofEmployee(taken), (await connection(client)).group_id);
  expect(other.employee_id).not.toBe(taken);
  expect(other.member_snapshot.employee?.id).toBe(taken);
  const path = { group_id: await foreignGroup(client) };
  const foreign = await client.call('E6', { path, body: ofEmployee(taken), authorization: client.secondBearer });
  expect(expectSchema('snapshot', foreign.json).employee_id).not.toBe(taken);
  expect((await listSnapshots(client, taken)).meta.total_records).toBe(1);
});

describe('refused requests', () => {
  it.each([
    ['GET', '/elsewhere', 404, 'not-found', null],
    ['DELETE', '/api/v1/groups', 405, 'method', 'GET, HEAD'],
    ['GET', '/api/v1/group_connections', 405, 'method', 'POST'],
    ['GET', '/api/v1/groups/%zz/renewal_decisions', 400, expect.any(String), null],
  ])('%s %s is answered with %i in JSON', async (method, path, status, code, allow) => {
    const reply = await client.send(method, path);
    expect(reply).toMatchObject({ status, json: { error: { code } } });
    expect(reply.headers.get('allow')).toBe(allow);
  });

  it('include bodies that cannot be parsed or returned unchanged', async () => {
    const refusals: readonly (readonly [body: unknown, status: number])[] = [
      ['', 400],
      [new Uint8Array([0x22, 0xff, 0x22]), 400],
      ['[1e400]', 400],
      ...[65, 250_000].map((depth) => ['['.repeat(depth) + ']'.repeat(depth), 400] as const),
      [`"\\"${'['.repeat(65)}"`, 422],
      [`[${['1.10', '0.000', '1E2', '100000000000000000000', '-0.0', '12.50e-1', '9007199254740993'].join()}]`, 422],
      [`[${'0,'.repeat(20_000)}0]`, 413],
    ];
    for (const [body, expected] of refusals) {
      const { status, json } = await client.call('E2', { body });
      expect({ body, status }).toEqual({ body, status: expected });
      expect(json).toHaveProperty('error.message');
    }
  });
});

it('closing does not wait for open connections', async () => {
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

describe('starting', () => {
  it('has the same fixtures for the same seed, and never the same secrets', async () => {
    const dialect = { tokenAlgorithm: 'ES256' } as const;
    const all = await Promise.all([1, 1, 2].map((seed) => startReference({ seed, dialect })));
    const [first, same, other] = all;
    expect(first?.fixtures).toEqual(same?.fixtures);
    expect(first?.fixtures).not.toEqual(other?.fixtures);
    expect(first?.credentials.clientSecret).not.toBe(same?.credentials.clientSecret);
    await Promise.all(all.map((reference) => reference.close()));
  });

  it('refuses an unavailable port with a one-line message', async () => {
    const running = await startClient();
    const used = Number(new URL(running.baseUrl).port);
    const message = `port ${used}: in use by another process; stop it, or choose another port`;
    await expect(startReference({ port: used })).rejects.toMatchObject({ name: 'StartError', message });
    await running.close();
    for (const port of [70_000, -1]) {
      await expect(startReference({ port })).rejects.toThrow(/^port -?\d+: cannot be listened on .*; choose another$/);
    }
  });
});

it('a data file restores keys, credentials, fixtures and records, even with another signing algorithm', async () => {
  const data = join(folderOfTest(), 'kept.db');
  const first = await startClient({ data });
  await decision(first);
  const created = await snapshot(first);
  const decisions = await listDecisions(first);
  await first.close();

  const second = await startClient({ data, seed: 99, dialect: { tokenAlgorithm: 'EdDSA' } });
  const { credentials, secondCredentials, fixtures } = second;
  expect({ credentials, secondCredentials, fixtures }).toEqual({
    credentials: first.credentials,
    secondCredentials: first.secondCredentials,
    fixtures: first.fixtures,
  });
  const path = { group_id: fixtures.groupId };
  expect(await second.call('E5', { path, authorization: first.bearer })).toMatchObject({
    status: 200,
    json: decisions,
  });
  expect(await readSnapshot(second, created.id)).toEqual(created);
  expect(await second.call('E1', { authorization: `Bearer ${first.expiredToken}` })).toMatchObject({
    status: 401,
    json: { message: 'JWT validation failed: TIME_CONSTRAINT_FAILURE' },
  });
  await second.later(2000);
  expect(await readSnapshot(second, created.id)).toMatchObject({ status: 'completed' });
  await second.close();
});
