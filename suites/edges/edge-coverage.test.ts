import { expect, test } from 'vitest';
import { endpointIds } from '../../spec/index.ts';
import { inCase, newCase } from '../engine/case-scope.ts';
import {
  createdDecision,
  decisionBody,
  createdSnapshot,
  decision,
  decisions,
  editedDecision,
  exchangeOf,
  id,
  item,
  items,
  page,
  sample,
  snapshotBody,
  type Sample,
} from '../judging/exchange-samples.test-data.ts';
import { createCoverage, edges, edgeStates } from './edge-coverage.ts';

test('edges have unique names and a reason each, and cover all endpoints', () => {
  expect(new Set(edges.map(({ name }) => name)).size).toBe(edges.length);
  expect(edges.filter(({ why }) => why === '')).toEqual([]);
  expect(new Set(edges.flatMap(({ endpoints }) => endpoints))).toEqual(new Set(endpointIds));
});

/** The names of the edges that the last exchange of a sequence reaches. */
function reached(samples: readonly Sample[]): readonly string[] {
  const coverage = createCoverage();
  const found = samples.map((one, position) => coverage.note(exchangeOf(one, position)));
  return found.at(-1)?.map(({ name }) => name) ?? [];
}

const snapshotOf = (parts: object): readonly Sample[] => [createdSnapshot({}, { sent: { ...snapshotBody, ...parts } })];
const renewed = (renewal_date: string): readonly Sample[] => [
  createdDecision({}, { sent: { ...decisionBody, renewal_date } }),
];
const named = (first_name: string) => snapshotOf({ employee: { ...snapshotBody.employee, person: { first_name } } });
const [medical] = snapshotBody.coverages;
const [enrolled] = medical.enrolled_members;
const ending = (effective_end_date: string) =>
  snapshotOf({ coverages: [{ ...medical, enrolled_members: [{ ...enrolled, effective_end_date }] }] });

const ofName = 'a name or an address of the employee:';

const [carrier, otherCarrier] = decisionBody.body.carriers;
const { lines_of_coverage: lines } = carrier;
const [plan] = lines.medical.plans;
const otherPlan = { name: 'Example EPO', plan_type: 'epo' };
const replanned = (...plans: readonly object[]): readonly Sample[] => {
  const changed = { ...carrier, lines_of_coverage: { ...lines, medical: { ...lines.medical, plans } } };
  const body = { carriers: [changed, otherCarrier] };
  return [createdDecision(), editedDecision({}, { sent: { ...decisionBody, body } })];
};
const made = Array.from({ length: 21 }, (_, index) => createdSnapshot({ id: id(1000 + index) }));
const [anotherMade, anotherEdited] = [
  createdDecision({ id: id(98) }),
  editedDecision({ id: id(98) }, { path: { renewal_decision_id: id(98), version: id(103) } }),
];

const paged = (total: number, query: Readonly<Record<string, string>>, length: number): readonly Sample[] => {
  const records = Array.from({ length }, () => item());
  return [sample('E8', page(records, { total_records: total, offset: Number(query.offset ?? 0) }), { query })];
};
const tens = (total: number, offset: number): readonly Sample[] =>
  paged(total, { page_size: '10', offset: String(offset) }, Math.min(10, total - offset));
const newYear = 'Sat, 01 Jan 2022 00:00:00 GMT';
const filtered = (query: Readonly<Record<string, string>>, ...dates: readonly string[]): Sample =>
  decisions(
    dates.map((renewal_date, index) => decision({ id: id(500 + index), renewal_date })),
    { query },
  );
const day = { start_date: newYear, end_date: newYear };
const moved = editedDecision({}, { sent: { ...decisionBody, renewal_date: '2023-01-01' } });
const onNewYear = filtered({ renewal_date: newYear });

