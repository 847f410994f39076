import { isRefusal, isSuccess, type AnsweredExchange } from '../target/exchange.ts';
import type { Api } from './engine/api.ts';
import type { Check } from './engine/check.ts';
import { requirement } from './engine/requirement.ts';
import { profileOf } from './engine/session.ts';
import { Undecided } from './engine/verdicts.ts';
import { defaultPage } from './fixtures/default-page.ts';
import { boundaryOffsets, boundarySizes } from './traffic/employee.ts';
import { numberOf } from './invariants/number-of.ts';
import { pageOf, shownPageSize, unsoundness } from './invariants/paging.ts';
import { idKey, objectOf } from './invariants/reading.ts';
import { breachesOf } from './invariants/schema-breaches.ts';
import { inOrderOf } from './invariants/wanted.ts';
import { groupId } from './fixtures/group.ts';
import { idsOf, listSnapshots, pagedEmployee, pagedEmployees, type OwnEmployee } from './fixtures/employee.ts';
import { problemOfTiling } from './fixtures/tiling.ts';
import { atRest, placesOf, walkSnapshots, walkToAll, type Walk } from './fixtures/walk.ts';

/** A check over each of the employees with lists of different lengths: the evidence from a short one is the smallest. */
function ofEachList(check: (check: Check, employee: OwnEmployee) => Promise<void>): (check: Check) => Promise<void> {
  return async (hands) => {
    for (const employee of (await pagedEmployees(hands.session)).toReversed()) await check(hands, employee);
  };
}

requirement(
  'paging.offset',
  ofEachList(async ({ api, session, that }, { employeeId }) => {
    const { effort, patience } = profileOf(session);
    const between = ({ ids }: Walk): Promise<readonly AnsweredExchange[]> =>
      Promise.all(
        boundaryOffsets(ids.length, effort).flatMap((offset) => [
          listSnapshots(api, employeeId, { offset: String(offset), page_size: '3' }),
          listSnapshots(api, employeeId, { offset: String(offset) }),
        ]),
      );
    const { before, after, result } = await atRest(api, employeeId, between, patience);
    const stable = before.ids.join() === after.ids.join();
    for (const exchange of result) {
      const { offset: asked, page_size: size } = exchange.request.query;
      // Whether one of the two may be given without the other is not shown.
      if (size === undefined && isRefusal(exchange)) continue;
      const offset = Number(asked);
      // Read by itself: what else is wrong with the page is no matter of its offset.
      const told = objectOf(objectOf(exchange.answer.json).meta).offset;
      that(told === offset, () => ({
        message: `offset ${offset} was asked for, meta.offset is ${typeof told === 'number' ? told : 'no number'}`,
        exchanges: [exchange],
        pointer: '/meta/offset',
        expected: offset,
        actual: told,
      }));
      const wanted = placesOf(before).slice(offset);
      const found = idsOf(exchange);
      // An order that is not stable is judged by paging.tiling.
      if (!stable) continue;
      const wrong = found.findIndex((id, index) => id !== wanted[index]?.id);
      that(found.length > 0 && wrong === -1, () => {
        const at = Math.max(wrong, 0);
        const place = wanted[at];
        return {
          message:
            at === 0
              ? `the page at offset ${offset} does not begin at record ${offset} of the list`
              : `the page at offset ${offset} does not go on with record ${offset + at} of the list`,
          exchanges: [...(place === undefined ? before.pages.slice(-1) : [place.page]), exchange],
          pointer: `/response/${at}/id`,
          expected: place?.id ?? 'the end of the list',
          actual: found[at],
        };
      });
    }
  }),
);

