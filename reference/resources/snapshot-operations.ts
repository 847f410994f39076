import {
  type MemberSnapshotInput,
  type Snapshot,
  type SnapshotListItem,
  type CreatedMember,
  idKey,
  objectOf,
  sameId,
} from '../../spec/index.ts';
import { membersAt } from '../json-values.ts';
import type { Dialect } from '../dialects.ts';
import { refuseFor, notFound, brokenReference, type Complaint } from '../http/problems.ts';
import { enforceRules } from '../rules/rules.ts';
import type { SnapshotRecord, SnapshotStage, EmployeeRecord, GroupRecord } from '../store/store.ts';
import { readBody } from './body-rules.ts';
import {
  isCarrier,
  isPlan,
  misnamed,
  advanced,
  byId,
  ownRecord,
  pathGroup,
  pathId,
  touchGroup,
  type Context,
  type Operation,
} from './operation.ts';
import { pageBody, pageRequest } from './list-request.ts';

/** What a snapshot of the right types may still get wrong: its references (`spec/documents/2-resources.md`). */
function snapshotComplaints(
  context: Context,
  sent: MemberSnapshotInput,
  { id: groupId, organizationId }: GroupRecord,
): readonly Complaint[] {
  const events = new Set<unknown>(sent.events?.map((event) => event.id));
  const named = membersAt(sent, 'employee.id', 'dependents[].id').map(([pointer, id]) => [pointer, idKey(id)] as const);
  const kinds = new Map(named.map(([pointer, id]) => [id, pointer === '/employee/id' ? 'employee' : 'dependent']));
  const isOfKind = (individual: unknown): boolean => {
    const { individual_id: id, individual_type: type } = objectOf(individual);
    const kind = kinds.get(idKey(id));
    return kind === undefined || type === undefined || type === kind;
  };
  const enrolled = 'coverages[].enrolled_members[]';
  return [
    ...misnamed(
      sent,
      'known-event',
      (id) => events.has(id),
      ...['employee', 'dependents[]', enrolled].map((path) => `${path}.event_id`),
    ),
    ...[...Map.groupBy(named, ([, id]) => id).values()]
      .flatMap((same) => same.slice(1))
      .map(([pointer]) => brokenReference('distinct-people', pointer)),
    ...misnamed(sent, 'known-individual', (id) => kinds.has(idKey(id)), `${enrolled}.individual_id`),
    ...membersAt(sent, enrolled)
      .filter(([, individual]) => !isOfKind(individual))
      .map(([pointer]) => brokenReference('individual-type', `${pointer}/individual_type`)),
    // Answers add the group to the employee, so a client that sends an answer back sends the group too.
    ...misnamed(sent, 'same-group', (id) => sameId(id, groupId), 'employee.group_id'),
    ...misnamed(sent, 'known-carrier', (id) => isCarrier(context, id), 'coverages[].carrier_id'),
    ...misnamed(sent, 'known-plan', (id) => isPlan(context, organizationId, id), 'coverages[].plan_id'),
  ];
}

/** The employee known by the sent id in this group, else a new one, under that id if it is still free. */
function enrollEmployee({ store, dialect, newId }: Context, sentId: string | undefined, group: GroupRecord) {
  const taken = sentId === undefined ? undefined : store.employees.find(sentId);
  if (taken?.groupId === group.id) return { employee: taken, isNew: false };
  const isFree = sentId !== undefined && dialect.employeeIds === 'sent' && taken === undefined;
  const employee: EmployeeRecord = {
    id: isFree ? sentId.toLowerCase() : newId(),
    groupId: group.id,
    organizationId: group.organizationId,
    latestSnapshot: undefined,
    dependents: [],
  };
  store.employees.add(employee);
  return { employee, isNew: true };
}

/** Makes a snapshot's people known, and gives them ids. The returned employee is still to be stored. */
function enrollMembers(context: Context, sent: MemberSnapshotInput, group: GroupRecord) {
  const { dialect, show } = context;
  const { employee, isNew } = enrollEmployee(context, sent.employee?.id, group);
  const known = new Set(employee.dependents);
  const dependents = sent.dependents?.map((each) => ({ ...each, id: each.id ?? show.id(context.newId()) }));
  const members = [
    { type: 'employee' as const, id: show.id(employee.id), pointer: '/employee', given: sent.employee, isNew },
    ...(dependents ?? []).map((given, index) => {
      const { id } = given;
      return { type: 'dependent' as const, id, pointer: `/dependents/${index}`, given, isNew: !known.has(idKey(id)) };
    }),
  ];
  const createdMembers = members
    .filter((member) => dialect.createdMembers === 'all' || (dialect.createdMembers === 'new' && member.isNew))
    .map(({ id, given, type }): CreatedMember => {
      const { custom_individual_id: customId } = given ?? {};
      return { id, ...(customId === undefined ? {} : { custom_individual_id: customId }), type };
    });
  const people = members.map(({ id, pointer, given }) => {
    return { id: idKey(id), pointer, person: given?.person, customId: given?.custom_individual_id };
  });
  const echoed = {
    ...(dialect.assignedIds ? { id: show.id(employee.id) } : {}),
    ...sent.employee,
    group_id: show.id(group.id),
  };
  const content = { ...sent, employee: echoed, ...(dialect.assignedIds && dependents ? { dependents } : {}) };
  const dependentIds = new Set([...known, ...(dependents ?? []).map(({ id }) => idKey(id))]);
  return { employee: { ...employee, dependents: [...dependentIds] }, isNew, people, createdMembers, content };
}

