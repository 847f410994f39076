import { arrayOf, mapLeaves, objectOf } from '../../spec/index.ts';
import { change } from '../json-values.ts';
import { isSuccess, type Begin } from './fault.ts';
import { creatingTheLastSent, knowingThoseAtOnce } from './observed.ts';
import {
  astralLost,
  breaking,
  composed,
  cut,
  editRecords,
  fault,
  lost,
  nth,
  recordsIn,
  rewrite,
  today,
  trimmed,
} from './rewrites.ts';

const content = 'member_snapshot';
const coverages = `${content}.coverages[]`;
const enrolled = `${coverages}.enrolled_members[]`;
const employee = `${content}.employee`;
const dependents = `${content}.dependents[]`;
const people = (member: string): string => `${employee}.person${member} ${dependents}.person${member}`;

const contentTexts = (to: (text: string) => string): Begin => rewrite.texts('E6 E7', content, to);

/** Changes every day in the submitted content, whatever the member. */
const days = (to: (day: string) => string): Begin =>
  contentTexts((text) => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? to(text) : text));

const numbers = (to: (number: number) => unknown): Begin =>
  rewrite.members('E6 E7', content, (sent) => mapLeaves(sent, (leaf) => (typeof leaf === 'number' ? to(leaf) : leaf)));

/** Keeps the first of all items that agree in these members. */
const oneOfEach =
  (...names: readonly string[]) =>
  (items: unknown): unknown => {
    const keys = arrayOf(items).map((item) => JSON.stringify(names.map((name) => objectOf(item)[name])));
    return arrayOf(items).filter((_, at) => keys.indexOf(keys[at] ?? '') === at);
  };

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

/** Answers with what the first snapshot of the employee had at the path. */
const keepingFirst = (path: string): Begin =>
  rewrite.records('E6 E7', (record, { memory }) =>
    change(record, path, (sent) => memory.first(record['employee_id'], sent)),
  );

/** A wrong value is read back as the create answered it. */
const stored = breaking('snapshots.echo');

const upTo =
  (last: string) =>
  (day: string): string =>
    day > last ? last : day;

const wrongSsn = breaking('snapshots.echo-ssn');
const unlisted = breaking('snapshots.list');

