import type { MemberSnapshotInput } from '../../spec/index.ts';
import { snapshotDue } from '../domain/snapshot-steps.ts';
import { snapshotListItem, snapshotRecord } from '../render/snapshot.ts';
import type { SnapshotRow } from '../store/snapshots.ts';
import { advanceSnapshots, currentSnapshot } from './advance-snapshots.ts';
import type { Operation } from './call.ts';
import type { Context } from './context.ts';
import { enrollMembers } from './enroll-members.ts';
import { pageBody, pageRequest } from './page-request.ts';
import { pathGroup, pathId } from './path-parameters.ts';
import { notFound } from './problem.ts';
import { invalidBody, readBody } from './read-body.ts';
import { snapshotComplaints } from './snapshot-rules.ts';
import { touchGroup } from './touch-group.ts';

/** The carriers of a snapshot's coverages, each once, as first written. */
function distinctCarriers(sent: MemberSnapshotInput): readonly string[] {
  const carriers = new Map<string, string>();
  for (const { carrier_id: id } of sent.coverages ?? []) {
    if (id !== undefined && !carriers.has(id.toLowerCase())) carriers.set(id.toLowerCase(), id);
  }
  return [...carriers.values()];
}

/** Marks the snapshot that a newer one of the same employee takes the place of. */
function replace(context: Context, organizationId: string, id: string, successor: string, now: number): void {
  const previous = currentSnapshot(context, organizationId, id);
  if (previous === undefined) return;
  const modified = Math.max(previous.modified, now);
  context.store.snapshots.update({ ...previous, replacedBy: successor, version: context.newId(), modified });
}

/** E6, submits an employee, their dependents and coverages (`spec/documents/4-endpoints.md`). */
export function createSnapshot(context: Context): Operation {
  const { store, clock, dialect } = context;
  return (call) => {
    const { id: groupId, organizationId } = pathGroup(context, call);
    const sent = readBody(context, 'member-snapshot-input', call.body);
    const complaints = snapshotComplaints(context, sent, organizationId, groupId);
    if (complaints.length > 0) throw invalidBody(complaints);
    const now = clock.now();
    const row = store.transaction(() => {
      const { employee, createdMembers, content } = enrollMembers(context, sent, { organizationId, groupId });
      const added: SnapshotRow = {
        id: context.newId(),
        employeeId: employee.id,
        organizationId,
        version: context.newId(),
        created: now,
        modified: now,
        submitted: now,
        due: snapshotDue('submitted', now, dialect.pace),
        stage: 'submitted',
        replacedBy: undefined,
        carriers: distinctCarriers(sent),
        createdMembers,
        content,
      };
      store.snapshots.add(added);
      touchGroup(context, groupId);
      if (employee.latestSnapshot !== undefined && dialect.replacement === 'newest') {
        replace(context, organizationId, employee.latestSnapshot, added.id, now);
      }
      store.members.setLatestSnapshot(employee.id, added.id);
      return added;
    });
    return { status: 201, body: snapshotRecord(row, dialect) };
  };
}

/** E7, a snapshot as it stands now. */
export function getSnapshot(context: Context): Operation {
  return (call) => {
    const row = currentSnapshot(context, call.organizationId, pathId(call, 'snapshot_id', 'member snapshot'));
    if (row === undefined) throw notFound('member snapshot');
    return { status: 200, body: snapshotRecord(row, context.dialect) };
  };
}

/** E8, an employee's snapshots in short. */
export function listSnapshots(context: Context): Operation {
  const { store, clock, dialect } = context;
  return (call) => {
    const employee = store.members.find(call.organizationId, pathId(call, 'employee_id', 'employee'));
    if (employee === undefined) throw notFound('employee');
    const window = pageRequest(call.query, dialect);
    advanceSnapshots(context, store.snapshots.due(employee.id, clock.now()));
    const listed = store.snapshots.list(employee.id, window);
    return { status: 200, body: pageBody(listed, window, dialect, (row) => snapshotListItem(row, dialect)) };
  };
}
