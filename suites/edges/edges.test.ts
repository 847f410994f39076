import { describe, expect, test } from 'vitest';
import { endpointIds } from '../../spec/index.ts';
import type { AnsweredExchange } from '../../target/exchange.ts';
import {
  createdDecision,
  createdSnapshot,
  decisionBody,
  decisions,
  decision,
  editedDecision,
  exchangeOf,
  id,
  item,
  items,
  page,
  readSnapshot,
  sample,
  snapshotBody,
  type Sample,
} from '../invariants/exchange-samples.test-data.ts';
import { inCase, newCase } from '../engine/case-scope.ts';
import { createCoverage, edges, edgeStates } from './edge-coverage.ts';

/** The names of the edges that each exchange of a sequence reaches, in their order. */
function reached(...samples: readonly Sample[]): readonly ReadonlySet<string>[] {
  const coverage = createCoverage();
  return samples.map((one, position) => new Set(coverage.note(exchangeOf(one, position)).map(({ name }) => name)));
}

/** The names of the edges that the last exchange of a sequence reaches. */
function reachedLast(...samples: readonly Sample[]): ReadonlySet<string> {
  return reached(...samples).at(-1) ?? new Set();
}

const snapshotOf = (parts: object, more: Partial<Sample> = {}): Sample =>
  createdSnapshot({}, { sent: { ...snapshotBody, ...parts }, ...more });
const decisionOf = (parts: object, more: Partial<Sample> = {}): Sample =>
  createdDecision({}, { sent: { ...decisionBody, ...parts }, ...more });
describe('the register of edges', () => {
  test('names each edge once, says why it is one, and where it is', () => {
    expect(new Set(edges.map(({ name }) => name)).size).toBe(edges.length);
    expect(edges.filter(({ why }) => why === '')).toEqual([]);
    expect(new Set(edges.flatMap(({ endpoints }) => endpoints))).toEqual(new Set(endpointIds));
  });
});

/** What leads to an edge, and what comes close to that. */
type Reaching = readonly [name: string, reaching: Sample, near: Sample];

describe('an edge of a body that was sent is reached by it, and by nothing close to it', () => {
  const named = (first_name: string): Sample =>
    snapshotOf({ employee: { ...snapshotBody.employee, person: { first_name } } });
  const texts: readonly (readonly [kind: string, reaching: string, near: string])[] = [
    ['outside the basic plane', '𝒜da', 'Ada\uffee'],
    ['combining characters', 'Rene\u0301e', 'Ren\u00e9e'],
    ['past 100 characters', 'x'.repeat(101), '😀'.repeat(100)],
    ['past 255 bytes alone', 'é'.repeat(128), 'é'.repeat(256)],
    ['like nothing or a truth value', 'null', 'nulls'],
    ['digits with leading zeros', '007', '700'],
  ];
  const dates: readonly (readonly [kind: string, reaching: string, near: string])[] = [
    ['leap day', '2028-02-29', '2028-02-28'],
    ['last day of a month', '2027-02-28', '2028-02-28'],
  ];
  const [medical] = snapshotBody.coverages;
  const [enrolled] = medical.enrolled_members;
  const ending = (effective_end_date: string): Sample =>
    snapshotOf({ coverages: [{ ...medical, enrolled_members: [{ ...enrolled, effective_end_date }] }] });
  const employee = (parts: object): Sample => snapshotOf({ employee: parts });

  test.each<Reaching>([
    ...dates.map(([kind, reaching, near]): Reaching => [
      `a new decision: the renewal date is a ${kind}`,
      decisionOf({ renewal_date: reaching }),
      decisionOf({ renewal_date: near }),
    ]),
    ...texts.map(([kind, reaching, near]): Reaching => [
      `a name or an address of the employee: ${kind}`,
      named(reaching),
      named(near),
    ]),
    ['a snapshot: a coverage has no end', ending('9999-12-31'), ending('9999-12-30')],
    ['a snapshot: a coverage of one day', ending('2022-01-01'), ending('2022-01-02')],
    ['a snapshot: 0 dependents', snapshotOf({ dependents: [] }), snapshotOf({})],
    ['a snapshot: plans by identifier alone', snapshotOf({ coverages: [medical] }), snapshotOf({})],
    [
      "a classification's key: empty",
      employee({ classifications: { '': 'x' } }),
      employee({ classifications: { x: '' } }),
    ],
    [
      'a salary: decimals',
      employee({ employment: { salary: { amount: 0.1 } } }),
      employee({ employment: { hours_worked: 0.1 } }),
    ],
    [
      'a snapshot: optional member coverages[].signature_date absent',
      snapshotOf({ coverages: [{ plan_id: id(7) }] }),
      snapshotOf({ coverages: [] }),
    ],
    [
      'a decision: optional member body.carriers[].lines_of_coverage.*.plans[].metal_tier absent',
      decisionOf(planned({ name: 'Example', plan_type: 'ppo' })),
      decisionOf(planned({ plan_id: id(7) })),
    ],
    [
      'a new decision: a description before an identifier',
      decisionOf(planned({ name: 'Example', plan_type: 'ppo' }, { plan_id: id(7) })),
      decisionOf(planned({ plan_id: id(7) }, { plan_id: id(8) })),
    ],
  ])('%s', (name, reaching, near) => {
    expect(reachedLast(reaching)).toContain(name);
    expect(reachedLast(near)).not.toContain(name);
    expect(reachedLast({ ...reaching, status: 422 })).not.toContain(name);
    expect(reachedLast({ ...reaching, access: 'case' })).not.toContain(name);
  });

  test('a body outside the documented types reaches none', () => {
    expect(reachedLast(decisionOf({ renewal_date: '2028-02-30' })).size).toBe(0);
  });
});

