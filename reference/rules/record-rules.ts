import { isDeepStrictEqual } from 'node:util';
import { msPerDay, sameId, type Person, type RenewalBody, type RenewalBodyInput } from '../../spec/index.ts';
import type { DecisionRecord, GroupRecord } from '../store/store.ts';
import {
  connection,
  coverages,
  coveragesOf,
  decision,
  events,
  people,
  plansOf,
  snapshot,
  timesOf,
  type Rule,
  type Submission,
} from './rule.ts';

/** Whether a value of an organization is somebody else's; no value is nobody's. */
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

/** Whether a group is newer than the first of its organization: those came with the service. */
function isNew({ created, organizationId }: GroupRecord, { store }: Pick<Submission<'decision'>, 'store'>): boolean {
  const [first] = store.groups.page(organizationId, { offset: 0, size: 1 }).items;
  return created > (first?.created ?? 0);
}

function isOfNewGroup(submission: Submission<'decision'> | Submission<'snapshot'>): boolean {
  const group = submission.store.groups.find(submission.groupId);
  return group !== undefined && isNew(group, submission);
}

/** Whether the group has a connection with a carrier: the claim of one that it does not have goes with the refusal. */
function isConnected(submission: Submission<'decision'> | Submission<'snapshot'>, carrier = ''): boolean {
  const { store, groupId, organizationId, claim } = submission;
  const number = digitsOf(store.groups.find(groupId)?.content.federal_ein);
  return !isOfNewGroup(submission) && !claim([organizationId, carrier.toLowerCase(), number], 'wanted');
}

/** Whether a decision at a carrier that was made for the group since it is there has been processed. */
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

const before = (submission: Submission<'decision'>): DecisionRecord[] =>
  submission.edited === undefined ? othersOf(submission) : [];

/** Whether a write comes within so many milliseconds of the last one that was taken, of the group or of the service. */
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
): Rule => ({ ...decision.conflict(about, '', isRefused), ...snapshot.conflict(about, '', isRefused) });

const isPhoneTaken = (submission: Submission<'snapshot'>, person: Person | undefined, holder = ''): boolean =>
  [person?.contact?.home_phone, person?.contact?.work_phone].some((phone) =>
    isTaken(submission, [nonEmpty(phone)], holder),
  );

