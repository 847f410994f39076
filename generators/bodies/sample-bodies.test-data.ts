import type * as fc from 'fast-check';
import { validator } from '../../spec/validator.ts';
import type {
  Dependent,
  EnrolledMember,
  MemberSnapshotInput,
  Person,
  RenewalDecisionInput,
  SchemaName,
} from '../../spec/index.ts';
import type { Example } from '../examples/example.ts';
import { connectionExamples, decisionExamples, snapshotExamples } from '../examples/example-lists.ts';
import { arbitraryConnection, canonicalConnection } from './connection-body.ts';
import { arbitraryDecision, canonicalDecision } from './decision-body.ts';
import { defaultContext, type GenerationContext } from './generation-context.ts';
import type { KnownPlan } from './known-plans.ts';
import { arbitrarySnapshot, canonicalSnapshot } from './snapshot-body.ts';

function hasTwice(values: readonly unknown[]): boolean {
  return new Set(values).size < values.length;
}

export const dependentsOf = ({ dependents = [] }: MemberSnapshotInput): readonly Dependent[] => dependents;

export const personsOf = (body: MemberSnapshotInput): readonly Person[] =>
  [body.employee, ...dependentsOf(body)].flatMap((one) => one?.person ?? []);

export const enrolledIn = ({ coverages = [] }: MemberSnapshotInput): readonly EnrolledMember[] =>
  coverages.flatMap(({ enrolled_members: members = [] }) => members);

function goBack(...days: readonly (string | undefined)[]): boolean {
  const given = days.filter((day) => day !== undefined);
  return given.some((day, index) => index > 0 && day < (given[index - 1] ?? ''));
}

const failed = (rules: Readonly<Record<string, boolean>>): string[] => Object.keys(rules).filter((rule) => rules[rule]);

/** Where members of a snapshot don't agree with each other; absent members agree with everything. */
function snapshotInconsistencies(body: MemberSnapshotInput): readonly string[] {
  const { employee = {}, dependents = [], coverages = [], events = [] } = body;
  const members = enrolledIn(body);
  const people = new Map([[employee.id, 'employee'], ...dependents.map(({ id }) => [id, 'dependent'] as const)]);
  const names = [employee, ...dependents].flatMap(({ custom_individual_id: name }) => name ?? []);
  const lines = coverages.flatMap(
    ({ carrier_id: carrier = '', line_of_coverage: line }) => line && `${carrier} ${line}`,
  );
  const referring = [employee, ...dependents, ...members].flatMap(({ event_id: id }) => id ?? []);
  const { hire_date: hired, full_time_start: fullTime } = employee.employment?.employment_dates ?? {};
  return failed({
    'two people have one id': people.size < 1 + dependents.length,
    'two people have one name': hasTwice(names),
    'two events have one id': hasTwice(events.map(({ id }) => id)),
    'an event is referred to that there is not': referring.some((id) => !events.some((event) => event.id === id)),
    'an enrolled member is nobody of the body': members.some(
      (one) => people.get(one.individual_id) !== one.individual_type,
    ),
    'the dates of employment go back': goBack(employee.person?.date_of_birth, hired, fullTime),
    'the dates of a coverage go back': members.some((one) =>
      goBack(one.effective_start_date, one.latest_change_effective_date, one.effective_end_date),
    ),
    'a carrier has a line twice': hasTwice(lines.filter((line) => line !== undefined)),
    'somebody is twice in a coverage': coverages.some(({ enrolled_members: list = [] }) =>
      hasTwice(list.map(({ individual_id: id }) => id)),
    ),
    'a coverage other than life has a volume': coverages.some(
      ({ line_of_coverage: line = 'life', enrolled_members: list = [] }) =>
        line !== 'life' && list.some(({ volume }) => volume !== undefined),
    ),
  });
}

