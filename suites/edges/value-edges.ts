import { isVocabularyKey, openEnd, optionalMembers, optionalTogether, shifted } from '../../generators/index.ts';
import { endpoints, isObject, membersOf, valuesByPath, vocabulary } from '../../spec/index.ts';
import type { EndpointId, JsonObject, Member, SchemaName } from '../../spec/index.ts';
import type { AnsweredExchange } from '../../target/exchange.ts';
import { edgeTable, pick, type EdgeGroup, type EdgeRow } from './edge.ts';

/** The values in the body of a request, by path (`dependents[].person.suffix`); objects are included. */
type SentValues = ReadonlyMap<string, readonly unknown[]>;

const isNothing = (text: string): boolean => /^(?:null|none|undefined|true|false)$/iu.test(text);

/** Whether a text is only plain words, as most are: no edge concerns those. */
const isPlain = (text: string): boolean => /^[A-Za-z](?:[A-Za-z ]{0,40}[A-Za-z])?$/u.test(text) && !isNothing(text);

function readSent({ request: { endpoint, json } }: AnsweredExchange): SentValues | undefined {
  const schema = endpoint === 'token' ? undefined : endpoints[endpoint].request;
  if (schema === undefined || !isObject(json)) return undefined;
  const isPlainText = (value: unknown, member: Member | undefined): boolean =>
    typeof value === 'string' && member?.kind === 'text' && isPlain(value);
  return valuesByPath(schema, [json], isPlainText);
}

/** What can be special about a date `YYYY-MM-DD` in the calendar. */
// oxfmt-ignore
export const calendar: readonly EdgeRow<string>[] = [
  ['leap day', 'a date made of parts, or a year added to, gives another day', (date) => date.endsWith('-02-29')],
  ['last day of a year', 'a shift by a time zone, or an end that is left out, gives another year',
    (date) => date.endsWith('-12-31') && date !== openEnd],
  ['first day of a year', 'a shift by a time zone gives the year before', (date) => date.endsWith('-01-01')],
  ['first day of a month', 'a shift by a time zone gives the month before',
    (date) => date.endsWith('-01') && !date.endsWith('-01-01')],
  ['last day of a month', 'a month added gives a day that the month does not have',
    (date) => shifted(date, 1).endsWith('-01') && !/-12-31$|-02-29$/u.test(date)],
];

/** Whether a text has more than so many characters; a surrogate pair counts as one. */
function isLongerThan(characters: number, text: string): boolean {
  return text.length > characters && Array.from(text).length > characters;
}

