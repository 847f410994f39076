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
  readSnapshot,
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
const get = (id: string) => readSnapshot(client, id);
const list = (employeeId: string, query?: Record<string, string>) => listSnapshots(client, employeeId, query);

const unknownId = '00000000-0000-4000-8000-000000000000';

describe('creating a snapshot', () => {
  it('answers it as sent, processing, with one summary per carrier', async () => {
    const body = bodyFor();
    const snapshot = await create(body);
    expect(snapshot).toMatchObject({
      status: 'processing',
      warnings: [],
      member_snapshot: body,
      employee_id: body.employee?.id,
    });
    expect(snapshot.member_snapshot.employee).toMatchObject({ group_id: client.fixtures.groupId });
    expect(snapshot.fulfillment_summary).toEqual(
      client.fixtures.carrierIds.slice(0, 2).map((carrier_id) => ({ carrier_id, errors: [], status: 'processing' })),
    );
    expect(snapshot.created_members).toEqual([
      { id: body.employee?.id, custom_individual_id: 'E-1', type: 'employee' },
      { id: body.dependents?.[0]?.id, custom_individual_id: 'D-1', type: 'dependent' },
    ]);
    expect(await get(snapshot.id)).toEqual(snapshot);
  });

  it('gives everything back, to the code point and the digit', async () => {
    const body = {
      ...bodyFor(),
      employee: {
        ...bodyFor().employee,
        event_id: undefined,
        classifications: JSON.parse(String.raw`{"__proto__":"x","constructor":"\ud800","":"","𝒜":"é e\u0301"}`),
        employment: { hours_worked: 37.5, salary: { amount: 123_456_789.01, effective_date: '2024-02-29' } },
      },
      coverages: [],
      unknown_member: [null, -0.5, 1e21, 5e-324],
    };
    const sent = JSON.stringify(body);
    const snapshot = await create(sent);
    const { employee, ...rest } = JSON.parse(sent);
    expect(snapshot.member_snapshot).toEqual({ ...rest, employee: { ...employee, group_id: client.fixtures.groupId } });
    expect(JSON.stringify((await get(snapshot.id)).member_snapshot)).toBe(JSON.stringify(snapshot.member_snapshot));
  });

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
  it('lists them all, and nobody is created twice', async () => {
    const first = await create({
      ...bodyFor(),
      employee: { person: { first_name: 'A', last_name: 'B' } },
      coverages: [],
    });
    const body = bodyFor(first.employee_id.toUpperCase());
    const second = await create(body);
    expect(second.employee_id).toBe(first.employee_id);
    expect(second.created_members).toEqual([]);
    expect((await list(first.employee_id)).response.map(({ id }) => id)).toEqual([first.id, second.id]);
  });

  it('has the newest replace the one before it', async () => {
    const employeeId = randomUUID();
    const first = await create(bodyFor(employeeId));
    await client.later(10);
    const second = await create(bodyFor(employeeId));
    const third = await create(bodyFor(employeeId));
    const replaced = await get(first.id);
    expect(replaced).toMatchObject({
      replaced_by: second.id,
      created: first.created,
      member_snapshot: first.member_snapshot,
    });
    expect(replaced.version).not.toBe(first.version);
    await client.later(2000);
    expect(await get(second.id)).toMatchObject({ status: 'completed', replaced_by: third.id });
    expect(await get(third.id)).toMatchObject({ status: 'completed', replaced_by: null });
  });

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

describe('fulfilment', () => {
  it('goes from processing over sent to completed, each step under a version of its own', async () => {
    const { id, employee_id, ...first } = await create();
    const seen = new Map<string, string>([[first.version, 'processing processing']]);
    for (const [wait, status, carrierStatus] of [
      [999, 'processing', 'processing'],
      [1, 'processing', 'sent'],
      [999, 'processing', 'sent'],
      [1, 'completed', 'sent'],
      [1_000_000, 'completed', 'sent'],
    ] as const) {
      await client.later(wait);
      const { response } = await list(employee_id);
      const record = await get(id);
      expect(record).toMatchObject({ status, created: first.created, member_snapshot: first.member_snapshot });
      expect(record.fulfillment_summary.map((entry) => entry.status)).toEqual([carrierStatus, carrierStatus]);
      const { created, modified, version, fulfillment_summary } = record;
      expect(response).toEqual([{ id, employee_id, fulfillment_summary, status, created, modified, version }]);
      expect(modified).toBeGreaterThanOrEqual(created);
      expect(seen.get(version) ?? `${status} ${carrierStatus}`).toBe(`${status} ${carrierStatus}`);
      seen.set(version, `${status} ${carrierStatus}`);
    }
    expect(seen.size).toBe(3);
  });
});
