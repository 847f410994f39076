import { isUuid, pointerTo, type JsonObject } from '../../spec/index.ts';
import { isContainer } from '../json-values.ts';
import { numbersAt, objectsAt, ofPeople, textsAt, type Rule } from './rule.ts';

const isInRange = (most: number) => (value: number) =>
  value >= 0 && value <= most && Number(value.toFixed(2)) === value;

const upTo = (most: number) => (text: string) => Array.from(text).length <= most;

const usual = { usual: true } as const;

/** Only the text of a refusal says what would be accepted. */
const explainedByRefusals = { dialect: { errorShape: 'structured' }, oneOf: 'words of refusals' } as const;

const inAddresses = (name: string): readonly string[] => ofPeople(`home_address.${name}`, `mailing_address.${name}`);

function nothing(about: string, isWrong: (value: unknown) => boolean): Rule {
  const wrongIn = (value: unknown, pointer: string): readonly string[] => [
    ...(isWrong(value) ? [pointer] : []),
    ...(isContainer(value)
      ? Object.entries(value).flatMap(([name, member]) => wrongIn(member, `${pointer}${pointerTo(name)}`))
      : []),
  ];
  const judge = ({ body }: { readonly body: unknown }) => wrongIn(body, '');
  return { about, connection: judge, decision: judge, snapshot: judge };
}

const allTexts = (about: string, form: RegExp): Rule =>
  nothing(about, (value) => typeof value === 'string' && !form.test(value));

const addresses = objectsAt(...ofPeople('home_address', 'mailing_address'));
const zipCodes = textsAt(...inAddresses('zip_code'));
const states = textsAt(...inAddresses('state'));
const phones = textsAt(...ofPeople('contact.home_phone', 'contact.work_phone'));
const names = textsAt(...ofPeople('first_name', 'middle_name', 'last_name'));
const ssn = textsAt(...ofPeople('ssn'));
const federalEin = textsAt('federal_ein');
const carrierGroupId = textsAt('group_data.carrier_group_id');
const ofSsn = <Help>(help: Help) => Object.fromEntries(ofPeople('ssn').map((path) => [path, help]));
const emails = textsAt(...ofPeople('contact.email_address'));
const customIds = textsAt('employee.custom_individual_id', 'dependents[].custom_individual_id');
const eventIds = textsAt(
  'events[].id',
  'employee.event_id',
  'dependents[].event_id',
  'coverages[].enrolled_members[].event_id',
);
const amount = 'employee.employment.salary.amount';
const salary = numbersAt(amount);
const hours = numbersAt('employee.employment.hours_worked');
const plans = 'body.carriers[].lines_of_coverage.*.plans[]';

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
].map((listed) => listed.split(' '));

function fitsState({ state, zip_code: zip }: JsonObject): boolean {
  if (typeof state !== 'string' || typeof zip !== 'string') return true;
  return statesByDigit[Number(zip.charAt(0))]?.includes(state) ?? false;
}

