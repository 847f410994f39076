import { type CreatedMember, type Employee, type MemberSnapshotInput, sameId } from '../../spec/index.ts';
import { brokenReference, type Complaint } from '../http/problems.ts';
import type { EnrolledPerson } from '../rules/rule.ts';
import type { EmployeeRecord, GroupRecord } from '../store/store.ts';
import { isCarrier, isPlan } from './decision-plans.ts';
import { ownRecord, type Context } from './operation.ts';

type Individual = 'employee' | 'dependent';

/**
 * Checks what names what within a snapshot (`spec/documents/2-resources.md`): an `event_id` an event, an
 * `individual_id` a person of the stated kind, and no two people by one id.
 */
function referencesWithin(snapshot: MemberSnapshotInput): readonly Complaint[] {
  const complaints: Complaint[] = [];
  const events = new Set((snapshot.events ?? []).map((event) => event.id));
  const people = new Map<string, Individual>();

  function checkEvent(id: string | undefined, pointer: string): void {
    if (id !== undefined && !events.has(id)) complaints.push(brokenReference('known-event', `${pointer}/event_id`));
  }
  function addPerson(id: string | undefined, kind: Individual, pointer: string): void {
    if (id === undefined) return;
    if (people.has(id.toLowerCase())) complaints.push(brokenReference('distinct-people', `${pointer}/id`));
    people.set(id.toLowerCase(), kind);
  }

  addPerson(snapshot.employee?.id, 'employee', '/employee');
  checkEvent(snapshot.employee?.event_id, '/employee');
  for (const [index, dependent] of (snapshot.dependents ?? []).entries()) {
    addPerson(dependent.id, 'dependent', `/dependents/${index}`);
    checkEvent(dependent.event_id, `/dependents/${index}`);
  }
  for (const [index, coverage] of (snapshot.coverages ?? []).entries()) {
    for (const [at, member] of (coverage.enrolled_members ?? []).entries()) {
      const pointer = `/coverages/${index}/enrolled_members/${at}`;
      checkEvent(member.event_id, pointer);
      if (member.individual_id === undefined) continue;
      const kind = people.get(member.individual_id.toLowerCase());
      if (kind === undefined) complaints.push(brokenReference('known-individual', `${pointer}/individual_id`));
      else if (member.individual_type !== undefined && member.individual_type !== kind) {
        complaints.push(brokenReference('individual-type', `${pointer}/individual_type`));
      }
    }
  }
  return complaints;
}

/** What a snapshot of the right types may still get wrong: references inside it, and to carriers, plans and the group. */
export function snapshotComplaints(
  context: Context,
  sent: MemberSnapshotInput,
  { id: groupId, organizationId }: GroupRecord,
): readonly Complaint[] {
  const complaints = [...referencesWithin(sent)];
  const { employee } = sent;
  // Answers add the group to the employee; a client that sends an answer back sends it too.
  const sentGroup = employee !== undefined && 'group_id' in employee ? employee.group_id : undefined;
  if (sentGroup !== undefined && !(typeof sentGroup === 'string' && sameId(sentGroup, groupId))) {
    complaints.push(brokenReference('same-group', '/employee/group_id'));
  }
  for (const [index, coverage] of (sent.coverages ?? []).entries()) {
    const pointer = `/coverages/${index}`;
    if (coverage.carrier_id !== undefined && !isCarrier(context, coverage.carrier_id)) {
      complaints.push(brokenReference('known-carrier', `${pointer}/carrier_id`));
    }
    const planId = 'plan_id' in coverage ? coverage.plan_id : undefined;
    if (planId !== undefined && !isPlan(context, organizationId, planId)) {
      complaints.push(brokenReference('known-plan', `${pointer}/plan_id`));
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
  const { dialect, show } = context;
  const { employee, isNew } = enrollEmployee(context, sent.employee?.id, group);
  const known = new Set(employee.dependents);
  const createdMembers: CreatedMember[] = [];
  const list = (type: Individual, id: string, customId: string | undefined, isCreated: boolean): void => {
    if (dialect.createdMembers === 'none' || (dialect.createdMembers === 'new' && !isCreated)) return;
    createdMembers.push({ id, ...(customId === undefined ? {} : { custom_individual_id: customId }), type });
  };

  const people: EnrolledPerson[] = [];
  const meet = (id: string, pointer: string, sentPerson: Employee = {}): void => {
    const { person, custom_individual_id: customId } = sentPerson;
    people.push({ id: id.toLowerCase(), pointer, person, customId });
  };

  list('employee', show.id(employee.id), sent.employee?.custom_individual_id, isNew);
  meet(employee.id, '/employee', sent.employee);
  const dependents = sent.dependents?.map((dependent, index) => {
    const id = dependent.id ?? show.id(context.newId());
    list('dependent', id, dependent.custom_individual_id, !known.has(id.toLowerCase()));
    known.add(id.toLowerCase());
    meet(id, `/dependents/${index}`, dependent);
    return dialect.assignedIds ? { ...dependent, id } : dependent;
  });
  const echoed = {
    ...(dialect.assignedIds ? { id: show.id(employee.id) } : {}),
    ...sent.employee,
    group_id: show.id(group.id),
  };
  const content = { ...sent, employee: echoed, ...(dependents === undefined ? {} : { dependents }) };
  return { employee: { ...employee, dependents: [...known] }, isNew, people, createdMembers, content };
}
