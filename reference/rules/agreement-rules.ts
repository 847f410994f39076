import { objectOf, type MemberSnapshotInput, sameId } from '../../spec/index.ts';
import { membersAt } from '../json-values.ts';
import { planKey } from '../store/store.ts';
import {
  carriers,
  coverages,
  coveragesOf,
  daysBetween,
  decision,
  dependents,
  enrolments,
  events,
  lines,
  ofPeople,
  plans,
  plansOf,
  rulesOn,
  snapshot,
  textsAt,
  timeOf,
  timesOf,
  type Rule,
  type Submission,
} from './rule.ts';

const periods: readonly (readonly [path: string, from: string, to: string])[] = [
  ['coverages[].enrolled_members[]', 'effective_start_date', 'effective_end_date'],
  ['body.carriers[].lines_of_coverage.*', 'open_enrollment_start_date', 'open_enrollment_end_date'],
  ['employee.employment.employment_dates', 'hire_date', 'full_time_start'],
];

function backwards({ body }: { readonly body: unknown }): readonly string[] {
  return periods.flatMap(([path, from, to]) =>
    membersAt(body, path).flatMap(([pointer, period]) => {
      const { [from]: start, [to]: end } = objectOf(period);
      return typeof start === 'string' && typeof end === 'string' && start > end ? [`${pointer}/${to}`] : [];
    }),
  );
}

interface NamedPlan {
  readonly pointer: string;
  readonly carrierId: string;
  readonly line: string;
  readonly id: string | undefined;
  readonly name: string | undefined;
}

const untilCompleted = 1000;

const namedInDecision = rulesOn('decision', ({ body }) =>
  plansOf(body).map(({ plan, ...place }): NamedPlan => ({ ...place, id: plan.plan_id, name: plan.name })),
);

const namedInSnapshot = rulesOn('snapshot', ({ body }) =>
  coveragesOf(body).map(
    ({ pointer, carrier_id: carrierId = '', line_of_coverage: line = '', plan_id, plan_name }): NamedPlan => {
      return { pointer, carrierId, line, id: plan_id, name: plan_name };
    },
  ),
);

const namedPlans = (
  about: string,
  member: string,
  isWrong: (named: NamedPlan, submission: Submission<'decision'> | Submission<'snapshot'>) => boolean,
): Rule => ({
  ...namedInDecision(about).at(member).refused(isWrong),
  ...namedInSnapshot(about).at(member).refused(isWrong),
});

type PlanRecord = NonNullable<ReturnType<Submission<'decision'>['store']['plans']['find']>>;

const knownPlans = (about: string, fits: (known: PlanRecord, named: NamedPlan) => boolean): Rule =>
  namedPlans(about, '/plan_id', (named, { store }) => {
    const known = named.id === undefined ? undefined : store.plans.find(named.id);
    return known !== undefined && !fits(known, named);
  });

/** As with a service that has only its own plans, which no configuration names. */
const offeredPlans = namedPlans(
  'a plan is one that its carrier offers for that line of coverage',
  '',
  ({ id, name, carrierId, line }, { store }) => {
    const offered = store.plans.first(planKey(undefined, carrierId, line, name ?? ''));
    const known = id === undefined ? offered : store.plans.find(id);
    return known === undefined || !sameId(known.carrierId, carrierId) || known.line !== line;
  },
);

const ofShownPlans = {
  outOfReach: ['groups.fixture-listed'],
  // Together with these, none of the lines that are shown might be left.
  oneOf: ['lines of coverages', 'number of plans', 'lines of decisions', 'catalogue'],
} as const satisfies Partial<Rule>;

/** Whether somebody born on one day is so old on another; false if a day is missing. */
const isAged = (years: number, born = '', day = ''): boolean => timeOf(born, { years }) <= timeOf(day);
const isYounger = (years: number, born = '', day = ''): boolean => timeOf(born, { years }) > timeOf(day);

const signatures = (about: string, most: number): Rule =>
  coverages(about)
    .at('/signature_date')
    .refused(({ signature_date: signed, enrolled_members: members = [] }) =>
      members.some(({ effective_start_date: start }) => daysBetween(start, signed) > most),
    );

const counted = (about: string, list: 'coverages' | 'dependents', isWrong: (count: number) => boolean): Rule =>
  snapshot(about)
    .at(`/${list}`)
    .refused(({ body }) => isWrong(body[list]?.length ?? 0));

const onlyCoveragesOf = (line: string): Rule =>
  coverages(`a snapshot has ${line} coverages alone`)
    .at('/line_of_coverage')
    .with({ oneOf: 'lines of coverages' })
    .refused(({ line_of_coverage: covered }) => covered !== line);