function planned(...plans: readonly object[]): object {
  const [{ carrier_id }] = decisionBody.body.carriers;
  return { body: { carriers: [{ carrier_id, lines_of_coverage: { medical: { plans } } }] } };
}

describe('an edge of what came before is reached in its place', () => {
  test('each edit of a decision counts, and reaches what it changes', () => {
    const path = { renewal_decision_id: decision().id as string, version: id(104) };
    const dated = { ...decisionBody, renewal_date: '2023-01-01' };
    const [created, first, second, third] = reached(
      createdDecision(),
      editedDecision(),
      editedDecision({ version: id(105) }, { path, sent: dated }),
      editedDecision({ version: id(107) }, { path: { ...path, version: id(106) } }),
    );
    const editsOf = (names: ReadonlySet<string> | undefined) =>
      [...(names ?? [])].filter((name) => name.startsWith('E4: '));
    expect(editsOf(created)).toEqual([]);
    expect(editsOf(first)).toEqual(['E4: a first edit', 'E4: an edit that changes nothing']);
    expect(editsOf(second)).toEqual([
      'E4: a second edit',
      'E4: an edit under a version that an edit gave',
      'E4: an edit that changes the date',
    ]);
    expect(editsOf(third).toSorted()).toEqual([
      'E4: a third edit',
      'E4: an edit back to what was before',
      'E4: an edit that changes the date',
      'E4: an edit under a version that the service gave by itself',
    ]);
  });

  test('an edit of one plan alone is none of several', () => {
    const [carrier, other] = decisionBody.body.carriers;
    const { lines_of_coverage: lines } = carrier;
    const [first] = lines.medical.plans;
    const plan = { name: 'Example EPO', plan_type: 'epo' };
    const edited = (plans: readonly object[]) => {
      const changed = { ...carrier, lines_of_coverage: { ...lines, medical: { ...lines.medical, plans } } };
      return { ...decisionBody, body: { carriers: [changed, other] } };
    };
    const name = 'E4: an edit that changes one plan alone';
    expect(reachedLast(createdDecision(), editedDecision({}, { sent: edited([first, plan]) }))).toContain(name);
    expect(reachedLast(createdDecision(), editedDecision({}, { sent: edited([plan]) }))).not.toContain(name);
  });

  test('the twenty-first snapshot of an employee, not the twentieth nor that of another one', () => {
    const name = 'E6: a twenty-first snapshot of an employee';
    const made = Array.from({ length: 21 }, (_, index) => createdSnapshot({ id: id(1000 + index) }));
    expect(reached(...made).findIndex((names) => names.has(name))).toBe(20);
    const other = createdSnapshot({ employee_id: id(99) });
    expect(reachedLast(...made.slice(0, 20), other)).not.toContain(name);
  });

  test('a list read again after one more was made', () => {
    const name = 'E8: a list read again after another snapshot was made';
    const lists = reached(createdSnapshot(), items(), items(), createdSnapshot({ id: id(77) }), items());
    expect(lists.map((names) => names.has(name))).toEqual([false, false, false, false, true]);
  });

  test('a token after another one, not the first', () => {
    const name = 'a token after another one';
    const withToken = (token: string): AnsweredExchange => {
      const exchange = exchangeOf(readSnapshot(), 0);
      return { ...exchange, request: { ...exchange.request, headers: { authorization: `Bearer ${token}` } } };
    };
    const coverage = createCoverage();
    const noted = [withToken('a'), withToken('a'), withToken('b')].map((one) => coverage.note(one));
    expect(noted.map((found) => found.some((edge) => edge.name === name))).toEqual([false, false, true]);
  });
});

