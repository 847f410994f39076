import { isDeepStrictEqual } from 'node:util';
import {
  msPerDay,
  sameId,
  type Person,
  type RenewalBody,
  type RenewalBodyInput,
  type RenewalDecisionInput,
} from '../../spec/index.ts';
import type { DecisionRecord, GroupRecord } from '../store/store.ts';
import {
  carriers,
  connection,
  coverages,
  decision,
  edit,
  events,
  newDecision,
  people,
  plansOf,
  snapshot,
  timesOf,
  type Rule,
  type Submission,
} from './rule.ts';

/** Whether somebody else holds a value of an organization; a missing value is never taken. */
const isTaken = (
  { claim, organizationId, newId }: Pick<Submission<'connection'>, 'claim' | 'organizationId' | 'newId'>,
  value: readonly (string | undefined)[],
  holder = newId(),
): boolean => value.at(-1) !== undefined && !claim([organizationId, ...value], holder);

const nonEmpty = (text: string | undefined): string | undefined => (text === '' ? undefined : text);

const digitsOf = (number: string | undefined): string | undefined => number?.replaceAll(/\D/g, '');

function othersOf(
  { store, groupId, edited }: Submission<'decision'>,
  from = '0000-01-01',
  to = '9999-12-31',
): DecisionRecord[] {
  const { items } = store.decisions.page(groupId, { offset: 0, size: undefined }, { from, to });
  return items.filter(({ id }) => id !== edited?.id);
}

/** The enrollment windows of a decision that have both ends. */
const windowsOf = (body: RenewalBody | RenewalBodyInput | undefined) =>
  (body?.carriers ?? [])
    .flatMap(({ lines_of_coverage: lines }) => Object.values(lines ?? {}))
    .flatMap(({ open_enrollment_start_date: start, open_enrollment_end_date: end }) =>
      typeof start === 'string' && typeof end === 'string' ? [{ start, end }] : [],
    );

const carriersOf = ({ carriers }: RenewalBody): string =>
  carriers
    .map(({ carrier_id: id }) => id.toLowerCase())
    .toSorted()
    .join();

/** Whether a group is newer than the first one of its organization: those came with the service. */
function isNew({ created, organizationId }: GroupRecord, { store }: Pick<Submission<'decision'>, 'store'>): boolean {
  const [first] = store.groups.page(organizationId, { offset: 0, size: 1 }).items;
  return created > (first?.created ?? 0);
}

function isOfNewGroup(submission: Submission<'decision'> | Submission<'snapshot'>): boolean {
  const group = submission.store.groups.find(submission.groupId);
  return group !== undefined && isNew(group, submission);
}

/** Whether the group has a connection with a carrier; the claim of a missing one is undone with the refusal. */
function isConnected(submission: Submission<'decision'> | Submission<'snapshot'>, carrier = ''): boolean {
  const { store, groupId, organizationId, claim } = submission;
  const number = digitsOf(store.groups.find(groupId)?.content.federal_ein);
  return !isOfNewGroup(submission) && !claim([organizationId, carrier.toLowerCase(), number], 'wanted');
}

/** Whether a decision that was made for the group since its creation, at a carrier, has been processed. */
function isDecided({ store, groupId, now }: Submission<'snapshot'>, carrier: string): boolean {
  const { created: since = 0 } = store.groups.find(groupId) ?? {};
  const { items } = store.decisions.page(groupId, { offset: 0, size: undefined });
  return items.some(
    ({ created, status, due = now, body }) =>
      created > since &&
      (status !== 'submitted' || due <= now) &&
      body.carriers.some(({ carrier_id: id }) => sameId(id, carrier)),
  );
}

const foundAfter = (milliseconds: number, inWords: string): Rule => ({
  about: `decisions of a group that a connection has made are found ${inWords}`,
  refusal: 'not-found',
  hidesDecisions: (group, place) => isNew(group, place) && place.now < group.created + milliseconds,
});

const hasRoom = (submission: Submission<'connection'> | Submission<'snapshot'>, most: number, of = ''): boolean =>
  Array.from({ length: most }, (_unused, place) => String(place)).some((place) => !isTaken(submission, [of, place]));

