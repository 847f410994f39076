import type { MemberSnapshotInput, Snapshot, SnapshotListItem } from '../../spec/index.ts';
import type { Dialect } from '../dialects.ts';
import { invalidBody, notFound } from '../http/problems.ts';
import { enforceRules } from '../rules/rules.ts';
import type { SnapshotRecord, SnapshotStage } from '../store/store.ts';
import { readBody } from './body-rules.ts';
import { advance, byId, ownRecord, pathGroup, pathId, touchGroup, type Context, type Operation } from './operation.ts';
import { pageBody, pageRequest } from './page-request.ts';
import { enrollMembers, snapshotComplaints } from './stored-snapshot.ts';

/** Paces from submission to the next stage, and which that is; none after the last one. */
const steps: Readonly<Record<SnapshotStage, { readonly after: number; readonly next: SnapshotStage } | undefined>> = {
  submitted: { after: 1, next: 'sent' },
  sent: { after: 2, next: 'completed' },
  completed: undefined,
};

function snapshotDue(stage: SnapshotStage, submitted: number, pace: number): number | undefined {
  const step = steps[stage];
  return step === undefined ? undefined : submitted + step.after * pace;
}

function advanceSnapshots(context: Context, snapshots: readonly SnapshotRecord[]): void {
  advance(context, context.store.snapshots, snapshots, (snapshot, version) => {
    const stage = steps[snapshot.stage]?.next ?? snapshot.stage;
    return { ...snapshot, stage, version, due: snapshotDue(stage, snapshot.submitted, context.dialect.pace) };
  });
}

function currentSnapshot(context: Context, id: string): SnapshotRecord | undefined {
  const snapshot = context.store.snapshots.find(id);
  if (snapshot === undefined) return undefined;
  advanceSnapshots(context, [snapshot]);
  return snapshot.due === undefined ? snapshot : context.store.snapshots.find(id);
}

interface StageView {
  readonly status: string;
  readonly carrierStatus: string;
  /** Of all carriers but the first, where they lag behind. */
  readonly laterCarriers?: string;
  readonly errors?: readonly unknown[];
  readonly warnings?: readonly unknown[];
}

const submitted: StageView = { status: 'processing', carrierStatus: 'processing' };
const sent: StageView = { status: 'processing', carrierStatus: 'sent' };

/** The documents show some statuses, and nothing of errors and warnings (`spec/documents/3-states.md`). */
const stageViews: Readonly<Record<Dialect['snapshotCourse'], Readonly<Record<SnapshotStage, StageView>>>> = {
  completed: { submitted, sent, completed: { status: 'completed', carrierStatus: 'sent' } },
  'one-by-one': {
    submitted,
    sent: { ...sent, laterCarriers: 'processing' },
    completed: { status: 'partially_completed', carrierStatus: 'sent', laterCarriers: 'acknowledged' },
  },
  failed: {
    submitted,
    sent: { ...sent, warnings: ['a carrier takes longer than usual'] },
    completed: {
      status: 'action_required',
      carrierStatus: 'rejected',
      errors: [{ code: 'E-17', text: 'the carrier knows no such member' }, 'ask the carrier'],
      warnings: [{ code: 'W-1' }],
    },
  },
};

const summaryOrders: Readonly<Record<Dialect['summaryOrder'], (carriers: readonly string[]) => readonly string[]>> = {
  'as-sent': (carriers) => carriers,
  'by-id': (carriers) => carriers.toSorted(byId),
};

/** A snapshot as E8 lists it: these seven members and no other (`spec/documents/2-resources.md`). */
function renderListItem(snapshot: SnapshotRecord, { dialect, show }: Context): SnapshotListItem {
  const { status, carrierStatus, laterCarriers, errors = [] } = stageViews[dialect.snapshotCourse][snapshot.stage];
  return {
    id: show.id(snapshot.id),
    employee_id: show.id(snapshot.employeeId),
    fulfillment_summary: summaryOrders[dialect.summaryOrder](snapshot.carriers).map((carrier, index) => ({
      carrier_id: show.sentId(carrier),
      errors: [...errors],
      status: index === 0 ? carrierStatus : (laterCarriers ?? carrierStatus),
    })),
    status,
    created: show.time(snapshot.created),
    modified: show.time(snapshot.modified),
    version: show.id(snapshot.version),
  };
}

