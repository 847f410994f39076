import { change, isObject, listOf, mapTexts, objectOf, someText, type JsonObject } from './change.ts';
import { isSuccess, sentBody, withJson } from './exchange.ts';
import type { Fault } from './fault.ts';
import { anotherId, answers, members, records, refusing, requests } from './rewrite.ts';

const content = 'member_snapshot';
const enrolled = `${content}.coverages[].enrolled_members[]`;

/** Changes every text of the submitted content, when it is created and when it is read. */
const texts = (to: (text: string) => string) => members('E6 E7', content, (sent) => mapTexts(sent, to));

/** What is stored wrong is read back wrong. */
const readBack = ['snapshots.get'] as const;

function persons(value: JsonObject, edit: (person: unknown) => unknown): unknown {
  return change(change(value, `${content}.employee.person`, edit), `${content}.dependents[].person`, edit);
}

const coveragesOf = (snapshot: unknown): readonly JsonObject[] => listOf(objectOf(snapshot)['coverages']).map(objectOf);

/** Violations of E6: what is accepted, and what comes back of it (`spec/documents/4-endpoints.md`). */
export const snapshotFaults: readonly Fault[] = [
  {
    name: 'snapshots-created-200',
    description: 'a snapshot is created with 200',
    breaks: ['snapshots.create'],
    begin: answers('E6', (answer) => (answer.status === 201 ? { ...answer, status: 200 } : answer)),
  },
  {
    name: 'snapshots-replaced-200',
    description: 'a snapshot that replaces another is created with 200',
    when: 'the second snapshot of an employee',
    breaks: ['snapshots.create'],
    begin: () => {
      const known = new Set<unknown>();
      return answers('E6', (answer) => {
        const employee = isSuccess(answer) ? objectOf(JSON.parse(answer.text))['employee_id'] : undefined;
        const isKnown = known.has(employee);
        if (employee !== undefined) known.add(employee);
        return isKnown ? { ...answer, status: 200 } : answer;
      })();
    },
  },
  {
    name: 'snapshots-names-refused',
    description: 'a coverage with plan_name is refused',
    when: 'plans by name',
    breaks: ['snapshots.plan-forms'],
    begin: refusing('E6', (request) => coveragesOf(sentBody(request)).some((coverage) => 'plan_name' in coverage)),
  },
  {
    name: 'snapshots-ids-refused-alone',
    description: 'a snapshot is refused when all its plans are given by identifier',
    when: 'plans by identifier alone',
    breaks: ['snapshots.plan-forms'],
    begin: refusing('E6', (request) => {
      const coverages = coveragesOf(sentBody(request));
      return coverages.length > 0 && coverages.every((coverage) => 'plan_id' in coverage);
    }),
  },
  {
    name: 'snapshots-latest-change-needed',
    description: 'an enrolled member without latest_change_effective_date is refused',
    breaks: ['snapshots.optional-members'],
    // What the canonical snapshot is refused for, its variations are refused for.
    also: ['snapshots.plan-forms'],
    begin: refusing('E6', (request) => {
      const enrolledMembers = coveragesOf(sentBody(request)).flatMap((coverage) =>
        listOf(coverage['enrolled_members']),
      );
      return enrolledMembers.some((member) => !('latest_change_effective_date' in objectOf(member)));
    }),
  },
  {
    name: 'snapshots-volume-needed',
    description: 'a snapshot without any volume is refused',
    when: 'no life coverage',
    breaks: ['snapshots.optional-members'],
    // The coverages by identifier have no volume.
    also: ['snapshots.plan-forms'],
    begin: refusing('E6', (request) => isObject(sentBody(request)) && !request.body.includes('"volume"')),
  },
  {
    name: 'snapshots-third-dependent-lost',
    description: 'a dependent is lost',
    when: 'the third dependent',
    breaks: ['snapshots.echo'],
    also: readBack,
    begin: members('E6 E7', `${content}.dependents[]`, (dependent, position) =>
      position === 2 ? undefined : dependent,
    ),
  },
  {
    name: 'snapshots-astral-lost',
    description: 'a character becomes a question mark',
    when: 'characters outside the basic multilingual plane',
    breaks: ['snapshots.echo'],
    also: readBack,
    begin: texts((text) => text.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '?')),
  },
  {
    name: 'snapshots-text-composed',
    description: 'text comes back in Unicode normal form C',
    when: 'combining characters',
    breaks: ['snapshots.echo'],
    also: readBack,
    begin: texts((text) => text.normalize('NFC')),
  },
  {
    name: 'snapshots-text-trimmed',
    description: 'text comes back without the blanks around it',
    when: 'text that begins or ends with a blank',
    breaks: ['snapshots.echo'],
    also: readBack,
    begin: texts((text) => text.trim()),
  },
  {
    name: 'snapshots-text-cut',
    description: 'text is cut after 100 characters',
    when: 'longer text',
    breaks: ['snapshots.echo'],
    also: readBack,
    begin: texts((text) => text.slice(0, 100)),
  },
  {
    name: 'snapshots-text-escaped',
    description: 'text comes back with its markup escaped',
    when: 'text with < or &',
    breaks: ['snapshots.echo'],
    also: readBack,
    begin: texts((text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
  },
  {
    name: 'snapshots-empty-as-null',
    description: 'empty text comes back as null',
    when: 'a member with empty text',
    breaks: ['snapshots.echo'],
    also: readBack,
    begin: members('E6 E7', `${content}.employee.person.*`, (value) => (value === '' ? null : value)),
  },
  {
    name: 'snapshots-volume-rounded',
    description: 'a volume is rounded to whole units',
    when: 'a life coverage with a volume with decimals',
    breaks: ['snapshots.echo'],
    also: readBack,
    begin: members('E6 E7', `${enrolled}.volume`, (volume) => Math.round(Number(volume))),
  },
  {
    name: 'snapshots-salary-as-float',
    description: 'a salary is kept in single precision',
    when: 'an amount of more than seven digits',
    breaks: ['snapshots.echo'],
    also: readBack,
    begin: members('E6 E7', `${content}.employee.employment.salary.amount`, (amount) => Math.fround(Number(amount))),
  },
  {
    name: 'snapshots-latest-change-lost',
    description: 'latest_change_effective_date does not come back',
    when: 'members that have one',
    breaks: ['snapshots.echo'],
    // The open-ended members that are sent have one; what is stored wrong is read back wrong.
    also: ['snapshots.get', 'wire.open-ended'],
    begin: members('E6 E7', `${enrolled}.latest_change_effective_date`, () => undefined),
  },
  {
    name: 'snapshots-home-for-mail',
    description: 'the mailing address is that of the home',
    when: 'a mailing address in another city',
    breaks: ['snapshots.echo'],
    also: readBack,
    begin: records('E6 E7', (record) =>
      persons(record, (person) => {
        const { home_address: home, mailing_address: mailing } = objectOf(person);
        return isObject(home) && isObject(mailing) && 'city' in home && 'city' in mailing
          ? change(person, 'mailing_address.city', () => home['city'])
          : person;
      }),
    ),
  },
  {
    name: 'snapshots-keys-lower-case',
    description: 'the keys of classifications come back in lower case',
    when: 'a key with capitals',
    breaks: ['snapshots.echo'],
    also: readBack,
    begin: members('E6 E7', `${content}.employee.classifications`, (all) =>
      Object.fromEntries(Object.entries(objectOf(all)).map(([key, value]) => [key.toLowerCase(), value])),
    ),
  },
  {
    name: 'snapshots-auto-link-on',
    description: 'enable_member_auto_link comes back as true',
    when: 'false was sent',
    breaks: ['snapshots.echo'],
    also: readBack,
    begin: members('E6 E7', `${content}.enable_member_auto_link`, () => true),
  },
  {
    name: 'snapshots-second-event-lost',
    description: 'an event does not come back',
    when: 'the second event',
    breaks: ['snapshots.echo'],
    also: readBack,
    begin: members('E6 E7', `${content}.events[]`, (event, position) => (position === 1 ? undefined : event)),
  },
  {
    name: 'snapshots-ssn-masked',
    description: 'all but the last four digits of a social security number are masked',
    breaks: ['snapshots.echo-ssn'],
    begin: records('E6 E7', (record) =>
      persons(record, (person) => change(person, 'ssn', (ssn) => `***-**-${String(ssn).slice(-4)}`)),
    ),
  },
  {
    name: 'snapshots-ssn-as-number',
    description: 'a social security number loses its leading zeros',
    when: 'a number that begins with 0',
    breaks: ['snapshots.echo-ssn'],
    begin: records('E6 E7', (record) =>
      persons(record, (person) => change(person, 'ssn', (ssn) => String(ssn).replace(/^0+/, ''))),
    ),
  },
  {
    name: 'snapshots-group-left-out',
    description: 'the echoed employee has no group_id',
    breaks: ['snapshots.echo-group'],
    begin: members('E6', `${content}.employee.group_id`, () => undefined),
  },
  {
    name: 'snapshots-group-mixed-up',
    description: 'the echoed employee belongs to another group',
    when: 'an employee without dependents',
    breaks: ['snapshots.echo-group'],
    begin: records('E6 E7', (record) =>
      listOf(objectOf(record[content])['dependents']).length === 0
        ? change(record, `${content}.employee.group_id`, anotherId)
        : record,
    ),
  },
  {
    name: 'snapshots-names-of-any-type',
    description: 'a name that is no string is taken and turned into text',
    when: 'the first name of the employee',
    breaks: ['snapshots.invalid-body'],
    begin: requests('E6', (request) => {
      const sent = sentBody(request);
      const { first_name: name } = objectOf(objectOf(objectOf(sent)['employee'])['person']);
      return name === undefined || typeof name === 'string'
        ? request
        : withJson(
            request,
            change(sent, 'employee.person.first_name', () => JSON.stringify(name)),
          );
    }),
  },
  {
    name: 'snapshots-impossible-day-taken',
    description: 'a day that no calendar has is taken for the first of its month',
    when: '29 February of a year without one',
    breaks: ['snapshots.invalid-body'],
    begin: requests('E6', (request) => {
      const sent = sentBody(request);
      const isImpossible = (text: string): boolean => text === '2021-02-29';
      return someText(sent, isImpossible)
        ? withJson(
            request,
            mapTexts(sent, (text) => (isImpossible(text) ? '2021-02-01' : text)),
          )
        : request;
    }),
  },
];
