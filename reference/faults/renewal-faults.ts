import { isObject, arrayOf, objectOf, type JsonObject } from '../../spec/index.ts';
import { change, parsed } from '../json-values.ts';
import {
  faultTable,
  breaking,
  isSuccess,
  sentBody,
  shownElsewhere,
  withBody,
  withJson,
  type Behaviour,
} from './fault.ts';
import {
  anotherId,
  astralLost,
  having,
  isAt,
  lacking,
  lost,
  members,
  nth,
  nthRecord,
  ofStatus,
  records,
  refusing,
  setTo,
  successStatus,
  takingNonTexts,
  texts,
  trimmed,
} from './rewrites.ts';

const everyDecision = 'E3 E4 E5';
const carriers = 'body.carriers[]';
const lines = `${carriers}.lines_of_coverage`;
const line = `${lines}.*`;
const plans = `${line}.plans`;

/** What is stored wrong is edited and listed wrong. */
const storedWrong = ['renewals.edit', 'renewals.edit-listed'] as const;

function somePlan(body: unknown, holds: (plan: JsonObject) => boolean): boolean {
  let found = false;
  change(body, `${plans}[]`, (plan) => {
    found ||= holds(objectOf(plan));
    return plan;
  });
  return found;
}

/** Takes an empty list of carriers, keeps what was sent before, and answers with the empty list. */
function takingNoCarriers(): Behaviour {
  let before: unknown;
  return async (request, serve) => {
    const sent = sentBody(request);
    const sentCarriers = arrayOf(objectOf(objectOf(sent)['body'])['carriers']);
    if (!isAt('E3 E4', request) || !isObject(sent)) return serve(request);
    if (sentCarriers.length > 0 || before === undefined) {
      const answer = await serve(request);
      if (isSuccess(answer)) before = sentCarriers;
      return answer;
    }
    const withCarriers = change(sent, 'body.carriers', () => before);
    const answer = await serve(withJson(request, withCarriers));
    const withoutCarriers = change(parsed(answer.text), 'body.carriers', () => []);
    return isSuccess(answer) ? withBody(answer, withoutCarriers) : answer;
  };
}

const today = (): string => new Date().toISOString().slice(0, 10);

const leftOver = {
  level: 'warning',
  message: 'nothing to worry about',
  carrier_id: '00000000-0000-4000-8000-0000000000ca',
};

const dayAfter = (day: unknown): string | undefined => {
  const next = new Date(Date.parse(String(day)) + 86_400_000);
  return Number.isNaN(next.getTime()) ? undefined : next.toISOString().slice(0, 10);
};

function stretched(value: unknown): unknown {
  const { open_enrollment_start_date: start, open_enrollment_end_date: end } = objectOf(value);
  return start === end && dayAfter(end) !== undefined
    ? having({ open_enrollment_end_date: dayAfter(end) })(value)
    : value;
}

