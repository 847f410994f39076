import type { Employee, MemberSnapshotInput } from '../../spec/index.ts';
import type { Complaint } from '../domain/complaint.ts';
import { sameId } from '../domain/identifier.ts';
import { checkReferences } from '../domain/snapshot-references.ts';
import type { Context } from './context.ts';

/** Answers add the group to the employee; a client that sends an answer back sends it too. */
function submittedGroup(employee: Employee | undefined): unknown {
  return employee !== undefined && 'group_id' in employee ? employee.group_id : undefined;
}

/** What a snapshot of the right types may still get wrong: references inside it, and to carriers, plans and the group. */
export function snapshotComplaints(
  { store: { catalogue } }: Context,
  sent: MemberSnapshotInput,
  organizationId: string,
  groupId: string,
): readonly Complaint[] {
  const complaints = [...checkReferences(sent)];
  const sentGroup = submittedGroup(sent.employee);
  if (sentGroup !== undefined && !(typeof sentGroup === 'string' && sameId(sentGroup, groupId))) {
    const message = 'is not the group of the path';
    complaints.push({ pointer: '/employee/group_id', rule: 'same-group', message });
  }
  for (const [index, coverage] of (sent.coverages ?? []).entries()) {
    const pointer = `/coverages/${index}`;
    if (coverage.carrier_id !== undefined && !catalogue.hasCarrier(coverage.carrier_id)) {
      complaints.push({ pointer: `${pointer}/carrier_id`, rule: 'known-carrier', message: 'names no known carrier' });
    }
    const planId = 'plan_id' in coverage ? coverage.plan_id : undefined;
    if (planId !== undefined && catalogue.plan(organizationId, planId) === undefined) {
      complaints.push({ pointer: `${pointer}/plan_id`, rule: 'known-plan', message: 'names no known plan' });
    }
  }
  return complaints;
}
