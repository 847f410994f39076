import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MemberSnapshotInput } from '../../spec/index.ts';
import { put, snapshotBody } from '../sample-bodies.test-data.ts';
import {
  connection,
  employeeId,
  expectSchema,
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

const bodyFor = (employeeId: string = randomUUID()): MemberSnapshotInput => snapshotBody(client.fixtures, employeeId);

const create = (body: unknown = bodyFor(), groupId?: string) => snapshot(client, body, groupId);
const list = (employeeId: string, query?: Record<string, string>) => listSnapshots(client, employeeId, query);

const unknownId = '00000000-0000-4000-8000-000000000000';

describe('creating a snapshot', () => {
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
    ['/enable_member_auto_link', 'yes', 'type'],
    ['/employee', undefined, 'required'],
    ['/employee/person/first_name', undefined, 'required'],
  ])('refuses for %s: %s, and leaves nothing behind', async (pointer, value, rule) => {
    const body = put(bodyFor(employeeId), pointer, value);
    const { status, json } = await postSnapshot(client, body);
    expect(status).toBe(422);
    expect(json).toMatchObject({
      error: { errors: expect.arrayContaining([expect.objectContaining({ pointer, rule })]) },
    });
    expect(await client.call('E8', { path: { employee_id: employeeId } })).toMatchObject({ status: 404 });
  });
});

describe('one employee, many snapshots', () => {
  it('keeps an id that is taken in another group or organization out of reach', async () => {
    const employeeId = randomUUID();
    await create(bodyFor(employeeId));
    const other = await create(bodyFor(employeeId), (await connection(client)).group_id);
    expect(other.employee_id).not.toBe(employeeId);
    expect(other.member_snapshot.employee?.id).toBe(employeeId);
    const groups = await client.call('E1', { authorization: client.secondBearer });
    const path = { group_id: expectSchema('group-page', groups.json).response[0]?.id ?? '' };
    const foreign = await client.call('E6', { path, body: bodyFor(employeeId), authorization: client.secondBearer });
    expect(expectSchema('snapshot', foreign.json).employee_id).not.toBe(employeeId);
    expect((await list(employeeId)).meta.total_records).toBe(1);
  });
});