describe('an edge of a list is reached by the page and how it was asked for', () => {
  const paged = (total: number, query: Readonly<Record<string, string>>, length: number): Sample =>
    sample(
      'E8',
      page(
        Array.from({ length }, () => item()),
        { total_records: total, offset: Number(query.offset ?? 0) },
      ),
      {
        query,
      },
    );

  test.each<readonly [name: string, reaching: Sample, near: Sample]>([
    ['E8: a page of exactly the whole list', paged(4, { page_size: '4' }, 4), paged(4, { page_size: '5' }, 4)],
    ['E8: a page of one more than the whole list', paged(4, { page_size: '5' }, 4), paged(4, { page_size: '6' }, 4)],
    ['E8: a page of one less than the whole list', paged(4, { page_size: '3' }, 3), paged(4, { page_size: '2' }, 2)],
    [
      'E8: the last record alone',
      paged(25, { page_size: '10', offset: '24' }, 1),
      paged(25, { page_size: '10', offset: '23' }, 2),
    ],
    [
      'E8: a full last page',
      paged(20, { page_size: '10', offset: '10' }, 10),
      paged(19, { page_size: '10', offset: '10' }, 9),
    ],
    ['E8: a list of more than 20 records', paged(21, {}, 20), paged(20, {}, 20)],
  ])('%s', (name, reaching, near) => {
    expect(reachedLast(reaching)).toContain(name);
    expect(reachedLast(near)).not.toContain(name);
  });

  const filtered = (query: Readonly<Record<string, string>>, ...dates: readonly string[]): Sample =>
    decisions(
      dates.map((renewal_date, index) => decision({ id: id(500 + index), renewal_date })),
      { query },
    );
  const newYear = 'Sat, 01 Jan 2022 00:00:00 GMT';

  test('a range of one day with decisions on it', () => {
    const query = { start_date: newYear, end_date: newYear };
    const name = 'E5: a range of one day with decisions on it';
    expect(reachedLast(filtered(query, '2022-01-01'))).toContain(name);
    expect(reachedLast(filtered(query))).not.toContain(name);
    expect(reachedLast(filtered({ start_date: newYear }, '2022-01-01'))).not.toContain(name);
  });

  test('a range with all decisions, once it is known how many there are', () => {
    const name = 'E5: a range with all decisions';
    const all = ['2022-01-01', '2023-01-01'];
    expect(reachedLast(filtered({}, ...all), filtered({ start_date: newYear }, ...all))).toContain(name);
    expect(reachedLast(filtered({ start_date: newYear }, ...all))).not.toContain(name);
    expect(reachedLast(filtered({}, ...all, '2021-01-01'), filtered({ start_date: newYear }, ...all))).not.toContain(
      name,
    );
  });

  test('the date that an edit moved a decision from', () => {
    const name = 'E5: a renewal date that an edit moved a decision from';
    const moved = editedDecision({}, { sent: { ...decisionBody, renewal_date: '2023-01-01' } });
    const list = filtered({ renewal_date: newYear });
    expect(reachedLast(createdDecision(), moved, list)).toContain(name);
    expect(reachedLast(createdDecision(), editedDecision(), list)).not.toContain(name);
  });
});

test('a coverage counts the exchanges that reach an edge, and names the cases', async () => {
  const coverage = createCoverage();
  const note = async (label: string): Promise<void> => {
    await inCase(newCase(label), async () => void coverage.note(exchangeOf(createdSnapshot(), 0)));
  };
  for (let times = 0; times < 9; times += 1) await note(`snapshots: case ${times}`);
  await note('snapshots: case 0');
  const reachedOnes = coverage.edges.filter(({ exchanges }) => exchanges > 0);
  expect(reachedOnes.some(({ exchanges }) => exchanges === 10)).toBe(true);
  for (const { cases } of reachedOnes) expect(cases.length).toBeLessThanOrEqual(5);
  expect(coverage.edges).toHaveLength(edges.length);
});

describe('what became of an edge that was not reached', () => {
  const plans = 'body.carriers.lines_of_coverage.*.plans';
  const withoutPlans = 'a decision: optional member body.carriers[].lines_of_coverage.*.plans absent';
  const withoutAddress = 'a snapshot: no optional member in employee.person.mailing_address';
  const [city, state] = ['employee.person.mailing_address.city', 'employee.person.mailing_address.state'];

  const stateOf = (name: string, part: string, value: string, exchanges = 0): string | undefined => {
    const reported = createCoverage().edges.filter((edge) => edge.name === name);
    const observations = [{ id: `${part}.accepts-generated` as const, value, cases: 1 }];
    return edgeStates({ edges: reported.map((edge) => ({ ...edge, exchanges })), observations })[0]?.state;
  };

  test.each([
    [
      withoutPlans,
      'renewals',
      `not taken: a day: a leap day, later (x); not taken: left out (group_id, ${plans}); taken`,
    ],
    [withoutAddress, 'snapshots', `not taken: left out (${city})`],
    [withoutAddress, 'snapshots', `not taken: ${city}: left out together with ${state}: left out`],
  ])('%s: the target was found to need what it leaves out, %s', (name, part, value) => {
    expect(stateOf(name, part, value)).toBe('refused');
    expect(stateOf(name, part, value, 1)).toBe('reached');
  });

  test.each([
    [withoutPlans, 'renewals', 'not taken: left out (body.carriers)'],
    [withoutPlans, 'snapshots', `not taken: left out (${plans})`],
    [withoutPlans, 'renewals', `not taken: ${plans}: left out together with body.carriers: 2 items`],
    [withoutPlans, 'renewals', 'taken'],
    [withoutAddress, 'snapshots', `not taken: ${city}: left out together with employee.person.first_name: left out`],
    [
      'a new decision: the renewal date is a leap day',
      'renewals',
      'not taken: a day: a leap day, later (renewal_date)',
    ],
  ])('%s: what was found of %s says nothing of it: %s', (name, part, value) => {
    expect(stateOf(name, part, value)).toBe('not-reached');
  });
});