// oxfmt-ignore
const textKinds: readonly EdgeRow<string>[] = [
  ['outside the basic plane', 'characters of two code units are cut in half, or do not fit the storage',
    (text) => /[\u{10000}-\u{10ffff}]/u.test(text)],
  ['combining characters', 'normalizing the text gives other characters',
    (text) => /\p{M}/u.test(text) && text.normalize('NFC') !== text],
  ['right-to-left writing', 'the text is reordered, or marks of direction are stripped',
    (text) => /\p{Script=Hebrew}|\p{Script=Arabic}/u.test(text)],
  ['a compatible twin', 'a compatibility normalization gives other characters',
    (text) => text.normalize('NFC').normalize('NFKC') !== text.normalize('NFC')],
  ['past 100 characters', 'a column or a field of that length cuts the text', (text) => isLongerThan(100, text)],
  ['past 255 characters', 'a column or a field of that length cuts the text', (text) => isLongerThan(255, text)],
  ['past 255 bytes alone', 'a column that counts bytes cuts the text',
    (text) => text.length <= 255 && Buffer.byteLength(text) > 255],
  ['empty', 'an empty text is taken for none', (text) => text === ''],
  ['padded with blanks', 'the text is trimmed', (text) => text.trim() !== text],
  ['quotes or backslashes', 'the text is quoted twice, or not at all', (text) => /["'\\]/u.test(text)],
  ['markup', 'the text is escaped for a page, or stripped', (text) => /[<>&]/u.test(text)],
  ['digits with leading zeros', 'the text is taken for a number', (text) => /^0\d+$/u.test(text)],
  ['like a number', 'the text is taken for a number',
    (text) => /^[+-]?\d[\d.,]*(?:e\d+)?$/u.test(text) && !/^0\d+$/u.test(text)],
  ['like a date', 'the text is taken for a date', (text) => /^\d{4}-\d{2}-\d{2}/u.test(text)],
  ['like nothing or a truth value', 'the text is taken for null or a boolean', isNothing],
  ['line breaks or tabs', 'control characters are stripped or break a line', (text) => /[\n\r\t]/u.test(text)],
];

const numberKinds: readonly EdgeRow<number>[] = [
  ['zero', 'zero is taken for none', (number) => number === 0],
  ['decimals', 'the number becomes an integer or text', (number) => !Number.isInteger(number)],
  ['more than two decimals', 'the number is rounded to cents', (number) => /\.\d{3}/u.test(String(number))],
  ['past 32 bits', 'the number does not fit an integer of 32 bits', (number) => number > 2 ** 31],
  ['the largest exact integer', 'the number does not fit a float', (number) => number === Number.MAX_SAFE_INTEGER],
];

type Reached = EdgeRow<SentValues>[2];

function anyOf(paths: readonly string[], passes: (value: unknown) => boolean): Reached {
  return (sent) => paths.some((path) => sent.get(path)?.some(passes));
}

/** For texts, codes and dates; for a map, its keys are tested. */
function anyText(paths: readonly string[], passes: (text: string) => boolean): Reached {
  return anyOf(paths, (value) =>
    typeof value === 'string' ? passes(value) : isObject(value) && Object.keys(value).some(passes),
  );
}

function anyNumber(paths: readonly string[], passes: (number: number) => boolean): Reached {
  return anyOf(paths, (value) => typeof value === 'number' && passes(value));
}

type Place<T> = readonly [endpoint: EndpointId, what: string, paths: readonly string[], kinds: readonly EdgeRow<T>[]];

/** The edges for each kind of value at each place. */
function edgesOf<T>(
  places: readonly Place<T>[],
  any: (paths: readonly string[], passes: (value: T) => boolean) => Reached,
): readonly EdgeGroup<SentValues>[] {
  return places.map(([endpoint, what, paths, kinds]) => [
    [endpoint],
    what,
    kinds.map(([name, why, passes]) => [name, why, any(paths, passes)]),
  ]);
}

const inVolumes = pick(numberKinds, 'zero', 'decimals', 'past 32 bits');

const numberPlaces: readonly Place<number>[] = [
  ['E6', 'a salary: ', ['employee.employment.salary.amount'], numberKinds],
  ['E6', 'a volume: ', ['coverages[].enrolled_members[].volume'], inVolumes],
  ['E6', 'hours worked: ', ['employee.employment.hours_worked'], pick(numberKinds, 'zero', 'decimals')],
];

const snapshotMembers = [...membersOf('member-snapshot-input').values()];

/** Reached if a coded member of a snapshot has another value than the one that is always sent. */
function anyOtherCode(paths: RegExp): Reached {
  const tests = snapshotMembers.flatMap(({ path, vocabulary: key }) => {
    if (!isVocabularyKey(key) || !paths.test(path)) return [];
    const [, ...others] = vocabulary[key].toSorted((one, other) => Number(other.shown) - Number(one.shown));
    return [anyText([path], (code) => others.some(({ value }) => value === code))];
  });
  return (sent) => tests.some((test) => test(sent));
}

// oxfmt-ignore
const codeRows: readonly EdgeRow<SentValues>[] = [
  ['members are linked', 'true and false are mixed up', anyOf(['enable_member_auto_link'], (value) => value === true)],
  ['members are not linked', 'false is taken for none', anyOf(['enable_member_auto_link'], (value) => value === false)],
  ['a coded member of the employee with another value', 'every value is taken for the first one',
    anyOtherCode(/^employee\./u)],
  ['another relationship', 'every dependent is taken for a child', anyOtherCode(/^dependents\[\]\.relationship$/u)],
  ['another event type or reason', 'every event is taken for open enrollment', anyOtherCode(/^events\[\]\./u)],
  ['another mode', 'every mode is taken for the first one', anyOtherCode(/^snapshot_mode$/u)],
];

const employerNumber: EdgeRow<SentValues> = [
  'an employer number without a dash',
  'the number is formatted, or loses its leading zeros',
  anyText(['federal_ein'], (text) => /^0\d+$/u.test(text)),
];

const line = 'body.carriers[].lines_of_coverage.*';
const [enrollmentStart, enrollmentEnd] = [`${line}.open_enrollment_start_date`, `${line}.open_enrollment_end_date`];
const enrolled = 'coverages[].enrolled_members[]';
const [coverageStart, coverageEnd] = [`${enrolled}.effective_start_date`, `${enrolled}.effective_end_date`];
const [birth, birthOfDependent] = ['employee.person.date_of_birth', 'dependents[].person.date_of_birth'];
const employmentDates = 'employee.employment.employment_dates';
const utmost = pick(calendar, 'leap day', 'last day of a year');

const datePlaces: readonly Place<string>[] = [
  ['E3', 'a new decision: the renewal date is a ', ['renewal_date'], calendar],
  ['E3', 'a new decision: the first day of an enrollment is a ', [enrollmentStart], utmost],
  ['E3', 'a new decision: the last day of an enrollment is a ', [enrollmentEnd], utmost],
  ['E4', 'an edit: the renewal date is a ', ['renewal_date'], utmost],
  ['E4', 'an edit: the first day of an enrollment is a ', [enrollmentStart], utmost],
  ['E4', 'an edit: the last day of an enrollment is a ', [enrollmentEnd], utmost],
  ['E6', 'a snapshot: the first day of a coverage is a ', [coverageStart], calendar],
  ['E6', 'a snapshot: the last day of a coverage is a ', [coverageEnd], calendar],
  ['E6', "a snapshot: the employee's birth is a ", [birth], utmost],
  ['E6', "a snapshot: a dependent's birth is a ", [birthOfDependent], utmost],
  ['E6', 'a snapshot: the day of a latest change is a ', [`${enrolled}.latest_change_effective_date`], utmost],
  ['E6', 'a snapshot: the day of hire is a ', [`${employmentDates}.hire_date`], utmost],
  ['E6', 'a snapshot: the start of full-time work is a ', [`${employmentDates}.full_time_start`], utmost],
  ['E6', 'a snapshot: the day of a salary is a ', ['employee.employment.salary.effective_date'], utmost],
  ['E6', 'a snapshot: the day of an event is a ', ['events[].date'], utmost],
  ['E6', 'a snapshot: the day of a signature is a ', ['coverages[].signature_date'], utmost],
];

// oxfmt-ignore
const dateRows: readonly EdgeRow<SentValues>[] = [
  ['a coverage has no end', '9999-12-31 is past what many a date or number of seconds can hold',
    anyText([coverageEnd], (date) => date === openEnd)],
  ['a coverage ends on the day before the open end', 'a comparison with the open end takes it for one',
    anyText([coverageEnd], (date) => date === '9999-12-30')],
  ['a coverage ends past 2038-01-19', 'seconds since 1970 do not fit into 32 bits with a sign',
    anyText([coverageEnd], (date) => date > '2038-01-19' && date < '9999-01-01')],
  ['a birth before 1970', 'seconds since 1970 are below zero',
    anyText([birth, birthOfDependent], (date) => date < '1970-01-01')],
  ['a birth before 1930', 'a year that is kept by its last two digits is one of this century',
    anyText([birth, birthOfDependent], (date) => date < '1930-01-01')],
];

/** The texts of a person, except those with a form of their own. */
function personal(owner: string): readonly string[] {
  const paths = snapshotMembers.filter(({ kind }) => kind === 'text').map(({ path }) => path);
  const hasOwnForm = /\.(?:ssn|email_address|home_phone|work_phone|zip_code)$/u;
  return paths.filter((path) => path.startsWith(`${owner}.person.`) && !hasOwnForm.test(path));
}

const ofNames = ['outside the basic plane', 'combining characters', 'past 255 characters', 'quotes or backslashes'];
const outside = pick(textKinds, 'outside the basic plane');
const inNames = pick(textKinds, ...ofNames);
const mostTelling = pick(textKinds, ...ofNames, 'empty');
const inNumbers = pick(textKinds, ...ofNames, 'empty', 'digits with leading zeros');
const inKeys = pick(textKinds, 'outside the basic plane', 'combining characters', 'empty');
const inEvents = pick(textKinds, 'outside the basic plane', 'past 255 characters');

const textPlaces: readonly Place<string>[] = [
  ['E6', 'a name or an address of the employee: ', personal('employee'), textKinds],
  ['E6', 'a name or an address of a dependent: ', personal('dependents[]'), mostTelling],
  ['E6', 'an occupation: ', ['employee.employment.occupation'], mostTelling],
  ['E6', 'a classification: ', ['employee.classifications.*'], mostTelling],
  ['E6', "a coverage's plan name: ", ['coverages[].plan_name'], mostTelling],
  ['E6', "a dependent's own name: ", ['dependents[].custom_individual_id'], outside],
  ['E6', "an event's name: ", ['events[].id'], inEvents],
  ['E3', "a new decision's plan name: ", [`${line}.plans[].name`], mostTelling],
  ['E4', "an edit's plan name: ", [`${line}.plans[].name`], outside],
  ['E2', "a connection's group number: ", ['group_data.carrier_group_id'], inNumbers],
  ['E2', "a connection's group name: ", ['group_data.group_name'], inNames],
  ['E6', "a classification's key: ", ['employee.classifications'], inKeys],
];

const bodies: readonly (readonly [schema: SchemaName, endpoints: readonly EndpointId[], what: string])[] = [
  ['member-snapshot-input', ['E6'], 'a snapshot'],
  ['renewal-decision-input', ['E3', 'E4'], 'a decision'],
  ['group-connection-input', ['E2'], 'a connection'],
];

/** Reached if an object lacks all of these members but could have them; a metal tier needs a plan described by name. */
function anyWithout(owner: string, names: readonly string[]): Reached {
  const couldHave = (value: JsonObject): boolean => !names.includes('metal_tier') || Object.hasOwn(value, 'name');
  const lacks = (value: JsonObject): boolean => names.every((name) => !Object.hasOwn(value, name));
  return anyOf([owner], (value) => isObject(value) && couldHave(value) && lacks(value));
}

/** Optional members left out: each alone, and all of an object together. A target that refuses one has no such edge. */
const absences = bodies.map(([schema, endpointsOfBody, what]): EdgeGroup<SentValues> => [
  endpointsOfBody,
  `${what}: `,
  [
    ...optionalMembers(schema).map(({ path }): EdgeRow<SentValues> => [
      `optional member ${path} absent`,
      'a value is made up, or a default is given',
      anyWithout(path.replace(/(?:^|\.)[^.]+$/u, ''), path.split('.').slice(-1)),
      [path],
    ]),
    ...[...optionalTogether(schema)].map(([owner, members]): EdgeRow<SentValues> => [
      `no optional member in ${owner}`,
      'the empty object is taken for none',
      anyWithout(owner, members),
      members.map((member) => `${owner}.${member}`),
    ]),
  ],
]);

export const sentValues = edgeTable(
  readSent,
  ...edgesOf(numberPlaces, anyNumber),
  [['E6'], 'a snapshot: ', codeRows],
  [['E2'], 'a connection: ', [employerNumber]],
  ...edgesOf(datePlaces, anyText),
  [['E6'], 'a snapshot: ', dateRows],
  ...edgesOf(textPlaces, anyText),
  ...absences,
);
