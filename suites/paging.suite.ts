import { isRefusal, isSuccess } from '../target/exchange.ts';
import type { Api } from './engine/api.ts';
import { requirement } from './engine/requirement.ts';
import { Undecided } from './engine/verdicts.ts';
import { boundarySizes } from './drives/employee.ts';
import { asksForAnOrdinaryPage, pageOf, shownPageSize, unsoundness } from './invariants/paging.ts';
import { idKey, objectOf, recordsOf } from './invariants/reading.ts';
import { breachesOf } from './invariants/schema-breaches.ts';
import { groupId } from './world/group.ts';
import { idsOf, listSnapshots, pagedEmployee } from './world/employee.ts';
import { atRest, walkSnapshots, type Walk } from './world/walk.ts';

requirement('paging.offset', async ({ api, session, that }) => {
  const { employeeId } = await pagedEmployee(session);
  const { before, after, result } = await atRest(api, employeeId, ({ ids }) =>
    Promise.all(ids.map((_, offset) => listSnapshots(api, employeeId, { offset: String(offset), page_size: '3' }))),
  );
  const stable = before.ids.join() === after.ids.join();
  for (const [offset, exchange] of result.entries()) {
    const page = pageOf(exchange);
    that(page?.offset === offset, () => ({
      message: `offset ${offset} was asked for, meta.offset is ${page?.offset ?? 'absent'}`,
      exchanges: [exchange],
      pointer: '/meta/offset',
      expected: offset,
      actual: page?.offset,
    }));
    const wanted = before.ids.slice(offset, offset + 3);
    const found = idsOf(exchange);
    // An order that is not stable is judged by paging.tiling.
    if (!stable) continue;
    that(found.length > 0 && found.every((id, index) => id === wanted[index]), () => ({
      message: `the page at offset ${offset} does not begin at record ${offset} of the list`,
      exchanges: [...before.pages, exchange],
      pointer: '/response/0/id',
      expected: wanted[0],
      actual: found[0],
    }));
  }
});

requirement('paging.last', async ({ api, session, that }) => {
  const { employeeId } = await pagedEmployee(session);
  const total = pageOf(await listSnapshots(api, employeeId))?.total ?? 0;
  for (const size of ['1', '10', '20']) {
    const exchange = await listSnapshots(api, employeeId, { offset: String(total - 1), page_size: size });
    const length = pageOf(exchange)?.length;
    that(length === 1, () => ({
      message: `the page at the last record holds ${length ?? 'no'} records`,
      exchanges: [exchange],
      pointer: '/response',
      expected: 'exactly one record',
      actual: length,
    }));
  }
});

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

requirement('paging.tiling', async ({ api, session, that }) => {
  const { employeeId } = await pagedEmployee(session);
  const sizes = boundarySizes((await walkSnapshots(api, employeeId, 20)).ids.length);
  const { before, after, result } = await atRest(api, employeeId, () =>
    Promise.all(sizes.map((size) => walkInPagesOf(size, api, employeeId))),
  );
  for (const walk of [after, ...result.filter((one) => one !== undefined)]) {
    const size = walk.pages[0]?.request.query.page_size;
    const repeated = walk.ids.find((id, index) => walk.ids.indexOf(id) !== index);
    const evidence = { exchanges: walk.pages, pointer: '/response' };
    that(repeated === undefined, () => ({
      message: `a walk with page_size ${size} meets a record twice`,
      ...evidence,
      expected: 'every record exactly once',
      actual: repeated,
    }));
    const missing = before.ids.filter((id) => !walk.ids.includes(id));
    that(missing.length === 0, () => ({
      message: `a walk with page_size ${size} misses ${missing.length} records`,
      ...evidence,
      expected: before.ids,
      actual: walk.ids,
    }));
    that(walk.ids.join() === before.ids.join(), () => ({
      message: `two walks at rest (page_size 20 and ${size}) differ in order`,
      ...evidence,
      expected: before.ids,
      actual: walk.ids,
    }));
  }
});

