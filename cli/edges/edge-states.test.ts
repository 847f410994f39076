import { expect, it } from 'vitest';
import type { EdgeCoverage } from '../../results/report.ts';
import { edgeStates } from './edge-states.ts';

function edge(name: string, endpoints: readonly string[], exchanges = 0): EdgeCoverage {
  return { name, about: 'why', endpoints, exchanges, cases: [] };
}

function stateOf(one: EdgeCoverage, id: string, value: string): string | undefined {
  return edgeStates({ edges: [one], observations: [{ id, value, cases: 1 }] })[0]?.state;
}

const withoutPlans = edge('a decision: optional member body.carriers[].lines_of_coverage.*.plans absent', ['E3', 'E4']);
const withoutAny = edge('a snapshot: no optional member in employee.person.name', ['E6']);

it('an edge is refused when the target was found to need what it leaves out', () => {
  const said = 'not taken: a day: a leap day, later (renewal_date); not taken: left out (group_id, body.carriers.lines';
  const value = `${said}_of_coverage.*.plans); refused with 422; taken`;
  expect(stateOf(withoutPlans, 'renewals.accepts-generated', value)).toBe('refused');
  expect(stateOf({ ...withoutPlans, exchanges: 1 }, 'renewals.accepts-generated', value)).toBe('reached');
});

it.each([
  ['another member', 'renewals.accepts-generated', 'not taken: left out (body.carriers)'],
  ['another part', 'snapshots.accepts-generated', 'not taken: left out (body.carriers.lines_of_coverage.*.plans)'],
  [
    'the member together with another one',
    'renewals.accepts-generated',
    'not taken: body.carriers.lines_of_coverage.*.plans: left out together with body.carriers: 2 items',
  ],
  ['nothing', 'renewals.accepts-generated', 'taken'],
])('what was found of %s says nothing of it', (_what, id, value) => {
  expect(stateOf(withoutPlans, id, value)).toBe('not-reached');
});

it('an edge that leaves out several is refused when one of them is needed, or some of them together', () => {
  const address = edge('a snapshot: no optional member in employee.person.mailing_address', ['E6']);
  const [city, state] = ['employee.person.mailing_address.city', 'employee.person.mailing_address.state'];
  for (const value of [
    `not taken: left out (${city})`,
    `not taken: ${city}: left out together with ${state}: left out`,
  ])
    expect(stateOf(address, 'snapshots.accepts-generated', value)).toBe('refused');
  const beyond = `not taken: ${city}: left out together with employee.person.first_name: left out`;
  expect(stateOf(address, 'snapshots.accepts-generated', beyond)).toBe('not-reached');
  expect(stateOf(withoutAny, 'snapshots.accepts-generated', `not taken: left out (${city})`)).toBe('not-reached');
});

it('edges of values are plainly not reached', () => {
  const day = edge('a new decision: renewal_date is a leap day', ['E3']);
  expect(stateOf(day, 'renewals.accepts-generated', 'not taken: a day: a leap day, later (renewal_date)')).toBe(
    'not-reached',
  );
});