/** Rules about how a single value is written. */
export const formRules = {
  'texts-not-blank': textsAt(
    'group_data.group_name',
    `${plans}.name`,
    ...ofPeople('first_name', 'last_name'),
    ...inAddresses('street_one'),
    ...inAddresses('city'),
    'employee.employment.occupation',
    'coverages[].plan_name',
  )('names, addresses and titles are neither blank nor hold control characters', notBlank, usual),
  'phone-international': phones('a phone number has a plus and 7 to 15 digits', /^\+\d{7,15}$/, usual),
  'state-two-capitals': states('a state is written in two capital letters', /^[A-Z]{2}$/, usual),
  'zip-form': zipCodes(
    'a postal code has five digits, and may have four more after a dash',
    /^\d{5}(?:-\d{4})?$/,
    usual,
  ),
  'ssn-form': ssn('a social security number has nine digits, with or without dashes', /^\d{3}-?\d{2}-?\d{4}$/, usual),
  'ein-form': federalEin(
    'an employer identification number has nine digits, with or without a dash',
    /^\d{2}-?\d{7}$/,
    usual,
  ),
  'email-form': emails('an e-mail address has an at sign and a domain', /^[^\s@]+@[^\s@]+\.[^\s@]+$/, usual),
  'hours-of-a-week': hours('hours worked are from 0 to 168, with two decimals at most', isInRange(168), usual),
  'amounts-in-range': numbersAt(amount, 'coverages[].enrolled_members[].volume')(
    'a salary and a volume are from 0 to 100 million, with two decimals at most',
    isInRange(100_000_000),
    usual,
  ),
  'classification-keys': objectsAt('employee.classifications')(
    'a classification is one of three at most, named in small letters, digits and underscores',
    (keys) => Object.keys(keys).length <= 3 && Object.keys(keys).every((key) => /^[a-z][a-z0-9_]{0,29}$/.test(key)),
  ),
  'ssn-with-dashes': {
    ...ssn('a social security number is written with its two dashes', /^\d{3}-\d{2}-\d{4}$/),
    oneOf: 'dashes of ssn',
  },
  'ssn-without-dashes': {
    ...ssn('a social security number is nine digits without dashes', /^\d{9}$/),
    oneOf: 'dashes of ssn',
    values: ofSsn({ form: 'digits' }),
  },
  'ssn-issued': {
    ...ssn('a social security number is of a range that is issued', /^(?!000|666|9)\d{3}-?(?!00)\d{2}-?(?!0000)\d{4}$/),
    outOfReach: ['snapshots.echo-ssn'],
    // Numbers from advertisements, which belong to nobody.
    values: ofSsn(['078-05-1120', '219-09-9999']),
  },
  'ein-with-dash': {
    ...federalEin('an employer identification number is written with a dash after two digits', /^\d{2}-\d{7}$/),
    oneOf: 'dash of ein',
  },
  'ein-without-dash': {
    ...federalEin('an employer identification number is nine digits without a dash', /^\d{9}$/),
    oneOf: 'dash of ein',
    values: { federal_ein: { form: 'digits' } },
  },
  'ein-issued': {
    ...federalEin('an employer identification number begins with a prefix that is issued', issuedNumber),
    // If a number is refused without a reason, nobody can tell what is wrong with it.
    oneOf: ['words of refusals', 'employer numbers'],
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
    ...federalEin(
      'a connection has no employer identification number, or one with a prefix that is issued',
      issuedNumber,
    ),
    dialect: { requiredMembers: 'fewest' },
    oneOf: 'employer numbers',
    values: { federal_ein: issuedNumbers },
  },
  'phone-of-north-america': phones(
    'a phone number is +1, an area code and an exchange that exist in form, and four digits',
    /^\+1[2-9]\d{2}[2-9]\d{6}$/,
  ),
  'phone-in-service': phones('a phone number of North America has an area code that is in service', /^\+(?!1555)/),
  'zip-five-digits': zipCodes('a postal code is five digits', /^\d{5}$/),
  'zip-of-state': addresses('a postal code is one of the state', fitsState),
  'state-known': states('a state is one of the United States, in two capital letters', (value) =>
    statesByDigit.flat().includes(value),
  ),
  'email-ascii': emails(
    'an e-mail address is in ASCII, with a domain of two labels at least',
    /^[\w.%+-]+@(?:[A-Za-z\d-]+\.)+[A-Za-z]{2,}$/,
  ),
  'email-deliverable': {
    ...emails('an e-mail address is of no domain that is kept for examples', /@(?!(?:[^@]+\.)?example\.\w+$)/i),
    // Otherwise it might be required, and a client has no such address.
    dialect: { requiredMembers: 'few' },
  },
  'email-40': emails('an e-mail address has 40 characters at most', upTo(40)),
  'names-in-capitals': names(
    'first, middle and last names are in capital letters',
    (text) => text === text.toUpperCase(),
  ),
  'names-in-letters': names(
    'names are ASCII letters, blanks, hyphens and apostrophes, and begin with a letter',
    /^(?:[A-Za-z][A-Za-z '-]*)?$/,
  ),
  'names-30': names('a first, middle or last name has 30 characters at most', upTo(30)),
  'middle-initial': textsAt(...ofPeople('middle_name'))('a middle name is a single letter, or empty', /^[A-Za-z]?$/),
  'suffix-known': textsAt(...ofPeople('suffix'))(
    'a suffix is empty or one of Jr, Jr., Sr, Sr., II, III, IV',
    /^(?:[JS]r\.?|II|III|IV)?$/,
  ),
  'custom-id-alphanumeric': customIds('a custom_individual_id is ASCII letters and digits alone', /^[A-Za-z\d]+$/),
  'custom-id-capitals': customIds('a custom_individual_id is up to 15 capital letters and digits', /^[A-Z\d]{1,15}$/),
  'custom-id-20': customIds('a custom_individual_id has 20 characters at most', upTo(20)),
  'custom-id-digits': customIds('a custom_individual_id is up to 12 digits', /^\d{1,12}$/),
  'zip-nine-digits': zipCodes('a postal code is five digits, a dash and four digits', /^\d{5}-\d{4}$/),
  'texts-in-ascii': allTexts('texts are in ASCII', /^[ -~]*$/),
  'texts-in-latin-1': allTexts('texts are in Latin-1', /^[ -~\u{a0}-\u{ff}]*$/u),
  'texts-harmless': {
    ...allTexts('no text has quotes, angle brackets, semicolons or control characters', /^[^'"<>;\p{Cc}]*$/u),
    refusal: 'forbidden',
  },
  'nothing-null': nothing('no member is null', (value) => value === null),
  'no-empty-texts': nothing('no text is empty', (value) => value === ''),
  'no-empty-lists': nothing('no list is empty', (value) => Array.isArray(value) && value.length === 0),
  'address-whole': addresses(
    'an address has a street, a city, a state and a postal code',
    ({ street_one: street, city, state, zip_code: zip }) =>
      [street, city, state, zip].every((part) => typeof part === 'string' && part !== ''),
  ),
  'event-ids-digits': { ...eventIds('the id of an event is digits alone', /^\d+$/), oneOf: 'event ids' },
  'event-ids-uuids': { ...eventIds('the id of an event is a UUID', isUuid), oneOf: 'event ids' },
  'carrier-group-id-digits': carrierGroupId('a carrier_group_id is digits alone', /^\d+$/),
  'carrier-group-id-10': carrierGroupId('a carrier_group_id has 10 characters at most', upTo(10)),
  'carrier-group-id-pattern': carrierGroupId(
    'a carrier_group_id matches ^[1-9]0\\d{5}$',
    /^[1-9]0\d{5}$/,
    explainedByRefusals,
  ),
  'sex-coded': textsAt(...ofPeople('sex'))('a sex is one of 0, 1, 2, 9', /^[0129]$/, explainedByRefusals),
  'group-name-50': textsAt('group_data.group_name')('a group_name has 50 characters at most', upTo(50)),
  'carrier-group-id-7': carrierGroupId('a carrier_group_id is seven digits', /^\d{7}$/),
  'group-name-letters': textsAt('group_data.group_name')('a group_name is ASCII letters and blanks', /^[A-Za-z ]+$/),
  'hours-whole': hours('hours worked are a whole number', Number.isInteger),
  'hours-80': hours('hours worked are 80 at most', (value) => value >= 0 && value <= 80),
  'salary-cents': salary('a salary has two decimals at most', (value) => Number(value.toFixed(2)) === value),
  'salary-whole': salary('a salary is a whole number', Number.isInteger),
  'salary-positive': salary('a salary is more than nothing', (value) => value > 0),
  'ids-lower-case': {
    ...textsAt(
      'carrier_id',
      'body.carriers[].carrier_id',
      `${plans}.plan_id`,
      'employee.id',
      'dependents[].id',
      'coverages[].carrier_id',
      'coverages[].plan_id',
      'coverages[].enrolled_members[].individual_id',
    )('UUIDs are written in lower case', lowerCase),
    // A service that writes them in another way can't demand it.
    dialect: { idCase: 'lower' },
  },
} satisfies Readonly<Record<string, Rule>>;
