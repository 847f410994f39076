import { idKey, objectOf } from '../spec/index.ts';
import { isRefusal, isSuccess, type AnsweredExchange } from '../target/exchange.ts';
import type { Query } from './engine/api.ts';
import type { Check } from './engine/check.ts';
import { answerOf, memberAt } from './engine/assertions.ts';
import { part, ruleOn, ruleOnSuccesses, type Scenario } from './engine/definition.ts';
import { schemaViolations, violationsOf } from './judging/schema-violations.ts';
import { groupTraffic } from './traffic/access-traffic.ts';
import { decisionTraffic } from './traffic/body-traffic.ts';
import { modelTraffic, sequences } from './traffic/model-traffic.ts';
import { isFrugal, profileOf } from './engine/plan.ts';
import { fitting } from './engine/budget.ts';
import { Undecided } from './engine/verdicts.ts';
import { sideBySide } from './engine/waiting.ts';
import {
  defaultPage,
  problemOfTiling,
  isPartOf,
  atRest,
  pagesOfTheEnd,
  placesOf,
  totalOfWalk,
  walkSnapshots,
  type Walk,
} from './fixtures/list-walks.ts';
import { totalOfLongest, totalOfOwn, withTotal } from './checks/list-totals.ts';
import { boundaryOffsets, boundarySizes, listTraffic } from './traffic/list-traffic.ts';
import { isOwnEmployee } from './judging/known-records.ts';
import {
  answerTo,
  asksForAnOrdinaryPage,
  eachOnce,
  fullByMeta,
  isRefusedForItsPage,
  namesItsSize,
  onPages,
  pageOf,
  shownPageSize,
  unsoundAtRest,
  unsoundness,
  outOfBoth,
  outOfRange,
} from './judging/pages.ts';
import { listEndpoints, numberOf } from './judging/reading.ts';
import { decisionBase } from './fixtures/taken-bodies.ts';
import { groupId } from './fixtures/own-groups.ts';
import {
  employeeWithPairs,
  createEmployee,
  employeesToPage,
  fewestToPage,
  idsOf,
  listSnapshots,
  pagedEmployee,
  pagedEmployees,
  type OwnEmployee,
} from './fixtures/employee-records.ts';

/** A check for each employee with a list to page, the short lists first: their evidence is the smallest. */
function ofEachList(scenario: (check: Check, employee: OwnEmployee) => Promise<void>): Scenario {
  return async (check) => {
    await sideBySide((await employeesToPage(check.session)).toReversed(), (employee) => scenario(check, employee));
  };
}

/** Leaves the requirement undecided if no list has two pages. */
const needsPages: Scenario = async (check) => void (await employeesToPage(check.session));

/** Whether a success is not JSON, which only wire.json judges. */
function isUnreadable(exchange: AnsweredExchange): boolean {
  return isSuccess(exchange) && !exchange.answer.isJson;
}

/** Requests for the beginning of a list that give no offset. */
const withoutOffset: readonly Query[] = [{}, { page_size: '3' }];

/** Page sizes that take turns at the offsets of a list, so that some offsets are not multiples of the size. */
const sizesInTurn = [2, 3, 7] as const;

