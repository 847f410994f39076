import { constant, record } from 'fast-check';
import { arbitrarySnapshot, exampleBodies, snapshotExamples, withOwnPeople } from '../../generators/index.ts';
import type { MemberSnapshotInput } from '../../spec/index.ts';
import type { Workload } from '../engine/definition.ts';
import { profileOf } from '../engine/plan.ts';
import type { Session } from '../engine/session.ts';
import { successBody } from '../rules/reading.ts';
import { snapshotBase } from '../fixtures/taken-bodies.ts';
import { createEmployee } from '../fixtures/employee-records.ts';
import { groupId } from '../fixtures/own-groups.ts';
import { snapshotAdaptation } from '../fixtures/plans-of-carriers.ts';
import { repairSnapshot } from '../fixtures/body-differences.ts';
import { leanest, leanSnapshots } from '../fixtures/lean-bodies.ts';
import { examplesOf, observeLearned, sendCases, taken } from './workload.ts';

interface SnapshotCase {
  readonly body: MemberSnapshotInput;
  readonly isListed: boolean;
}

async function submitOfEveryKind(session: Session): Promise<void> {
  const group = await groupId(session);
  const { context, reduce, body: base } = await snapshotBase(session);
  const api = session.api('snapshots.create');
  const adaptation = await snapshotAdaptation(session);
  const bodies = exampleBodies(base, snapshotExamples(context));
  const examples = examplesOf<MemberSnapshotInput, SnapshotCase>({
    // Each has people of its own, since a service may compare the snapshots of one employee.
    bodies: bodies.map((example, index) => ({ ...example, body: withOwnPeople(example.body, String(index)) })),
    taken: base,
    repair: repairSnapshot,
    // A list shows nothing of a snapshot's content: it is read for drawn cases alone.
    wrap: (body) => ({ body, isListed: false }),
    unwrap: ({ body }) => body,
  });
  // The answer to a create shows its content too: a brisk run reads back drawn cases alone.
  const readsExamples = profileOf(session).effort === 'thorough';
  const sendCase = async ({ body, isListed }: SnapshotCase): Promise<void> => {
    const exchange = await adaptation.send(body, (json) => api.call('E6', { path: { group_id: group }, json }));
    const { id, employee_id: employee } =
      successBody(taken(session, exchange, 'snapshots.accepts-generated'), 'E6') ?? {};
    if (typeof id === 'string' && (isListed || readsExamples)) await api.call('E7', { path: { snapshot_id: id } });
    if (isListed && typeof employee === 'string') await api.call('E8', { path: { employee_id: employee } });
  };
  const cases = record({ body: arbitrarySnapshot(context).map(reduce), isListed: constant(true) });
  await sendCases<SnapshotCase>(session, 'snapshots', cases, sendCase, {
    examples,
    leaner: ({ body, isListed }, fails) =>
      leanest([adaptation.adapted(body)], leanSnapshots, ([lean = body]) => fails({ body: lean, isListed })),
  });
  observeLearned(session, adaptation, 'snapshots.accepts-generated');
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