const hiredOn = ({ employee }: MemberSnapshotInput): string | undefined =>
  employee?.employment?.employment_dates?.hire_date;

const isWithin = (day: string, from: unknown, to: unknown): boolean =>
  typeof from === 'string' && typeof to === 'string' && from <= day && day <= to;

/** Rules about each coverage of a snapshot, with the lines that the group's decisions have at its carrier. */
const decidedCoverages = rulesOn('snapshot', ({ body, store, groupId, today }) => {
  const { items } = store.decisions.page(groupId, { offset: 0, size: undefined });
  const decided = items.flatMap((made) => made.body.carriers);
  return coveragesOf(body).map((coverage) => {
    const ofCarrier = decided.filter(({ carrier_id: id }) => sameId(id, coverage.carrier_id));
    return {
      ...coverage,
      decided: ofCarrier.flatMap(({ lines_of_coverage: offered }) => ['', ...Object.keys(offered)]),
      isEnrolling: ofCarrier.some(({ lines_of_coverage: { [coverage.line_of_coverage ?? '']: line } }) =>
        isWithin(today, line?.open_enrollment_start_date, line?.open_enrollment_end_date),
      ),
    };
  });
});

const planTypes = /^(?:ppo|hmo|epo|pos|hdhp)$/i;

/** Rules about how the values of a body agree with each other, and with what the service holds. */
export const agreementRules = {
  'periods-in-order': {
    about: 'what has a first and a last day does not end before it starts',
    usual: true,
    decision: backwards,
    snapshot: backwards,
  },
  'one-coverage-of-carrier': coverages('a carrier covers a line once in a snapshot')
    .at('/line_of_coverage')
    .with({ usual: true })
    .once(({ carrier_id: carrier = '', line_of_coverage: line }) => `${carrier.toLowerCase()} ${line}`),
  'plan-of-line': knownPlans(
    'a plan_id is of a plan of that line of coverage',
    (known, { line }) => known.line === line,
  ),
  'plan-of-carrier': knownPlans('a plan_id is of a plan of that carrier', (known, { carrierId }) =>
    sameId(known.carrierId, carrierId),
  ),
  'plan-name-in-one-line': namedPlans(
    "a plan's name is used in one line of coverage of a carrier alone",
    '',
    ({ name, carrierId, line }, { claim, organizationId }) =>
      name !== undefined && !claim([organizationId, carrierId, name], line),
  ),
  'nobody-covered': {
    about: 'no plan is open to members: coverages are entered elsewhere',
    snapshot: ({ body }) =>
      coveragesOf(body).map(
        ({ pointer, plan_name: name }) => `${pointer}/${name === undefined ? 'plan_id' : 'plan_name'}`,
      ),
    outOfReach: [
      'wire.open-ended',
      'snapshots.plan-forms',
      'snapshots.optional-members',
      'snapshots.summary',
      'snapshots.summary-initial',
    ],
    oneOf: 'lines of coverages',
  },
  'plans-shown': { ...offeredPlans, dialect: { catalogue: 'shown', decisionLines: 'any' }, ...ofShownPlans },
  'plans-of-vision-shown': {
    ...offeredPlans,
    dialect: { catalogue: 'shown-vision', decisionLines: 'any' },
    ...ofShownPlans,
  },
  'plan-name-known': coverages(
    'a plan_name is that of a plan of the carrier and line: an offered one, or one of a decision',
  )
    .at('/plan_name')
    .refused(
      ({ carrier_id: carrier = '', line_of_coverage: line = '', plan_name: name }, { store, organizationId }) =>
        name !== undefined &&
        [undefined, organizationId].every(
          (owner) => store.plans.first(planKey(owner, carrier, line, name)) === undefined,
        ),
    ),
  'metal-tier-of-medical': plans('only medical plans have a metal_tier')
    .at('/metal_tier')
    .refused(({ line, plan }) => line !== 'medical' && plan.metal_tier !== undefined),
  'plan-type-known': textsAt('body.carriers[].lines_of_coverage.*.plans[].plan_type')(
    'a plan_type is one of ppo, hmo, epo, pos, hdhp',
    planTypes,
  ),
  'medical-and-dental': carriers('each carrier of a decision has a medical and a dental line')
    .at('/lines_of_coverage')
    .with({ oneOf: 'lines of decisions' })
    .refused(
      ({ lines_of_coverage: offered = {} }) => !['medical', 'dental'].every((line) => Object.hasOwn(offered, line)),
    ),
  'two-plans-of-line': lines('a line of a decision has two plans at least')
    .at('/plans')
    .with({ oneOf: 'number of plans' })
    .refused((line) => line.plans.length < 2),
  'one-plan-of-line': lines('a line of a decision has one plan at most')
    .at('/plans')
    .with({ oneOf: 'number of plans' })
    .refused((line) => line.plans.length > 1),
  'one-plan-form-of-line': lines('the plans of a line are all named by plan_id, or all described')
    .at('/plans')
    .refused((line) => new Set(line.plans.map((plan) => plan.plan_id === undefined)).size > 1),
  'plans-once': plans('no plan is twice in a line of a decision').once(({ carrierId, line, plan }) =>
    JSON.stringify([carrierId, line, plan.plan_id ?? plan.name]).toLowerCase(),
  ),
  'carriers-once': carriers('no carrier is twice in a decision').once(({ carrier_id: id = '' }) => id.toLowerCase()),
  'one-carrier': decision('a decision has one carrier')
    .at('/body/carriers')
    .refused(({ body: { body } }) => (body?.carriers ?? []).length > 1),
  'plans-offered': lines('a line of a decision has one plan at least')
    .at('/plans')
    .refused((line) => line.plans.length === 0),
  'coverage-present': counted('a snapshot has one coverage at least', 'coverages', (count) => count < 1),
  'three-coverages': counted('a snapshot has three coverages at most', 'coverages', (count) => count > 3),
  'three-dependents': counted('an employee has three dependents at most', 'dependents', (count) => count > 3),
  'coverage-with-members': coverages('a coverage enrolls one person at least, each by individual_id')
    .at('/enrolled_members')
    .refused(
      ({ enrolled_members: members = [] }) =>
        members.length === 0 || members.some(({ individual_id: id }) => id === undefined),
    ),
  'one-coverage-of-line': coverages('a snapshot has one coverage of a line at most')
    .at('/line_of_coverage')
    .once(({ line_of_coverage: line = '' }) => line),
  'life-covered': snapshot('a snapshot has a life coverage')
    .at('/coverages')
    .with({ oneOf: 'lines of coverages' })
    .refused(({ body: { coverages: sent = [] } }) => !sent.some(({ line_of_coverage: line }) => line === 'life')),
  'dental-coverages': onlyCoveragesOf('dental'),
  'medical-coverages': onlyCoveragesOf('medical'),
  'enrolled-once': enrolments('a person is enrolled once in a coverage').once(({ coverage, individual_id: id }) =>
    id === undefined ? undefined : `${coverage.pointer} ${id.toLowerCase()}`,
  ),
  'dependents-with-employee': coverages('a dependent is enrolled where the employee is, too')
    .at('/enrolled_members')
    .refused(({ enrolled_members: members = [] }) => {
      const types = new Set(members.map(({ individual_type: type }) => type));
      return types.has('dependent') && !types.has('employee');
    }),
  'same-start-of-coverage': coverages('all who are enrolled in a coverage start on the same day')
    .at('/enrolled_members')
    .refused(
      ({ enrolled_members: members = [] }) =>
        new Set(members.flatMap(({ effective_start_date: start }) => start ?? [])).size > 1,
    ),
  'volume-of-life': enrolments('only a life coverage has a volume')
    .at('/volume')
    .refused(({ coverage, volume }) => coverage.line_of_coverage !== 'life' && volume !== undefined),
  'life-with-volume': enrolments('a life coverage has a volume above nothing')
    .at('/volume')
    .refused(({ coverage, volume = 0 }) => coverage.line_of_coverage === 'life' && volume <= 0),
  'volume-of-dependent-half': enrolments("the volume of a dependent is half of the employee's at most")
    .at('/volume')
    .refused(({ coverage, individual_type: type, volume = 0 }) => {
      const ofEmployee = (coverage.enrolled_members ?? []).find((one) => one.individual_type === 'employee');
      return type === 'dependent' && volume > (ofEmployee?.volume ?? 0) / 2;
    }),
  'life-of-employee': enrolments('a life coverage is that of the employee alone')
    .at('/individual_type')
    .refused(({ coverage, individual_type: type }) => coverage.line_of_coverage === 'life' && type === 'dependent'),
  'latest-change-in-period': enrolments('a latest_change_effective_date is within the period of the enrollment')
    .at('/latest_change_effective_date')
    .refused(
      ({ latest_change_effective_date: change, effective_start_date: start, effective_end_date: end }) =>
        daysBetween(start, change) < 0 || daysBetween(change, end) < 0,
    ),
  'child-under-26': dependents('a child is under 26 years old')
    .at('/person/date_of_birth')
    .refused(({ relationship: as, person }, { today }) => as === 'child' && isAged(26, person?.date_of_birth, today)),
  'spouse-adult': dependents('a spouse is 18 years old at least')
    .at('/person/date_of_birth')
    .refused(
      ({ relationship: as, person }, { today }) => as === 'spouse' && isYounger(18, person?.date_of_birth, today),
    ),
  'dependents-without-contact': dependents('a dependent has no contact')
    .at('/person/contact')
    .refused(({ person }) => person?.contact !== undefined),
  'one-spouse': dependents('an employee has one spouse at most')
    .at('/relationship')
    .once(({ relationship }) => (relationship === 'spouse' ? relationship : undefined)),
  'employee-16-at-hire': snapshot('an employee was 16 years old at least when hired')
    .at('/employee/employment/employment_dates/hire_date')
    .refused(({ body }) => isYounger(16, body.employee?.person?.date_of_birth, hiredOn(body))),
  'hired-before-coverage': enrolments('an employee is hired before a coverage starts')
    .at('/effective_start_date')
    .refused(({ effective_start_date: start }, { body }) => daysBetween(hiredOn(body), start) < 0),
  'salary-since-hire': snapshot('a salary holds from no earlier day than that of hire')
    .at('/employee/employment/salary/effective_date')
    .refused(({ body }) => daysBetween(hiredOn(body), body.employee?.employment?.salary?.effective_date) < 0),
  'signature-by-31-days': signatures('a coverage is signed no later than 31 days after it starts', 31),
  'signature-by-start': signatures('a coverage is signed no later than it starts', 0),
  'signature-not-future': coverages('a coverage is not signed in the future')
    .at('/signature_date')
    .refused(({ signature_date: signed }, { today }) => daysBetween(today, signed) > 0),
  'event-near-start': enrolments('a coverage starts within 366 days of the event that it names')
    .at('/event_id')
    .refused(
      ({ event_id: named, effective_start_date: start }, { body: { events: sent = [] } }) =>
        Math.abs(daysBetween(sent.find(({ id }) => id === named)?.date, start)) > 366,
    ),
  'events-once': events('no two events of a snapshot have the same id')
    .at('/id')
    .once(({ id = '' }) => id),
  'ssn-once-in-snapshot': rulesOn('snapshot', ({ body }) =>
    membersAt(body, ...ofPeople('ssn')).map(([pointer, ssn]) => ({ pointer, ssn: String(ssn) })),
  )('no two people of a snapshot have the same social security number').once(({ ssn }) => ssn.replaceAll('-', '')),
  'carrier-decided': decidedCoverages('a coverage is at a carrier that the group has a renewal decision for')
    .at('/carrier_id')
    .refused(({ carrier_id: id, decided }) => id !== undefined && decided.length === 0),
  'line-decided': decidedCoverages(
    'a coverage is of a line that the group has a renewal decision for, with the same carrier',
  )
    .at('/line_of_coverage')
    .refused(({ line_of_coverage: line = '', decided }) => !decided.includes(line)),
  'enrollment-on': decidedCoverages('a coverage is of a carrier and line whose open enrollment is on')
    .at('/line_of_coverage')
    .refused(({ isEnrolling }) => !isEnrolling),
  'carrier-connected': {
    outOfReachWithout: { requirement: 'connections.create', parts: ['renewals', 'versions'] },
    ...carriers('a decision is for carriers that the organization has a connection with')
      .at('/carrier_id')
      .refused(
        // The claim of a carrier without a connection is undone with the refusal.
        ({ carrier_id: id = '' }, { claim, organizationId }) => claim([organizationId, id.toLowerCase()], 'wanted'),
      ),
    connection({ body: { carrier_id: id = '' }, organizationId, claim }) {
      claim([organizationId, id.toLowerCase()], 'connected');
      return [];
    },
  },
  'carrier-connected-for-a-second': {
    outOfReachWithout: { requirement: 'connections.create', parts: ['renewals', 'versions'] },
    ...carriers('a decision is for carriers that the organization has had a connection with for a second')
      .at('/carrier_id')
      .refused(
        ({ carrier_id: id = '' }, { store, organizationId, now }) =>
          now < (timesOf(store).get(`${organizationId} ${id.toLowerCase()}`) ?? now) + untilCompleted,
      ),
    connection({ body: { carrier_id: id = '' }, organizationId, store, now }) {
      const [known, key] = [timesOf(store), `${organizationId} ${id.toLowerCase()}`];
      known.set(key, known.get(key) ?? now);
      return [];
    },
  },
} satisfies Readonly<Record<string, Rule>>;