test.each<readonly [edge: string, reaching: readonly Sample[], near: readonly Sample[]]>([
  ['a new decision: the renewal date is a leap day', renewed('2028-02-29'), renewed('2028-02-28')],
  ['a new decision: the renewal date is a last day of a month', renewed('2027-02-28'), renewed('2028-02-28')],
  [`${ofName} outside the basic plane`, named('𝒜da'), named('Ada\uffee')],
  [`${ofName} combining characters`, named('Rene\u0301e'), named('Ren\u00e9e')],
  [`${ofName} past 255 bytes alone`, named('é'.repeat(128)), named('é'.repeat(256))],
  [`${ofName} like nothing or a truth value`, named('null'), named('nulls')],
  [`${ofName} digits with leading zeros`, named('007'), named('700')],
  ['a snapshot: a coverage has no end', ending('9999-12-31'), ending('9999-12-30')],
  ['E4: an edit that changes one plan alone', replanned(plan, otherPlan), replanned(otherPlan)],
  [
    'E4: an edit between two edits of another decision',
    [createdDecision(), anotherMade, editedDecision(), anotherEdited, editedDecision()],
    [createdDecision(), anotherMade, editedDecision(), editedDecision(), anotherEdited],
  ],
  ['E6: a twenty-first snapshot of an employee', made, [...made.slice(1), createdSnapshot({ employee_id: id(99) })]],
  [
    'E8: a list read again after another snapshot was made',
    [createdSnapshot(), items(), createdSnapshot({ id: id(77) }), items()],
    [createdSnapshot(), items(), items()],
  ],
  ['E8: a page of exactly the whole list', paged(4, { page_size: '4' }, 4), paged(4, { page_size: '5' }, 4)],
  ['E8: the last record alone', tens(25, 24), tens(25, 23)],
  ['E8: the third page', tens(25, 20), tens(25, 10)],
  ['E5: a range of one day with decisions on it', [filtered(day, '2022-01-01')], [filtered(day)]],
  [
    'E5: a renewal date that an edit moved a decision from',
    [createdDecision(), moved, onNewYear],
    [createdDecision(), editedDecision(), onNewYear],
  ],
])('%s: is reached, but not by a near miss, a refused request or an access case', (name, reaching, near) => {
  expect(reached(reaching)).toContain(name);
  expect(reached(near)).not.toContain(name);
  for (const changes of [{ status: 422 }, { access: 'case' }] as const)
    expect(reached(reaching.map((one) => ({ ...one, ...changes })))).toEqual([]);
});

test('coverage counts the exchanges that reach an edge, and names the first five cases', async () => {
  const coverage = createCoverage();
  for (const number of [0, 1, 2, 3, 4, 5, 6, 7, 8, 0])
    await inCase(newCase(`snapshots: case ${number}`), async () => {
      coverage.note(exchangeOf(createdSnapshot(), 0));
    });
  const repeated = coverage.edges.find(({ exchanges }) => exchanges === 10);
  expect(repeated?.cases).toEqual([0, 1, 2, 3, 4].map((number) => `snapshots: case ${number}`));
});

const [plans, city] = ['body.carriers.lines_of_coverage.*.plans', 'employee.person.mailing_address.city'];
const withoutPlans = 'a decision: optional member body.carriers[].lines_of_coverage.*.plans absent';
const withoutAddress = 'a snapshot: no optional member in employee.person.mailing_address';
const leftOut = 'not taken without one of these';
const together = 'not taken without all of these';

test.each<readonly [edge: string, topic: string, words: readonly string[], state: string]>([
  [withoutPlans, leftOut, ['group_id', plans], 'refused'],
  [withoutAddress, leftOut, [city], 'refused'],
  [withoutAddress, together, [city, city.replace('city', 'state')], 'refused'],
  [withoutPlans, 'not taken', [plans], 'not-reached'],
  [withoutAddress, together, [city, 'employee.person.first_name'], 'not-reached'],
])('%s: if bodies are %s %j, its state is %s unless it was reached', (name, topic, words, state) => {
  const stateOf = (exchanges: number): string | undefined => {
    const reported = createCoverage().edges.filter((edge) => edge.name === name);
    const seen = [{ topic, words: [...words], value: 'not taken', cases: 1 }];
    const observations = [{ id: 'snapshots.accepts-generated' as const, value: '', cases: 1, seen }];
    return edgeStates({ edges: reported.map((edge) => ({ ...edge, exchanges })), observations })[0]?.state;
  };
  expect([stateOf(0), stateOf(1)]).toEqual([state, 'reached']);
});
