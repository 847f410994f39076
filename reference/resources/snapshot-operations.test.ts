import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { put, snapshotBody } from '../sample-bodies.test-data.ts';
import {
  connection,
  employeeId,
  expectSchema,
  foreignGroup,
  listSnapshots,
  postSnapshot,
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
const bodyFor = (id: string) => snapshotBody(client.fixtures, id);

it.each([
  ['/coverages/0/carrier_id', unknownId, 'known-carrier'],
  ['/coverages/0/plan_id', unknownId, 'known-plan'],
  ['/coverages/0/enrolled_members/0/individual_id', unknownId, 'known-individual'],
  ['/coverages/0/enrolled_members/0/individual_type', 'dependent', 'individual-type'],
  ['/coverages/0/enrolled_members/0/event_id', 'x', 'known-event'],
  ['/employee/event_id', 'x', 'known-event'],
  ['/dependents/0/event_id', 'x', 'known-event'],
  ['/dependents/0/id', employeeId.toUpperCase(), 'distinct-people'],
  ['/employee/group_id', unknownId, 'same-group'],
  ['/employee/person/first_name', undefined, 'required'],
])('a snapshot is refused for %s: %s, and leaves nothing behind', async (pointer, value, rule) => {
  const { status, json } = await postSnapshot(client, put(bodyFor(employeeId), pointer, value));
  expect(status).toBe(422);
  const errors = expect.arrayContaining([expect.objectContaining({ pointer, rule })]);
  expect(json).toMatchObject({ error: { errors } });
  expect(await client.call('E8', { path: { employee_id: employeeId } })).toMatchObject({ status: 404 });
});

it('an id of an employee that is taken in another group or organization stays out of reach', async () => {
  const taken = randomUUID();
  await snapshot(client, bodyFor(taken));
  const other = await snapshot(client, bodyFor(taken), (await connection(client)).group_id);
  expect(other.employee_id).not.toBe(taken);
  expect(other.member_snapshot.employee?.id).toBe(taken);
  const path = { group_id: await foreignGroup(client) };
  const foreign = await client.call('E6', { path, body: bodyFor(taken), authorization: client.secondBearer });
  expect(expectSchema('snapshot', foreign.json).employee_id).not.toBe(taken);
  expect((await listSnapshots(client, taken)).meta.total_records).toBe(1);
});