const offsets: Scenario = ofEachList(async ({ api, assert, id, session }, { employeeId, snapshotIds }) => {
  const { effort, patience } = profileOf(session);
  // A walk is not possible if no offset is accepted.
  const second = await listSnapshots(api, employeeId, { offset: '1', page_size: '3' });
  const isThere = (pageOf(await listSnapshots(api, employeeId))?.total ?? 0) > 1;
  const { status } = second.answer;
  assert(
    answerOf(second)
      .at('#status')
      .satisfies(!isThere || !isRefusedForItsPage(second), {
        code: 'refused',
        message: `offset 1 of a list that is longer was refused with ${status}`,
        expected: 200,
      }),
  );
  const between = async ({ ids }: Walk) => {
    const pages = await Promise.all(
      fitting(session, id, [
        ...boundaryOffsets(ids.length, effort).map((offset) => ({
          offset: String(offset),
          page_size: String(sizesInTurn[offset % sizesInTurn.length]),
        })),
        ...boundaryOffsets(ids.length, 'brisk').map((offset) => ({ offset: String(offset) })),
        ...withoutOffset,
      ]).map((query) => listSnapshots(api, employeeId, query)),
    );
    return { result: pages, pages };
  };
  const { before, after, result } = await atRest(api, employeeId, between, patience, snapshotIds.length);
  const stable = before.ids.join() === after.ids.join();
  for (const exchange of result) {
    const { offset: asked, page_size: size } = exchange.request.query;
    // The documents do not show whether one of the two may be given without the other.
    if ((size === undefined || asked === undefined) && isRefusal(exchange)) continue;
    if (isUnreadable(exchange)) continue;
    const offset = Number(asked ?? pageOf(exchange)?.offset);
    if (Number.isNaN(offset) || (asked === undefined && !isPartOf(before, idsOf(exchange)))) continue;
    // Only the offset is read: anything else that is wrong with the page does not concern it.
    const shown = answerOf(exchange).at('/meta/offset');
    const words = typeof shown.value === 'number' ? shown.value : 'no number';
    assert(shown.equals(offset, `offset ${offset} was asked for, meta.offset is ${words}`, 'offset'));
    const wanted = placesOf(before).slice(offset);
    const found = idsOf(exchange);
    // An order that is not stable is judged by paging.tiling.
    if (!stable) continue;
    const wrong = found.findIndex((id, index) => id !== wanted[index]?.id);
    const at = Math.max(wrong, 0);
    const place = wanted[at];
    const earlier = place === undefined ? before.pages.slice(-1) : [place.page];
    const start = at === 0 ? 'begin at' : 'go on with';
    assert(
      memberAt(`/response/${at}/id`, found[at], { exchange, earlier }).satisfies(found.length > 0 && wrong === -1, {
        code: 'other-record',
        message: `the page at offset ${offset} does not ${start} record ${offset + at} of the list`,
        expected: place?.id ?? 'the end of the list',
      }),
    );
  }
});

async function lastIsOneRecord({ api, assert, session }: Check, { employeeId }: OwnEmployee): Promise<void> {
  const { whole, pages } = await pagesOfTheEnd(
    (paging) => listSnapshots(api, employeeId, paging),
    session.plan.target.limits.settle,
  );
  // Which sizes are accepted is judged by paging.page-size.
  const taken = pages.filter((exchange) => !isRefusedForItsPage(exchange));
  for (const exchange of taken.length > 0 ? taken : pages) {
    if (isUnreadable(exchange)) continue;
    const { response } = objectOf(exchange.answer.json);
    const length = isSuccess(exchange) && Array.isArray(response) ? response.length : undefined;
    const held = length === undefined ? undefined : numberOf(length, 'record');
    const message = `the page at the last of ${pageOf(whole)?.total} records ${held === undefined ? 'is no page' : `holds ${held}`}`;
    assert(memberAt('/response', held, { exchange, earlier: [whole] }).equals('1 record', message, 'length'));
  }
}

/** The only record of a list is also its last. */
const lastOfOne: Scenario = async (check) => {
  await employeesToPage(check.session);
  if (!isFrugal(check.session)) await lastIsOneRecord(check, await createEmployee(check, 'paging-1', 1));
};

/** Walks over a list at rest, in pages of boundary sizes; `before` and the first of `others` have pages of 20. */
function walksOf({ api, id, session }: Check, { employeeId, snapshotIds: { length: known } }: OwnEmployee) {
  return session.once(`walks over the list of ${employeeId}`, async () => {
    const { effort, patience } = profileOf(session);
    const sizes = fitting(
      session,
      id,
      boundarySizes((await walkSnapshots(api, employeeId, shownPageSize, known)).ids.length, effort),
    );
    const between = async () => {
      const walks = sizes.map((size) =>
        walkSnapshots(api, employeeId, size, known).catch((error: unknown) => {
          // What the largest page size is, is open above the documented one.
          const refused = error instanceof Undecided && error.exchange !== undefined && isRefusal(error.exchange);
          if (!refused || size <= shownPageSize) throw error;
        }),
      );
      const result = (await Promise.all(walks)).filter((walk) => walk !== undefined);
      return { result, pages: result.flatMap(({ pages }) => pages) };
    };
    const { before, after, result } = await atRest(api, employeeId, between, patience, known);
    return { before, others: [after, ...result] };
  });
}

async function tilingOf(check: Check, employee: OwnEmployee): Promise<void> {
  const { before, others } = await walksOf(check, employee);
  for (const walk of others.toSorted((one, other) => one.pages.length - other.pages.length))
    check.noFinding(problemOfTiling(before, walk));
}

/** Records that were made at the same moment need an order, too. */
async function tilingOfPairs(check: Check): Promise<void> {
  const employee = await employeeWithPairs(check.session);
  if (employee !== undefined && employee.snapshotIds.length >= fewestToPage) await tilingOf(check, employee);
}