requirement(
  'paging.last',
  ofEachList(async ({ api, that }, { employeeId }) => {
    const total = pageOf(await listSnapshots(api, employeeId))?.total ?? 0;
    for (const size of ['1', '10', '20']) {
      const exchange = await listSnapshots(api, employeeId, { offset: String(total - 1), page_size: size });
      const length = pageOf(exchange)?.length;
      that(length === 1, () => ({
        message: `the page at the last record ${length === undefined ? 'is no page' : `holds ${numberOf(length, 'record')}`}`,
        exchanges: [exchange],
        pointer: '/response',
        expected: '1 record',
        ...(length === undefined ? {} : { actual: numberOf(length, 'record') }),
      }));
    }
  }),
);

/** A walk; none where the target does not take a page size beyond the one that is shown: the largest is open. */
async function walkInPagesOf(size: number, api: Api, employeeId: string): Promise<Walk | undefined> {
  try {
    return await walkSnapshots(api, employeeId, size);
  } catch (error) {
    const refused = error instanceof Undecided && error.exchange !== undefined && isRefusal(error.exchange);
    if (refused && size > shownPageSize) return undefined;
    throw error;
  }
}

requirement(
  'paging.tiling',
  ofEachList(async ({ api, id, session, that }, { employeeId }) => {
    const { effort, patience } = profileOf(session);
    const sizes = boundarySizes((await walkSnapshots(api, employeeId, 20)).ids.length, effort);
    const between = (): Promise<readonly (Walk | undefined)[]> =>
      Promise.all(sizes.map((size) => walkInPagesOf(size, api, employeeId)));
    const { before, after, result } = await atRest(api, employeeId, between, patience);
    const walks = [after, ...result.filter((one) => one !== undefined)];
    for (const walk of walks.toSorted((one, other) => one.pages.length - other.pages.length)) {
      const problem = problemOfTiling(before, walk);
      if (problem === undefined) session.ledger.judged(id);
      else that(false, () => problem);
    }
  }),
);

requirement(
  'paging.full-pages',
  ofEachList(async ({ api, session, that }, { employeeId, snapshotIds }) => {
    for (const size of boundarySizes(snapshotIds.length, profileOf(session).effort).filter((one) => one <= 20)) {
      const { pages } = await walkSnapshots(api, employeeId, size);
      for (const exchange of pages) {
        const page = pageOf(exchange);
        if (page === undefined) continue;
        // The last page holds what is left, which may be just as much; that it holds no more is judged by paging.bounds.
        const left = page.total - page.offset;
        const isFull = size < left ? page.length === size : page.length >= left;
        that(isFull, () => ({
          message: `a page at offset ${page.offset} holds ${numberOf(page.length, 'record')} of ${left} that are left, with page_size ${size}`,
          exchanges: [exchange],
          pointer: '/response',
          expected: numberOf(Math.min(size, left), 'record'),
          actual: numberOf(page.length, 'record'),
        }));
      }
    }
  }),
);

requirement(
  'paging.total',
  ofEachList(async ({ api, that, undecided }, { employeeId, snapshotIds, uncertain }) => {
    if (uncertain)
      return undecided(
        'not-reached',
        'a create was lost without an answer, so that the number of snapshots is not known',
      );
    const exchange = await listSnapshots(api, employeeId, { page_size: '1' });
    const total = pageOf(exchange)?.total;
    that(total === snapshotIds.length, () => ({
      message: `total_records is ${total ?? 'absent'} after ${numberOf(snapshotIds.length, 'snapshot')} of an employee`,
      exchanges: [exchange],
      pointer: '/meta/total_records',
      expected: snapshotIds.length,
      actual: total,
    }));
    const { ids, pages } = await walkToAll(api, employeeId, 20, snapshotIds.map(idKey));
    const missing = snapshotIds.filter((id) => !ids.includes(idKey(id)));
    return that(missing.length === 0, () => ({
      message: `not listed: ${missing.length} of ${numberOf(snapshotIds.length, 'created snapshot')}`,
      exchanges: pages,
      pointer: '/response',
      expected: inOrderOf(ids, snapshotIds),
      actual: ids,
    }));
  }),
);

