import { arbitrarySnapshot, snapshotExamples, withOwnPeople } from '../../generators/index.ts';
import type { Workload } from '../engine/definition.ts';
import { profileOf } from '../engine/plan.ts';
import type { Session } from '../engine/session.ts';
import { successBody } from '../rules/reading.ts';
import { snapshotBase } from '../fixtures/taken-bodies.ts';
import { createEmployee } from '../fixtures/employee-records.ts';
import { groupId } from '../fixtures/own-groups.ts';
import { snapshotAdaptation } from '../fixtures/adaptation.ts';
import { leanSnapshots } from '../fixtures/lean-bodies.ts';
import { sendBodies } from './workload.ts';

async function submitOfEveryKind(session: Session): Promise<void> {
  const group = await groupId(session);
  const base = await snapshotBase(session);
  const api = session.api('snapshots.create');
  // The answer to a create shows its content too: a brisk run reads back drawn cases alone.
  const readsExamples = profileOf(session).effort === 'thorough';
  await sendBodies(session, {
    name: 'snapshots',
    kind: leanSnapshots,
    open: 'snapshots.accepts-generated',
    base,
    adaptation: await snapshotAdaptation(session),
    arbitrary: arbitrarySnapshot,
    examples: snapshotExamples,
    // A service may compare the snapshots of one employee.
    distinguish: (body, index) => withOwnPeople(body, String(index)),
    async send(write, body, _, isExample) {
      const exchange = await write(body, (json) => api.call('E6', { path: { group_id: group }, json }));
      const { id, employee_id: employee } = successBody(exchange, 'E6') ?? {};
      if (typeof id === 'string' && (readsExamples || !isExample)) await api.call('E7', { path: { snapshot_id: id } });
      // A list shows nothing of a snapshot's content: it is read for drawn cases alone.
      if (typeof employee === 'string' && !isExample) await api.call('E8', { path: { employee_id: employee } });
    },
  });
}

/** Snapshots of every kind, each read back alone and those that are drawn in their employee's list too (E6, E7, E8). */
export const snapshotTraffic: Workload = {
  name: 'snapshots',
  run: submitOfEveryKind,
  /** Those of one employee, each read back. */
  async frugal(session) {
    const api = session.api('snapshots.get');
    const { snapshotIds } = await createEmployee(session, api, 'few', 2);
    for (const id of snapshotIds) await api.call('E7', { path: { snapshot_id: id } });
  },
};