/** Rules of what a new record may be, given the records that there are. */
export const recordRules = {
  'one-decision-of-date': decision.conflict(
    'a group has one decision of a renewal_date',
    '/renewal_date',
    (submission) => {
      const { renewal_date: day = '' } = submission.body;
      return othersOf(submission, day, day).length > 0;
    },
  ),
  'one-decision-of-month': decision.conflict('a group has one decision of a month', '/renewal_date', (submission) => {
    const month = submission.body.renewal_date?.slice(0, 7) ?? '';
    return othersOf(submission, `${month}-01`, `${month}-31`).length > 0;
  }),
  'one-decision-of-quarter': decision.conflict(
    'a group has one decision of a quarter',
    '/renewal_date',
    (submission) => {
      const { renewal_date: day = '' } = submission.body;
      const first = Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1;
      const monthOf = (month: number): string => `${day.slice(0, 5)}${String(month).padStart(2, '0')}`;
      return othersOf(submission, `${monthOf(first)}-01`, `${monthOf(first + 2)}-31`).length > 0;
    },
  ),
  'windows-of-their-own': decision.conflict(
    'the enrollment windows of a group overlap those of no other renewal',
    '/body/carriers',
    (submission) => {
      const own = windowsOf(submission.body.body);
      return othersOf(submission).some(({ body }) =>
        windowsOf(body).some((other) => own.some((one) => one.start <= other.end && other.start <= one.end)),
      );
    },
  ),
  'decision-once': decision.conflict('a group has no two decisions that say the same', '/body', (submission) => {
    const { renewal_date: day = '' } = submission.body;
    return othersOf(submission, day, day).some(({ body }) => isDeepStrictEqual(body, submission.kept));
  }),
  'one-decision-of-group': decision.conflict(
    'a group has one decision',
    '/renewal_date',
    (submission) => before(submission).length > 0,
  ),
  'one-decision-in-process': {
    ...decision.conflict('a group has one decision in process', '', (submission) =>
      before(submission).some(({ status, due = 0 }) => status === 'submitted' && due > submission.now),
    ),
    slows: true,
  },
  'ten-decisions-of-group': decision.conflict(
    'a group has ten decisions at most',
    '',
    (submission) => before(submission).length >= 10,
  ),
  'renewals-in-order': decision.conflict(
    'a new decision is for a day no earlier than the others of its group',
    '/renewal_date',
    (submission) => before(submission).some(({ renewalDate }) => renewalDate > (submission.body.renewal_date ?? '')),
  ),
  'one-edit': decision.conflict('a decision is edited once', '', (submission) =>
    isTaken(submission, [submission.edited?.id]),
  ),
  'one-write-of-group': writesOfGroups('a group takes one write at a time', isLocked(30)),
  'one-write-of-service': {
    ...writesOfGroups('the service is busy while it makes a record', isLocked(30, 'service')),
    refusal: 'unavailable',
  },
  'one-snapshot-of-group': {
    ...snapshot.conflict('a group takes one snapshot at a time', '', isLocked(120)),
    refusal: 'too-early',
    slows: true,
  },
  'snapshots-two-seconds-apart': {
    ...snapshot.conflict(
      'the snapshots of an employee are two seconds apart',
      '',
      ({ latest, now }) => latest !== undefined && now < latest.created + 2000,
    ),
    refusal: 'too-soon',
    slows: true,
  },
  'one-snapshot-of-service': snapshot.conflict('the service takes one snapshot at a time', '', isLocked(60, 'service')),
  'fifty-employees-of-group': snapshot.conflict(
    'a group has fifty employees at most',
    '/employee',
    (submission) => submission.isNew && !hasRoom(submission, 50, submission.groupId),
  ),
  'group-settled': writesOfGroups(
    'a group that a connection has made takes decisions and snapshots from the next day on',
    isOfNewGroup,
  ),
  'group-connected': {
    about:
      'a group that no connection has made takes decisions and snapshots, at carriers that it has a connection with',
    outOfReachWithout: { requirement: 'connections.create', parts: ['renewals', 'snapshots', 'paging', 'versions'] },
    oneOf: 'employer numbers',
    connection({ body: { carrier_id: id = '', federal_ein: number }, organizationId, claim }) {
      claim([organizationId, id.toLowerCase(), digitsOf(number)], 'connected');
      return [];
    },
    decision: (submission) =>
      (submission.body.body?.carriers ?? []).flatMap(({ carrier_id: id }, at) =>
        isConnected(submission, id) ? [] : [`/body/carriers/${at}/carrier_id`],
      ),
    snapshot: (submission) =>
      coveragesOf(submission.body).flatMap(({ carrier_id: id, pointer }) =>
        isConnected(submission, id) ? [] : [`${pointer}/carrier_id`],
      ),
  },
  'new-groups-found-later': { ...foundAfter(3000, 'after three seconds'), slows: true },
  'new-groups-found-next-day': foundAfter(msPerDay, 'from the next day on'),
  'twenty-connections': connection.conflict(
    'an organization makes twenty connections at most',
    '',
    (submission) => !hasRoom(submission, 20),
  ),
  'group-name-once': connection.conflict('a group_name has one connection', '/group_data/group_name', (submission) =>
    isTaken(submission, [submission.body.group_data?.group_name]),
  ),
  'ein-once': {
    ...connection.conflict('an employer identification number has one connection', '/federal_ein', (submission) =>
      isTaken(submission, [digitsOf(submission.body.federal_ein)]),
    ),
    oneOf: 'employer numbers',
  },
  'ein-of-group': {
    ...connection.refused(
      'an employer identification number is that of a group of the organization',
      '/federal_ein',
      ({ body: { federal_ein: number }, store, organizationId }) =>
        !store.groups
          .page(organizationId, { offset: 0, size: undefined })
          .items.some(
            ({ content }) => content.federal_ein !== '' && digitsOf(content.federal_ein) === digitsOf(number),
          ),
    ),
    oneOf: 'employer numbers',
  },
  'carrier-group-id-once': connection.conflict(
    'a carrier_group_id has one connection of a carrier',
    '/group_data/carrier_group_id',
    (submission) => {
      const { carrier_id: carrier, group_data: group } = submission.body;
      return isTaken(submission, [carrier, group?.carrier_group_id]);
    },
  ),
  'ssn-once': people.conflict(
    'a social security number belongs to one person',
    '/person/ssn',
    ({ id, person }, submission) => isTaken(submission, [nonEmpty(person?.ssn?.replaceAll('-', ''))], id),
  ),
  'person-once': people.conflict(
    'a name and a date of birth belong to one person',
    '/person/last_name',
    ({ id, person: { first_name: first, last_name: last, date_of_birth: born } = {} }, submission) =>
      isTaken(submission, [first, born, last], id),
  ),
  'custom-id-once': people.conflict(
    'a custom_individual_id belongs to one person of a group',
    '/custom_individual_id',
    ({ id, customId }, submission) => isTaken(submission, [submission.groupId, nonEmpty(customId)], id),
  ),
  'email-once': people.conflict(
    'an e-mail address belongs to one person',
    '/person/contact/email_address',
    ({ id, person }, submission) => isTaken(submission, [nonEmpty(person?.contact?.email_address)], id),
  ),
  'phone-once': people.conflict(
    'a phone number belongs to one person',
    '/person/contact',
    ({ id, person }, submission) => isPhoneTaken(submission, person, id),
  ),
  'phone-of-one-family': people.conflict(
    'a phone number belongs to one employee and the dependents',
    '/person/contact',
    ({ person }, submission) => isPhoneTaken(submission, person, submission.people[0]?.id),
  ),
  'event-id-once': events.conflict('the id of an event is of one snapshot', '/id', ({ id }, submission) =>
    isTaken(submission, [id]),
  ),
  'edit-changes': decision.refused(
    'an edit changes something',
    '/body',
    ({ body: { renewal_date: day }, edited, kept }) =>
      edited?.renewalDate === day && isDeepStrictEqual(edited?.body, kept),
  ),
  'edit-plans-by-id': {
    ...decision.refused(
      'an edit names each plan by the plan_id that it was given',
      '/body/carriers',
      ({ body, edited }) => edited !== undefined && plansOf(body).some(({ plan }) => plan.plan_id === undefined),
    ),
    oneOf: 'what edits change',
  },
  'carriers-fixed': decision.refused(
    'an edit keeps the carriers',
    '/body/carriers',
    ({ edited, kept }) => edited !== undefined && carriersOf(edited.body) !== carriersOf(kept),
  ),
  'renewal-date-fixed': {
    ...decision.refused(
      'an edit keeps the renewal_date',
      '/renewal_date',
      ({ body: { renewal_date: day }, edited }) => edited !== undefined && edited.renewalDate !== day,
    ),
    oneOf: 'what edits change',
  },
  'renewal-date-alone-edited': {
    ...decision.refused(
      'an edit changes the renewal_date alone',
      '/body',
      ({ edited, kept }) => edited !== undefined && !isDeepStrictEqual(edited.body, kept),
    ),
    // One that keeps the day as well would change nothing.
    oneOf: ['what edits change', 'when decisions are edited'],
  },
  'edit-when-processed': {
    ...decision.conflict(
      'a decision is not edited while it is processed',
      '',
      ({ edited }) => edited?.status === 'submitted',
    ),
    oneOf: 'when decisions are edited',
    // Otherwise one might be in process for a day.
    dialect: { pace: 250 },
  },
  'edit-of-latest': {
    ...decision.conflict('a decision is edited as long as the group has no later one', '', (submission) => {
      const { edited } = submission;
      return edited !== undefined && othersOf(submission).some(({ renewalDate }) => renewalDate > edited.renewalDate);
    }),
    oneOf: 'when decisions are edited',
  },
  'edit-until-processed': {
    ...decision.conflict(
      'a decision is edited while it waits to be processed, and keeps its renewal_date',
      '',
      ({ body: { renewal_date: day }, edited }) =>
        edited !== undefined && (edited.status !== 'submitted' || edited.renewalDate !== day),
    ),
    oneOf: 'when decisions are edited',
    // Otherwise none might wait for long enough.
    dialect: { pace: 1000, decisionCourse: 'by-content', recalculation: 'paced' },
  },
  'done-is-final': {
    ...decision.conflict('a decision that is done is not edited', '', ({ edited }) => edited?.status === 'done'),
    // Otherwise all of them might be done at once.
    dialect: { decisionCourse: 'by-content' },
  },
  'one-snapshot-in-process': {
    ...snapshot.conflict(
      'an employee has one snapshot in process at a time',
      '',
      ({ latest }) => latest !== undefined && latest.stage !== 'completed',
    ),
    // Otherwise one might be in process for a day.
    dialect: { pace: 250 },
    slows: true,
  },
  'decision-processed': {
    ...coverages.refused(
      'a coverage is of a carrier that a new renewal decision of the group has, which has been processed',
      '/carrier_id',
      ({ carrier_id: id }, submission) => id !== undefined && !isDecided(submission, id),
    ),
    outOfReachWithout: { requirement: 'renewals.create', parts: ['snapshots', 'paging', 'versions'] },
    // Otherwise one might be processed before a snapshot is looked for, or never.
    dialect: { pace: 1000, recalculation: 'paced' },
  },
  'snapshot-changes': snapshot.conflict(
    'a snapshot differs from the one that the employee has',
    '',
    ({ body, latest, groupId }) =>
      isDeepStrictEqual(latest?.content, { ...body, employee: { ...body.employee, group_id: groupId } }),
  ),
  'ten-snapshots': snapshot.conflict('an employee has ten snapshots at most', '', ({ count }) => count >= 10),
  'employee-ids-assigned': {
    ...snapshot.refused(
      'the id of an employee is one that the service gave out; a new employee has none',
      '/employee/id',
      ({ body: { employee }, isNew }) => isNew && employee?.id !== undefined,
    ),
    dialect: { requiredMembers: 'few' },
  },
  'employee-keeps-birth-date': snapshot.conflict(
    'the date of birth of an employee does not change',
    '/employee/person/date_of_birth',
    ({ body: { employee }, latest }) => {
      const before = latest?.content.employee?.person?.date_of_birth;
      const now = employee?.person?.date_of_birth;
      return before !== undefined && now !== undefined && before !== now;
    },
  ),
} satisfies Readonly<Record<string, Rule>>;
