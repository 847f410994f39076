import { arrayOf, isList, msPerDay, objectOf, openEnd, type JsonObject } from '../../spec/index.ts';
import { change, membersAt } from '../json-values.ts';
import { isSuccess, sentBody, withJson, withoutContent, type Begin } from './fault.ts';
import {
  anotherId,
  astralLost,
  breaking,
  dashed,
  dayWithTime,
  editBody,
  endingNoEarlier,
  fault,
  filtered,
  having,
  lacking,
  lost,
  nth,
  padded,
  rewrite,
  shownElsewhere,
  today,
  trimmed,
  undashedId,
  unpaddedDay,
} from './rewrites.ts';

const everyDecision = 'E3 E4 E5';
const carriers = 'body.carriers[]';
const lines = `${carriers}.lines_of_coverage`;
const line = `${lines}.*`;
const plans = `${line}.plans`;

/** What is stored wrong is wrong after an edit as well. */
const wrongEcho = (description: string) => fault('renewals.echo', description).also('renewals.edit');
const wrongPlans = (description: string) => fault('renewals.plans', description).also('renewals.edit');

/** Gives a plan of a decision the name that a similar one had before. */
const namedAsBefore = (alike: (name: string) => string): Begin =>
  rewrite.records(everyDecision, (record, { memory }) =>
    change(record, `${plans}[].name`, (name) => memory.first(alike(String(name)), name)),
  );

const somePlan = (body: unknown, holds: (plan: JsonObject) => boolean): boolean =>
  membersAt(body, `${plans}[]`).some(([, plan]) => holds(objectOf(plan)));

const leftOver = {
  level: 'warning',
  message: 'nothing to worry about',
  carrier_id: '00000000-0000-4000-8000-0000000000ca',
};

function stretched(value: unknown): unknown {
  const { open_enrollment_start_date: start, open_enrollment_end_date: end } = objectOf(value);
  const next = new Date(Date.parse(String(end)) + msPerDay);
  return start === end && !Number.isNaN(next.getTime())
    ? having({ open_enrollment_end_date: next.toISOString().slice(0, 10) })(value)
    : value;
}

const takingInvalid = breaking('renewals.invalid-body');

