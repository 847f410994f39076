import { isObject, listOf, mapTexts, objectOf, type JsonObject } from './change.ts';
import type { Behaviour, Fault } from './fault.ts';
import { members, records } from './rewrite.ts';

const content = 'member_snapshot';

/** What becomes of values of one kind in the submitted content. */
interface Row {
  readonly name: string;
  readonly description: string;
  readonly when: string;
  readonly begin: () => Behaviour;
}

const texts = (to: (text: string) => string): (() => Behaviour) =>
  members('E6 E7', content, (sent) => mapTexts(sent, to));

/** Changes every number in the submitted content. */
const numbers = (to: (number: number) => unknown): (() => Behaviour) => {
  const mapped = (value: unknown): unknown => {
    if (typeof value === 'number') return to(value);
    if (Array.isArray(value)) return value.map(mapped);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapped(member)]));
  };
  return members('E6 E7', content, mapped);
};

/** Changes every day in the submitted content, whichever member it is of. */
const days = (to: (day: string) => string): (() => Behaviour) =>
  texts((text) => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? to(text) : text));

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

const rows: readonly Row[] = [
  {
    name: 'snapshots-reversed',
    description: 'text comes back from its end to its beginning',
    when: 'right-to-left writing',
    begin: texts((text) => (rightToLeft.test(text) ? Array.from(text).toReversed().join('') : text)),
  },
  {
    name: 'snapshots-null-word-emptied',
    description: 'a word is taken for no value',
    when: 'the text null',
    begin: texts((text) => (text.toLowerCase() === 'null' ? '' : text)),
  },
  {
    name: 'snapshots-numeral-rewritten',
    description: 'text is read as a number and written anew',
    when: 'text that looks like a number with an exponent',
    begin: texts((text) => (/^\d+e\d+$/i.test(text) ? String(Number(text)) : text)),
  },
  {
    name: 'snapshots-line-breaks-joined',
    description: 'lines become one',
    when: 'text with line breaks',
    begin: texts((text) => text.replaceAll(/\r?\n/g, ' ')),
  },
  {
    name: 'snapshots-compatible-twins',
    description: 'a character becomes its compatible twin',
    when: 'ligatures and full-width characters',
    begin: texts((text) => (/[\uFB00-\uFB06\uFF01-\uFF5E]/.test(text) ? text.normalize('NFKC') : text)),
  },
  {
    name: 'snapshots-february-end-moved',
    description: 'a day is given as the day after it',
    when: '28 February of a year without a 29th',
    begin: days((day) =>
      day.endsWith('-02-28') && Number(day.slice(0, 4)) % 4 !== 0 ? day.replace(/02-28$/, '03-01') : day,
    ),
  },
  {
    name: 'snapshots-year-end-moved',
    description: 'a coverage ends on the first day of the next year',
    when: 'an end on the last day of a year',
    begin: days((day) => (/^(?!9999)\d{4}-12-31$/.test(day) ? `${String(Number(day.slice(0, 4)) + 1)}-01-01` : day)),
  },
  {
    name: 'snapshots-births-from-1970',
    description: 'a day of birth is given as the first day of 1970',
    when: 'births before 1970',
    begin: members('E6 E7', `${content}.employee.person.date_of_birth`, (day) =>
      String(day) < '1970' ? '1970-01-01' : day,
    ),
  },
  {
    name: 'snapshots-cents-rounded',
    description: 'a number is rounded to cents',
    when: 'three decimals or more',
    begin: numbers((number) => Math.round(number * 100) / 100),
  },
  {
    name: 'snapshots-nothing-dropped',
    description: 'a number that is nothing does not come back',
    when: 'the number 0',
    begin: numbers((number) => (number === 0 ? undefined : number)),
  },
  {
    name: 'snapshots-numbers-capped',
    description: 'a number is capped at what 32 bits hold',
    when: 'numbers past 2147483647',
    begin: numbers((number) => Math.min(number, 2_147_483_647)),
  },
  {
    name: 'snapshots-fifth-dependent-lost',
    description: 'a dependent does not come back',
    when: 'the fifth dependent',
    begin: members('E6 E7', `${content}.dependents[]`, (dependent, position) =>
      position === 4 ? undefined : dependent,
    ),
  },
  {
    name: 'snapshots-sixth-coverage-lost',
    description: 'a coverage does not come back',
    when: 'the sixth coverage',
    begin: members('E6 E7', `${content}.coverages[]`, (coverage, position) => (position === 5 ? undefined : coverage)),
  },
  {
    name: 'snapshots-fourth-member-lost',
    description: 'only the first three enrolled members of a coverage come back',
    when: 'four enrolled members or more',
    begin: members('E6 E7', `${content}.coverages[].enrolled_members`, (enrolled) => listOf(enrolled).slice(0, 3)),
  },
  {
    name: 'snapshots-one-classification',
    description: 'only the first classification comes back',
    when: 'two classifications or more',
    begin: members('E6 E7', `${content}.employee.classifications`, (classifications) =>
      Object.fromEntries(Object.entries(objectOf(classifications)).slice(0, 1)),
    ),
  },
];

/** Which carriers a summary has an entry of, none twice. */
function firstThree(entries: readonly unknown[]): readonly unknown[] {
  const ids = [...new Set(entries.map((entry) => objectOf(entry)['carrier_id']))].slice(0, 3);
  return entries.filter((entry) => ids.includes(objectOf(entry)['carrier_id']));
}

/** Violations of E6 and E7 that show on certain content alone (`spec/documents/2-resources.md`, Member snapshot). */
export const snapshotContentFaults: readonly Fault[] = [
  // What is stored wrong is read back wrong.
  ...rows.map((row) => ({ ...row, breaks: ['snapshots.echo'], also: ['snapshots.get'] }) satisfies Fault),
  {
    name: 'snapshots-summary-of-three',
    description: 'the summary has no entry of a carrier',
    when: 'the fourth carrier',
    breaks: ['snapshots.summary'],
    begin: records('E6 E7 E8', (record: JsonObject) => ({
      ...record,
      fulfillment_summary: firstThree(listOf(record['fulfillment_summary'])),
    })),
  },
];