function renderSnapshot(snapshot: SnapshotRecord, context: Context): Snapshot {
  const { dialect, show } = context;
  const unset = dialect.replacedByUnset === 'null' ? { replaced_by: null } : {};
  return {
    ...renderListItem(snapshot, context),
    created_members: [...snapshot.createdMembers],
    member_snapshot: snapshot.content,
    warnings: [...(stageViews[dialect.snapshotCourse][snapshot.stage].warnings ?? [])],
    ...(snapshot.replacedBy === undefined ? unset : { replaced_by: show.id(snapshot.replacedBy) }),
    ...show.extra('member_snapshot'),
  };
}

function distinctCarriers({ coverages = [] }: MemberSnapshotInput): readonly string[] {
  const carriers = new Map<string, string>();
  for (const { carrier_id: id } of coverages ?? []) {
    if (id !== undefined && !carriers.has(id.toLowerCase())) carriers.set(id.toLowerCase(), id);
  }
  return [...carriers.values()];
}

function replace(context: Context, id: string, { id: replacedBy, created: now }: SnapshotRecord): void {
  const previous = currentSnapshot(context, id);
  if (previous === undefined) return;
  const modified = Math.max(previous.modified, now);
  context.store.snapshots.update({ ...previous, replacedBy, version: context.newId(), modified });
}

/** E6, submits an employee, their dependents and coverages (`spec/documents/4-endpoints.md`). */
export function createSnapshot(context: Context): Operation {
  const { store, clock, dialect, newId } = context;
  return (call) => {
    const group = pathGroup(context, call);
    const body = readBody(context, 'member-snapshot-input', call.body);
    const complaints = snapshotComplaints(context, body, group);
    if (complaints.length > 0) throw invalidBody(complaints);
    const now = clock.now();
    const snapshot = store.transaction(() => {
      const { employee, isNew, people, createdMembers, content } = enrollMembers(context, body, group);
      const { latestSnapshot } = employee;
      enforceRules(context, 'snapshot', () => ({
        body,
        organizationId: group.organizationId,
        groupId: group.id,
        isNew,
        people,
        latest: latestSnapshot === undefined ? undefined : currentSnapshot(context, latestSnapshot),
        count: store.snapshots.page(employee.id, { offset: 0, size: 1 }).total,
      }));
      const added: SnapshotRecord = {
        id: newId(),
        employeeId: employee.id,
        organizationId: group.organizationId,
        version: newId(),
        created: now,
        modified: now,
        submitted: now,
        due: snapshotDue('submitted', now, dialect.pace),
        stage: 'submitted',
        replacedBy: undefined,
        carriers: distinctCarriers(body),
        createdMembers,
        content,
      };
      store.snapshots.add(added);
      touchGroup(context, group);
      if (latestSnapshot !== undefined && dialect.replacement === 'newest') {
        replace(context, latestSnapshot, added);
      }
      store.employees.update({ ...employee, latestSnapshot: added.id });
      return added;
    });
    return { status: 201, body: renderSnapshot(snapshot, context) };
  };
}

export function getSnapshot(context: Context): Operation {
  return (call) => {
    const id = pathId(call, 'snapshot_id', 'member snapshot');
    const snapshot = ownRecord(call, currentSnapshot(context, id));
    const { clock, dialect } = context;
    if (snapshot === undefined || clock.now() < snapshot.created + dialect.readLag) throw notFound('member snapshot');
    return { status: 200, body: renderSnapshot(snapshot, context) };
  };
}

export function listSnapshots(context: Context): Operation {
  const { store, lists, clock, dialect } = context;
  return (call) => {
    const employee = ownRecord(call, store.employees.find(pathId(call, 'employee_id', 'employee')));
    if (employee === undefined) throw notFound('employee');
    const window = pageRequest(call.query, dialect);
    advanceSnapshots(context, store.snapshots.due(employee.id, clock.now()));
    const listed = lists.snapshots.page(employee.id, window);
    // An index does not know of an employee before it knows of a snapshot.
    if (dialect.listUpdates === 'together' && listed.total === 0) throw notFound('employee');
    return { status: 200, body: pageBody(listed, window, dialect, (snapshot) => renderListItem(snapshot, context)) };
  };
}