/** The paces from submission to the next stage, and that stage; undefined after the last one. */
const steps: Readonly<Record<SnapshotStage, { readonly after: number; readonly next: SnapshotStage } | undefined>> = {
  submitted: { after: 1, next: 'sent' },
  sent: { after: 2, next: 'completed' },
  completed: undefined,
};

function snapshotDue(stage: SnapshotStage, submitted: number, pace: number): number | undefined {
  const step = steps[stage];
  return step === undefined ? undefined : submitted + step.after * pace;
}

function currentSnapshot(context: Context, snapshot: SnapshotRecord): SnapshotRecord {
  return advanced(context, context.store.snapshots, snapshot, (before, version) => {
    const stage = steps[before.stage]?.next ?? before.stage;
    return { ...before, stage, version, due: snapshotDue(stage, before.submitted, context.dialect.pace) };
  });
}

interface StageView {
  readonly status: string;
  readonly carrierStatus: string;
  /** The status of all carriers but the first, if they lag behind. */
  readonly laterCarriers?: string;
  readonly errors?: readonly unknown[];
  readonly warnings?: readonly unknown[];
}

const submitted: StageView = { status: 'processing', carrierStatus: 'processing' };
const sent: StageView = { status: 'processing', carrierStatus: 'sent' };

/** The documents show some statuses, and nothing about errors and warnings (`spec/documents/3-states.md`). */
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

/** A snapshot as E8 lists it: these seven members and no others (`spec/documents/2-resources.md`). */
function renderListItem(snapshot: SnapshotRecord, { dialect, show }: Context): SnapshotListItem {
  const { status, carrierStatus, laterCarriers, errors = [] } = stageViews[dialect.snapshotCourse][snapshot.stage];
  const carriers = dialect.summaryOrder === 'by-id' ? snapshot.carriers.toSorted(byId) : snapshot.carriers;
  return {
    id: show.id(snapshot.id),
    employee_id: show.id(snapshot.employeeId),
    fulfillment_summary: carriers.map((carrier, index) => ({
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

function distinctCarriers({ coverages = [] }: MemberSnapshotInput, { summaryCarriers }: Dialect): readonly string[] {
  const ids = coverages.flatMap(({ carrier_id: id }) => id ?? []);
  if (summaryCarriers === 'each') return [...new Set(ids)];
  return [...Map.groupBy(ids, idKey).values()].flatMap(([first = []]) => first);
}

/** E6, submits an employee, their dependents and coverages (`spec/documents/4-endpoints.md`). */
export const createSnapshot: Operation = (context, call) => {
  const { store, clock, dialect, newId } = context;
  const group = pathGroup(context, call);
  const body = readBody(context, 'member-snapshot-input', call.body);
  refuseFor('invalid', snapshotComplaints(context, body, group));
  const now = clock.now();
  const snapshot = store.transaction(() => {
    const { employee, isNew, people, createdMembers, content } = enrollMembers(context, body, group);
    const last = store.snapshots.find(employee.latestSnapshot ?? '');
    const latest = last && currentSnapshot(context, last);
    enforceRules(context, 'snapshot', () => ({
      body,
      organizationId: group.organizationId,
      groupId: group.id,
      isNew,
      people,
      latest,
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
      carriers: distinctCarriers(body, dialect),
      createdMembers,
      content,
    };
    store.snapshots.add(added);
    touchGroup(context, group);
    if (latest !== undefined && dialect.replacement === 'newest') {
      const modified = Math.max(latest.modified, now);
      store.snapshots.update({ ...latest, replacedBy: added.id, version: newId(), modified });
    }
    store.employees.update({ ...employee, latestSnapshot: added.id });
    return added;
  });
  return { status: 201, body: renderSnapshot(snapshot, context) };
};

export const getSnapshot: Operation = (context, call) => {
  const id = pathId(context, call, 'snapshot_id', 'member snapshot');
  const { store, clock, dialect } = context;
  const snapshot = currentSnapshot(context, ownRecord(call, store.snapshots.find(id), 'member snapshot'));
  if (clock.now() < snapshot.created + dialect.readLag) throw notFound('member snapshot');
  return { status: 200, body: renderSnapshot(snapshot, context) };
};

export const listSnapshots: Operation = (context, call) => {
  const { store, lists, clock, dialect } = context;
  const id = pathId(context, call, 'employee_id', 'employee');
  const employee = ownRecord(call, store.employees.find(id), 'employee');
  const window = pageRequest(call.query, dialect);
  for (const due of store.snapshots.due(employee.id, clock.now())) currentSnapshot(context, due);
  const listed = lists.snapshots.page(employee.id, window);
  // An index does not know an employee before it knows a snapshot.
  if (dialect.listUpdates === 'together' && listed.total === 0) throw notFound('employee');
  return { status: 200, body: pageBody(listed, window, dialect, (snapshot) => renderListItem(snapshot, context)) };
};
