import type { CreatedMember, MemberSnapshotEcho, MemberSnapshotInput } from '../../spec/index.ts';
import { renderingOf } from '../render/rendering.ts';
import type { EmployeeRow } from '../store/members.ts';
import type { Context } from './context.ts';

/** The people of a snapshot, made known to the service. */
export interface Enrollment {
  readonly employee: EmployeeRow;
  readonly createdMembers: readonly CreatedMember[];
  /** The snapshot as submitted, with the group and the ids that were left to the service. */
  readonly content: MemberSnapshotEcho;
}

interface Place {
  readonly organizationId: string;
  readonly groupId: string;
}

/**
 * The employee that the sent id means: the one given out under it in this group, else a new one, under the sent id
 * where nobody has it yet.
 */
function enrollEmployee(context: Context, sentId: string | undefined, place: Place) {
  const { members } = context.store;
  const known = sentId === undefined ? undefined : members.find(place.organizationId, sentId);
  if (known?.groupId === place.groupId) return { employee: known, isNew: false };
  const isFree = sentId !== undefined && context.dialect.employeeIds === 'sent' && !members.taken(sentId);
  const id = isFree ? sentId.toLowerCase() : context.newId();
  const employee: EmployeeRow = { id, ...place, latestSnapshot: undefined };
  members.add(employee);
  return { employee, isNew: true };
}

/** Makes a snapshot's people known. Writes: to be called within the transaction that adds the snapshot. */
export function enrollMembers(context: Context, sent: MemberSnapshotInput, place: Place): Enrollment {
  const { store, dialect } = context;
  const show = renderingOf(dialect);
  const { employee, isNew } = enrollEmployee(context, sent.employee?.id, place);
  const listed: CreatedMember[] = [];
  const list = (type: CreatedMember['type'], id: string, customId: string | undefined, created: boolean): void => {
    if (dialect.createdMembers === 'none' || (dialect.createdMembers === 'new' && !created)) return;
    listed.push({ id, ...(customId === undefined ? {} : { custom_individual_id: customId }), type });
  };

  list('employee', show.id(employee.id), sent.employee?.custom_individual_id, isNew);
  const dependents = sent.dependents?.map((dependent) => {
    const id = dependent.id ?? show.id(context.newId());
    list('dependent', id, dependent.custom_individual_id, store.members.addDependent(employee.id, id));
    return dialect.assignedIds ? { ...dependent, id } : dependent;
  });
  const echoed = {
    ...(dialect.assignedIds ? { id: show.id(employee.id) } : {}),
    ...sent.employee,
    group_id: show.id(place.groupId),
  };
  const content = { ...sent, employee: echoed, ...(dependents === undefined ? {} : { dependents }) };
  return { employee, createdMembers: listed, content };
}
