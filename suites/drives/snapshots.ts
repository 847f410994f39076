import { arbitrarySnapshot } from '../../generators/index.ts';
import { successBody } from '../invariants/reading.ts';
import { snapshotBase } from '../world/bodies.ts';
import { groupId } from '../world/group.ts';
import { snapshotSteering } from '../world/known-plans.ts';
import { drive, noteLessons, taken, type Drive } from './drive.ts';

/** Snapshots of every kind, each read back alone and in its employee's list (E6, E7, E8). */
export const snapshots: Drive = async (session) => {
  const group = await groupId(session);
  const { context, reduce } = await snapshotBase(session);
  const api = session.api('snapshots.create');
  const steering = await snapshotSteering(session);
  await drive(session, 'snapshots', arbitrarySnapshot(context), async (body) => {
    const exchange = await steering.send(reduce(body), (json) => api.call('E6', { path: { group_id: group }, json }));
    const { id, employee_id: employee } =
      successBody(taken(session, exchange, 'snapshots.accepts-generated'), 'E6') ?? {};
    if (typeof id === 'string') await api.call('E7', { path: { snapshot_id: id } });
    if (typeof employee === 'string') await api.call('E8', { path: { employee_id: employee } });
  });
  noteLessons(session, steering, 'snapshots.accepts-generated');
};