function decisionInconsistencies({ renewal_date: renewal, body }: RenewalDecisionInput): readonly string[] {
  const carriers = body?.carriers ?? [];
  const lines = carriers.flatMap(({ lines_of_coverage: own = {} }) => Object.values(own));
  return failed({
    'a carrier is there twice': hasTwice(carriers.map(({ carrier_id: id }) => id)),
    'a line has a plan twice': lines.some(({ plans = [] }) =>
      hasTwice(
        plans.map(({ plan_id: id, name, plan_type: type, metal_tier: tier }) => id ?? [name, type, tier].join()),
      ),
    ),
    'the dates of a line go back': lines.some((line) =>
      goBack(line.open_enrollment_start_date, line.open_enrollment_end_date, renewal),
    ),
  });
}

export const fixtures: GenerationContext = {
  ...defaultContext(),
  carrierIds: ['0193f0c1-0000-7000-8000-000000000001', '0193f0c1-0000-7000-8000-000000000002'],
  planIds: ['0193F0C1-0000-7000-8000-0000000000AA', '0193f0c1-0000-7000-8000-0000000000bb'],
  planNames: ['Silver Sample'],
  linesOfCoverage: ['dental', 'medical', 'vision'],
  runTag: 'run-7',
  employeeId: '0193f0c1-0000-7000-8000-0000000000ee',
  groupName: 'Sample Bakery',
};

const id = (end: number): string => `0c11a001-0000-4c5e-9d0e-00000000000${end}`;
const [first, second] = [id(1), id(2)];

/** Plans of two carriers: the first has medical and dental plans, the second life and one more medical plan. */
export const plans: readonly KnownPlan[] = [
  { id: id(3), name: 'Dental 1000', carrierId: first, lineOfCoverage: 'dental' },
  { id: id(4), name: 'Gold 500', carrierId: first, lineOfCoverage: 'medical', planType: 'ppo', metalTier: 'gold' },
  { id: id(5), name: 'Life 50', carrierId: second, lineOfCoverage: 'life' },
  { id: id(6), name: 'Bronze 5000', carrierId: second, lineOfCoverage: 'medical', planType: 'hmo' },
];

export const contexts: Readonly<Record<string, GenerationContext>> = {
  'without fixtures': defaultContext(),
  'with fixtures': fixtures,
  'with one carrier and one plan': {
    ...defaultContext(),
    carrierIds: ['0193f0c1-0000-7000-8000-000000000001'],
    planIds: ['0193f0c1-0000-7000-8000-0000000000bb'],
  },
  'with plans of known places': {
    ...defaultContext(),
    carrierIds: [first, second],
    planIds: plans.flatMap((plan) => plan.id ?? []),
    planNames: plans.flatMap((plan) => plan.name ?? []),
    plans,
  },
};

/** Drops the type of the bodies, so that the kinds fit in one table. */
function kindOf<T extends object>(
  schema: SchemaName,
  canonical: (context: GenerationContext) => T,
  arbitrary: (context: GenerationContext) => fc.Arbitrary<T>,
  examples: (context: GenerationContext) => readonly Example<T>[],
  inconsistencies: (body: T) => readonly string[] = () => [],
) {
  return {
    schema,
    canonical: (context: GenerationContext): object => canonical(context),
    arbitrary: (context: GenerationContext): fc.Arbitrary<object> => arbitrary(context),
    examples: (context: GenerationContext): readonly Example<object>[] =>
      examples(context).map((one) => ({ ...one, apply: (body) => one.apply(body as T) })),
    inconsistencies: (body: object) => inconsistencies(body as T),
  };
}

export const kinds = [
  kindOf('member-snapshot-input', canonicalSnapshot, arbitrarySnapshot, snapshotExamples, snapshotInconsistencies),
  kindOf('renewal-decision-input', canonicalDecision, arbitraryDecision, decisionExamples, decisionInconsistencies),
  kindOf('group-connection-input', canonicalConnection, arbitraryConnection, connectionExamples),
];

export function problemsOf(schema: SchemaName, body: object): readonly unknown[] {
  const kind = kinds.find((one) => one.schema === schema);
  return [...validator.validate(schema, body), ...(kind?.inconsistencies(body) ?? [])];
}

export const ordinary = {
  snapshot: canonicalSnapshot(defaultContext()),
  snapshots: arbitrarySnapshot(defaultContext()),
  decision: canonicalDecision(defaultContext()),
  decisions: arbitraryDecision(defaultContext()),
};
