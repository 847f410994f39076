import { isDeepStrictEqual } from 'node:util';
import type { RenewalBody } from '../../spec/index.ts';
import type { EnrolledPerson, Judge, Rule, Submission } from './rule.ts';

/** A value of a person that no other person of the organization has. */
const ofOnePerson =
  (
    member: string,
    valueOf: (person: EnrolledPerson) => string | undefined,
    scopeOf: (submission: Submission<'snapshot'>) => string = ({ organizationId }) => organizationId,
  ): Judge<'snapshot'> =>
  (submission) =>
    submission.people
      .filter((person) => {
        const value = valueOf(person);
        return value !== undefined && value !== '' && !submission.claim([scopeOf(submission), value], person.id);
      })
      .map(({ pointer }) => `${pointer}/${member}`);

const carriersOf = ({ carriers }: RenewalBody): string =>
  carriers
    .map(({ carrier_id: id }) => id.toLowerCase())
    .toSorted()
    .join();

/** Whether a group is newer than the first of its organization: those came with the service. */
function ofNewGroup({ store, groupId, organizationId }: Submission<'decision'> | Submission<'snapshot'>): string[] {
  const [first] = store.groups.page(organizationId, { offset: 0, size: 1 }).items;
  const group = store.groups.find(groupId);
  return group !== undefined && group.created > (first?.created ?? 0) ? [''] : [];
}

