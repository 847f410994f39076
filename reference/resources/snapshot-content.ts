import type { CreatedMember, Employee, MemberSnapshotInput } from '../../spec/index.ts';
import type { Complaint } from '../http/problems.ts';
import { sameId } from '../identifiers.ts';
import type { EmployeeRecord, GroupRecord } from '../store/store.ts';
import { knownPlan } from './decision-plans.ts';
import { ownRecord, renderingOf, type Context } from './operation.ts';

type Individual = 'employee' | 'dependent';

/**
 * Checks what names what within a snapshot (`spec/documents/2-resources.md`): an `event_id` an event, an
 * `individual_id` a person of the stated kind, and no two people by one id.
 */
function brokenReferences(snapshot: MemberSnapshotInput): readonly Complaint[] {
  const complaints: Complaint[] = [];
  const events = new Set((snapshot.events ?? []).map((event) => event.id));
  const people = new Map<string, Individual>();

  function checkEvent(id: string | undefined, pointer: string): void {
    if (id === undefined || events.has(id)) return;
    complaints.push({ pointer, rule: 'known-event', message: 'names no event of the snapshot' });
  }
  function addPerson(id: string | undefined, kind: Individual, pointer: string): void {
    if (id === undefined) return;
    if (people.has(id.toLowerCase())) {
      complaints.push({ pointer, rule: 'distinct-people', message: 'is the id of another person of the snapshot' });
    }
    people.set(id.toLowerCase(), kind);
  }

  addPerson(snapshot.employee?.id, 'employee', '/employee/id');
  checkEvent(snapshot.employee?.event_id, '/employee/event_id');
  for (const [index, dependent] of (snapshot.dependents ?? []).entries()) {
    addPerson(dependent.id, 'dependent', `/dependents/${index}/id`);
    checkEvent(dependent.event_id, `/dependents/${index}/event_id`);
  }
  for (const [index, coverage] of (snapshot.coverages ?? []).entries()) {
    for (const [at, member] of (coverage.enrolled_members ?? []).entries()) {
      const pointer = `/coverages/${index}/enrolled_members/${at}`;
      checkEvent(member.event_id, `${pointer}/event_id`);
      if (member.individual_id === undefined) continue;
      const kind = people.get(member.individual_id.toLowerCase());
      if (kind === undefined) {
        const message = 'names no person of the snapshot';
        complaints.push({ pointer: `${pointer}/individual_id`, rule: 'known-individual', message });
      } else if (member.individual_type !== undefined && member.individual_type !== kind) {
        const message = `is "${member.individual_type}", but the snapshot has this person as ${kind}`;
        complaints.push({ pointer: `${pointer}/individual_type`, rule: 'individual-type', message });
      }
    }
  }
  return complaints;
}

/** Answers add the group to the employee; a client that sends an answer back sends it too. */
function submittedGroup(employee: Employee | undefined): unknown {
  return employee !== undefined && 'group_id' in employee ? employee.group_id : undefined;
}

/** What a snapshot of the right types may still get wrong: references inside it, and to carriers, plans and the group. */
export function snapshotComplaints(
  context: Context,
  sent: MemberSnapshotInput,
  { id: groupId, organizationId }: GroupRecord,
): readonly Complaint[] {
  const complaints = [...brokenReferences(sent)];
  const sentGroup = submittedGroup(sent.employee);
  if (sentGroup !== undefined && !(typeof sentGroup === 'string' && sameId(sentGroup, groupId))) {
    const message = 'is not the group of the path';
    complaints.push({ pointer: '/employee/group_id', rule: 'same-group', message });
  }
  for (const [index, coverage] of (sent.coverages ?? []).entries()) {
    const pointer = `/coverages/${index}`;
    if (coverage.carrier_id !== undefined && context.store.carriers.find(coverage.carrier_id) === undefined) {
      complaints.push({ pointer: `${pointer}/carrier_id`, rule: 'known-carrier', message: 'names no known carrier' });
    }
    const planId = 'plan_id' in coverage ? coverage.plan_id : undefined;
    if (planId !== undefined && knownPlan(context, organizationId, planId) === undefined) {
      complaints.push({ pointer: `${pointer}/plan_id`, rule: 'known-plan', message: 'names no known plan' });
    }
  }
  return complaints;
}

/**
 * The employee that the sent id means: the one given out under it in this group, else a new one, under the sent id
 * where nobody has it yet.
 */
function enrollEmployee({ store, dialect, newId }: Context, sentId: string | undefined, group: GroupRecord) {
  const taken = sentId === undefined ? undefined : store.employees.find(sentId);
  const known = ownRecord(group, taken);
  if (known?.groupId === group.id) return { employee: known, isNew: false };
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

/**
 * Makes a snapshot's people known. Writes: to be called within the transaction that adds the snapshot.
 *
 * @returns the employee with the dependents of this snapshot, still to be stored; the created members; and the snapshot
 *   as submitted, with the group and the ids that were left to the service
 */
export function enrollMembers(context: Context, sent: MemberSnapshotInput, group: GroupRecord) {
  const { dialect } = context;
  const show = renderingOf(dialect);
  const { employee, isNew } = enrollEmployee(context, sent.employee?.id, group);
  const known = new Set(employee.dependents);
  const createdMembers: CreatedMember[] = [];
  const list = (type: Individual, id: string, customId: string | undefined, isCreated: boolean): void => {
    if (dialect.createdMembers === 'none' || (dialect.createdMembers === 'new' && !isCreated)) return;
    createdMembers.push({ id, ...(customId === undefined ? {} : { custom_individual_id: customId }), type });
  };

  list('employee', show.id(employee.id), sent.employee?.custom_individual_id, isNew);
  const dependents = sent.dependents?.map((dependent) => {
    const id = dependent.id ?? show.id(context.newId());
    list('dependent', id, dependent.custom_individual_id, !known.has(id.toLowerCase()));
    known.add(id.toLowerCase());
    return dialect.assignedIds ? { ...dependent, id } : dependent;
  });
  const echoed = {
    ...(dialect.assignedIds ? { id: show.id(employee.id) } : {}),
    ...sent.employee,
    group_id: show.id(group.id),
  };
  const content = { ...sent, employee: echoed, ...(dependents === undefined ? {} : { dependents }) };
  return { employee: { ...employee, dependents: [...known] }, createdMembers, content };
}
