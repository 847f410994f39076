import type { Workload } from '../engine/definition.ts';
import { profileOf } from '../engine/plan.ts';
import type { Session } from '../engine/session.ts';
import { fitting } from '../engine/budget.ts';
import { sideBySide } from '../engine/waiting.ts';
import type { Effort } from '../profiles.ts';
import { recordsOf } from '../judging/reading.ts';
import { listSnapshots, pagedEmployees, type OwnEmployee } from '../fixtures/employee-records.ts';

/** From this length on a list is read in pages of many sizes. */
const longList = 20;

/**
 * Page sizes around the boundaries of a list of `total` records: size 1, one less and one more than a page, the whole.
 * A brisk run uses sizes that take many pages only on short lists.
 */
export function boundarySizes(total: number, effort: Effort): readonly number[] {
  const isBrisk = effort === 'brisk' && total >= longList;
  const ordinary = total > longList ? (isBrisk ? [5, 7, 20] : [2, 3, 5, 7, 10, 19, 20]) : [];
  const smallest = isBrisk ? 3 : 1;
  return [...new Set([smallest, ...ordinary, total - 1, total, total + 1])].filter((size) => size >= 1);
}

/** Every position of a list; in a brisk run only the ends of its thirds and their neighbours. */
export function boundaryOffsets(total: number, effort: Effort): readonly number[] {
  const all = [...Array(total).keys()];
  const third = Math.ceil(total / 3);
  return effort === 'brisk' ? all.filter((offset) => offset % third < 2 || offset === total - 1) : all;
}

async function readPages(session: Session, { employeeId, snapshotIds }: OwnEmployee): Promise<void> {
  const api = session.api('snapshots.list');
  const total = snapshotIds.length;
  const { effort } = profileOf(session);
  await listSnapshots(api, employeeId);
  const some = (positions: readonly number[]): readonly number[] => fitting(session, listTraffic.name, positions);
  await sideBySide(some(boundarySizes(total, effort)), (size) => {
    const pages = [...Array(Math.ceil(total / size)).keys()];
    return sideBySide(pages, (page) =>
      listSnapshots(api, employeeId, { page_size: String(size), offset: String(page * size) }),
    );
  });
  await Promise.all(
    some(boundaryOffsets(total, 'brisk')).map((offset) =>
      listSnapshots(api, employeeId, { offset: String(offset), page_size: '5' }),
    ),
  );
  const records = recordsOf(await listSnapshots(api, employeeId, { page_size: '20' }));
  const read = some(boundaryOffsets(records.length, effort)).map((offset) => String(records[offset]?.record.id));
  await Promise.all(read.map((id) => api.call('E7', { path: { snapshot_id: id } })));
  await listSnapshots(api, employeeId, { page_size: '20' });
}

/** The snapshots of own employees in pages of every interesting size and from some positions (E8), then each alone (E7). */
export const listTraffic: Workload = {
  name: 'employee',
  footprint: { least: 30, variations: 172 },
  async run(session) {
    await sideBySide(await pagedEmployees(session), (one) => readPages(session, one));
  },
};