/** Values that no list has a page for, by what is wrong with them. */
const outOfRange: readonly (readonly [name: string, offsets: readonly string[], sizes: readonly string[]])[] = [
  ['offset at the end', ['total'], []],
  ['offset past the end', ['past', '9007199254740993'], []],
  ['offset that is no natural number', ['-1', '1.5', 'abc', ''], []],
  ['page_size 0', [], ['0']],
  ['page_size that is no natural number', [], ['-1', '1.5', 'abc', '']],
  ['huge page_size', [], ['1000000', '9007199254740993']],
];

requirement('paging.out-of-range', async ({ api, session, that }) => {
  const { employeeId, snapshotIds } = await pagedEmployee(session);
  const total = snapshotIds.length;
  const named: Readonly<Record<string, string>> = { total: String(total), past: String(total + 1000) };
  for (const [name, offsets, sizes] of outOfRange) {
    const queries: readonly Readonly<Record<string, string>>[] = [
      ...offsets.map((offset) => ({ offset: named[offset] ?? offset })),
      ...sizes.map((size) => ({ page_size: size })),
    ];
    for (const query of queries) {
      const exchange = await listSnapshots(api, employeeId, query);
      const page = pageOf(exchange);
      const { status, json } = exchange.answer;
      const [breach] = isSuccess(exchange) ? breachesOf('page-meta', objectOf(json).meta) : [];
      const unsound = breach ?? (page === undefined ? undefined : unsoundness(page));
      const asked = new URLSearchParams(query).toString();
      that(status < 500, () => ({
        message: `${asked} was answered with ${status}`,
        exchanges: [exchange],
        pointer: '#status',
        expected: 'no 5xx',
        actual: status,
      }));
      that(unsound === undefined, () => ({
        message: `${asked}: ${unsound?.message}`,
        exchanges: [exchange],
        pointer: unsound?.pointer ?? '',
        expected: unsound?.expected,
        actual: unsound?.actual,
      }));
      session.ledger.observed('paging.defaults', `${name}: ${answerTo(exchange)}`, name);
    }
  }
});

/** How a list answered a page that it does not have. */
function answerTo(exchange: AnsweredExchange): string {
  const page = pageOf(exchange);
  if (page === undefined) return String(exchange.answer.status);
  // A size that goes with the list is none.
  if (page.length > 0 && page.length === page.total && page.length === page.pageSize) return 'the whole list';
  return page.length === 0 ? 'an empty page' : `a page of up to ${page.pageSize}`;
}

requirement('paging.defaults', async ({ api, session, observe }) => {
  const group = await groupId(session);
  const employees = await pagedEmployees(session);
  const lists = [
    await api.call('E1'),
    await api.call('E5', { path: { group_id: group } }),
    ...(await Promise.all(employees.map(({ employeeId }) => listSnapshots(api, employeeId)))),
  ].filter(isSuccess);
  for (const [endpoint, alike] of Map.groupBy(lists, ({ request }) => request.endpoint))
    observe(`${endpoint}: ${defaultPage(alike.map(pageOf))}`, endpoint);
});

/** Records of which an order says something: fewer may well be in it by chance. */
const fewestToOrder = 5;

requirement('paging.order', async ({ api, session, observe, undecided }) => {
  const { employeeId, snapshotIds } = await pagedEmployee(session);
  const { ids } = await walkSnapshots(api, employeeId, 20);
  if (ids.length < fewestToOrder)
    return undecided('not-reached', `a list of ${ids.length} may be in any order by chance; it takes ${fewestToOrder}`);
  const created = snapshotIds.map(idKey);
  const orders: Readonly<Record<string, readonly string[]>> = {
    'oldest first': created,
    'newest first': created.toReversed(),
  };
  const known = Object.entries(orders).find(([, order]) => order.join() === ids.join())?.[0];
  return observe(`E8: ${known ?? 'neither oldest nor newest first'}`, 'E8');
});