const fullPages: Scenario = ofEachList(async (check, employee) => {
  const { others } = await walksOf(check, employee);
  for (const exchange of others.flatMap(({ pages }) => pages)) {
    const page = pageOf(exchange);
    const size = Number(exchange.request.query.page_size);
    if (page === undefined || size > shownPageSize) continue;
    // The last page holds what is left, which may be a full page; paging.bounds judges that it holds no more. The
    // offset in meta is judged by paging.offset.
    const offset = Number(exchange.request.query.offset);
    const left = page.total - offset;
    const most = Math.min(size, left);
    const held = numberOf(page.length, 'record');
    check.assert(
      memberAt('/response', held, { exchange }).satisfies(page.length >= most, {
        code: 'not-full',
        message: `a page at offset ${offset} holds ${held} of ${left} that are left, with page_size ${size}`,
        expected: numberOf(most, 'record'),
      }),
    );
  }
});

const totalsOfWalks: Scenario = ofEachList(async ({ api, noFinding, session }, { employeeId }) => {
  const total = await totalOfWalk((paging) => listSnapshots(api, employeeId, paging), session);
  if (total !== 'undecided') noFinding(total === 'right' ? undefined : total);
});

/** Compares the totals of the groups and of the decisions with what walks find, if those lists follow `offset`. */
async function totalsOfOtherLists({ api, noFinding, session }: Check): Promise<void> {
  const group = await groupId(session);
  // An empty list would show nothing.
  if (!isFrugal(session)) await decisionBase(session).catch(() => undefined);
  await sideBySide(
    [
      (query: Query) => api.call('E5', { path: { group_id: group }, query }),
      (query: Query) => api.call('E1', { query }),
    ],
    async (read) => {
      const total = await totalOfWalk(read, session);
      if (typeof total === 'object') noFinding(total);
    },
  );
}

async function outsideRange({ api, assert, session }: Check): Promise<void> {
  const { employeeId, snapshotIds } = await pagedEmployee(session);
  const alone = outOfRange(snapshotIds.length).flatMap(([name, of, values]) =>
    values.map((value) => ({ name, query: { [of]: value } })),
  );
  const asked: readonly { name?: string; query: Query }[] = [...alone, ...outOfBoth(snapshotIds.length)];
  const whole = await withTotal(api, employeeId, {}, snapshotIds.length);
  const listed = pageOf(whole)?.total;
  const answers = await sideBySide(asked, async ({ name, query }) => ({
    name,
    what: new URLSearchParams(query).toString(),
    exchange: await withTotal(api, employeeId, query, listed),
  }));
  for (const { name, what, exchange } of answers) {
    const page = pageOf(exchange);
    const { meta } = objectOf(exchange.answer.json);
    const [violation] = isSuccess(exchange) && !isUnreadable(exchange) ? violationsOf('page-meta', meta) : [];
    const unsound =
      (violation && { ...violation, pointer: `/meta${violation.pointer}` }) ??
      (page === undefined ? undefined : unsoundness(page));
    if (name !== undefined)
      session.ledger.observed('paging.defaults', `${name}: ${answerTo(exchange)}`, {
        topic: name,
        shownBy: () => exchange,
      });
    assert(answerOf(exchange).status('no 5xx', what));
    assert(unsound ? [{ ...unsound, code: 'unsound', message: `${what}: ${unsound.message}`, exchange }] : []);
    // A total that is also wrong without the parameter is judged by paging.total.
    if (page === undefined || listed !== snapshotIds.length) continue;
    const total = memberAt('/meta/total_records', page.total, { exchange, earlier: [whole] });
    assert(total.equals(listed, `${what}: total_records is ${page.total}, and ${listed} without that`, 'total'));
  }
}

async function defaults({ api, session, observe }: Check): Promise<void> {
  const group = await groupId(session);
  const employees = await pagedEmployees(session);
  const lists = [
    await api.call('E1'),
    await api.call('E5', { path: { group_id: group } }),
    ...(await Promise.all(employees.map(({ employeeId }) => listSnapshots(api, employeeId)))),
  ].filter(isSuccess);
  for (const [endpoint, alike] of Map.groupBy(lists, ({ request }) => request.endpoint))
    observe(`${endpoint}: ${defaultPage(alike.map(pageOf))}`, { topic: endpoint, shownBy: () => alike[0] });
}

/** Fewest records whose order says something: fewer may be in any order by chance. */
const fewestToOrder = 5;

