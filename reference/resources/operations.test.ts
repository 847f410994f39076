import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RenewalPlanInput } from '../../spec/index.ts';
import { connectionBody, decisionBody, firstOf, put, snapshotBody } from '../sample-bodies.test-data.ts';
import {
  connection,
  decision,
  employeeId,
  expectSchema,
  foreignGroup,
  listDecisions,
  listGroups,
  listSnapshots,
  postDecision,
  snapshot,
  startClient,
  type ReferenceClient,
} from '../reference-client.test-data.ts';

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

/** A whole body for each endpoint that makes a record. */
const bodyOf = {
  E2: () => connectionBody(client.fixtures),
  E3: () => decisionBody(client.fixtures, [described, { plan_id: firstOf(client.fixtures).planId }]),
  E6: () => snapshotBody(client.fixtures, employeeId),
} as const;

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
] as const)('%s refuses for %s: %s, and leaves nothing behind', async (endpoint, pointer, value, rule) => {
  const groupId = await newGroup();
  const before = await listGroups(client, { page_size: '100' });
  const body = put(bodyOf[endpoint](), pointer, value);
  const { status, json } = await client.call(endpoint, { path: { group_id: groupId }, body });
  expect(status).toBe(422);
  const errors = expect.arrayContaining([expect.objectContaining({ pointer, rule, message: expect.any(String) })]);
  expect(json).toMatchObject({ error: { errors } });
  expect(await listGroups(client, { page_size: '100' })).toEqual(before);
  expect(await list(groupId)).toEqual([]);
  expect(await client.call('E8', { path: { employee_id: employeeId } })).toMatchObject({ status: 404 });
});

it('says only that much of a body full of mistakes', async () => {
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

it.each(['1e3', ' 1', '9999999999999999999999'])('the list of groups says that %j is no number', async (page_size) => {
  const { status, json } = await client.call('E1', { query: { page_size } });
  expect(status).toBe(400);
  expect(json).toMatchObject({ error: { errors: [{ pointer: 'page_size' }] } });
});

it('the list of groups refuses a parameter given twice', async () => {
  expect(await client.send('GET', '/api/v1/groups?offset=1&offset=2')).toMatchObject({ status: 400 });
});

it('a described plan is kept from other organizations', async () => {
  const body = decisionBody(client.fixtures, [described]);
  const planId = planIdOf((await postDecision(client, body)).json);
  const said = { path: { group_id: await foreignGroup(client) }, authorization: client.secondBearer };
  const byId = decisionBody(client.fixtures, [{ plan_id: planId }]);
  expect(await client.call('E3', { ...said, body: byId })).toMatchObject({ status: 422 });
  expect(planIdOf((await client.call('E3', { ...said, body })).json)).not.toBe(planId);
});

it('one of several editors of the same version is let through, and none of the version before a recalculation', async () => {
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

it.each(['', 'x', '2022-02-30', '01/01/2022', '2022-01-01T00:00:00Z', 'Sun, 01 Jan 2022 00:00:00 GMT', '0'])(
  'filters refuse %j',
  async (value) => {
    const path = { group_id: client.fixtures.groupId };
    for (const name of ['renewal_date', 'start_date', 'end_date']) {
      const { status } = await client.call('E5', { path, query: { [name]: value } });
      expect({ name, status }).toEqual({ name, status: 400 });
    }
  },
);

const ofEmployee = (id: string) => snapshotBody(client.fixtures, id);

it('an id of an employee that is taken in another group or organization stays out of reach', async () => {
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
