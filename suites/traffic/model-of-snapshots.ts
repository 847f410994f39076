import { idKey, objectOf, sameId } from '../../spec/index.ts';
import * as fc from 'fast-check';
import { isSuccess } from '../../target/exchange.ts';
import { runningCase } from '../engine/case-scope.ts';
import { numberOf, inOrderOf } from '../judging/reading.ts';
import { pageOf } from '../judging/pages.ts';
import { idsOf, listSnapshots, snapshotBody, submitSnapshot } from '../fixtures/employee-records.ts';
import { walkToAll } from '../fixtures/list-walks.ts';
import { pick, type KnownEmployee, type Model, judge, type Real } from './model.ts';

type Command = fc.AsyncCommand<Model, Real>;

/** Employees of one sequence: those of even slots are in the first group. */
const slot = fc.constantFrom(0, 0, 0, 1, 1, 2);
const drawn = fc.nat({ max: 30 });
/** Page sizes; shrinking leads to the largest, which takes the fewest requests. */
const size = fc.nat({ max: 4 }).map((less) => 5 - less);

const keysOf = ({ snapshotIds }: KnownEmployee): readonly string[] => snapshotIds.map(idKey);

/** Submits snapshots of one of the employees, one after the other (E6): the first one makes the employee. */
const createSnapshots = fc
  .record({ slot, count: fc.integer({ min: 1, max: 4 }) })
  .map(({ slot: number, count }): Command => ({
    check: () => true,
    async run({ employees }, real) {
      for (let made = 0; made < count; made += 1) {
        const known = employees.get(number);
        const group = known?.group ?? pick(real.snapshotGroups, number);
        if (group === undefined) return;
        const json = await snapshotBody(real.session, `${real.tag}-${number}`, known?.id);
        const exchange = await submitSnapshot(real, group, json);
        const { id, employee_id: employeeId } = objectOf(exchange.answer.json);
        // A repeated create may have been made twice, regardless of the second answer.
        const isUncertain = exchange.repeated || (isSuccess(exchange) && typeof id !== 'string');
        if (known !== undefined) known.isUncertain ||= isUncertain;
        if (!isSuccess(exchange) || typeof id !== 'string' || typeof employeeId !== 'string') return;
        const employee: KnownEmployee = known ?? { group, id: employeeId, snapshotIds: [], isUncertain };
        employees.set(number, employee);
        // A service may answer with another employee each time: only those of the first one count.
        const isNew = sameId(employeeId, employee.id) && !keysOf(employee).includes(idKey(id));
        if (isNew) employee.snapshotIds.push(id);
      }
    },
    toString: () => `submit ${count} snapshots of employee ${number}`,
  }));

/** A command about one of the employees, once it is made. */
const ofEmployee = (
  number: number,
  words: string,
  run: (employee: KnownEmployee, real: Real) => Promise<void>,
): Command => ({
  check: ({ employees }) => employees.has(number),
  async run({ employees }, real) {
    const employee = employees.get(number);
    if (employee !== undefined) await run(employee, real);
  },
  toString: () => words,
});

function judgeTotal(real: Real, employee: KnownEmployee, total: number | undefined): void {
  // A service that answers with another employee each time has no list to count.
  if (employee.snapshotIds.length === 1 && total === 1) return;
  judge(real, 'paging.total', employee.isUncertain || total === employee.snapshotIds.length, () => ({
    code: 'value',
    message: `total_records is ${total ?? 'absent'} after ${numberOf(employee.snapshotIds.length, 'snapshot')} of an employee`,
    pointer: '/meta/total_records',
    expected: employee.snapshotIds.length,
    actual: total,
  }));
}

/** Walks an employee's snapshots page by page (E8): each one that was made has to be there, and no other. */
const walk = fc.record({ slot, size }).map(({ slot: number, size }) =>
  ofEmployee(number, `walk the snapshots of employee ${number} in pages of ${size}`, async (employee, real) => {
    const before = new Set(runningCase()?.exchanges.map((one) => one.number));
    const made = keysOf(employee);
    const { ids, pages } = await walkToAll(real.api, employee.id, size, made);
    const last = pages.at(-1);
    judgeTotal(real, employee, last === undefined ? undefined : pageOf(last)?.total);
    const missing = made.filter((id) => !ids.includes(id));
    const strange = employee.isUncertain ? [] : ids.filter((id) => !made.includes(id));
    // If walks were repeated, the last one is evidence enough.
    const shown = new Set(pages.map((page) => page.number));
    judge(
      real,
      'snapshots.list',
      missing.length === 0 && strange.length === 0,
      () => ({
        code: missing.length === 0 ? 'listed' : 'not-listed',
        message:
          missing.length > 0
            ? `not listed: ${missing.length} of ${numberOf(made.length, 'created snapshot')}`
            : `listed, and not created for the employee: ${numberOf(strange.length, 'snapshot')}`,
        pointer: '/response',
        expected: inOrderOf(ids, made),
        actual: ids,
      }),
      (exchange) => before.has(exchange.number) || shown.has(exchange.number),
    );
  }),
);

/** Reads one page from anywhere (E8). */
const readPage = fc.record({ slot, offset: drawn, size }).map(({ slot: number, offset: position, size }) => {
  const words = `read ${size} snapshots of employee ${number} from position ${position}`;
  return ofEmployee(number, words, async (employee, real) => {
    if (employee.isUncertain) return;
    const total = employee.snapshotIds.length;
    const offset = position % total;
    const exchange = await listSnapshots(real.api, employee.id, { offset: String(offset), page_size: String(size) });
    const page = pageOf(exchange);
    if (page === undefined) return;
    judgeTotal(real, employee, page.total);
    const ids = idsOf(exchange);
    const made = keysOf(employee);
    const own = ids.filter((id) => made.includes(id));
    judge(real, 'snapshots.list', own.length === ids.length, () => ({
      code: 'listed',
      message: 'a snapshot is listed that was not created for the employee',
      pointer: '/response',
      expected: own,
      actual: ids,
    }));
  });
});

/** Reads one snapshot back (E7); rules judge its content. */
const read = fc.record({ slot, which: drawn }).map(({ slot: number, which }) =>
  ofEmployee(number, `read snapshot ${which} of employee ${number}`, async (employee, real) => {
    const id = pick(employee.snapshotIds, which);
    if (id === undefined) return;
    const { answer } = await real.api.call('E7', { path: { snapshot_id: id } });
    judge(real, 'snapshots.get', answer.status === 200, () => ({
      code: 'status',
      message: `a snapshot that was created was answered with ${answer.status}`,
      pointer: '#status',
      expected: 200,
      actual: answer.status,
    }));
  }),
);

export const snapshotCommands: readonly fc.Arbitrary<Command>[] = [createSnapshots, walk, readPage, read];