/** Violations of E3, and of what every decision and its issues hold to (`spec/documents/3-states.md`). */
export const renewalFaults = faultTable({
  'renewals-redirected': {
    description: 'a created decision is answered with 303',
    breaks: ['renewals.create'],
    begin: successStatus('E3', 303),
  },
  'renewals-without-modified': {
    description: 'a decision lacks modified',
    when: 'the second decision of a list',
    breaks: ['renewals.record'],
    begin: nthRecord(1, 'E5', lacking('modified')),
  },
  'renewals-begin-ready': {
    description: 'a new decision is ready',
    breaks: ['renewals.initial-status'],
    also: shownElsewhere,
    begin: setTo('E3', 'status', 'ready'),
  },
  'renewals-begin-done': {
    description: 'a new decision is done at once',
    when: 'a renewal date that has passed',
    breaks: ['renewals.initial-status'],
    also: shownElsewhere,
    begin: records('E3', (record) =>
      String(record['renewal_date']) < today() ? { ...record, status: 'done' } : record,
    ),
  },
  'renewals-status-unknown': {
    description: 'a decision that is ready is called approved',
    when: 'once recalculated, and ready',
    breaks: ['renewals.status-values'],
    begin: ofStatus('ready', 'E5', having({ status: 'approved' })),
  },
  'renewals-no-carriers-taken': {
    description: 'a decision without carriers is taken',
    breaks: ['renewals.carriers', 'renewals.invalid-body'],
    begin: takingNoCarriers,
  },
  'renewals-lines-as-list': {
    description: 'lines_of_coverage is an array',
    when: 'the second carrier',
    breaks: ['renewals.carriers', 'renewals.echo'],
    // Lines that are no object are lines that did not come back, on every way they are read.
    also: [...storedWrong, 'renewals.plans'],
    begin: members(
      everyDecision,
      carriers,
      nth(1, (carrier) => change(carrier, 'lines_of_coverage', (all) => Object.entries(objectOf(all)))),
    ),
  },
  'renewals-leap-day-moved': {
    description: 'a renewal date of 29 February is answered as 1 March',
    when: 'a decision for a leap day',
    breaks: ['renewals.echo'],
    // By its answer the decision is of another day than its list.
    also: [...shownElsewhere, 'renewals.filter-date', 'renewals.filter-bounds'],
    begin: texts('E3', 'renewal_date', (day) => day.replace('-02-29', '-03-01')),
  },
  'renewals-third-carrier-lost': {
    description: 'a carrier is lost',
    when: 'the third carrier of a decision',
    breaks: ['renewals.echo'],
    also: storedWrong,
    begin: members(everyDecision, carriers, nth(2, lost)),
  },
  'renewals-month-end-moved': {
    description: 'open enrollment ends a day early',
    when: 'an end on the 31st of a month',
    breaks: ['renewals.echo'],
    also: storedWrong,
    begin: texts(everyDecision, `${line}.open_enrollment_end_date`, (day) => day.replace(/31$/, '30')),
  },
  'renewals-group-mixed-up': {
    description: 'a new decision names another group',
    when: 'the answer to its creation',
    breaks: ['renewals.echo'],
    // Edits and the list name the right one.
    also: ['renewals.edit', 'versions.change-with-record'],
    begin: members('E3', 'group_id', anotherId),
  },
  'renewals-plan-without-id': {
    description: 'a plan that was sent by name lacks plan_id',
    when: 'plans sent by name',
    breaks: ['renewals.plans'],
    begin: members(everyDecision, `${plans}[]`, (plan) =>
      'plan_type' in objectOf(plan) ? lacking('plan_id')(plan) : plan,
    ),
  },
  'renewals-third-plan-lost': {
    description: 'a plan is lost',
    when: 'the third plan of a line',
    breaks: ['renewals.plans'],
    also: storedWrong,
    begin: members(everyDecision, `${plans}[]`, nth(2, lost)),
  },
  'renewals-plan-renamed': {
    description: 'the name of a plan is written in capitals',
    when: 'plans sent by name',
    breaks: ['renewals.plans'],
    also: storedWrong,
    begin: members(everyDecision, `${plans}[]`, (plan) =>
      'plan_type' in objectOf(plan) ? change(plan, 'name', (name) => String(name).toUpperCase()) : plan,
    ),
  },
  'renewals-tier-needed': {
    description: 'a plan by name is refused without a metal tier',
    when: 'a description without metal_tier',
    breaks: ['renewals.plan-forms'],
    begin: refusing('E3 E4', (request) =>
      somePlan(sentBody(request), (plan) => 'name' in plan && !('metal_tier' in plan)),
    ),
  },
  'renewals-ids-refused': {
    description: 'a decision is refused when no plan has a name',
    when: 'plans by identifier alone',
    breaks: ['renewals.plan-forms'],
    begin: refusing('E3', (request) => {
      const sent = sentBody(request);
      return somePlan(sent, (plan) => 'plan_id' in plan) && !somePlan(sent, (plan) => 'name' in plan);
    }),
  },
  'renewals-numbers-taken': {
    description: 'a name that is no string is taken and turned into text',
    when: 'the name of a plan',
    breaks: ['renewals.invalid-body'],
    begin: takingNonTexts('E3 E4', `${plans}[].name`),
  },
  'renewals-tier-ignored': {
    description: 'a metal tier that is no string is left out without a word',
    when: 'the metal tier of a plan',
    breaks: ['renewals.invalid-body'],
    begin: takingNonTexts('E3 E4', `${plans}[].metal_tier`, lost),
  },
  'renewals-issues-number': {
    description: 'issues is a number',
    when: 'decisions that are not ready',
    breaks: ['renewals.record', 'renewals.issues-explain'],
    begin: ofStatus('not_ready', 'E5', (record) => ({ ...record, issues: arrayOf(record['issues']).length })),
  },
  'renewals-ready-with-issues': {
    description: 'a decision that is ready has a warning left',
    when: 'once recalculated, and ready',
    breaks: ['renewals.issues-empty'],
    begin: ofStatus('ready', 'E5', having({ issues: [leftOver] })),
  },
  'renewals-submitted-with-issues': {
    description: 'a decision has the issues of its last state',
    when: 'edited while not ready',
    breaks: ['renewals.issues-empty'],
    also: shownElsewhere,
    begin() {
      const issues = new Map<unknown, unknown>();
      return records('E4 E5', (record, { request }) => {
        const before = issues.get(record['id']);
        if (record['status'] === 'not_ready') issues.set(record['id'], record['issues']);
        return request.place === 'E4' && before !== undefined ? { ...record, issues: before } : record;
      })();
    },
  },
  'renewals-unexplained': {
    description: 'a decision that is not ready has no issues',
    when: 'once recalculated, and not ready',
    breaks: ['renewals.issues-explain'],
    begin: ofStatus('not_ready', 'E5', having({ issues: [] })),
  },
  'renewals-first-carrier-explained': {
    description: 'only the first carrier has issues',
    when: 'not ready for the sake of other carriers alone',
    breaks: ['renewals.issues-explain'],
    begin: records('E5', (record) => {
      const first = objectOf(arrayOf(objectOf(record['body'])['carriers'])[0])['carrier_id'];
      const isOfFirst = arrayOf(record['issues']).some((issue) => objectOf(issue)['carrier_id'] === first);
      return isOfFirst ? record : { ...record, issues: [] };
    }),
  },
  'renewals-issue-level': {
    description: 'an issue has the level critical',
    when: 'issues that are errors',
    breaks: ['renewals.issue-record'],
    begin: members('E5', 'issues[].level', (level) => (level === 'error' ? 'critical' : level)),
  },
  'renewals-issue-without-words': {
    description: 'an issue has an empty message',
    when: 'the second issue of a decision',
    breaks: ['renewals.issue-record'],
    begin: members('E5', 'issues[]', nth(1, having({ message: '' }))),
  },
  'renewals-issue-without-carrier': {
    description: 'an issue names no carrier',
    when: 'the second issue of a decision',
    breaks: ['renewals.issue-carrier'],
    begin: members('E5', 'issues[]', nth(1, lacking('carrier_id'))),
  },
  ...breaking(
    { breaks: ['renewals.echo'], also: storedWrong },
    {
      'renewals-fourth-carrier-lost': {
        description: 'a carrier is lost',
        when: 'the fourth carrier of a decision',
        begin: members(everyDecision, carriers, nth(3, lost)),
      },
      'renewals-single-day-stretched': {
        description: 'open enrollment ends a day late',
        when: 'an enrollment of a single day',
        begin: members(everyDecision, line, stretched),
      },
      'renewals-year-begin-moved': {
        description: 'open enrollment begins a day early',
        when: 'a begin on the first day of a year',
        begin: texts(everyDecision, `${line}.open_enrollment_start_date`, (day) =>
          day.endsWith('-01-01') ? `${Number(day.slice(0, 4)) - 1}-12-31` : day,
        ),
      },
    },
  ),
  ...breaking(
    { breaks: ['renewals.plans'], also: storedWrong },
    {
      'renewals-fifth-plan-lost': {
        description: 'a plan is lost',
        when: 'the fifth plan of a line',
        begin: members(everyDecision, plans, (all) => arrayOf(all).slice(0, 4)),
      },
      'renewals-plan-name-cut': {
        description: 'the name of a plan is cut',
        when: 'a name past 100 characters',
        begin: texts(everyDecision, `${plans}[].name`, (name) => Array.from(name).slice(0, 100).join('')),
      },
      'renewals-plan-astral-lost': {
        description: 'a character in the name of a plan becomes a question mark',
        when: 'characters outside the basic multilingual plane',
        begin: texts(everyDecision, `${plans}[].name`, astralLost),
      },
      'renewals-plan-trimmed': {
        description: 'blanks around the name of a plan are lost',
        when: 'a name that begins or ends with a blank',
        begin: texts(everyDecision, `${plans}[].name`, trimmed),
      },
    },
  ),
  'renewals-listed-under-first-group': {
    description: 'a decision names the group of the one created before it',
    when: 'decisions in several groups, in their lists',
    breaks: ['renewals.list'],
    also: ['versions.change-with-record', 'renewals.edit-isolated', 'renewals.edit'],
    begin() {
      let first: unknown;
      return records('E3 E5', (record, { request }) => {
        if (request.place === 'E3') first ??= record['group_id'];
        return request.place === 'E5' && first !== undefined ? { ...record, group_id: first } : record;
      })();
    },
  },
});
