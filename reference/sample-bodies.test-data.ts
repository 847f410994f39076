import {
  type Employee,
  type GroupConnectionInput,
  isObject,
  type MemberSnapshotInput,
  type RenewalDecisionInput,
  type RenewalPlanInput,
} from '../spec/index.ts';
import type { RunningReference } from './start-reference.ts';

export type Fixtures = RunningReference['fixtures'];

/** The value with another one at a JSON pointer. */
export function put(value: unknown, pointer: string, other: unknown): unknown {
  const [, name, rest] = /^\/([^/]*)(.*)$/s.exec(pointer) ?? [];
  if (name === undefined || rest === undefined) return other;
  if (Array.isArray(value)) return value.with(Number(name), put(value[Number(name)], rest, other));
  return isObject(value) ? { ...value, [name]: put(value[name], rest, other) } : value;
}

export function firstOf({ carrierIds, planIds }: Fixtures): { readonly carrierId: string; readonly planId: string } {
  const [[carrierId], [planId]] = [carrierIds, planIds];
  if (carrierId === undefined || planId === undefined) throw new TypeError('there are no fixtures');
  return { carrierId, planId };
}

export const connectionBody = (fixtures: Fixtures): Required<GroupConnectionInput> => ({
  carrier_id: firstOf(fixtures).carrierId,
  federal_ein: '00-3000001',
  group_data: { carrier_group_id: 'C-1', group_name: 'Kite Workshop' },
});

export const decisionBody = (
  fixtures: Fixtures,
  plans: RenewalPlanInput[] = [{ plan_id: firstOf(fixtures).planId }],
  renewalDate = '2027-01-01',
): Required<RenewalDecisionInput> => ({
  renewal_date: renewalDate,
  body: {
    carriers: [
      {
        carrier_id: firstOf(fixtures).carrierId,
        lines_of_coverage: {
          medical: { open_enrollment_start_date: '2026-11-01', open_enrollment_end_date: '2026-11-30', plans },
        },
      },
    ],
  },
});

const address = { street_one: '1 Sample Street', city: 'Sampleton', state: 'CA', zip_code: '00000' };

const person = (first: string): Pick<Employee, 'person'> => ({
  person: {
    first_name: first,
    middle_name: 'M',
    last_name: 'Sample',
    suffix: '',
    date_of_birth: '1984-02-29',
    sex: 'female',
    marital_status: 'single',
    ssn: '900-00-0001',
    home_address: { ...address, county: 'Sample' },
    mailing_address: address,
    contact: {
      email_address: 'sample@example.com',
      email_address_type: 'personal',
      home_phone: '+15550100',
      work_phone: '+15550101',
      preferred_method: 'email',
    },
  },
});

/** An employee and a dependent, covered at two carriers: every documented member, accepted however strict a service is. */
export function snapshotBody({ carrierIds, planIds }: Fixtures, employeeId: string): MemberSnapshotInput {
  const [first, second] = carrierIds;
  const [planId] = planIds;
  if (first === undefined || second === undefined || planId === undefined) throw new TypeError('there are no fixtures');
  const dependentId = '00000000-0000-7000-8000-00000000d001';
  const enrolled = (id: string, type: 'employee' | 'dependent') => ({
    individual_id: id,
    individual_type: type,
    event_id: 'oe',
    effective_start_date: '2026-02-01',
    effective_end_date: '9999-12-31',
  });
  return {
    employee: {
      id: employeeId,
      custom_individual_id: 'E-1',
      event_id: 'oe',
      classifications: { division: 'North' },
      ...person('Ada'),
      employment: {
        employment_dates: { hire_date: '2016-02-01', full_time_start: '2016-03-01' },
        employment_status: 'full_time',
        hours_worked: 40,
        occupation: 'Analyst',
        salary: { amount: 52_000.5, effective_date: '2021-01-01', type: 'base', unit: 'year' },
      },
    },
    dependents: [
      { id: dependentId, custom_individual_id: 'D-1', event_id: 'oe', ...person('Ben'), relationship: 'child' },
    ],
    events: [{ id: 'oe', date: '2026-01-10', reason: 'open_enrollment', type: 'coverage' }],
    coverages: [
      {
        carrier_id: first,
        line_of_coverage: 'medical',
        plan_id: planId,
        enrolled_members: [enrolled(employeeId, 'employee'), enrolled(dependentId, 'dependent')],
      },
      { carrier_id: second, line_of_coverage: 'dental', plan_name: 'Dental PPO', enrolled_members: [] },
      {
        carrier_id: first,
        line_of_coverage: 'life',
        plan_name: 'Term Life',
        enrolled_members: [{ ...enrolled(employeeId, 'employee'), volume: 50_000.5 }],
      },
    ].map((coverage) => ({ signature_date: '2026-01-10', ...coverage })),
    enable_member_auto_link: false,
    snapshot_mode: 'current_open',
  };
}
