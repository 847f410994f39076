import type { JsonObject } from '../../spec/index.ts';
import { ofPeople, onNumbers, onObjects, onTexts, type Rule } from './rule.ts';

const isInRange = (most: number) => (value: number) =>
  value >= 0 && value <= most && Number(value.toFixed(2)) === value;

const upTo = (most: number) => (text: string) => Array.from(text).length <= most;

const usual = { usual: true } as const;

const addresses = ofPeople('home_address', 'mailing_address');
const inAddresses = (name: string): readonly string[] => addresses.map((address) => `${address}/${name}`);
const phones = ofPeople('contact/home_phone', 'contact/work_phone');
const ssnPaths = ['employee.person.ssn', 'dependents[].person.ssn'];
const ofSsn = <Help>(help: Help) => Object.fromEntries(ssnPaths.map((path) => [path, help]));
const emails = ofPeople('contact/email_address');
const customIds = ['/employee/custom_individual_id', '/dependents/*/custom_individual_id'];
const eventIds = [
  '/events/*/id',
  '/employee/event_id',
  '/dependents/*/event_id',
  '/coverages/*/enrolled_members/*/event_id',
];
const amount = '/employee/employment/salary/amount';
const hours = '/employee/employment/hours_worked';
const plans = '/body/carriers/*/lines_of_coverage/*/plans/*';

const issuedNumber = /^(?!00|07|08|09|17|18|19|28|29|49|69|70|78|79|89|96|97)\d{2}-?\d{7}$/;
const issuedNumbers = ['12-3456789', '12-3000001', '12-3000002', '12-3000003'];

const lowerCase = /^[^A-Z]*$/;
const notBlank = /^(?!\s*$)[^\p{Cc}]*$/u;

/** The states by the first digit of their postal codes. */
const statesByDigit = [
  'CT MA ME NH NJ RI VT PR VI',
  'DE NY PA',
  'DC MD NC SC VA WV',
  'AL FL GA MS TN',
  'IN KY MI OH',
  'IA MN MT ND SD WI',
  'IL KS MO NE',
  'AR LA OK TX',
  'AZ CO ID NM NV UT WY',
  'AK CA HI OR WA',
].map((states) => states.split(' '));

const states = new Set(statesByDigit.flat());

function fitsState({ state, zip_code: zip }: JsonObject): boolean {
  if (typeof state !== 'string' || typeof zip !== 'string') return true;
  return statesByDigit[Number(zip.charAt(0))]?.includes(state) ?? false;
}