async function order({ api, session, observe, undecided }: Check): Promise<void> {
  const { employeeId, snapshotIds } = await pagedEmployee(session);
  const { ids, pages } = await walkSnapshots(api, employeeId, shownPageSize);
  if (ids.length < fewestToOrder)
    return undecided('not-reached', `a list of ${ids.length} may be in any order by chance; it takes ${fewestToOrder}`);
  const created = snapshotIds.map(idKey);
  const orders: Readonly<Record<string, readonly string[]>> = {
    'oldest first': created,
    'newest first': created.toReversed(),
  };
  const known = Object.entries(orders).find(([, order]) => order.join() === ids.join())?.[0];
  const value = `E8: ${known ?? 'neither oldest nor newest first'}`;
  return observe(value, { topic: 'E8', shownBy: () => pages[0] });
}

/** Judges that no page is refused if its size is at most the documented one. */
const sizeUpToShownIsTaken = ruleOn({ endpoints: ['E8'] }, (exchange, memory) => {
  const { query, pathParameters } = exchange.request;
  const size = Number(query.page_size);
  // The documents do not show whether one parameter may be given without the other.
  if (!(size >= 1 && size <= shownPageSize) || query.offset === undefined || !asksForAnOrdinaryPage(exchange, 1))
    return undefined;
  if (exchange.access !== 'first' || !isOwnEmployee(pathParameters.employee_id, memory)) return undefined;
  // The effect of a size is judged by what is on the page.
  if (!isRefusedForItsPage(exchange)) return undefined;
  const { status } = exchange.answer;
  return memberAt('#status', status).equals(200, `page_size ${size} was refused with ${status}`, 'refused');
});