/** Whether a write comes within `locked` milliseconds of the last accepted one of the group, or of the service. */
const isLocked =
  (locked: number, of: 'group' | 'service' = 'group') =>
  ({ store, groupId, now }: Submission<'decision'> | Submission<'snapshot'>): boolean => {
    const writes = timesOf(store);
    const place = of === 'group' ? groupId : of;
    const isSoon = now < (writes.get(place) ?? 0) + locked;
    if (!isSoon) writes.set(place, now);
    return isSoon;
  };

const writesOfGroups = (
  about: string,
  isRefused: (submission: Submission<'decision'> | Submission<'snapshot'>) => boolean,
): Rule => ({ ...decision(about).conflict(isRefused), ...snapshot(about).conflict(isRefused) });

const atConnectedCarriers = (about: string): Rule => {
  const isApart = (
    { carrier_id: id }: { readonly carrier_id?: string },
    submission: Submission<'decision'> | Submission<'snapshot'>,
  ): boolean => !isConnected(submission, id);
  return {
    ...carriers(about).at('/carrier_id').refused(isApart),
    ...coverages(about).at('/carrier_id').refused(isApart),
  };
};

const isPhoneTaken = (submission: Submission<'snapshot'>, person: Person | undefined, holder = ''): boolean =>
  [person?.contact?.home_phone, person?.contact?.work_phone].some((phone) =>
    isTaken(submission, [nonEmpty(phone)], holder),
  );

/** Whether an edit moves a decision to another day. */
const isMoved = ({ body, edited }: { readonly body: RenewalDecisionInput; readonly edited: DecisionRecord }): boolean =>
  edited.renewalDate !== body.renewal_date;

/** A rule of one decision per `period`; `daysOf` gives the first and last day of the period that a day is in. */
const oneDecisionOf = (period: string, daysOf: (day: string) => readonly [first: string, last: string]): Rule =>
  decision(`a group has one decision of a ${period}`)
    .at('/renewal_date')
    .conflict((submission) => othersOf(submission, ...daysOf(submission.body.renewal_date ?? '')).length > 0);

