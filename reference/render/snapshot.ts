import type { Snapshot, SnapshotListItem } from '../../spec/index.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { stages } from '../domain/snapshot-steps.ts';
import type { SnapshotRow } from '../store/snapshots.ts';
import { renderingOf } from './rendering.ts';

/** A snapshot as E8 lists it: these seven members and no other (`spec/documents/2-resources.md`). */
export function snapshotListItem(row: SnapshotRow, dialect: Dialect): SnapshotListItem {
  const show = renderingOf(dialect);
  const { status, carrierStatus } = stages[row.stage];
  return {
    id: show.id(row.id),
    employee_id: show.id(row.employeeId),
    fulfillment_summary: row.carriers.map((carrier_id) => ({ carrier_id, errors: [], status: carrierStatus })),
    status,
    created: show.time(row.created),
    modified: show.time(row.modified),
    version: show.id(row.version),
  };
}

/** A snapshot as E6 and E7 answer it. */
export function snapshotRecord(row: SnapshotRow, dialect: Dialect): Snapshot {
  const show = renderingOf(dialect);
  const unset = dialect.replacedByUnset === 'null' ? { replaced_by: null } : {};
  return {
    ...snapshotListItem(row, dialect),
    created_members: [...row.createdMembers],
    member_snapshot: row.content,
    warnings: [],
    ...(row.replacedBy === undefined ? unset : { replaced_by: show.id(row.replacedBy) }),
    ...show.extra('member_snapshot'),
  };
}