/** Requirements of page envelopes and paging (`spec/documents/8-limits.md`). */
export const paging = part(
  'paging',
  {
    needs: ['writes'],
    traffic: [groupTraffic, listTraffic, decisionTraffic],
    shares: { name: 'lists of paging', footprint: { least: 50, writes: 1 } },
  },
  {
    envelope: {
      how: 'Every 2xx of E1, E5 and E8 in the run is validated against the schema of its page envelope, without the records themselves.',
      needs: [],
      rule: ruleOnSuccesses(listEndpoints, (exchange) =>
        exchange.answer.isJson
          ? schemaViolations(exchange).filter(({ pointer }) => !/^\/response\/\d/.test(pointer))
          : undefined,
      ),
    },

    bounds: {
      how: 'In every page of E1, E5 and E8 in the run whose request asked for an existing page, the numbers are compared with each other and with the number of records. The total is compared with what a page contains only if nothing was written to the list while it was read.',
      needs: [],
      notShownBy: ['query'],
      rule: onPages((page, exchange, memory) => {
        // If the records of an answer go past its own total, its page is not out of range: one of the two is wrong.
        if (!asksForAnOrdinaryPage(exchange, Math.max(page.total, page.offset + page.length))) return undefined;
        const violation = unsoundAtRest(page, exchange, memory);
        return violation === undefined ? [] : [violation];
      }),
    },

    'page-size': {
      how: 'The records on every page of E8 that was requested with a size from 1 to 999 are counted. The lists of three employees, with 26, 20 and 4 snapshots, are read in pages of size 1, of sizes up to 20, and of one less, as many and one more than there are snapshots. A size up to 20 must not be refused if an offset is given with it.',
      notShownBy: ['query'],
      rule: [
        sizeUpToShownIsTaken,
        onPages((page, { request: { endpoint, query } }) => {
          if (endpoint !== 'E8' || !/^[1-9]\d{0,2}$/.test(query.page_size ?? '')) return undefined;
          // A list without a second page shows nothing.
          if (page.length < fewestToPage && page.total < fewestToPage) return undefined;
          const came = numberOf(page.length, 'record');
          return memberAt('/response', came).satisfies(page.length <= Number(query.page_size), {
            code: 'more-than-asked',
            message: `page_size ${query.page_size} was asked for, ${came} came`,
            expected: `at most ${numberOf(Number(query.page_size), 'record')}`,
          });
        }),
      ],
      scenario: needsPages,
    },

    offset: {
      how: 'For three employees, with 26, 20 and 4 snapshots, the list is read from every position, with page sizes 2, 3 and 7 in turn, and from positions around the ends of its thirds without a page size; it is also read without an offset, with and without a page size. Read like that, it may be refused, or be in another order. `meta.offset` and the ids are compared with a walk over the whole list made before. A list that changed in between is read again; one that keeps changing leaves it undecided.',
      footprint: { least: 17, variations: 131 },
      scenario: offsets,
    },

    last: {
      how: 'For four employees, with 26, 20, 4 and 1 snapshots, the list is read from the offset one below its total, with page sizes 1, 10 and 20: each answer must contain exactly one record.',
      footprint: { least: 17 },
      scenario: [ofEachList(lastIsOneRecord), lastOfOne],
    },

    tiling: {
      how: 'For three employees, with 26, 20 and 4 snapshots, the list is walked page by page with sizes around its boundaries (1, 2, 3, 5, 7, 10, 19, 20, and one less, as many and one more than there are snapshots), between two walks of size 20. The same is done for an employee with three pairs of snapshots, each pair submitted at the same time. Each walk must return every record exactly once and in the same order. Sizes above 20 that are refused are skipped, and a list that keeps changing leaves it undecided. In the whole run, no page of any list may contain a record twice.',
      footprint: { least: 80, variations: 147 },
      rule: eachOnce,
      scenario: [ofEachList(tilingOf), tilingOfPairs],
    },

    'full-pages': {
      how: 'In the walks of `paging.tiling` over the lists of three employees, each page that was requested with a size up to 20 must contain as many records as were requested, or all that are left. In the whole run, a first page may be empty only if the total is 0, no page may be empty if twenty or more records follow its offset, every page of E8 that is not the whole list and was requested with a size up to 20 must state that size, and no page of the list of an employee of the run may contain fewer records than its own `meta` has room for. `total_records` of each of these lists, and of the groups and the decisions of the group if these lists follow `offset`, is compared with what a walk over about five pages and past the end finds. A list that changes, or that is too long for this, is not judged.',
      notShownBy: ['query'],
      footprint: { least: 33 },
      rule: [
        onPages((page, { request: { endpoint, query } }) => {
          // A record may be added between counting the list and reading a page.
          const isWithin = page.length === 0 && page.total - page.offset >= shownPageSize;
          if (!isWithin && (Object.hasOwn(query, 'offset') || page.offset !== 0)) return undefined;
          // A sound page of another list, or one with the whole list, shows nothing about the pages of E8.
          const isOfPages = endpoint === 'E8' && page.length < page.total;
          if (!isOfPages && (page.length > 0 || page.total === 0)) return undefined;
          return memberAt('/meta/total_records', page.total).satisfies(page.length > 0, {
            code: 'empty-page',
            message: `the page at offset ${page.offset} is empty, total_records is ${page.total}`,
            expected: page.offset,
          });
        }),
        namesItsSize,
        onPages((page, exchange, memory) => {
          const isOwn = isOwnEmployee(exchange.request.pathParameters.employee_id, memory);
          return isOwn ? fullByMeta(page, exchange, memory) : undefined;
        }),
      ],
      scenario: [fullPages, totalsOfWalks],
      atRest: totalsOfOtherLists,
    },

    'page-num': {
      how: 'Every page of E1, E5 and E8 in the run that has records and begins at a multiple of its size is checked.',
      needs: [],
      notShownBy: ['query'],
      rule: onPages(({ length, offset, pageNum, pageSize }) => {
        if (length === 0 || pageSize < 1 || offset % pageSize !== 0) return undefined;
        const expected = Math.floor(offset / pageSize) + 1;
        const message = `page_num is ${pageNum} at offset ${offset} with page_size ${pageSize}`;
        return memberAt('/meta/page_num', pageNum).equals(expected, message);
      }),
    },

    total: {
      how: `For three employees, with 26, 20 and 4 created snapshots, \`total_records\` is compared with the number of distinct ids that the creates returned for that employee. It is read from a page of one, from the list without parameters, and from a page of two at offset 1; the longest list is also read once before it is complete. At the end of the run, \`total_records\` of the employee with the most answered creates, if there are more than 26, must not be lower than their number; a snapshot from an invalid body counts as long as E7 returns it. A create that was lost without an answer leaves it undecided. ${sequences}`,
      traffic: [modelTraffic],
      scenario: ofEachList(totalOfOwn),
      atEnd: totalOfLongest,
    },

    'out-of-range': {
      how: 'E8 is called for the list of an employee with 26 snapshots, with sixteen wrong values of `offset` and `page_size`: at and past the end, negative, fractions, words, empty, zero and huge, and with four pairs of both. None may get a 5xx. A page that is returned must have a sound `meta`, with the same total as the list has without them.',
      footprint: { least: 16 },
      scenario: outsideRange,
    },

    defaults: {
      how: 'Observed on E1, E5 and E8 without parameters: the page size in `meta`, whether the list is longer than that, and whether that size varies with the length of the list, which means that the whole list is returned. Also observed: how E8 answers out-of-range values.',
      scenario: defaults,
    },

    order: {
      how: 'Observed on the list of an employee with 26 snapshots: whether it is sorted oldest first or newest first, by order of creation. A list of fewer than five is not used, as it may be in any order by chance.',
      profiles: { health: { undecided: 'its lists are so short that they are in any order by chance' } },
      scenario: order,
    },
  },
);
