import type { Session } from '../engine/session.ts';
import { idsOf, listSnapshots, pagedEmployees, type OwnEmployee } from '../world/employee.ts';
import type { Drive } from './drive.ts';

/** Lengths from which on a list is read in pages of many sizes. */
const longList = 20;

/** Page sizes around the boundaries of a list of `total` records: size 1, one less and one more than a page, the whole. */
export function boundarySizes(total: number): readonly number[] {
  const ordinary = total > longList ? [2, 3, 7, 10, 19, 20] : [];
  return [...new Set([1, ...ordinary, total - 1, total, total + 1])].filter((size) => size >= 1);
}

async function readPages(session: Session, { employeeId, snapshotIds }: OwnEmployee): Promise<void> {
  const api = session.api('snapshots.list');
  const total = snapshotIds.length;
  await listSnapshots(api, employeeId);
  for (const size of boundarySizes(total)) {
    const offsets = Array.from({ length: Math.ceil(total / size) }, (_, page) => page * size);
    await Promise.all(
      offsets.map((offset) => listSnapshots(api, employeeId, { page_size: String(size), offset: String(offset) })),
    );
  }
  await Promise.all(
    Array.from({ length: total }, (_, offset) =>
      listSnapshots(api, employeeId, { offset: String(offset), page_size: '5' }),
    ),
  );
  const ids = idsOf(await listSnapshots(api, employeeId, { page_size: '20' }));
  await Promise.all(ids.map((id) => api.call('E7', { path: { snapshot_id: id } })));
  await listSnapshots(api, employeeId, { page_size: '20' });
}

/** The snapshots of own employees in pages of every interesting size, from every position (E8), then each alone (E7). */
export const employee: Drive = async (session) => {
  for (const one of await pagedEmployees(session)) await readPages(session, one);
};
