import { snapshotDue, stages } from '../domain/snapshot-steps.ts';
import type { SnapshotRow } from '../store/snapshots.ts';
import type { Context } from './context.ts';

/** Moves a snapshot through every stage that is due, each with a version of its own. */
function advance(context: Context, row: SnapshotRow, now: number): SnapshotRow {
  let current = row;
  while (current.due !== undefined && current.due <= now) {
    const stage = stages[current.stage].next;
    current = {
      ...current,
      stage,
      version: context.newId(),
      modified: Math.max(current.modified, current.due),
      due: snapshotDue(stage, current.submitted, context.dialect.pace),
    };
  }
  return current;
}

/**
 * Carries fulfilment up to the present and writes down what changed. Called before any snapshot is read, so that
 * nobody ever sees two contents under one version.
 */
export function advanceSnapshots(context: Context, rows: readonly SnapshotRow[]): void {
  const now = context.clock.now();
  const due = rows.filter((row) => row.due !== undefined && row.due <= now);
  if (due.length === 0) return;
  context.store.transaction(() => {
    for (const row of due) context.store.snapshots.update(advance(context, row, now));
  });
}

/** A snapshot of the calling organization as it stands now. */
export function currentSnapshot(context: Context, organizationId: string, id: string): SnapshotRow | undefined {
  const row = context.store.snapshots.find(organizationId, id);
  if (row?.due === undefined || row.due > context.clock.now()) return row;
  advanceSnapshots(context, [row]);
  return context.store.snapshots.find(organizationId, id);
}
