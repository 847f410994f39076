import { change, isObject, listOf } from './change.ts';
import type { Behaviour, Fault } from './fault.ts';
import { members, records } from './rewrite.ts';

const carriers = 'body.carriers[]';
const line = `${carriers}.lines_of_coverage.*`;

/** What becomes of values of one kind in a decision, and the requirement that says otherwise. */
interface Row {
  readonly name: string;
  readonly description: string;
  readonly when: string;
  readonly breaks: 'renewals.echo' | 'renewals.plans';
  readonly begin: () => Behaviour;
}

const planNames = (to: (name: string) => string): (() => Behaviour) =>
  members('E3 E4 E5', `${line}.plans[].name`, (name) => to(String(name)));

const rows: readonly Row[] = [
  {
    name: 'renewals-fourth-carrier-lost',
    description: 'a carrier is lost',
    when: 'the fourth carrier of a decision',
    breaks: 'renewals.echo',
    begin: members('E3 E4 E5', carriers, (carrier, position) => (position === 3 ? undefined : carrier)),
  },
  {
    name: 'renewals-single-day-stretched',
    description: 'open enrollment ends a day late',
    when: 'an enrollment of a single day',
    breaks: 'renewals.echo',
    begin: members('E3 E4 E5', line, (value) => {
      if (!isObject(value) || value['open_enrollment_start_date'] !== value['open_enrollment_end_date']) return value;
      const next = new Date(Date.parse(String(value['open_enrollment_end_date'])) + 86_400_000);
      return Number.isNaN(next.getTime())
        ? value
        : { ...value, open_enrollment_end_date: next.toISOString().slice(0, 10) };
    }),
  },
  {
    name: 'renewals-year-begin-moved',
    description: 'open enrollment begins a day early',
    when: 'a begin on the first day of a year',
    breaks: 'renewals.echo',
    begin: members('E3 E4 E5', `${line}.open_enrollment_start_date`, (day) =>
      String(day).endsWith('-01-01') ? `${String(Number(String(day).slice(0, 4)) - 1)}-12-31` : day,
    ),
  },
  {
    name: 'renewals-fifth-plan-lost',
    description: 'a plan is lost',
    when: 'the fifth plan of a line',
    breaks: 'renewals.plans',
    begin: members('E3 E4 E5', `${line}.plans`, (plans) => listOf(plans).slice(0, 4)),
  },
  {
    name: 'renewals-plan-name-cut',
    description: 'the name of a plan is cut',
    when: 'a name past 100 characters',
    breaks: 'renewals.plans',
    begin: planNames((name) => Array.from(name).slice(0, 100).join('')),
  },
  {
    name: 'renewals-plan-astral-lost',
    description: 'a character in the name of a plan becomes a question mark',
    when: 'characters outside the basic multilingual plane',
    breaks: 'renewals.plans',
    begin: planNames((name) => name.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '?')),
  },
  {
    name: 'renewals-plan-trimmed',
    description: 'blanks around the name of a plan are lost',
    when: 'a name that begins or ends with a blank',
    breaks: 'renewals.plans',
    begin: planNames((name) => name.trim()),
  },
];

/** Violations of E3 to E5 that show on certain content alone (`spec/documents/2-resources.md`, Renewal decision). */
export const decisionContentFaults: readonly Fault[] = [
  // What is stored wrong is edited and listed wrong.
  ...rows.map(
    ({ breaks, ...row }) =>
      ({ ...row, breaks: [breaks], also: ['renewals.edit', 'renewals.edit-listed'] }) satisfies Fault,
  ),
  {
    name: 'renewals-listed-under-first-group',
    description: 'a decision names the group of the one created before it',
    when: 'decisions in several groups, in their lists',
    breaks: ['renewals.list'],
    also: ['versions.change-with-record', 'renewals.edit-isolated', 'renewals.edit'],
    begin: () => {
      let first: unknown;
      return records('E3 E5', (record, { request }) => {
        if (request.place === 'E3') first ??= record['group_id'];
        const isOther = request.place === 'E5' && first !== undefined && record['group_id'] !== first;
        return isOther ? change(record, 'group_id', () => first) : record;
      })();
    },
  },
];