/** Rules of how a single value is written. */
export const formRules = {
  'texts-not-blank': onTexts(
    'names, addresses and titles are neither blank nor hold control characters',
    [
      '/group_data/group_name',
      `${plans}/name`,
      ...ofPeople('first_name', 'last_name'),
      ...inAddresses('street_one'),
      ...inAddresses('city'),
      '/employee/employment/occupation',
      '/coverages/*/plan_name',
    ],
    notBlank,
    usual,
  ),
  'phone-international': onTexts('a phone number has a plus and 7 to 15 digits', phones, /^\+\d{7,15}$/, usual),
  'state-two-capitals': onTexts('a state is written in two capital letters', inAddresses('state'), /^[A-Z]{2}$/, usual),
  'zip-form': onTexts(
    'a postal code has five digits, and may have four more after a dash',
    inAddresses('zip_code'),
    /^\d{5}(?:-\d{4})?$/,
    usual,
  ),
  'ssn-form': onTexts(
    'a social security number has nine digits, with or without dashes',
    ofPeople('ssn'),
    /^\d{3}-?\d{2}-?\d{4}$/,
    usual,
  ),
  'ein-form': onTexts(
    'an employer identification number has nine digits, with or without a dash',
    ['/federal_ein'],
    /^\d{2}-?\d{7}$/,
    usual,
  ),
  'email-form': onTexts('an e-mail address has an at sign and a domain', emails, /^[^\s@]+@[^\s@]+\.[^\s@]+$/, usual),
  'hours-of-a-week': onNumbers(
    'hours worked are from 0 to 168, with two decimals at most',
    [hours],
    isInRange(168),
    usual,
  ),
  'amounts-in-range': onNumbers(
    'a salary and a volume are from 0 to 100 million, with two decimals at most',
    [amount, '/coverages/*/enrolled_members/*/volume'],
    isInRange(100_000_000),
    usual,
  ),
  'ssn-with-dashes': {
    ...onTexts('a social security number is written with its two dashes', ofPeople('ssn'), /^\d{3}-\d{2}-\d{4}$/),
    oneOf: 'dashes of ssn',
  },
  'ssn-without-dashes': {
    ...onTexts('a social security number is nine digits without dashes', ofPeople('ssn'), /^\d{9}$/),
    oneOf: 'dashes of ssn',
    values: ofSsn({ form: 'digits' }),
  },
  'ssn-issued': {
    ...onTexts(
      'a social security number is of a range that is issued',
      ofPeople('ssn'),
      /^(?!000|666|9)\d{3}-?(?!00)\d{2}-?(?!0000)\d{4}$/,
    ),
    outOfReach: ['snapshots.echo-ssn'],
    // Numbers of advertisements, which belong to nobody.
    values: ofSsn(['078-05-1120', '219-09-9999']),
  },
  'ein-with-dash': {
    ...onTexts(
      'an employer identification number is written with a dash after two digits',
      ['/federal_ein'],
      /^\d{2}-\d{7}$/,
    ),
    oneOf: 'dash of ein',
  },
  'ein-without-dash': {
    ...onTexts('an employer identification number is nine digits without a dash', ['/federal_ein'], /^\d{9}$/),
    oneOf: 'dash of ein',
    values: { federal_ein: { form: 'digits' } },
  },
  'ein-issued': {
    ...onTexts('an employer identification number begins with a prefix that is issued', ['/federal_ein'], issuedNumber),
    // Nobody can tell what is wrong with a number that is refused without a word.
    oneOf: 'words of refusals',
    outOfReach: [
      'connections.create',
      'connections.record',
      'connections.initial-status',
      'connections.status-values',
      'connections.echo',
      'connections.invalid-body',
    ],
    values: { federal_ein: issuedNumbers },
  },
  'ein-issued-if-any': {
    ...onTexts(
      'a connection has no employer identification number, or one with a prefix that is issued',
      ['/federal_ein'],
      issuedNumber,
    ),
    dialect: { requiredMembers: 'fewest' },
    values: { federal_ein: issuedNumbers },
  },
  'phone-of-north-america': onTexts(
    'a phone number is +1, an area code and an exchange that exist in form, and four digits',
    phones,
    /^\+1[2-9]\d{2}[2-9]\d{6}$/,
  ),
  'phone-in-service': onTexts(
    'a phone number of North America has an area code that is in service',
    phones,
    /^\+(?!1555)/,
  ),
  'zip-five-digits': onTexts('a postal code is five digits', inAddresses('zip_code'), /^\d{5}$/),
  'zip-of-state': onObjects('a postal code is one of the state', addresses, fitsState),
  'state-known': onTexts('a state is one of the United States, in two capital letters', inAddresses('state'), (value) =>
    states.has(value),
  ),
  'email-ascii': onTexts(
    'an e-mail address is in ASCII, with a domain of two labels at least',
    emails,
    /^[\w.%+-]+@(?:[A-Za-z\d-]+\.)+[A-Za-z]{2,}$/,
  ),
  'email-deliverable': onTexts(
    'an e-mail address is of no domain that is kept for examples',
    emails,
    /@(?!(?:[^@]+\.)?example\.\w+$)/i,
  ),
  'names-in-letters': onTexts(
    'names are ASCII letters, blanks, hyphens and apostrophes, and begin with a letter',
    ofPeople('first_name', 'middle_name', 'last_name'),
    /^(?:[A-Za-z][A-Za-z '-]*)?$/,
  ),
  'names-30': onTexts(
    'a first, middle or last name has 30 characters at most',
    ofPeople('first_name', 'middle_name', 'last_name'),
    upTo(30),
  ),
  'middle-initial': onTexts('a middle name is a single letter, or empty', ofPeople('middle_name'), /^[A-Za-z]?$/),
  'suffix-known': onTexts(
    'a suffix is empty or one of Jr, Jr., Sr, Sr., II, III, IV',
    ofPeople('suffix'),
    /^(?:[JS]r\.?|II|III|IV)?$/,
  ),
  'custom-id-alphanumeric': onTexts(
    'a custom_individual_id is ASCII letters and digits alone',
    customIds,
    /^[A-Za-z\d]+$/,
  ),
  'custom-id-20': onTexts('a custom_individual_id has 20 characters at most', customIds, upTo(20)),
  'event-ids-digits': { ...onTexts('the id of an event is digits alone', eventIds, /^\d+$/), oneOf: 'event ids' },
  'event-ids-uuids': {
    ...onTexts('the id of an event is a UUID', eventIds, /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i),
    oneOf: 'event ids',
  },
  'carrier-group-id-digits': onTexts('a carrier_group_id is digits alone', ['/group_data/carrier_group_id'], /^\d+$/),
  'carrier-group-id-10': onTexts(
    'a carrier_group_id has 10 characters at most',
    ['/group_data/carrier_group_id'],
    upTo(10),
  ),
  'group-name-50': onTexts('a group_name has 50 characters at most', ['/group_data/group_name'], upTo(50)),
  'hours-whole': onNumbers('hours worked are a whole number', [hours], Number.isInteger),
  'hours-80': onNumbers('hours worked are 80 at most', [hours], (value) => value >= 0 && value <= 80),
  'salary-cents': onNumbers(
    'a salary has two decimals at most',
    [amount],
    (value) => Number(value.toFixed(2)) === value,
  ),
  'salary-whole': onNumbers('a salary is a whole number', [amount], Number.isInteger),
  'salary-positive': onNumbers('a salary is more than nothing', [amount], (value) => value > 0),
  'ids-lower-case': {
    ...onTexts(
      'UUIDs are written in lower case',
      [
        '/carrier_id',
        '/body/carriers/*/carrier_id',
        `${plans}/plan_id`,
        '/employee/id',
        '/dependents/*/id',
        '/coverages/*/carrier_id',
        '/coverages/*/plan_id',
        '/coverages/*/enrolled_members/*/individual_id',
      ],
      lowerCase,
    ),
    // A service that writes them otherwise can't demand it.
    dialect: { idCase: 'lower' },
  },
} satisfies Readonly<Record<string, Rule>>;