/** Rules of what a record may be beside the records that there are. */
export const recordRules = {
  'one-decision-of-date': {
    about: 'a group has one decision of a renewal_date',
    refusal: 'taken',
    decision({ body: { renewal_date: day = '' }, store, groupId, edited }) {
      const { items } = store.decisions.page(groupId, { offset: 0, size: undefined }, { from: day, to: day });
      return items.some(({ id }) => id !== edited?.id) ? ['/renewal_date'] : [];
    },
  },
  'one-decision-of-month': {
    about: 'a group has one decision of a month',
    refusal: 'taken',
    decision({ body: { renewal_date: day = '' }, store, groupId, edited }) {
      const month = day.slice(0, 7);
      const { items } = store.decisions.page(
        groupId,
        { offset: 0, size: undefined },
        { from: `${month}-01`, to: `${month}-31` },
      );
      return items.some(({ id }) => id !== edited?.id) ? ['/renewal_date'] : [];
    },
  },
  'decision-once': {
    about: 'a group has no two decisions that say the same',
    refusal: 'taken',
    decision({ body: { renewal_date: day = '' }, store, groupId, edited, kept }) {
      const { items } = store.decisions.page(groupId, { offset: 0, size: undefined }, { from: day, to: day });
      return items.some(({ id, body }) => id !== edited?.id && isDeepStrictEqual(body, kept)) ? ['/body'] : [];
    },
  },
  'group-settled': {
    about: 'a group that a connection has made takes decisions and snapshots from the next day on',
    refusal: 'taken',
    decision: ofNewGroup,
    snapshot: ofNewGroup,
  },
  'twenty-connections': {
    about: 'an organization makes twenty connections at most',
    refusal: 'taken',
    connection: ({ organizationId, claim, newId }) =>
      Array.from({ length: 20 }, (_unused, index) => index).some((place) =>
        claim([organizationId, String(place)], newId()),
      )
        ? []
        : [''],
  },
  'group-name-once': {
    about: 'a group_name has one connection',
    refusal: 'taken',
    connection: ({ body: { group_data: group }, organizationId, claim, newId }) =>
      group?.group_name === undefined || claim([organizationId, group.group_name], newId())
        ? []
        : ['/group_data/group_name'],
  },
  'ein-once': {
    about: 'an employer identification number has one connection',
    refusal: 'taken',
    connection: ({ body: { federal_ein: ein }, organizationId, claim, newId }) =>
      ein === undefined || claim([organizationId, ein.replaceAll(/\D/g, '')], newId()) ? [] : ['/federal_ein'],
  },
  'carrier-group-id-once': {
    about: 'a carrier_group_id has one connection of a carrier',
    refusal: 'taken',
    connection: ({ body: { carrier_id: carrier, group_data: group }, organizationId, claim, newId }) =>
      group?.carrier_group_id === undefined || claim([organizationId, carrier, group.carrier_group_id], newId())
        ? []
        : ['/group_data/carrier_group_id'],
  },
  'ssn-once': {
    about: 'a social security number belongs to one person',
    refusal: 'taken',
    snapshot: ofOnePerson('person/ssn', ({ person }) => person?.ssn?.replaceAll('-', '')),
  },
  'custom-id-once': {
    about: 'a custom_individual_id belongs to one person of a group',
    refusal: 'taken',
    snapshot: ofOnePerson(
      'custom_individual_id',
      ({ customId }) => customId,
      ({ groupId }) => groupId,
    ),
  },
  'email-once': {
    about: 'an e-mail address belongs to one person',
    refusal: 'taken',
    snapshot: ofOnePerson('person/contact/email_address', ({ person }) => person?.contact?.email_address),
  },
  'event-id-once': {
    about: 'the id of an event is of one snapshot',
    refusal: 'taken',
    snapshot: ({ body: { events = [] }, organizationId, claim, newId }) =>
      events.flatMap(({ id }, at) =>
        id === undefined || claim([organizationId, id], newId()) ? [] : [`/events/${at}/id`],
      ),
  },
  'edit-changes': {
    about: 'an edit changes something',
    decision: ({ body: { renewal_date: day }, edited, kept }) =>
      edited?.renewalDate === day && isDeepStrictEqual(edited?.body, kept) ? ['/body'] : [],
  },
  'carriers-fixed': {
    about: 'an edit keeps the carriers',
    decision: ({ edited, kept }) =>
      edited === undefined || carriersOf(edited.body) === carriersOf(kept) ? [] : ['/body/carriers'],
  },
  'renewal-date-fixed': {
    about: 'an edit keeps the renewal_date',
    decision: ({ body: { renewal_date: day }, edited }) =>
      edited === undefined || edited.renewalDate === day ? [] : ['/renewal_date'],
  },
  'edit-when-processed': {
    about: 'a decision is not edited while it is processed',
    // Otherwise one might be in process for a day.
    dialect: { pace: 250 },
    refusal: 'taken',
    decision: ({ edited }) => (edited?.status === 'submitted' ? [''] : []),
  },
  'done-is-final': {
    about: 'a decision that is done is not edited',
    // Otherwise all of them might be done at once.
    dialect: { decisionCourse: 'by-content' },
    refusal: 'taken',
    decision: ({ edited }) => (edited?.status === 'done' ? [''] : []),
  },
  'one-snapshot-in-process': {
    about: 'an employee has one snapshot in process at a time',
    // Otherwise one might be in process for a day.
    dialect: { pace: 250 },
    refusal: 'taken',
    slows: true,
    snapshot: ({ latest }) => (latest === undefined || latest.stage === 'completed' ? [] : ['']),
  },
  'snapshot-changes': {
    about: 'a snapshot differs from the one that the employee has',
    refusal: 'taken',
    snapshot: ({ body, latest, groupId }) =>
      isDeepStrictEqual(latest?.content, { ...body, employee: { ...body.employee, group_id: groupId } }) ? [''] : [],
  },
  'ten-snapshots': {
    about: 'an employee has ten snapshots at most',
    refusal: 'taken',
    snapshot: ({ count }) => (count < 10 ? [] : ['']),
  },
  'employee-ids-assigned': {
    about: 'the id of an employee is one that the service gave out; a new employee has none',
    dialect: { requiredMembers: 'few' },
    snapshot: ({ body: { employee }, isNew }) => (isNew && employee?.id !== undefined ? ['/employee/id'] : []),
  },
  'employee-keeps-birth-date': {
    about: 'the date of birth of an employee does not change',
    refusal: 'taken',
    snapshot({ body: { employee }, latest }) {
      const before = latest?.content.employee?.person?.date_of_birth;
      const now = employee?.person?.date_of_birth;
      return before === undefined || now === undefined || before === now ? [] : ['/employee/person/date_of_birth'];
    },
  },
} as const satisfies Readonly<Record<string, Rule>>;
