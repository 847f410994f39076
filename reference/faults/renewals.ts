import { change, isObject, listOf, objectOf } from './change.ts';
import { isSuccess, parsed, sentBody, withBody, withJson } from './exchange.ts';
import type { Behaviour, Fault } from './fault.ts';
import { ofStatus } from './of-status.ts';
import { anotherId, answers, isAt, members, records, refusing, requests } from './rewrite.ts';

const carriers = 'body.carriers[]';
const lines = `${carriers}.lines_of_coverage`;
const plans = `${lines}.*.plans`;

/** Whether a plan was given by a description without a metal tier. */
const isWithoutTier = (plan: unknown): boolean => isObject(plan) && 'name' in plan && !('metal_tier' in plan);

function somePlan(body: unknown, holds: (plan: unknown) => boolean): boolean {
  let found = false;
  change(body, `${plans}[]`, (plan) => {
    found ||= holds(plan);
    return plan;
  });
  return found;
}

/** Takes an empty list of carriers, keeps what was sent before, and answers with the empty list. */
function takingNoCarriers(): Behaviour {
  let before: unknown;
  return async (request, serve) => {
    const sent = sentBody(request);
    const sentCarriers = listOf(objectOf(objectOf(sent)['body'])['carriers']);
    if (!isAt('E3 E4', request) || !isObject(sent)) return serve(request);
    if (sentCarriers.length > 0 || before === undefined) {
      const answer = await serve(request);
      if (isSuccess(answer)) before = sentCarriers;
      return answer;
    }
    const answer = await serve(
      withJson(
        request,
        change(sent, 'body.carriers', () => before),
      ),
    );
    return isSuccess(answer)
      ? withBody(
          answer,
          change(parsed(answer.text), 'body.carriers', () => []),
        )
      : answer;
  };
}

const today = (): string => new Date().toISOString().slice(0, 10);