/** Violations of E3, and of what holds for every decision and its issues (`spec/documents/3-states.md`). */
export const renewalFaults = {
  'renewals-done-enrollment-moved': fault('renewals.echo', 'open enrollment is listed a day shorter')
    .when('once done')
    .also(...shownElsewhere)
    .ofStatus('E5', 'done', (record) =>
      change(record, `${line}.open_enrollment_end_date`, (end) =>
        new Date(Date.parse(String(end)) - msPerDay).toISOString().slice(0, 10),
      ),
    ),
  'renewals-done-lines-lost': fault('renewals.echo', 'a listed decision has none of its lines')
    .when('once done')
    .also(...shownElsewhere)
    .ofStatus('E5', 'done', (record) => change(record, lines, () => ({}))),
  'renewals-redirected': fault('renewals.create', 'a created decision is answered with 303').status('E3', 303),
  'renewals-no-content': fault('renewals.create', 'a created decision is answered with 204 and no record')
    .also('wire.json')
    .answers('E3', withoutContent),
  'renewals-without-modified': fault('renewals.record', 'a decision lacks modified')
    .when('the second decision of a list')
    .nth('E5', 1, lacking('modified')),
  'renewals-begin-ready': fault('renewals.initial-status', 'a new decision is ready')
    .also(...shownElsewhere)
    .set('E3', 'status', 'ready'),
  'renewals-begin-done': fault('renewals.initial-status', 'a new decision is done at once')
    .when('a renewal date that has passed')
    .also(...shownElsewhere)
    .records('E3', (record) => (String(record['renewal_date']) < today() ? { ...record, status: 'done' } : record)),
  'renewals-status-unknown': fault('renewals.status-values', 'a decision that is ready is called approved')
    .when('once recalculated, and ready')
    .ofStatus('E5', 'ready', having({ status: 'approved' })),
  'renewals-no-carriers-taken': fault('renewals.carriers', 'a decision without carriers is taken')
    .and('renewals.invalid-body')
    // The carriers that were sent before are kept, and the empty list is answered.
    .exchanges('E3 E4', async ({ request, answer, serve, memory }) => {
      const sent = sentBody(request);
      const { carriers: sentCarriers } = objectOf(objectOf(sent)['body']);
      if (isSuccess(answer)) memory.set('carriers', sentCarriers);
      if (answer.status !== 422 || !isList(sentCarriers) || sentCarriers.length > 0) return answer;
      const taken = change(sent, 'body.carriers', () => memory.get('carriers'));
      return editBody(await serve(withJson(request, taken)), (body) => change(body, 'body.carriers', () => []));
    }),
  'renewals-lines-as-list': fault('renewals.carriers', 'lines_of_coverage is an array')
    .and('renewals.echo')
    .when('the second carrier')
    // Lines that are not an object count as lines that did not come back, wherever they are read.
    .also('renewals.edit', 'renewals.plans')
    .members(
      everyDecision,
      carriers,
      nth(1, (carrier) => change(carrier, 'lines_of_coverage', (all) => Object.entries(objectOf(all)))),
    ),
  'renewals-leap-day-moved': fault('renewals.echo', 'a renewal date of 29 February is answered as 1 March')
    .when('a decision for a leap day')
    .also(...shownElsewhere)
    .texts('E3', 'renewal_date', (day) => day.replace('-02-29', '-03-01')),
  'renewals-third-carrier-lost': wrongEcho('a carrier is lost')
    .when('the third carrier of a decision')
    .members(everyDecision, carriers, nth(2, lost)),
  'renewals-month-end-moved': wrongEcho('open enrollment ends a day early')
    .when('an end on the 31st of a month')
    .texts(everyDecision, `${line}.open_enrollment_end_date`, (day) => day.replace(/31$/, '30')),
  'renewals-group-mixed-up': fault('renewals.echo', 'a new decision names another group')
    .when('the answer to its creation')
    // Edits and the list name the right one.
    .also('renewals.edit', 'versions.change-with-record')
    .members('E3', 'group_id', anotherId),
  'renewals-plan-without-id': fault('renewals.plans', 'a plan that was sent by name lacks plan_id')
    .when('plans sent by name')
    .members(everyDecision, `${plans}[]`, (plan) => ('plan_type' in objectOf(plan) ? lacking('plan_id')(plan) : plan)),
  'renewals-third-plan-lost': wrongPlans('a plan is lost')
    .when('the third plan of a line')
    .members(everyDecision, `${plans}[]`, nth(2, lost)),
  'renewals-plan-renamed': wrongPlans('the name of a plan is written in capitals')
    .when('plans sent by name')
    .members(everyDecision, `${plans}[]`, (plan) =>
      'plan_type' in objectOf(plan) ? change(plan, 'name', (name) => String(name).toUpperCase()) : plan,
    ),
  'renewals-tier-needed': fault('renewals.plan-forms', 'a plan by name is refused without a metal tier')
    .when('a description without metal_tier')
    .refuses('E3 E4', (request) => somePlan(sentBody(request), (plan) => 'name' in plan && !('metal_tier' in plan))),
  'renewals-dental-tier-needed': fault('renewals.plan-forms', 'a dental plan by name is refused without a metal tier')
    .when('a dental line')
    .refuses('E3 E4', (request) =>
      membersAt(sentBody(request), `${lines}.dental.plans[]`).some(
        ([, plan]) => 'name' in objectOf(plan) && !('metal_tier' in objectOf(plan)),
      ),
    ),
  'renewals-tier-refused': fault('renewals.plan-forms', 'a plan by name is refused with a metal tier')
    .when('a description with metal_tier')
    .refuses('E3 E4', (request) => somePlan(sentBody(request), (plan) => !('plan_id' in plan) && 'metal_tier' in plan)),
  'renewals-ids-refused': fault('renewals.plan-forms', 'a decision is refused when no plan has a name')
    .when('plans by identifier alone')
    .refuses('E3', (request) => {
      const sent = sentBody(request);
      return somePlan(sent, (plan) => 'plan_id' in plan) && !somePlan(sent, (plan) => 'name' in plan);
    }),
  'renewals-numbers-taken': takingInvalid('a name that is no string is taken and turned into text')
    .when('the name of a plan')
    .takesNonTexts('E3 E4', `${plans}[].name`),
  'renewals-second-carrier-unchecked': takingInvalid('the lines of a carrier may be text')
    .when('the second carrier')
    .takesLater('E3 E4', 'body.carriers', 'lines_of_coverage'),
  'renewals-times-cut': takingInvalid('a date may have a time, which is cut off')
    .when('the renewal date')
    .takesTexts('E3 E4', 'renewal_date', dayWithTime, (text) => text.slice(0, 10)),
  'renewals-days-unpadded': takingInvalid('a date may lack its zeros')
    .when('the renewal date')
    .takesTexts('E3 E4', 'renewal_date', unpaddedDay, padded),
  'renewals-ids-undashed': takingInvalid('an identifier may lack its dashes')
    .when('the carrier in an edit')
    .takesTexts('E4', 'body.carriers[].carrier_id', undashedId, dashed),
  'renewals-tier-ignored': takingInvalid('a metal tier that is no string is left out without a word')
    .when('the metal tier of a plan')
    .takesNonTexts('E3 E4', `${plans}[].metal_tier`, lost),
  'renewals-issues-number': fault('renewals.record', 'issues is a number')
    .and('renewals.issues-explain')
    .when('decisions that are not ready')
    .ofStatus('E5', 'not_ready', (record) => ({ ...record, issues: arrayOf(record['issues']).length })),
  'renewals-ready-with-issues': fault('renewals.issues-empty', 'a decision that is ready has a warning left')
    .when('once recalculated, and ready')
    .ofStatus('E5', 'ready', having({ issues: [leftOver] })),
  'renewals-submitted-with-issues': fault('renewals.issues-empty', 'a decision has the issues of its last state')
    .when('edited while not ready')
    .also(...shownElsewhere)
    .records('E4 E5', (record, { request, memory }) => {
      const before = memory.get(record['id']);
      if (record['status'] === 'not_ready') memory.set(record['id'], record['issues']);
      return request.place === 'E4' && before !== undefined ? { ...record, issues: before } : record;
    }),
  'renewals-unexplained': fault('renewals.issues-explain', 'a decision that is not ready has no issues')
    .when('once recalculated, and not ready')
    .ofStatus('E5', 'not_ready', having({ issues: [] })),
  'renewals-first-carrier-explained': fault('renewals.issues-explain', 'only the first carrier has issues')
    .when('not ready for the sake of other carriers alone')
    .records('E5', (record) => {
      const first = objectOf(arrayOf(objectOf(record['body'])['carriers'])[0])['carrier_id'];
      const isOfFirst = arrayOf(record['issues']).some((issue) => objectOf(issue)['carrier_id'] === first);
      return isOfFirst ? record : { ...record, issues: [] };
    }),
  'renewals-issue-level': fault('renewals.issue-record', 'an issue has the level critical')
    .when('issues that are errors')
    .members('E5', 'issues[].level', (level) => (level === 'error' ? 'critical' : level)),
  'renewals-issue-without-words': fault('renewals.issue-record', 'an issue has an empty message')
    .when('the second issue of a decision')
    .members('E5', 'issues[]', nth(1, having({ message: '' }))),
  'renewals-issue-without-carrier': fault('renewals.issue-carrier', 'an issue names no carrier')
    .when('the second issue of a decision')
    .members('E5', 'issues[]', nth(1, lacking('carrier_id'))),
  'renewals-fourth-carrier-lost': wrongEcho('a carrier is lost')
    .when('the fourth carrier of a decision')
    .members(everyDecision, carriers, nth(3, lost)),
  'renewals-turned-period-mended': wrongEcho('open enrollment ends on the day that it begins')
    .when('an end before the begin')
    .members(everyDecision, line, endingNoEarlier('open_enrollment_start_date', 'open_enrollment_end_date')),
  'renewals-open-end-lost': wrongEcho('open enrollment has no end')
    .when('the end 9999-12-31')
    .also('wire.dates')
    .members(everyDecision, `${line}.open_enrollment_end_date`, (day) => (day === openEnd ? null : day)),
  'renewals-single-day-stretched': wrongEcho('open enrollment ends a day late')
    .when('an enrollment of a single day')
    .members(everyDecision, line, stretched),
  'renewals-year-begin-moved': wrongEcho('open enrollment begins a day early')
    .when('a begin on the first day of a year')
    .texts(everyDecision, `${line}.open_enrollment_start_date`, (day) =>
      day.endsWith('-01-01') ? `${Number(day.slice(0, 4)) - 1}-12-31` : day,
    ),
  'renewals-eleventh-plan-lost': fault('renewals.plans', 'a plan is lost')
    .when('more than ten plans of a line')
    .also('renewals.edit')
    .members(everyDecision, plans, (all) => arrayOf(all).slice(0, 10)),
  'renewals-fifth-plan-lost': wrongPlans('a plan is lost')
    .when('the fifth plan of a line')
    .members(everyDecision, plans, (all) => arrayOf(all).slice(0, 4)),
  'renewals-plans-of-a-name-joined': wrongPlans('a plan is lost')
    .when('one of the same name and another type comes before it')
    .members(everyDecision, plans, (all) => {
      const names = arrayOf(all).map((plan) => objectOf(plan)['name']);
      return arrayOf(all).filter((_plan, at) => names.indexOf(names[at]) === at);
    }),
  'renewals-plan-names-in-one-case': wrongPlans('the name of a plan comes back as it was spelled before')
    .when('a name that differs from an earlier one in letter case alone')
    .by(namedAsBefore((name) => name.toLowerCase())),
  'renewals-plan-names-without-accents': wrongPlans('the name of a plan comes back as it was spelled before')
    .when('a name that differs from an earlier one in accents alone')
    .by(namedAsBefore((name) => name.normalize('NFD').replaceAll(/\p{M}/gu, ''))),
  'renewals-plan-name-cut': wrongPlans('the name of a plan is cut')
    .when('a name past 100 characters')
    .texts(everyDecision, `${plans}[].name`, (name) => Array.from(name).slice(0, 100).join('')),
  'renewals-plan-astral-lost': wrongPlans('a character in the name of a plan becomes a question mark')
    .when('characters outside the basic multilingual plane')
    .texts(everyDecision, `${plans}[].name`, astralLost),
  'renewals-plan-trimmed': wrongPlans('blanks around the name of a plan are lost')
    .when('a name that begins or ends with a blank')
    .texts(everyDecision, `${plans}[].name`, trimmed),
  'renewals-done-unlisted': fault('renewals.list', 'a decision is gone from every list')
    .when('once done')
    .ofStatus('E5', 'done', lost),
  'renewals-not-ready-unlisted': fault('renewals.list', 'a decision is gone from every list')
    .when('once not ready')
    .also('renewals.edit-listed', 'paging.full-pages', ...filtered)
    .ofStatus('E5', 'not_ready', lost),
  'renewals-early-unlisted': fault('renewals.list', 'a decision is gone from every list')
    .when('a hundred decisions were made after it')
    // What is left of a page of early decisions is less than a page, and some of them are edited later.
    .also('paging.full-pages', 'renewals.edit-listed')
    .records('E3 E5', (record, { request, memory }) => {
      const number = request.place === 'E3' ? memory.count('made') : Number(memory.get('made') ?? 0);
      return number - Number(memory.first(record['id'], number)) > 100 ? undefined : record;
    }),
  'renewals-done-without-plans': fault('renewals.plans', 'a decision has lost its plans')
    .when('once done')
    .ofStatus('E5', 'done', (record) => change(record, plans, () => [])),
  'renewals-listed-under-first-group': fault('renewals.list', 'a decision names the group of the one created before it')
    .when('decisions in several groups, in their lists')
    .also('versions.change-with-record', 'renewals.edit-isolated', 'renewals.edit')
    .records('E3 E5', (record, { request, memory }) => {
      if (request.place === 'E3') memory.first('group', record['group_id']);
      return request.place === 'E5' ? { ...record, group_id: memory.get('group') ?? record['group_id'] } : record;
    }),
};
