import { describe, expect, it } from 'vitest';
import type { EnrolledMember, MemberSnapshotInput } from '../../spec/index.ts';
import { checkReferences } from './snapshot-references.ts';

const employee = '00000000-0000-4000-8000-00000000000e';
const dependent = '00000000-0000-4000-8000-00000000000d';

const snapshot = (member: EnrolledMember = {}): MemberSnapshotInput => ({
  employee: { id: employee, event_id: 'one' },
  dependents: [{ id: dependent }],
  events: [{ id: 'one' }],
  coverages: [{ plan_name: 'Any', enrolled_members: [member] }],
});

const rules = (value: MemberSnapshotInput) => checkReferences(value).map(({ rule, pointer }) => `${rule} ${pointer}`);

describe('references within a snapshot', () => {
  it('may be left out', () => {
    expect(rules(snapshot())).toEqual([]);
    expect(rules({})).toEqual([]);
  });

  it('match without regard to letter case', () => {
    expect(
      rules(snapshot({ individual_id: dependent.toUpperCase(), individual_type: 'dependent', event_id: 'one' })),
    ).toEqual([]);
  });

  it.each<[string, MemberSnapshotInput, string]>([
    ['an unknown event', snapshot({ event_id: 'two' }), 'known-event /coverages/0/enrolled_members/0/event_id'],
    [
      'an unknown person',
      snapshot({ individual_id: '00000000-0000-4000-8000-000000000000' }),
      'known-individual /coverages/0/enrolled_members/0/individual_id',
    ],
    [
      'a person of the other kind',
      snapshot({ individual_id: employee, individual_type: 'dependent' }),
      'individual-type /coverages/0/enrolled_members/0/individual_type',
    ],
    [
      'two people of one id',
      { ...snapshot(), dependents: [{ id: employee.toUpperCase() }] },
      'distinct-people /dependents/0/id',
    ],
    ["an employee's unknown event", { ...snapshot(), events: [] }, 'known-event /employee/event_id'],
    [
      "a dependent's unknown event",
      { ...snapshot(), dependents: [{ event_id: 'x' }] },
      'known-event /dependents/0/event_id',
    ],
  ])('are refused for %s', (_name, value, complaint) => {
    expect(rules(value)).toEqual([complaint]);
  });
});
