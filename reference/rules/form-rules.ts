import { form, ofPeople, type Rule } from './rule.ts';

const within = (least: number, most: number) => (value: unknown) =>
  typeof value !== 'number' || (value >= least && value <= most && Number(value.toFixed(2)) === value);

const upTo = (most: number) => (value: unknown) => typeof value !== 'string' || Array.from(value).length <= most;

const isPositive = (value: unknown): boolean => typeof value !== 'number' || value > 0;
const isWhole = (value: unknown): boolean => typeof value !== 'number' || Number.isInteger(value);

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

const fitsState = (value: unknown): boolean => {
  const { state, zip_code: zip }: { readonly state?: unknown; readonly zip_code?: unknown } = Object(value);
  if (typeof state !== 'string' || typeof zip !== 'string') return true;
  return statesByDigit[Number(zip.charAt(0))]?.includes(state) ?? false;
};

/** Rules of how a single value is written. */
export const formRules = {
  'texts-not-blank': {
    about: 'names, addresses and titles are neither blank nor hold control characters',
    usual: true,
    connection: form(['/group_data/group_name'], notBlank),
    decision: form([`${plans}/name`], notBlank),
    snapshot: form(
      [
        ...ofPeople('first_name', 'last_name'),
        ...inAddresses('street_one'),
        ...inAddresses('city'),
        '/employee/employment/occupation',
        '/coverages/*/plan_name',
      ],
      notBlank,
    ),
  },
  'phone-international': {
    about: 'a phone number has a plus and 7 to 15 digits',
    usual: true,
    snapshot: form(phones, /^\+\d{7,15}$/),
  },
  'state-two-capitals': {
    about: 'a state is written in two capital letters',
    usual: true,
    snapshot: form(inAddresses('state'), /^[A-Z]{2}$/),
  },
  'zip-form': {
    about: 'a postal code has five digits, and may have four more after a dash',
    usual: true,
    snapshot: form(inAddresses('zip_code'), /^\d{5}(?:-\d{4})?$/),
  },
  'ssn-form': {
    about: 'a social security number has nine digits, with or without dashes',
    usual: true,
    snapshot: form(ofPeople('ssn'), /^\d{3}-?\d{2}-?\d{4}$/),
  },
  'ein-form': {
    about: 'an employer identification number has nine digits, with or without a dash',
    usual: true,
    connection: form(['/federal_ein'], /^\d{2}-?\d{7}$/),
  },
  'email-form': {
    about: 'an e-mail address has an at sign and a domain',
    usual: true,
    snapshot: form(emails, /^[^\s@]+@[^\s@]+\.[^\s@]+$/),
  },
  'hours-of-a-week': {
    about: 'hours worked are from 0 to 168, with two decimals at most',
    usual: true,
    snapshot: form([hours], within(0, 168)),
  },
  'amounts-in-range': {
    about: 'a salary and a volume are from 0 to 100 million, with two decimals at most',
    usual: true,
    snapshot: form([amount, '/coverages/*/enrolled_members/*/volume'], within(0, 100_000_000)),
  },
  'ssn-with-dashes': {
    about: 'a social security number is written with its two dashes',
    oneOf: 'dashes of ssn',
    snapshot: form(ofPeople('ssn'), /^\d{3}-\d{2}-\d{4}$/),
  },
  'ssn-without-dashes': {
    about: 'a social security number is nine digits without dashes',
    oneOf: 'dashes of ssn',
    snapshot: form(ofPeople('ssn'), /^\d{9}$/),
    values: ofSsn({ form: 'digits' }),
  },
  'ssn-issued': {
    about: 'a social security number is of a range that is issued',
    snapshot: form(ofPeople('ssn'), /^(?!000|666|9)\d{3}-?(?!00)\d{2}-?(?!0000)\d{4}$/),
    outOfReach: ['snapshots.echo-ssn'],
    // Numbers of advertisements, which belong to nobody.
    values: ofSsn(['078-05-1120', '219-09-9999']),
  },
  'ein-with-dash': {
    about: 'an employer identification number is written with a dash after two digits',
    oneOf: 'dash of ein',
    connection: form(['/federal_ein'], /^\d{2}-\d{7}$/),
  },
  'ein-without-dash': {
    about: 'an employer identification number is nine digits without a dash',
    oneOf: 'dash of ein',
    connection: form(['/federal_ein'], /^\d{9}$/),
    values: { federal_ein: { form: 'digits' } },
  },
  'ein-issued': {
    about: 'an employer identification number begins with a prefix that is issued',
    // Nobody can tell what is wrong with a number that is refused without a word.
    oneOf: 'words of refusals',
    connection: form(['/federal_ein'], issuedNumber),
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
    about: 'a connection has no employer identification number, or one with a prefix that is issued',
    dialect: { requiredMembers: 'fewest' },
    connection: form(['/federal_ein'], issuedNumber),
    values: { federal_ein: issuedNumbers },
  },
  'phone-of-north-america': {
    about: 'a phone number is +1, an area code and an exchange that exist in form, and four digits',
    snapshot: form(phones, /^\+1[2-9]\d{2}[2-9]\d{6}$/),
  },
  'phone-in-service': {
    about: 'a phone number of North America has an area code that is in service',
    snapshot: form(phones, /^\+(?!1555)/),
  },
  'zip-five-digits': {
    about: 'a postal code is five digits',
    snapshot: form(inAddresses('zip_code'), /^\d{5}$/),
  },
  'zip-of-state': {
    about: 'a postal code is one of the state',
    snapshot: form(addresses, fitsState),
  },
  'state-known': {
    about: 'a state is one of the United States, in two capital letters',
    snapshot: form(inAddresses('state'), (value) => typeof value !== 'string' || states.has(value)),
  },
  'email-ascii': {
    about: 'an e-mail address is in ASCII, with a domain of two labels at least',
    snapshot: form(emails, /^[\w.%+-]+@(?:[A-Za-z\d-]+\.)+[A-Za-z]{2,}$/),
  },
  'email-deliverable': {
    about: 'an e-mail address is of no domain that is kept for examples',
    snapshot: form(emails, /@(?!(?:[^@]+\.)?example\.\w+$)/i),
  },
  'names-in-letters': {
    about: 'names are ASCII letters, blanks, hyphens and apostrophes, and begin with a letter',
    snapshot: form(ofPeople('first_name', 'middle_name', 'last_name'), /^(?:[A-Za-z][A-Za-z '-]*)?$/),
  },
  'names-30': {
    about: 'a first, middle or last name has 30 characters at most',
    snapshot: form(ofPeople('first_name', 'middle_name', 'last_name'), upTo(30)),
  },
  'middle-initial': {
    about: 'a middle name is a single letter, or empty',
    snapshot: form(ofPeople('middle_name'), /^[A-Za-z]?$/),
  },
  'suffix-known': {
    about: 'a suffix is empty or one of Jr, Jr., Sr, Sr., II, III, IV',
    snapshot: form(ofPeople('suffix'), /^(?:[JS]r\.?|II|III|IV)?$/),
  },
  'custom-id-alphanumeric': {
    about: 'a custom_individual_id is ASCII letters and digits alone',
    snapshot: form(customIds, /^[A-Za-z\d]+$/),
  },
  'custom-id-20': {
    about: 'a custom_individual_id has 20 characters at most',
    snapshot: form(customIds, upTo(20)),
  },
  'event-ids-digits': {
    about: 'the id of an event is digits alone',
    oneOf: 'event ids',
    snapshot: form(eventIds, /^\d+$/),
  },
  'event-ids-uuids': {
    about: 'the id of an event is a UUID',
    oneOf: 'event ids',
    snapshot: form(eventIds, /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i),
  },
  'carrier-group-id-digits': {
    about: 'a carrier_group_id is digits alone',
    connection: form(['/group_data/carrier_group_id'], /^\d+$/),
  },
  'carrier-group-id-10': {
    about: 'a carrier_group_id has 10 characters at most',
    connection: form(['/group_data/carrier_group_id'], upTo(10)),
  },
  'group-name-50': {
    about: 'a group_name has 50 characters at most',
    connection: form(['/group_data/group_name'], upTo(50)),
  },
  'hours-whole': {
    about: 'hours worked are a whole number',
    snapshot: form([hours], isWhole),
  },
  'hours-80': {
    about: 'hours worked are 80 at most',
    snapshot: form([hours], (value) => typeof value !== 'number' || (value >= 0 && value <= 80)),
  },
  'salary-cents': {
    about: 'a salary has two decimals at most',
    snapshot: form([amount], (value) => typeof value !== 'number' || Number(value.toFixed(2)) === value),
  },
  'salary-whole': {
    about: 'a salary is a whole number',
    snapshot: form([amount], isWhole),
  },
  'salary-positive': {
    about: 'a salary is more than nothing',
    snapshot: form([amount], isPositive),
  },
  'ids-lower-case': {
    about: 'UUIDs are written in lower case',
    // A service that writes them otherwise can't demand it.
    dialect: { idCase: 'lower' },
    connection: form(['/carrier_id'], lowerCase),
    decision: form(['/body/carriers/*/carrier_id', `${plans}/plan_id`], lowerCase),
    snapshot: form(
      [
        '/employee/id',
        '/dependents/*/id',
        '/coverages/*/carrier_id',
        '/coverages/*/plan_id',
        '/coverages/*/enrolled_members/*/individual_id',
      ],
      lowerCase,
    ),
  },
} as const satisfies Readonly<Record<string, Rule>>;