/** Rules about new records, given those that exist. */
export const recordRules = {
  'one-decision-of-date': oneDecisionOf('renewal_date', (day) => [day, day]),
  'one-decision-of-month': oneDecisionOf('month', (day) => [`${day.slice(0, 7)}-01`, `${day.slice(0, 7)}-31`]),
  'one-decision-of-quarter': oneDecisionOf('quarter', (day) => {
    const first = Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1;
    const monthOf = (month: number): string => `${day.slice(0, 5)}${String(month).padStart(2, '0')}`;
    return [`${monthOf(first)}-01`, `${monthOf(first + 2)}-31`];
  }),
  'windows-of-their-own': decision('the enrollment windows of a group overlap those of no other renewal')
    .at('/body/carriers')
    .conflict((submission) => {
      const own = windowsOf(submission.body.body);
      return othersOf(submission).some(({ body }) =>
        windowsOf(body).some((other) => own.some((one) => one.start <= other.end && other.start <= one.end)),
      );
    }),
  'decision-once': decision('a group has no two decisions that say the same')
    .at('/body')
    .conflict((submission) => {
      const { renewal_date: day = '' } = submission.body;
      return othersOf(submission, day, day).some(({ body }) => isDeepStrictEqual(body, submission.kept));
    }),
  'one-decision-of-group': newDecision('a group has one decision')
    .at('/renewal_date')
    .conflict((submission) => othersOf(submission).length > 0),
  'one-decision-in-process': newDecision('a group has one decision in process')
    .with({ slows: true })
    .conflict((submission) =>
      othersOf(submission).some(({ status, due = 0 }) => status === 'submitted' && due > submission.now),
    ),
  'ten-decisions-of-group': newDecision('a group has ten decisions at most').conflict(
    (submission) => othersOf(submission).length >= 10,
  ),
  'renewals-in-order': newDecision('a new decision is for a day no earlier than the others of its group')
    .at('/renewal_date')
    .conflict((submission) =>
      othersOf(submission).some(({ renewalDate }) => renewalDate > (submission.body.renewal_date ?? '')),
    ),
  'one-edit': edit('a decision is edited once').conflict((sent) => isTaken(sent, [sent.edited.id])),
  'one-write-of-group': writesOfGroups('a group takes one write at a time', isLocked(30)),
  'one-write-of-service': {
    ...writesOfGroups('the service is busy while it makes a record', isLocked(30, 'service')),
    refusal: 'unavailable',
  },
  'one-snapshot-of-group': snapshot('a group takes one snapshot at a time')
    .with({ refusal: 'too-early', slows: true })
    .refused(isLocked(120)),
  'snapshots-two-seconds-apart': snapshot('the snapshots of an employee are two seconds apart')
    .with({ refusal: 'too-soon', slows: true })
    .refused(({ latest, now }) => latest !== undefined && now < latest.created + 2000),
  'one-snapshot-of-service': snapshot('the service takes one snapshot at a time').conflict(isLocked(60, 'service')),
  'fifty-employees-of-group': snapshot('a group has fifty employees at most')
    .at('/employee')
    .conflict((submission) => submission.isNew && !hasRoom(submission, 50, submission.groupId)),
  'group-settled': writesOfGroups(
    'a group that a connection has made takes decisions and snapshots from the next day on',
    isOfNewGroup,
  ),
  'group-connected': {
    ...atConnectedCarriers(
      'a group that no connection has made takes decisions and snapshots, at carriers that it has a connection with',
    ),
    outOfReachWithout: { requirement: 'connections.create', parts: ['renewals', 'snapshots', 'paging', 'versions'] },
    oneOf: 'employer numbers',
    connection({ body: { carrier_id: id = '', federal_ein: number }, organizationId, claim }) {
      claim([organizationId, id.toLowerCase(), digitsOf(number)], 'connected');
      return [];
    },
  },
  'new-groups-found-later': { ...foundAfter(3000, 'after three seconds'), slows: true },
  'new-groups-found-next-day': foundAfter(msPerDay, 'from the next day on'),
  'twenty-connections': connection('an organization makes twenty connections at most').conflict(
    (submission) => !hasRoom(submission, 20),
  ),
  'group-name-once': connection('a group_name has one connection')
    .at('/group_data/group_name')
    .conflict((submission) => isTaken(submission, [submission.body.group_data?.group_name])),
  'ein-once': connection('an employer identification number has one connection')
    .at('/federal_ein')
    .with({ oneOf: 'employer numbers' })
    .conflict((submission) => isTaken(submission, [digitsOf(submission.body.federal_ein)])),
  'ein-of-group': connection('an employer identification number is that of a group of the organization')
    .at('/federal_ein')
    .with({ oneOf: 'employer numbers' })
    .refused(
      ({ body: { federal_ein: number }, store, organizationId }) =>
        !store.groups
          .page(organizationId, { offset: 0, size: undefined })
          .items.some(
            ({ content }) => content.federal_ein !== '' && digitsOf(content.federal_ein) === digitsOf(number),
          ),
    ),
  'carrier-group-id-once': connection('a carrier_group_id has one connection of a carrier')
    .at('/group_data/carrier_group_id')
    .conflict((submission) => {
      const { carrier_id: carrier, group_data: group } = submission.body;
      return isTaken(submission, [carrier, group?.carrier_group_id]);
    }),
  'ssn-once': people('a social security number belongs to one person')
    .at('/person/ssn')
    .conflict(({ id, person }, submission) => isTaken(submission, [nonEmpty(person?.ssn?.replaceAll('-', ''))], id)),
  'person-once': people('a name and a date of birth belong to one person')
    .at('/person/last_name')
    .conflict(({ id, person: { first_name: first, last_name: last, date_of_birth: born } = {} }, submission) =>
      isTaken(submission, [first, born, last], id),
    ),
  'custom-id-once': people('a custom_individual_id belongs to one person of a group')
    .at('/custom_individual_id')
    .conflict(({ id, customId }, submission) => isTaken(submission, [submission.groupId, nonEmpty(customId)], id)),
  'email-once': people('an e-mail address belongs to one person')
    .at('/person/contact/email_address')
    .conflict(({ id, person }, submission) => isTaken(submission, [nonEmpty(person?.contact?.email_address)], id)),
  'phone-once': people('a phone number belongs to one person')
    .at('/person/contact')
    .conflict(({ id, person }, submission) => isPhoneTaken(submission, person, id)),
  'phone-of-one-family': people('a phone number belongs to one employee and the dependents')
    .at('/person/contact')
    .conflict(({ person }, submission) => isPhoneTaken(submission, person, submission.people[0]?.id)),
  'event-id-once': events('the id of an event is of one snapshot')
    .at('/id')
    .conflict(({ id }, submission) => isTaken(submission, [id])),
  'edit-changes': edit('an edit changes something')
    .at('/body')
    .refused((sent) => !isMoved(sent) && isDeepStrictEqual(sent.edited.body, sent.kept)),
  'edit-plans-by-id': edit('an edit names each plan by the plan_id that it was given')
    .at('/body/carriers')
    .with({ oneOf: 'what edits change' })
    .refused(({ body }) => plansOf(body).some(({ plan }) => plan.plan_id === undefined)),
  'carriers-fixed': edit('an edit keeps the carriers')
    .at('/body/carriers')
    .refused(({ edited, kept }) => carriersOf(edited.body) !== carriersOf(kept)),
  'renewal-date-fixed': edit('an edit keeps the renewal_date')
    .at('/renewal_date')
    .with({ oneOf: 'what edits change' })
    .refused(isMoved),
  'renewal-date-alone-edited': edit('an edit changes the renewal_date alone')
    .at('/body')
    // An edit that keeps the day as well would change nothing.
    .with({ oneOf: ['what edits change', 'when decisions are edited'] })
    .refused(({ edited, kept }) => !isDeepStrictEqual(edited.body, kept)),
  'edit-when-processed': edit('a decision is not edited while it is processed')
    // Otherwise a decision might be in process for a day.
    .with({ oneOf: 'when decisions are edited', dialect: { pace: 250 } })
    .conflict(({ edited }) => edited.status === 'submitted'),
  'edit-of-latest': edit('a decision is edited as long as the group has no later one')
    .with({ oneOf: 'when decisions are edited' })
    .conflict((sent) => othersOf(sent).some(({ renewalDate }) => renewalDate > sent.edited.renewalDate)),
  'edit-until-processed': edit('a decision is edited while it waits to be processed, and keeps its renewal_date')
    .with({ oneOf: 'when decisions are edited' })
    // Otherwise none might wait long enough.
    .with({ dialect: { pace: 1000, decisionCourse: 'by-content', recalculation: 'paced' } })
    .conflict((sent) => sent.edited.status !== 'submitted' || isMoved(sent)),
  'done-is-final': edit('a decision that is done is not edited')
    // Otherwise all decisions might be done at once.
    .with({ dialect: { decisionCourse: 'by-content' } })
    .conflict(({ edited }) => edited.status === 'done'),
  'one-snapshot-in-process': snapshot('an employee has one snapshot in process at a time')
    // Otherwise a snapshot might be in process for a day.
    .with({ dialect: { pace: 250 }, slows: true })
    .conflict(({ latest }) => latest !== undefined && latest.stage !== 'completed'),
  'decision-processed': coverages(
    'a coverage is of a carrier that a new renewal decision of the group has, which has been processed',
  )
    .at('/carrier_id')
    .with({ outOfReachWithout: { requirement: 'renewals.create', parts: ['snapshots', 'paging', 'versions'] } })
    // Otherwise one might be processed before a snapshot is looked for, or never.
    .with({ dialect: { pace: 1000, recalculation: 'paced' } })
    .refused(({ carrier_id: id }, submission) => id !== undefined && !isDecided(submission, id)),
  'snapshot-changes': snapshot('a snapshot differs from the one that the employee has').conflict(
    ({ body, latest, groupId }) =>
      isDeepStrictEqual(latest?.content, { ...body, employee: { ...body.employee, group_id: groupId } }),
  ),
  'ten-snapshots': snapshot('an employee has ten snapshots at most').conflict(({ count }) => count >= 10),
  'employee-ids-assigned': snapshot('the id of an employee is one that the service gave out; a new employee has none')
    .at('/employee/id')
    .with({ dialect: { requiredMembers: 'few' } })
    .refused(({ body: { employee }, isNew }) => isNew && employee?.id !== undefined),
  'employee-keeps-birth-date': snapshot('the date of birth of an employee does not change')
    .at('/employee/person/date_of_birth')
    .conflict(({ body: { employee }, latest }) => {
      const before = latest?.content.employee?.person?.date_of_birth;
      const now = employee?.person?.date_of_birth;
      return before !== undefined && now !== undefined && before !== now;
    }),
} satisfies Readonly<Record<string, Rule>>;
