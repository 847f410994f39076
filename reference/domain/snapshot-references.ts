import type { MemberSnapshotInput } from '../../spec/index.ts';
import type { Complaint } from './complaint.ts';

type Individual = 'employee' | 'dependent';

/**
 * Checks what names what within a snapshot (`spec/documents/2-resources.md`): an `event_id` an event, an
 * `individual_id` a person of the stated kind, and no two people by one id.
 */
export function checkReferences(snapshot: MemberSnapshotInput): readonly Complaint[] {
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
