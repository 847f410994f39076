import { type MemberSnapshotInput, sameId } from '../../spec/index.ts';
import { planKey } from '../store/store.ts';
import {
  coveragesOf,
  daysBetween,
  enrolmentsOf,
  form,
  linesOf,
  membersAt,
  ofPeople,
  plansOf,
  repeated,
  timeOf,
  type Judge,
  type Rule,
  type Submission,
} from './rule.ts';

const plans = '/body/carriers/*/lines_of_coverage/*/plans/*';

const periods: readonly (readonly [place: string, from: string, to: string])[] = [
  ['/coverages/*/enrolled_members/*', 'effective_start_date', 'effective_end_date'],
  ['/body/carriers/*/lines_of_coverage/*', 'open_enrollment_start_date', 'open_enrollment_end_date'],
  ['/employee/employment/employment_dates', 'hire_date', 'full_time_start'],
];

function backwards({ body }: { readonly body: unknown }): readonly string[] {
  return periods.flatMap(([place, from, to]) =>
    membersAt(body, place).flatMap(([pointer, period]) => {
      const { [from]: start, [to]: end }: Readonly<Record<string, unknown>> = Object(period);
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

const namedInDecision = ({ body }: Submission<'decision'>): readonly NamedPlan[] =>
  plansOf(body).map(({ pointer, carrierId, name: line, plan }) => {
    return { pointer, carrierId, line, id: plan.plan_id, name: plan.name };
  });

const namedInSnapshot = ({ body }: Submission<'snapshot'>): readonly NamedPlan[] =>
  coveragesOf(body).map(
    ([pointer, { carrier_id: carrierId = '', line_of_coverage: line = '', plan_id, plan_name }]) => {
      return { pointer, carrierId, line, id: plan_id, name: plan_name };
    },
  );

type PlanRecord = NonNullable<ReturnType<Submission<'decision'>['store']['plans']['find']>>;

/** A rule about plans that are named by their identifiers, in decisions and snapshots alike. */
function onKnownPlans(fits: (known: PlanRecord, named: NamedPlan) => boolean) {
  const judge = (named: readonly NamedPlan[], { plans: known }: Submission<'decision'>['store']): string[] =>
    named.flatMap((plan) => {
      const found = plan.id === undefined ? undefined : known.find(plan.id);
      return found === undefined || fits(found, plan) ? [] : [`${plan.pointer}/plan_id`];
    });
  return {
    decision: (submission: Submission<'decision'>) => judge(namedInDecision(submission), submission.store),
    snapshot: (submission: Submission<'snapshot'>) => judge(namedInSnapshot(submission), submission.store),
  };
}

/** A plan's name belongs to the line that it was first used in. */
function misplacedNames(
  named: readonly NamedPlan[],
  { claim, organizationId }: Submission<'decision'> | Submission<'snapshot'>,
): readonly string[] {
  return named
    .filter(({ name, carrierId, line }) => name !== undefined && !claim([organizationId, carrierId, name], line))
    .map(({ pointer }) => pointer);
}

/** A rule about each enrollment of a snapshot; what is missing breaks none. */
const onEnrolments =
  (
    member: string,
    breaks: (enrolment: ReturnType<typeof enrolmentsOf>[number], submission: Submission<'snapshot'>) => boolean,
  ): Judge<'snapshot'> =>
  (submission) =>
    enrolmentsOf(submission.body)
      .filter((enrolment) => breaks(enrolment, submission))
      .map(({ pointer }) => `${pointer}/${member}`);

/** A rule about each coverage of a snapshot. */
const onCoverages =
  (
    member: string,
    breaks: (coverage: ReturnType<typeof coveragesOf>[number][1], submission: Submission<'snapshot'>) => boolean,
  ): Judge<'snapshot'> =>
  (submission) =>
    coveragesOf(submission.body)
      .filter(([, coverage]) => breaks(coverage, submission))
      .map(([pointer]) => `${pointer}/${member}`);

/** The pointers of the birthdays of dependents of a relationship who are too old or too young. */
const agedDependents =
  (relationship: string, isWrong: (born: string, today: string) => boolean): Judge<'snapshot'> =>
  ({ body, today }) =>
    (body.dependents ?? []).flatMap((dependent, index) => {
      const born = dependent.person?.date_of_birth;
      const isMeant = dependent.relationship === relationship && born !== undefined;
      return isMeant && isWrong(born, today) ? [`/dependents/${index}/person/date_of_birth`] : [];
    });

const hiredOn = ({ employee }: MemberSnapshotInput): string | undefined =>
  employee?.employment?.employment_dates?.hire_date;

const spousesOf = ({ dependents = [] }: MemberSnapshotInput) =>
  dependents.flatMap(({ relationship }, index) =>
    relationship === 'spouse' ? [{ pointer: `/dependents/${index}/relationship` }] : [],
  );

/** The carriers of a group's decisions, each with its lines. */
const linesDecided = ({ store, groupId }: Pick<Submission<'snapshot'>, 'store' | 'groupId'>) =>
  store.decisions
    .page(groupId, { offset: 0, size: undefined })
    .items.flatMap(({ body }) => body.carriers)
    .map(({ carrier_id: id, lines_of_coverage: lines }) => ({
      carrierId: id.toLowerCase(),
      lines: Object.keys(lines),
    }));

const planTypes = /^(?:ppo|hmo|epo|pos|hdhp)$/i;

/** Rules of how the values of a body go together, and with what the service holds. */
export const agreementRules = {
  'periods-in-order': {
    about: 'what has a first and a last day does not end before it starts',
    usual: true,
    decision: backwards,
    snapshot: backwards,
  },
  'one-coverage-of-carrier': {
    about: 'a carrier covers a line once in a snapshot',
    usual: true,
    snapshot: ({ body }) =>
      repeated(
        coveragesOf(body).map(([pointer, coverage]) => ({ ...coverage, pointer: `${pointer}/line_of_coverage` })),
        ({ carrier_id: carrier = '', line_of_coverage: line }) => JSON.stringify([carrier.toLowerCase(), line]),
      ),
  },
  'plan-of-line': {
    about: 'a plan_id is of a plan of that line of coverage',
    ...onKnownPlans((known, { line }) => known.line === line),
  },
  'plan-of-carrier': {
    about: 'a plan_id is of a plan of that carrier',
    ...onKnownPlans((known, { carrierId }) => sameId(known.carrierId, carrierId)),
  },
  'plan-name-in-one-line': {
    about: "a plan's name is used in one line of coverage of a carrier alone",
    decision: (submission) => misplacedNames(namedInDecision(submission), submission),
    snapshot: (submission) => misplacedNames(namedInSnapshot(submission), submission),
  },
  'plan-name-known': {
    about: 'a plan_name is that of a plan of the carrier and line: an offered one, or one of a decision',
    snapshot: ({ body, store, organizationId }) =>
      coveragesOf(body)
        .filter(
          ([, { carrier_id: carrier = '', line_of_coverage: line = '', plan_name: name }]) =>
            name !== undefined &&
            [undefined, organizationId].every(
              (owner) => store.plans.first(planKey(owner, carrier, line, name)) === undefined,
            ),
        )
        .map(([pointer]) => `${pointer}/plan_name`),
  },
  'metal-tier-of-medical': {
    about: 'only medical plans have a metal_tier',
    decision: ({ body }) =>
      plansOf(body)
        .filter(({ name, plan }) => name !== 'medical' && plan.metal_tier !== undefined)
        .map(({ pointer }) => `${pointer}/metal_tier`),
  },
  'plan-type-known': {
    about: 'a plan_type is one of ppo, hmo, epo, pos, hdhp',
    decision: form([`${plans}/plan_type`], planTypes),
  },
  'medical-and-dental': {
    about: 'each carrier of a decision has a medical and a dental line',
    decision: ({ body: { body: { carriers = [] } = {} } }) =>
      carriers.flatMap(({ lines_of_coverage: lines = {} }, at) =>
        Object.hasOwn(lines, 'medical') && Object.hasOwn(lines, 'dental')
          ? []
          : [`/body/carriers/${at}/lines_of_coverage`],
      ),
  },
  'two-plans-of-line': {
    about: 'a line of a decision has two plans at least',
    oneOf: 'number of plans',
    decision: ({ body }) =>
      linesOf(body)
        .filter(({ line }) => (line.plans ?? []).length < 2)
        .map(({ pointer }) => `${pointer}/plans`),
  },
  'one-plan-of-line': {
    about: 'a line of a decision has one plan at most',
    oneOf: 'number of plans',
    decision: ({ body }) =>
      linesOf(body)
        .filter(({ line }) => (line.plans ?? []).length > 1)
        .map(({ pointer }) => `${pointer}/plans`),
  },
  'one-plan-form-of-line': {
    about: 'the plans of a line are all named by plan_id, or all described',
    decision: ({ body }) =>
      linesOf(body)
        .filter(({ line }) => new Set((line.plans ?? []).map((plan) => plan.plan_id === undefined)).size > 1)
        .map(({ pointer }) => `${pointer}/plans`),
  },
  'plans-once': {
    about: 'no plan is twice in a line of a decision',
    decision: ({ body }) =>
      repeated(plansOf(body), ({ carrierId, name, plan }) =>
        JSON.stringify([carrierId, name, plan.plan_id ?? plan.name]).toLowerCase(),
      ),
  },
  'carriers-once': {
    about: 'no carrier is twice in a decision',
    decision: ({ body: { body } }) =>
      repeated(
        (body?.carriers ?? []).map(({ carrier_id: id = '' }, index) => ({ id, pointer: `/body/carriers/${index}` })),
        ({ id }) => id.toLowerCase(),
      ),
  },
  'one-carrier': {
    about: 'a decision has one carrier',
    decision: ({ body: { body } }) => ((body?.carriers ?? []).length > 1 ? ['/body/carriers'] : []),
  },
  'plans-offered': {
    about: 'a line of a decision has one plan at least',
    decision: ({ body }) =>
      linesOf(body)
        .filter(({ line }) => (line.plans ?? []).length === 0)
        .map(({ pointer }) => `${pointer}/plans`),
  },
  'coverage-present': {
    about: 'a snapshot has one coverage at least',
    snapshot: ({ body }) => ((body.coverages ?? []).length === 0 ? ['/coverages'] : []),
  },
  'three-coverages': {
    about: 'a snapshot has three coverages at most',
    snapshot: ({ body }) => ((body.coverages ?? []).length > 3 ? ['/coverages'] : []),
  },
  'three-dependents': {
    about: 'an employee has three dependents at most',
    snapshot: ({ body }) => ((body.dependents ?? []).length > 3 ? ['/dependents'] : []),
  },
  'coverage-with-members': {
    about: 'a coverage enrolls one person at least, each by individual_id',
    snapshot: onCoverages('enrolled_members', ({ enrolled_members: members = [] }) => {
      return members.length === 0 || members.some(({ individual_id: id }) => id === undefined);
    }),
  },
  'one-coverage-of-line': {
    about: 'a snapshot has one coverage of a line at most',
    snapshot: ({ body }) =>
      repeated(
        coveragesOf(body).map(([pointer, coverage]) => ({ ...coverage, pointer: `${pointer}/line_of_coverage` })),
        ({ line_of_coverage: line = '' }) => line,
      ),
  },
  'enrolled-once': {
    about: 'a person is enrolled once in a coverage',
    snapshot: ({ body }) =>
      repeated(
        enrolmentsOf(body).filter(({ member }) => member.individual_id !== undefined),
        ({ coveragePointer, member }) => JSON.stringify([coveragePointer, member.individual_id?.toLowerCase()]),
      ),
  },
  'dependents-with-employee': {
    about: 'a dependent is enrolled where the employee is, too',
    snapshot: onCoverages('enrolled_members', ({ enrolled_members: members = [] }) => {
      const types = new Set(members.map(({ individual_type: type }) => type));
      return types.has('dependent') && !types.has('employee');
    }),
  },
  'same-start-of-coverage': {
    about: 'all who are enrolled in a coverage start on the same day',
    snapshot: onCoverages(
      'enrolled_members',
      ({ enrolled_members: members = [] }) =>
        new Set(members.flatMap(({ effective_start_date: start }) => start ?? [])).size > 1,
    ),
  },
  'volume-of-life': {
    about: 'only a life coverage has a volume',
    snapshot: onEnrolments(
      'volume',
      ({ coverage, member }) => coverage.line_of_coverage !== 'life' && member.volume !== undefined,
    ),
  },
  'life-with-volume': {
    about: 'a life coverage has a volume above nothing',
    snapshot: onEnrolments(
      'volume',
      ({ coverage, member: { volume = 0 } }) => coverage.line_of_coverage === 'life' && volume <= 0,
    ),
  },
  'latest-change-in-period': {
    about: 'a latest_change_effective_date is within the period of the enrollment',
    snapshot: onEnrolments('latest_change_effective_date', ({ member }) => {
      const { latest_change_effective_date: change, effective_start_date: start, effective_end_date: end } = member;
      return daysBetween(start, change) < 0 || daysBetween(change, end) < 0;
    }),
  },
  'child-under-26': {
    about: 'a child is under 26 years old',
    snapshot: agedDependents('child', (born, today) => timeOf(born, { years: 26 }) <= timeOf(today)),
  },
  'spouse-adult': {
    about: 'a spouse is 18 years old at least',
    snapshot: agedDependents('spouse', (born, today) => timeOf(born, { years: 18 }) > timeOf(today)),
  },
  'one-spouse': {
    about: 'an employee has one spouse at most',
    snapshot: ({ body }) => repeated(spousesOf(body), () => ''),
  },
  'employee-16-at-hire': {
    about: 'an employee was 16 years old at least when hired',
    snapshot({ body }) {
      const [born, hired] = [body.employee?.person?.date_of_birth, hiredOn(body)];
      if (born === undefined || hired === undefined) return [];
      return timeOf(born, { years: 16 }) > timeOf(hired) ? ['/employee/employment/employment_dates/hire_date'] : [];
    },
  },
  'hired-before-coverage': {
    about: 'an employee is hired before a coverage starts',
    snapshot: onEnrolments(
      'effective_start_date',
      ({ member }, { body }) => daysBetween(hiredOn(body), member.effective_start_date) < 0,
    ),
  },
  'salary-since-hire': {
    about: 'a salary holds from no earlier day than that of hire',
    snapshot({ body }) {
      const since = body.employee?.employment?.salary?.effective_date;
      return daysBetween(hiredOn(body), since) < 0 ? ['/employee/employment/salary/effective_date'] : [];
    },
  },
  'signature-by-31-days': {
    about: 'a coverage is signed no later than 31 days after it starts',
    snapshot: onCoverages('signature_date', ({ signature_date: signed, enrolled_members: members = [] }) =>
      members.some(({ effective_start_date: start }) => daysBetween(start, signed) > 31),
    ),
  },
  'signature-by-start': {
    about: 'a coverage is signed no later than it starts',
    snapshot: onCoverages('signature_date', ({ signature_date: signed, enrolled_members: members = [] }) =>
      members.some(({ effective_start_date: start }) => daysBetween(start, signed) > 0),
    ),
  },
  'signature-not-future': {
    about: 'a coverage is not signed in the future',
    snapshot: onCoverages('signature_date', ({ signature_date: signed }, { today }) => daysBetween(today, signed) > 0),
  },
  'event-near-start': {
    about: 'a coverage starts within 366 days of the event that it names',
    snapshot: onEnrolments('event_id', ({ member }, { body: { events = [] } }) => {
      const event = events.find(({ id }) => id === member.event_id);
      return Math.abs(daysBetween(event?.date, member.effective_start_date)) > 366;
    }),
  },
  'events-once': {
    about: 'no two events of a snapshot have the same id',
    snapshot: ({ body: { events = [] } }) =>
      repeated(
        events.map(({ id = '' }, index) => ({ id, pointer: `/events/${index}/id` })),
        ({ id }) => id,
      ),
  },
  'ssn-once-in-snapshot': {
    about: 'no two people of a snapshot have the same social security number',
    snapshot: ({ body }) =>
      repeated(
        membersAt(body, ...ofPeople('ssn')).map(([pointer, ssn]) => ({ pointer, ssn: String(ssn) })),
        ({ ssn }) => ssn.replaceAll('-', ''),
      ),
  },
  'carrier-decided': {
    about: 'a coverage is at a carrier that the group has a renewal decision for',
    snapshot: ({ body, ...place }) => {
      const decided = new Set(linesDecided(place).map(({ carrierId }) => carrierId));
      return coveragesOf(body)
        .filter(([, { carrier_id: id }]) => id !== undefined && !decided.has(id.toLowerCase()))
        .map(([pointer]) => `${pointer}/carrier_id`);
    },
  },
  'line-decided': {
    about: 'a coverage is of a line that the group has a renewal decision for, with the same carrier',
    snapshot: ({ body, ...place }) => {
      const decided = linesDecided(place);
      return coveragesOf(body)
        .filter(
          ([, { carrier_id: id = '', line_of_coverage: line }]) =>
            !decided.some(({ carrierId, lines }) => carrierId === id.toLowerCase() && lines.includes(line ?? '')),
        )
        .map(([pointer]) => `${pointer}/line_of_coverage`);
    },
  },
  'carrier-connected': {
    about: 'a decision is for carriers that the organization has a connection with',
    connection({ body: { carrier_id: id = '' }, organizationId, claim }) {
      claim([organizationId, id.toLowerCase()], 'connected');
      return [];
    },
    decision: ({ body: { body }, organizationId, claim }) =>
      (body?.carriers ?? []).flatMap(({ carrier_id: id = '' }, index) =>
        // The claim of a carrier without a connection goes with the refusal.
        claim([organizationId, id.toLowerCase()], 'wanted') ? [`/body/carriers/${index}/carrier_id`] : [],
      ),
  },
} as const satisfies Readonly<Record<string, Rule>>;
