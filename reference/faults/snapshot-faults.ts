import { isObject, arrayOf, objectOf, type JsonObject } from '../../spec/index.ts';
import { change, mapLeaves, mapTexts, someText } from '../json-values.ts';
import { faultTable, breaking, isSuccess, sentBody, withJson, type Begin, type Fault } from './fault.ts';
import {
  anotherId,
  answers,
  astralLost,
  composed,
  cut,
  lost,
  members,
  nth,
  records,
  refusing,
  requests,
  setTo,
  successStatus,
  takingNonTexts,
  texts,
  trimmed,
  without,
} from './rewrites.ts';

const content = 'member_snapshot';
const coverages = `${content}.coverages[]`;
const enrolled = `${coverages}.enrolled_members[]`;
const employee = `${content}.employee`;
const dependents = `${content}.dependents[]`;
const people = (member: string): string => `${employee}.person${member} ${dependents}.person${member}`;

const contentTexts = (to: (text: string) => string): Begin => texts('E6 E7', content, to);

/** Changes every day of the submitted content, whichever member it is of. */
const days = (to: (day: string) => string): Begin =>
  contentTexts((text) => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? to(text) : text));

const numbers = (to: (number: number) => unknown): Begin =>
  members('E6 E7', content, (sent) => mapLeaves(sent, (leaf) => (typeof leaf === 'number' ? to(leaf) : leaf)));

const coveragesIn = (snapshot: unknown): readonly JsonObject[] =>
  arrayOf(objectOf(snapshot)['coverages']).map(objectOf);

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

/** What is stored wrong is read back wrong. */
const stored: Pick<Fault, 'breaks' | 'also'> = { breaks: ['snapshots.echo'], also: ['snapshots.get'] };