/** Violations of what E6 gives back (`spec/documents/4-endpoints.md`). */
export const snapshotFaults = {
  'snapshots-created-200': fault('snapshots.create', 'a snapshot is created with 200').status('E6', 200),
  'snapshots-replaced-200': fault('snapshots.create', 'a snapshot that replaces another is created with 200')
    .when('the second snapshot of an employee')
    .exchanges('E6', ({ answer, request, memory }) => {
      const [record] = recordsIn(answer, request);
      return isSuccess(answer) && memory.count(record?.['employee_id']) > 1 ? { ...answer, status: 200 } : answer;
    }),
  'snapshots-third-dependent-lost': stored('a dependent is lost')
    .when('the third dependent')
    .members('E6 E7', dependents, nth(2, lost)),
  'snapshots-sixth-event-lost': stored('an event is lost')
    .when('the sixth event')
    .members('E6 E7', `${content}.events[]`, nth(5, lost)),
  'snapshots-astral-lost': stored('a character becomes a question mark')
    .when('characters outside the basic multilingual plane')
    .by(contentTexts(astralLost)),
  'snapshots-text-composed': stored('text comes back in Unicode normal form C')
    .when('combining characters')
    .by(contentTexts(composed)),
  'snapshots-dots-lost': stored('a Turkish letter becomes a Latin one')
    .when('the last name of a dependent with a dotted or a dotless i')
    .texts('E6 E7', `${dependents}.person.last_name`, (text) => text.replaceAll(/[İı]/gu, 'i')),
  'snapshots-text-trimmed': stored('text comes back without the blanks around it')
    .when('text that begins or ends with a blank')
    .by(contentTexts(trimmed)),
  'snapshots-own-name-trimmed': stored('a custom_individual_id comes back without the blanks around it')
    .when('a dependent')
    .texts('E6 E7', `${dependents}.custom_individual_id`, trimmed),
  'snapshots-phones-plain': stored('a telephone number comes back as a plus and digits')
    .when('a number with other signs')
    .texts('E6 E7', people('.contact.home_phone'), (phone) => phone.replaceAll(/[^+\d]/g, '')),
  'snapshots-states-in-capitals': stored('a state comes back in capitals')
    .when('a state in small letters')
    .texts('E6 E7', people('.home_address.state'), (state) => state.toUpperCase()),
  'snapshots-postal-code-cut': stored('a postal code is cut after ten characters')
    .when('a longer one')
    .texts('E6 E7', people('.home_address.zip_code'), (code) => code.slice(0, 10)),
  'snapshots-text-cut': stored('text is cut after 100 characters').when('longer text').by(contentTexts(cut)),
  'snapshots-text-escaped': stored('text comes back with its markup escaped')
    .when('text with < or &')
    .by(contentTexts((text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))),
  'snapshots-empty-as-null': stored('empty text comes back as null')
    .when('a member with empty text')
    .members('E6 E7', `${employee}.person.*`, (value) => (value === '' ? null : value)),
  'snapshots-volume-rounded': stored('a volume is rounded to whole units')
    .when('a life coverage with a volume with decimals')
    .members('E6 E7', `${enrolled}.volume`, (volume) => Math.round(Number(volume))),
  'snapshots-volume-lost': stored('a volume does not come back')
    .when('a life coverage')
    .without('E6 E7', `${enrolled}.volume`),
  'snapshots-salary-as-float': stored('a salary is kept in single precision')
    .when('an amount of more than seven digits')
    .members('E6 E7', `${employee}.employment.salary.amount`, (amount) => Math.fround(Number(amount))),
  'snapshots-small-amount-lost': stored('the amount of a salary becomes zero')
    .when('an amount below a ten-thousandth')
    .members('E6 E7', `${employee}.employment.salary.amount`, (amount) =>
      Math.abs(Number(amount)) < 1e-4 ? 0 : amount,
    ),
  'snapshots-salary-until-2038': stored('the day of a salary becomes the last one that 32 bits of seconds count')
    .when('a later day')
    .texts('E6 E7', `${employee}.employment.salary.effective_date`, upTo('2038-01-19')),
  'snapshots-start-until-2099': stored('the start of a coverage becomes the last day of the century')
    .when('a later day')
    .texts('E6 E7', `${enrolled}.effective_start_date`, upTo('2099-12-31')),
  'snapshots-name-cut-at-null': stored('a name ends before its first null character')
    .when('a name with one')
    .texts('E6 E7', `${employee}.person.first_name`, (name) => name.split('\u0000', 1).join('')),
  'snapshots-latest-change-lost': stored('latest_change_effective_date does not come back')
    .when('members that have one')
    .without('E6 E7', `${enrolled}.latest_change_effective_date`),
  'snapshots-home-for-mail': stored('the mailing address is that of the home')
    .when('a mailing address in another city')
    .members('E6 E7', people(''), (person) => {
      const home = objectOf(objectOf(person)['home_address']);
      return 'city' in home ? change(person, 'mailing_address.city', () => home['city']) : person;
    }),
  'snapshots-quotes-straightened': stored('typographic quotes come back as straight ones')
    .when('text with such quotes')
    .by(contentTexts((text) => text.replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"'))),
  'snapshots-hours-of-a-week': stored('hours worked are at most those of a week')
    .when('more than 168')
    .members('E6 E7', `${employee}.employment.hours_worked`, (hours) => Math.min(Number(hours), 168)),
  'snapshots-keys-lower-case': stored('the keys of classifications come back in lower case')
    .when('a key with capitals')
    .members('E6 E7', `${employee}.classifications`, (all) =>
      Object.fromEntries(Object.entries(objectOf(all)).map(([key, value]) => [key.toLowerCase(), value])),
    ),
  'snapshots-auto-link-on': stored('enable_member_auto_link comes back as true')
    .when('false was sent')
    .set('E6 E7', `${content}.enable_member_auto_link`, true),
  'snapshots-second-event-lost': stored('an event does not come back')
    .when('the second event')
    .members('E6 E7', `${content}.events[]`, nth(1, lost)),
  'snapshots-salary-kept': stored('the salary is the one that was sent first')
    .when('a later snapshot of an employee')
    .by(keepingFirst(`${employee}.employment.salary`)),
  'snapshots-middle-name-kept': stored('the middle name is the one that was sent first')
    .when('a later snapshot of an employee')
    .by(keepingFirst(`${employee}.person.middle_name`)),
  'snapshots-classifications-kept': stored('classifications are those that were sent first')
    .when('a later snapshot of an employee')
    .by(keepingFirst(`${employee}.classifications`)),
  'snapshots-hours-kept': stored('what was sent before comes back')
    .when('hours_worked of a known employee')
    .by(keepingFirst(`${employee}.employment.hours_worked`)),
  'snapshots-mixed-at-once': stored('what another snapshot says comes back')
    .when('two snapshots of an employee at once')
    .by(creatingTheLastSent),
  'snapshots-second-period-lost': stored('an enrolled member is lost')
    .when('a person with two periods in a coverage')
    .members('E6 E7', `${coverages}.enrolled_members`, oneOfEach('individual_id')),
  'snapshots-second-of-line-lost': stored('a coverage is lost')
    .when('a second one of a line at a carrier')
    .members('E6 E7', `${content}.coverages`, oneOfEach('carrier_id', 'line_of_coverage')),
  'snapshots-dependents-kept': stored('dependents are those that were sent first')
    .when('a later snapshot of an employee')
    .by(keepingFirst(`${content}.dependents`)),
  'snapshots-dependents-reversed': stored('dependents come back from the last to the first')
    .when('two dependents or more')
    .members('E6 E7', `${content}.dependents`, (all) => (Array.isArray(all) ? all.toReversed() : all)),
  'snapshots-ssn-masked': wrongSsn('all but the last four digits of a social security number are masked').texts(
    'E6 E7',
    people('.ssn'),
    (ssn) => `***-**-${ssn.slice(-4)}`,
  ),
  'snapshots-ssn-masked-when-read': wrongSsn('all but the last four digits of a social security number are masked')
    .when('read after the create')
    .texts('E7', people('.ssn'), (ssn) => `xxx-xx-${ssn.slice(-4)}`),
  'snapshots-ssn-as-number': wrongSsn('a social security number loses its leading zeros')
    .when('a number that begins with 0')
    .texts('E6 E7', people('.ssn'), (ssn) => ssn.replace(/^0+/, '')),
  'snapshots-completed-unlisted': unlisted('a snapshot is missing from the list')
    .when('once completed')
    .also('paging.total', 'paging.last', 'paging.tiling', 'paging.full-pages', 'paging.offset')
    .ofStatus('E8', 'completed', () => undefined),
  'snapshots-replaced-by-older': fault('snapshots.replaced-by', 'replaced_by names a snapshot that was there before')
    .when('the first one of the employee')
    .records('E6 E7', (record, { memory }) => {
      const first = memory.first(record['employee_id'], record['id']);
      const isReplaced = typeof record['replaced_by'] === 'string' && first !== record['id'];
      return isReplaced ? { ...record, replaced_by: first } : record;
    }),
  'snapshots-lost-at-once': unlisted('a snapshot is missing from the list')
    .when('created while another one of the employee was')
    // A page without it has fewer records than it should.
    .also('paging.total', 'paging.tiling', 'paging.full-pages')
    .by(
      knowingThoseAtOnce((exchange, isAtOnce) =>
        editRecords(exchange, (record) => (isAtOnce(record) ? undefined : record)),
      ),
    ),
  'snapshots-addresses-lowered': stored('an e-mail address comes back in small letters').texts(
    'E6 E7',
    people('.contact.email_address'),
    (address) => address.toLowerCase(),
  ),
  'snapshots-event-ids-lowered': stored('the identifier of an event comes back in small letters').texts(
    'E6 E7',
    `${content}.events[].id`,
    (id) => id.toLowerCase(),
  ),
  'snapshots-reversed': stored('text comes back from its end to its beginning')
    .when('right-to-left writing')
    .by(contentTexts((text) => (rightToLeft.test(text) ? Array.from(text).toReversed().join('') : text))),
  'snapshots-null-word-emptied': stored('a word is taken for no value')
    .when('the text null')
    .by(contentTexts((text) => (text.toLowerCase() === 'null' ? '' : text))),
  'snapshots-numeral-rewritten': stored('text is read as a number and written anew')
    .when('text that looks like a number with an exponent')
    .by(contentTexts((text) => (/^\d+e\d+$/i.test(text) ? String(Number(text)) : text))),
  'snapshots-line-breaks-joined': stored('lines become one')
    .when('text with line breaks')
    .by(contentTexts((text) => text.replaceAll(/\r?\n/g, ' '))),
  'snapshots-compatible-twins': stored('a character becomes its compatible twin')
    .when('ligatures and full-width characters')
    .by(contentTexts((text) => (/[\uFB00-\uFB06\uFF01-\uFF5E]/.test(text) ? text.normalize('NFKC') : text))),
  'snapshots-february-end-moved': stored('a day is given as the day after it')
    .when('28 February of a year without a 29th')
    .by(days((day) => (Number(day.slice(0, 4)) % 4 === 0 ? day : day.replace(/-02-28$/, '-03-01')))),
  'snapshots-year-end-moved': stored('a coverage ends on the first day of the next year')
    .when('an end on the last day of a year')
    .by(days((day) => (/^(?!9999)\d{4}-12-31$/.test(day) ? `${Number(day.slice(0, 4)) + 1}-01-01` : day))),
  'snapshots-births-of-two-digits': stored('the year of a birth is kept by its last two digits')
    .when('births before 1930, which come back a century later')
    .texts('E6 E7', people('.date_of_birth'), (day) => (day < '1930' ? day.replace(/^19/, '20') : day)),
  'snapshots-hires-to-come': stored('a hire date comes back as the current day')
    .when('a hire on a day to come')
    .texts('E6 E7', `${employee}.employment.employment_dates.hire_date`, (day) => (day > today() ? today() : day)),
  'snapshots-births-from-1970': stored('a day of birth is given as the first day of 1970')
    .when('births before 1970')
    .texts('E6 E7', `${employee}.person.date_of_birth`, (day) => (day < '1970' ? '1970-01-01' : day)),
  'snapshots-cents-rounded': stored('a number is rounded to cents')
    .when('three decimals or more')
    .by(numbers((number) => Math.round(number * 100) / 100)),
  'snapshots-nothing-dropped': stored('a number that is nothing does not come back')
    .when('the number 0')
    .by(numbers((number) => (number === 0 ? undefined : number))),
  'snapshots-numbers-capped': stored('a number is capped at what 32 bits hold')
    .when('numbers past 2147483647')
    .by(numbers((number) => Math.min(number, 2_147_483_647))),
  'snapshots-fifth-dependent-lost': stored('a dependent does not come back')
    .when('the fifth dependent')
    .members('E6 E7', dependents, nth(4, lost)),
  'snapshots-sixth-coverage-lost': stored('a coverage does not come back')
    .when('the sixth coverage')
    .members('E6 E7', coverages, nth(5, lost)),
  'snapshots-seventh-coverage-lost': stored('a coverage does not come back')
    .when('the seventh coverage')
    .members('E6 E7', coverages, nth(6, lost)),
  'snapshots-third-member-starts-first': stored('enrolled members come back with the effective_start_date of the first')
    .when('from the third of a coverage on')
    .members('E6 E7', `${coverages}.enrolled_members`, (all) => {
      const [first] = arrayOf(all);
      const { effective_start_date: start } = objectOf(first);
      return arrayOf(all).map((member, at) => (at < 2 ? member : { ...objectOf(member), effective_start_date: start }));
    }),
  'snapshots-fourth-member-lost': stored('only the first three enrolled members of a coverage come back')
    .when('four enrolled members or more')
    .members('E6 E7', `${coverages}.enrolled_members`, (all) => arrayOf(all).slice(0, 3)),
  'snapshots-one-classification': stored('only the first classification comes back')
    .when('two classifications or more')
    .members('E6 E7', `${employee}.classifications`, (all) =>
      Object.fromEntries(Object.entries(objectOf(all)).slice(0, 1)),
    ),
  'snapshots-summary-of-three': fault('snapshots.summary', 'the summary has no entry of a carrier')
    .when('the fourth carrier')
    .members('E6 E7 E8', 'fulfillment_summary', (summary) => {
      const carrierOf = (entry: unknown): unknown => objectOf(entry)['carrier_id'];
      const firstThree = [...new Set(arrayOf(summary).map(carrierOf))].slice(0, 3);
      return arrayOf(summary).filter((entry) => firstThree.includes(carrierOf(entry)));
    }),
};
