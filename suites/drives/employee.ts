import { idsOf, listSnapshots, pagedEmployee } from '../world/employee.ts';
import type { Drive } from './drive.ts';

/** Page sizes around the boundaries of a list of `total` records: size 1, one less and one more than a page, the whole. */
export function boundarySizes(total: number): readonly number[] {
  const sizes = [1, 2, 3, 7, 10, 19, 20, total - 1, total, total + 1];
  return [...new Set(sizes)].filter((size) => size >= 1);
}

/** The snapshots of one employee in pages of every interesting size, from every position (E8), then each alone (E7). */
export const employee: Drive = async (session) => {
  const api = session.api('snapshots.list');
  const { employeeId, snapshotIds } = await pagedEmployee(session);
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
};