requirement('paging.full-pages', async ({ api, session, that }) => {
  const { employeeId, snapshotIds } = await pagedEmployee(session);
  for (const size of boundarySizes(snapshotIds.length).filter((one) => one <= 20)) {
    const { pages } = await walkSnapshots(api, employeeId, size);
    for (const exchange of pages) {
      const page = pageOf(exchange);
      if (page === undefined || page.offset + page.length >= page.total) continue;
      that(page.length === size && page.length === page.pageSize, () => ({
        message: `a page before the last one holds ${page.length} of ${size} records`,
        exchanges: [exchange],
        pointer: '/response',
        expected: `${size} records`,
        actual: page.length,
      }));
    }
  }
});

requirement('paging.total', async ({ api, session, that, undecided }) => {
  const { employeeId, snapshotIds, uncertain } = await pagedEmployee(session);
  if (uncertain)
    return undecided(
      'not-reached',
      'a create was lost without an answer, so that the number of snapshots is not known',
    );
  const exchange = await listSnapshots(api, employeeId, { page_size: '1' });
  const total = pageOf(exchange)?.total;
  that(total === snapshotIds.length, () => ({
    message: `${snapshotIds.length} snapshots of an employee were created, total_records is ${total ?? 'absent'}`,
    exchanges: [exchange],
    pointer: '/meta/total_records',
    expected: snapshotIds.length,
    actual: total,
  }));
  const { ids, pages } = await walkSnapshots(api, employeeId, 20);
  const missing = snapshotIds.filter((id) => !ids.includes(idKey(id)));
  return that(missing.length === 0, () => ({
    message: `${missing.length} of the snapshots that were created are not listed`,
    exchanges: pages,
    pointer: '/response',
    expected: snapshotIds,
    actual: ids,
  }));
});

requirement('paging.out-of-range', async ({ api, session, that }) => {
  const { employeeId, snapshotIds } = await pagedEmployee(session);
  const total = snapshotIds.length;
  const queries: readonly Readonly<Record<string, string>>[] = [
    ...[String(total), String(total + 1), String(total + 1000), '9007199254740993', '-1', '1.5', 'abc', ''].map(
      (offset) => ({ offset }),
    ),
    ...['0', '-1', '1.5', 'abc', '', '1000000', '9007199254740993'].map((size) => ({ page_size: size })),
    { offset: String(total), page_size: '1' },
    { offset: '-1', page_size: '-1' },
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
    if (!asksForAnOrdinaryPage(exchange, total))
      session.ledger.observed(
        'paging.defaults',
        `${asked}: ${isSuccess(exchange) ? `${page?.length ?? '?'} records, page_size ${page?.pageSize ?? '?'}` : status}`,
      );
  }
});

requirement('paging.defaults', async ({ api, session, observe }) => {
  const group = await groupId(session);
  const { employeeId } = await pagedEmployee(session);
  const lists = [
    await api.call('E1'),
    await api.call('E5', { path: { group_id: group } }),
    await listSnapshots(api, employeeId),
  ];
  for (const exchange of lists) {
    const page = pageOf(exchange);
    const whole = page !== undefined && page.length === page.total;
    observe(
      `${exchange.request.endpoint}: page_size ${page?.pageSize ?? '?'} by default${whole ? ', whole list on one page' : ''}`,
    );
  }
});

requirement('paging.order', async ({ api, session, observe }) => {
  const { employeeId, snapshotIds } = await pagedEmployee(session);
  const { ids, pages } = await walkSnapshots(api, employeeId, 20);
  const created = snapshotIds.map(idKey);
  const orders: Readonly<Record<string, readonly string[]>> = {
    'oldest first': created,
    'newest first': created.toReversed(),
  };
  const known = Object.entries(orders).find(([, order]) => order.join() === ids.join())?.[0];
  observe(`E8: ${known ?? 'neither oldest nor newest first'} (${pages.flatMap(recordsOf).length} records)`);
});