/** Violations of E3, and of what every decision holds to (`spec/documents/4-endpoints.md`). */
export const renewalFaults: readonly Fault[] = [
  {
    name: 'renewals-redirected',
    description: 'a created decision is answered with 303',
    breaks: ['renewals.create'],
    begin: answers('E3', (answer) => (isSuccess(answer) ? { ...answer, status: 303 } : answer)),
  },
  {
    name: 'renewals-without-modified',
    description: 'a decision lacks modified',
    when: 'the second decision of a list',
    breaks: ['renewals.record'],
    begin: records('E5', (record, { position }) =>
      position === 1 ? change(record, 'modified', () => undefined) : record,
    ),
  },
  {
    name: 'renewals-begin-ready',
    description: 'a new decision is ready',
    breaks: ['renewals.initial-status'],
    // The list shows it as submitted, under the same version.
    also: ['versions.change-with-record'],
    begin: members('E3', 'status', () => 'ready'),
  },
  {
    name: 'renewals-begin-done',
    description: 'a new decision is done at once',
    when: 'a renewal date that has passed',
    breaks: ['renewals.initial-status'],
    // The list shows it as submitted, under the same version.
    also: ['versions.change-with-record'],
    begin: records('E3', (record) =>
      String(record['renewal_date']) < today() ? { ...record, status: 'done' } : record,
    ),
  },
  {
    name: 'renewals-status-unknown',
    description: 'a decision that is ready is called approved',
    when: 'once recalculated, and ready',
    breaks: ['renewals.status-values'],
    begin: records('E5', ofStatus('ready', { status: 'approved' })),
  },
  {
    name: 'renewals-no-carriers-taken',
    description: 'a decision without carriers is taken',
    breaks: ['renewals.carriers', 'renewals.invalid-body'],
    begin: takingNoCarriers,
  },
  {
    name: 'renewals-lines-as-list',
    description: 'lines_of_coverage is an array',
    when: 'the second carrier',
    breaks: ['renewals.carriers', 'renewals.echo'],
    // Lines that are no object are lines that did not come back, on every way they are read.
    also: ['renewals.edit', 'renewals.edit-listed', 'renewals.plans'],
    begin: members('E3 E4 E5', carriers, (carrier, position) =>
      position === 1 ? change(carrier, 'lines_of_coverage', (all) => Object.entries(objectOf(all))) : carrier,
    ),
  },
  {
    name: 'renewals-leap-day-moved',
    description: 'a renewal date of 29 February is answered as 1 March',
    when: 'a decision for a leap day',
    breaks: ['renewals.echo'],
    // The list shows the day that was sent, under the same version.
    also: ['versions.change-with-record'],
    begin: members('E3', 'renewal_date', (day) => String(day).replace('-02-29', '-03-01')),
  },
  {
    name: 'renewals-third-carrier-lost',
    description: 'a carrier is lost',
    when: 'the third carrier of a decision',
    breaks: ['renewals.echo'],
    // What is stored wrong is edited and listed wrong.
    also: ['renewals.edit', 'renewals.edit-listed'],
    begin: members('E3 E4 E5', carriers, (carrier, position) => (position === 2 ? undefined : carrier)),
  },
  {
    name: 'renewals-month-end-moved',
    description: 'open enrollment ends a day early',
    when: 'an end on the 31st of a month',
    breaks: ['renewals.echo'],
    // What is stored wrong is edited and listed wrong.
    also: ['renewals.edit', 'renewals.edit-listed'],
    begin: members('E3 E4 E5', `${lines}.*.open_enrollment_end_date`, (day) => String(day).replace(/31$/, '30')),
  },
  {
    name: 'renewals-group-mixed-up',
    description: 'a new decision names another group',
    when: 'the answer to its creation',
    breaks: ['renewals.echo'],
    // Edits and the list name the right one.
    also: ['renewals.edit', 'versions.change-with-record'],
    begin: members('E3', 'group_id', anotherId),
  },
  {
    name: 'renewals-plan-without-id',
    description: 'a plan that was sent by name lacks plan_id',
    when: 'plans sent by name',
    breaks: ['renewals.plans'],
    begin: members('E3 E4 E5', `${plans}[]`, (plan) =>
      'plan_type' in objectOf(plan) ? change(plan, 'plan_id', () => undefined) : plan,
    ),
  },
  {
    name: 'renewals-third-plan-lost',
    description: 'a plan is lost',
    when: 'the third plan of a line',
    breaks: ['renewals.plans'],
    // What is stored wrong is edited and listed wrong.
    also: ['renewals.edit', 'renewals.edit-listed'],
    begin: members('E3 E4 E5', `${plans}[]`, (plan, position) => (position === 2 ? undefined : plan)),
  },
  {
    name: 'renewals-plan-renamed',
    description: 'the name of a plan is written in capitals',
    when: 'plans sent by name',
    breaks: ['renewals.plans'],
    // What is stored wrong is edited and listed wrong.
    also: ['renewals.edit', 'renewals.edit-listed'],
    begin: members('E3 E4 E5', `${plans}[]`, (plan) =>
      'plan_type' in objectOf(plan) ? change(plan, 'name', (name) => String(name).toUpperCase()) : plan,
    ),
  },
  {
    name: 'renewals-tier-needed',
    description: 'a plan by name is refused without a metal tier',
    when: 'a description without metal_tier',
    breaks: ['renewals.plan-forms'],
    begin: refusing('E3 E4', (request) => somePlan(sentBody(request), isWithoutTier)),
  },
  {
    name: 'renewals-ids-refused',
    description: 'a decision is refused when no plan has a name',
    when: 'plans by identifier alone',
    breaks: ['renewals.plan-forms'],
    begin: refusing('E3', (request) => {
      const sent = sentBody(request);
      const isById = somePlan(sent, (plan) => 'plan_id' in objectOf(plan));
      return isById && !somePlan(sent, (plan) => 'name' in objectOf(plan));
    }),
  },
  {
    name: 'renewals-numbers-taken',
    description: 'a name that is no string is taken and turned into text',
    when: 'the name of a plan',
    breaks: ['renewals.invalid-body'],
    begin: requests('E3 E4', (request) => {
      const sent = sentBody(request);
      return somePlan(sent, (plan) => 'name' in objectOf(plan) && typeof objectOf(plan)['name'] !== 'string')
        ? withJson(
            request,
            change(sent, `${plans}[].name`, (name) => (typeof name === 'string' ? name : JSON.stringify(name))),
          )
        : request;
    }),
  },
  {
    name: 'renewals-tier-ignored',
    description: 'a metal tier that is no string is left out without a word',
    when: 'the metal tier of a plan',
    breaks: ['renewals.invalid-body'],
    begin: requests('E3 E4', (request) => {
      const sent = sentBody(request);
      const isWrong = (plan: unknown): boolean =>
        'metal_tier' in objectOf(plan) && typeof objectOf(plan)['metal_tier'] !== 'string';
      return somePlan(sent, isWrong)
        ? withJson(
            request,
            change(sent, `${plans}[].metal_tier`, (tier) => (typeof tier === 'string' ? tier : undefined)),
          )
        : request;
    }),
  },
];
