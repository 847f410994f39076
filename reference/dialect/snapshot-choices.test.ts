import { describe, expect, it } from 'vitest';
import { completeSnapshotBody } from '../testing/bodies.ts';
import { expectSchema } from '../testing/client.ts';
import { employeeId, spoken } from '../testing/walk.ts';

describe('snapshots', () => {
  it('may fail at the end of their course', async () => {
    await spoken({ snapshotCourse: 'failed' }, async ({ snapshot, again }, client) => {
      expect(snapshot.fulfillment_summary.map(({ status, errors }) => ({ status, errors }))).toEqual(
        snapshot.fulfillment_summary.map(() => ({ status: 'processing', errors: [] })),
      );
      client.clock.step(2000);
      const got = expectSchema('snapshot', (await client.call('E7', { path: { snapshot_id: again.id } })).json);
      expect(got).toMatchObject({ status: 'action_required', warnings: [expect.anything()] });
      const { json } = await client.call('E8', { path: { employee_id: employeeId } });
      const item = expectSchema('snapshot-page', json).response.find(({ id }) => id === again.id);
      expect(item).toMatchObject({ status: 'action_required', fulfillment_summary: got.fulfillment_summary });
    });
  });

  it('may be taken up by one carrier after another, in any order', async () => {
    await spoken({ snapshotCourse: 'one-by-one', summaryOrder: 'by-id' }, async ({ again }, client) => {
      const carriers = again.fulfillment_summary.map(({ carrier_id }) => carrier_id);
      expect(carriers).toEqual(carriers.toSorted());
      client.clock.step(1000);
      const { json } = await client.call('E7', { path: { snapshot_id: again.id } });
      const statuses = expectSchema('snapshot', json).fulfillment_summary.map(({ status }) => status);
      expect(statuses).toEqual(['sent', 'processing']);
    });
  });

  it('may keep the identifiers that were left to the service to themselves', async () => {
    for (const assignedIds of [true, false]) {
      await spoken({ assignedIds }, async (_walked, client) => {
        const { employee, dependents, events } = completeSnapshotBody(client.fixtures, employeeId);
        const body = {
          employee: { ...employee, id: undefined },
          dependents: dependents?.map((dependent) => ({ ...dependent, id: undefined })),
          coverages: [],
          events,
        };
        const { json } = await client.call('E6', { path: { group_id: client.fixtures.groupId }, body });
        const { member_snapshot: echo, created_members: created } = expectSchema('snapshot', json);
        expect(created).toHaveLength(2);
        expect(['id' in (echo.employee ?? {}), 'id' in (echo.dependents?.[0] ?? {})]).toEqual([
          assignedIds,
          assignedIds,
        ]);
        expect(echo.employee?.group_id).toBe(client.fixtures.groupId);
      });
    }
  });

  it('may never take the place of one another', async () => {
    await spoken({ replacement: 'never' }, async ({ snapshot }, client) => {
      const { json } = await client.call('E7', { path: { snapshot_id: snapshot.id } });
      expect(json).toMatchObject({ version: snapshot.version, replaced_by: null });
    });
    await spoken({}, async ({ snapshot, again }, client) => {
      const { json } = await client.call('E7', { path: { snapshot_id: snapshot.id } });
      expect(json).toMatchObject({ replaced_by: again.id });
    });
  });

  it('list as created whom the dialect lists', async () => {
    for (const [createdMembers, first, second] of [
      ['new', 2, 0],
      ['all', 2, 2],
      ['none', 0, 0],
    ] as const) {
      await spoken({ createdMembers }, ({ snapshot, again }) => {
        expect([snapshot.created_members.length, again.created_members.length]).toEqual([first, second]);
      });
    }
  });

  it('may give an employee an identifier of its own, by which it is known from then on', async () => {
    await spoken({ employeeIds: 'assigned' }, async ({ snapshot, again }, client) => {
      expect(snapshot.employee_id).not.toBe(employeeId);
      expect(again.employee_id).not.toBe(snapshot.employee_id);
      expect(snapshot.created_members[0]).toMatchObject({ id: snapshot.employee_id, type: 'employee' });
      const body = completeSnapshotBody(client.fixtures, snapshot.employee_id);
      const third = await client.call('E6', { path: { group_id: client.fixtures.groupId }, body });
      expect(third.json).toMatchObject({ employee_id: snapshot.employee_id });
      const { json } = await client.call('E8', { path: { employee_id: snapshot.employee_id } });
      expect(json).toMatchObject({ meta: { total_records: 2 } });
    });
  });

  it('may be finished within milliseconds of their creation', async () => {
    await spoken({ pace: 1 }, async ({ snapshot }, client) => {
      expect(snapshot.status).toBe('processing');
      client.clock.step(3);
      const { json } = await client.call('E7', { path: { snapshot_id: snapshot.id } });
      expect(json).toMatchObject({ status: 'completed' });
    });
  });
});