/** Violations of what E6 accepts, and of what comes back of it (`spec/documents/4-endpoints.md`). */
export const snapshotFaults = faultTable({
  'snapshots-created-200': {
    description: 'a snapshot is created with 200',
    breaks: ['snapshots.create'],
    begin: successStatus('E6', 200),
  },
  'snapshots-replaced-200': {
    description: 'a snapshot that replaces another is created with 200',
    when: 'the second snapshot of an employee',
    breaks: ['snapshots.create'],
    begin() {
      const known = new Set<unknown>();
      return answers('E6', (answer) => {
        const id = isSuccess(answer) ? objectOf(JSON.parse(answer.text))['employee_id'] : undefined;
        const isKnown = known.has(id);
        if (id !== undefined) known.add(id);
        return isKnown ? { ...answer, status: 200 } : answer;
      })();
    },
  },
  'snapshots-names-refused': {
    description: 'a coverage with plan_name is refused',
    when: 'plans by name',
    breaks: ['snapshots.plan-forms'],
    begin: refusing('E6', (request) => coveragesIn(sentBody(request)).some((coverage) => 'plan_name' in coverage)),
  },
  'snapshots-ids-refused-alone': {
    description: 'a snapshot is refused when all its plans are given by identifier',
    when: 'plans by identifier alone',
    breaks: ['snapshots.plan-forms'],
    begin: refusing('E6', (request) => {
      const sent = coveragesIn(sentBody(request));
      return sent.length > 0 && sent.every((coverage) => 'plan_id' in coverage);
    }),
  },
  'snapshots-latest-change-needed': {
    description: 'an enrolled member without latest_change_effective_date is refused',
    breaks: ['snapshots.optional-members'],
    // What the canonical snapshot is refused for, its variations are refused for.
    also: ['snapshots.plan-forms'],
    begin: refusing('E6', (request) =>
      coveragesIn(sentBody(request))
        .flatMap((coverage) => arrayOf(coverage['enrolled_members']))
        .some((member) => !('latest_change_effective_date' in objectOf(member))),
    ),
  },
  'snapshots-volume-needed': {
    description: 'a snapshot without any volume is refused',
    when: 'no life coverage',
    breaks: ['snapshots.optional-members'],
    // The coverages by identifier have no volume.
    also: ['snapshots.plan-forms'],
    begin: refusing('E6', (request) => isObject(sentBody(request)) && !request.body.includes('"volume"')),
  },
  ...breaking(stored, {
    'snapshots-third-dependent-lost': {
      description: 'a dependent is lost',
      when: 'the third dependent',
      begin: members('E6 E7', dependents, nth(2, lost)),
    },
    'snapshots-astral-lost': {
      description: 'a character becomes a question mark',
      when: 'characters outside the basic multilingual plane',
      begin: contentTexts(astralLost),
    },
    'snapshots-text-composed': {
      description: 'text comes back in Unicode normal form C',
      when: 'combining characters',
      begin: contentTexts(composed),
    },
    'snapshots-text-trimmed': {
      description: 'text comes back without the blanks around it',
      when: 'text that begins or ends with a blank',
      begin: contentTexts(trimmed),
    },
    'snapshots-text-cut': {
      description: 'text is cut after 100 characters',
      when: 'longer text',
      begin: contentTexts(cut),
    },
    'snapshots-text-escaped': {
      description: 'text comes back with its markup escaped',
      when: 'text with < or &',
      begin: contentTexts((text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
    },
    'snapshots-empty-as-null': {
      description: 'empty text comes back as null',
      when: 'a member with empty text',
      begin: members('E6 E7', `${employee}.person.*`, (value) => (value === '' ? null : value)),
    },
    'snapshots-volume-rounded': {
      description: 'a volume is rounded to whole units',
      when: 'a life coverage with a volume with decimals',
      begin: members('E6 E7', `${enrolled}.volume`, (volume) => Math.round(Number(volume))),
    },
    'snapshots-volume-lost': {
      description: 'a volume does not come back',
      when: 'a life coverage',
      begin: without('E6 E7', `${enrolled}.volume`),
    },
    'snapshots-salary-as-float': {
      description: 'a salary is kept in single precision',
      when: 'an amount of more than seven digits',
      begin: members('E6 E7', `${employee}.employment.salary.amount`, (amount) => Math.fround(Number(amount))),
    },
  }),
  'snapshots-latest-change-lost': {
    description: 'latest_change_effective_date does not come back',
    when: 'members that have one',
    breaks: ['snapshots.echo'],
    // What is stored wrong is read back wrong.
    also: ['snapshots.get'],
    begin: without('E6 E7', `${enrolled}.latest_change_effective_date`),
  },
  ...breaking(stored, {
    'snapshots-home-for-mail': {
      description: 'the mailing address is that of the home',
      when: 'a mailing address in another city',
      begin: members('E6 E7', people(''), (person) => {
        const home = objectOf(objectOf(person)['home_address']);
        return 'city' in home ? change(person, 'mailing_address.city', () => home['city']) : person;
      }),
    },
    'snapshots-keys-lower-case': {
      description: 'the keys of classifications come back in lower case',
      when: 'a key with capitals',
      begin: members('E6 E7', `${employee}.classifications`, (all) =>
        Object.fromEntries(Object.entries(objectOf(all)).map(([key, value]) => [key.toLowerCase(), value])),
      ),
    },
    'snapshots-auto-link-on': {
      description: 'enable_member_auto_link comes back as true',
      when: 'false was sent',
      begin: setTo('E6 E7', `${content}.enable_member_auto_link`, true),
    },
    'snapshots-second-event-lost': {
      description: 'an event does not come back',
      when: 'the second event',
      begin: members('E6 E7', `${content}.events[]`, nth(1, lost)),
    },
  }),
  'snapshots-ssn-masked': {
    description: 'all but the last four digits of a social security number are masked',
    breaks: ['snapshots.echo-ssn'],
    begin: texts('E6 E7', people('.ssn'), (ssn) => `***-**-${ssn.slice(-4)}`),
  },
  'snapshots-ssn-as-number': {
    description: 'a social security number loses its leading zeros',
    when: 'a number that begins with 0',
    breaks: ['snapshots.echo-ssn'],
    begin: texts('E6 E7', people('.ssn'), (ssn) => ssn.replace(/^0+/, '')),
  },
  'snapshots-group-left-out': {
    description: 'the echoed employee has no group_id',
    breaks: ['snapshots.echo-group'],
    begin: without('E6', `${employee}.group_id`),
  },
  'snapshots-group-mixed-up': {
    description: 'the echoed employee belongs to another group',
    when: 'an employee without dependents',
    breaks: ['snapshots.echo-group'],
    begin: records('E6 E7', (record) =>
      arrayOf(objectOf(record[content])['dependents']).length === 0
        ? change(record, `${employee}.group_id`, anotherId)
        : record,
    ),
  },
  'snapshots-names-of-any-type': {
    description: 'a name that is no string is taken and turned into text',
    when: 'the first name of the employee',
    breaks: ['snapshots.invalid-body'],
    begin: takingNonTexts('E6', 'employee.person.first_name'),
  },
  'snapshots-impossible-day-taken': {
    description: 'a day that no calendar has is taken for the first of its month',
    when: '29 February of a year without one',
    breaks: ['snapshots.invalid-body'],
    begin: requests('E6', (request) => {
      const sent = sentBody(request);
      const isImpossible = (text: string): boolean => text === '2021-02-29';
      // Some bodies nest deeper than a call stack is high.
      if (!someText(sent, isImpossible)) return request;
      return withJson(
        request,
        mapTexts(sent, (text) => (isImpossible(text) ? '2021-02-01' : text)),
      );
    }),
  },
  ...breaking(stored, {
    'snapshots-reversed': {
      description: 'text comes back from its end to its beginning',
      when: 'right-to-left writing',
      begin: contentTexts((text) => (rightToLeft.test(text) ? Array.from(text).toReversed().join('') : text)),
    },
    'snapshots-null-word-emptied': {
      description: 'a word is taken for no value',
      when: 'the text null',
      begin: contentTexts((text) => (text.toLowerCase() === 'null' ? '' : text)),
    },
    'snapshots-numeral-rewritten': {
      description: 'text is read as a number and written anew',
      when: 'text that looks like a number with an exponent',
      begin: contentTexts((text) => (/^\d+e\d+$/i.test(text) ? String(Number(text)) : text)),
    },
    'snapshots-line-breaks-joined': {
      description: 'lines become one',
      when: 'text with line breaks',
      begin: contentTexts((text) => text.replaceAll(/\r?\n/g, ' ')),
    },
    'snapshots-compatible-twins': {
      description: 'a character becomes its compatible twin',
      when: 'ligatures and full-width characters',
      begin: contentTexts((text) => (/[\uFB00-\uFB06\uFF01-\uFF5E]/.test(text) ? text.normalize('NFKC') : text)),
    },
    'snapshots-february-end-moved': {
      description: 'a day is given as the day after it',
      when: '28 February of a year without a 29th',
      begin: days((day) => (Number(day.slice(0, 4)) % 4 === 0 ? day : day.replace(/-02-28$/, '-03-01'))),
    },
    'snapshots-year-end-moved': {
      description: 'a coverage ends on the first day of the next year',
      when: 'an end on the last day of a year',
      begin: days((day) => (/^(?!9999)\d{4}-12-31$/.test(day) ? `${Number(day.slice(0, 4)) + 1}-01-01` : day)),
    },
    'snapshots-births-from-1970': {
      description: 'a day of birth is given as the first day of 1970',
      when: 'births before 1970',
      begin: texts('E6 E7', `${employee}.person.date_of_birth`, (day) => (day < '1970' ? '1970-01-01' : day)),
    },
    'snapshots-cents-rounded': {
      description: 'a number is rounded to cents',
      when: 'three decimals or more',
      begin: numbers((number) => Math.round(number * 100) / 100),
    },
    'snapshots-nothing-dropped': {
      description: 'a number that is nothing does not come back',
      when: 'the number 0',
      begin: numbers((number) => (number === 0 ? undefined : number)),
    },
    'snapshots-numbers-capped': {
      description: 'a number is capped at what 32 bits hold',
      when: 'numbers past 2147483647',
      begin: numbers((number) => Math.min(number, 2_147_483_647)),
    },
    'snapshots-fifth-dependent-lost': {
      description: 'a dependent does not come back',
      when: 'the fifth dependent',
      begin: members('E6 E7', dependents, nth(4, lost)),
    },
    'snapshots-sixth-coverage-lost': {
      description: 'a coverage does not come back',
      when: 'the sixth coverage',
      begin: members('E6 E7', coverages, nth(5, lost)),
    },
    'snapshots-fourth-member-lost': {
      description: 'only the first three enrolled members of a coverage come back',
      when: 'four enrolled members or more',
      begin: members('E6 E7', `${coverages}.enrolled_members`, (all) => arrayOf(all).slice(0, 3)),
    },
    'snapshots-one-classification': {
      description: 'only the first classification comes back',
      when: 'two classifications or more',
      begin: members('E6 E7', `${employee}.classifications`, (all) =>
        Object.fromEntries(Object.entries(objectOf(all)).slice(0, 1)),
      ),
    },
  }),
  'snapshots-summary-of-three': {
    description: 'the summary has no entry of a carrier',
    when: 'the fourth carrier',
    breaks: ['snapshots.summary'],
    begin: members('E6 E7 E8', 'fulfillment_summary', (summary) => {
      const carrierOf = (entry: unknown): unknown => objectOf(entry)['carrier_id'];
      const firstThree = [...new Set(arrayOf(summary).map(carrierOf))].slice(0, 3);
      return arrayOf(summary).filter((entry) => firstThree.includes(carrierOf(entry)));
    }),
  },
});
