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
} from '../rules/exchange-samples.test-data.ts';
import { inCase, newCase } from '../engine/case-scope.ts';
import { createCoverage } from './coverage.ts';
import { edges } from './index.ts';

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
const employeeNamed = (first_name: string) => ({ employee: { ...snapshotBody.employee, person: { first_name } } });
const [medical] = snapshotBody.coverages;
const [enrolled] = medical.enrolled_members;
const covered = (parts: object) => ({ coverages: [{ ...medical, enrolled_members: [{ ...enrolled, ...parts }] }] });

describe('the register of edges', () => {
  test('names each edge once, says why it is one, and where it is', () => {
    expect(new Set(edges.map(({ name }) => name)).size).toBe(edges.length);
    expect(edges.filter(({ about }) => about === '')).toEqual([]);
    expect(new Set(edges.flatMap(({ endpoints }) => endpoints))).toEqual(new Set(endpointIds));
  });
});

describe('an edge of a body that was sent is reached by it, and by nothing close to it', () => {
  test.each<readonly [name: string, reaching: Sample, near: Sample]>([
    [
      'a new decision: the renewal date is a leap day',
      decisionOf({ renewal_date: '2028-02-29' }),
      decisionOf({ renewal_date: '2028-02-28' }),
    ],
    [
      'a new decision: the renewal date is a last day of a month',
      decisionOf({ renewal_date: '2027-02-28' }),
      decisionOf({ renewal_date: '2028-02-28' }),
    ],
    [
      'a snapshot: a coverage has no end',
      snapshotOf(covered({ effective_end_date: '9999-12-31' })),
      snapshotOf(covered({ effective_end_date: '9999-12-30' })),
    ],
    [
      'a snapshot: a coverage of one day',
      snapshotOf(covered({ effective_end_date: '2022-01-01' })),
      snapshotOf(covered({ effective_end_date: '2022-01-02' })),
    ],
    [
      'a name or an address of the employee: outside the basic plane',
      snapshotOf(employeeNamed('𝒜da')),
      snapshotOf(employeeNamed('Ada\uffee')),
    ],
    [
      'a name or an address of the employee: combining characters',
      snapshotOf(employeeNamed('Rene\u0301e')),
      snapshotOf(employeeNamed('Ren\u00e9e')),
    ],
    [
      'a name or an address of the employee: past 100 characters',
      snapshotOf(employeeNamed('x'.repeat(101))),
      snapshotOf(employeeNamed('😀'.repeat(100))),
    ],
    [
      'a name or an address of the employee: past 255 bytes alone',
      snapshotOf(employeeNamed('é'.repeat(128))),
      snapshotOf(employeeNamed('é'.repeat(256))),
    ],
    [
      'a name or an address of the employee: like nothing or a truth value',
      snapshotOf(employeeNamed('null')),
      snapshotOf(employeeNamed('nulls')),
    ],
    [
      'a name or an address of the employee: digits with leading zeros',
      snapshotOf(employeeNamed('007')),
      snapshotOf(employeeNamed('700')),
    ],
    ['a snapshot: 0 dependents', snapshotOf({ dependents: [] }), snapshotOf({})],
    ['a snapshot: plans by identifier alone', snapshotOf({ coverages: [medical] }), snapshotOf({})],
    [
      "a classification's key: empty",
      snapshotOf({ employee: { classifications: { '': 'x' } } }),
      snapshotOf({ employee: { classifications: { x: '' } } }),
    ],
    [
      'a salary: decimals',
      snapshotOf({ employee: { employment: { salary: { amount: 0.1 } } } }),
      snapshotOf({ employee: { employment: { hours_worked: 0.1 } } }),
    ],
    [
      'a snapshot: optional member coverages[].signature_date absent',
      snapshotOf({ coverages: [{ plan_id: id(7) }] }),
      snapshotOf({ coverages: [] }),
    ],
    [
      'a decision: optional member body.carriers[].lines_of_coverage.*.plans[].metal_tier absent',
      decisionOf(onePlan({ name: 'Example', plan_type: 'ppo' })),
      decisionOf(onePlan({ plan_id: id(7) })),
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

function onePlan(plan: object): object {
  const [{ carrier_id }] = decisionBody.body.carriers;
  return { body: { carriers: [{ carrier_id, lines_of_coverage: { medical: { plans: [plan] } } }] } };
}

describe('an edge of what came before is reached in its place', () => {
  test('each edit of a decision counts, and is told by what it changes', () => {
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
    const { medical: line } = carrier.lines_of_coverage;
    const edited = (plans: readonly object[]) => ({
      ...decisionBody,
      body: {
        carriers: [
          { ...carrier, lines_of_coverage: { ...carrier.lines_of_coverage, medical: { ...line, plans } } },
          other,
        ],
      },
    });
    const [first] = line.plans;
    const plan = { name: 'Example EPO', plan_type: 'epo' };
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
