import { arrayOf, objectOf, type JsonObject } from '../../spec/index.ts';
import { change, parsed } from '../json-values.ts';
import { isSuccess, withQuery, type Begin, type ServiceRequest } from './fault.ts';
import { knowingThoseAtOnce } from './observed.ts';
import { breaking, editBody, fault, having, isAt, type Places, recordsIn, rewrite } from './rewrites.ts';

function pageIn(body: JsonObject) {
  const meta = objectOf(body['meta']);
  return {
    offset: Number(meta['offset']),
    number: Number(meta['page_num']),
    size: Number(meta['page_size']),
    total: Number(meta['total_records']),
    length: arrayOf(body['response']).length,
  };
}

type Page = ReturnType<typeof pageIn>;

const isLastOfSeveral = ({ offset, length, total }: Page): boolean =>
  offset > 0 && length > 0 && offset + length >= total;

const asked = ({ query }: ServiceRequest, name: 'page_size' | 'offset'): number => Number(query[name] ?? Number.NaN);

const asksFor = (size: number) => (request: ServiceRequest) => asked(request, 'page_size') === size;

/** Changes numbers of the envelope; undefined removes one. */
function meta(places: Places, numbersOf: (page: Page) => JsonObject): Begin {
  return rewrite.bodies(places, (body) => change(body, 'meta', having(numbersOf(pageIn(body)))));
}

/** Asks for one page of snapshots and presents it as the one that was asked for. */
function shifted(
  isSuch: (request: ServiceRequest) => boolean,
  queryOf: (request: ServiceRequest) => Readonly<Record<string, string>>,
): Begin {
  return () => async (request, serve) => {
    if (!isAt('E8', request) || !isSuch(request)) return serve(request);
    const [size, offset] = [asked(request, 'page_size'), asked(request, 'offset') || 0];
    const numbers = { offset, page_size: size, page_num: Math.floor(offset / Math.max(size, 1)) + 1 };
    const answer = await serve(withQuery(request, queryOf(request)));
    return editBody(answer, (body) => change(body, 'meta', having(numbers)));
  };
}

/** Asks for one page of a list of several snapshots, where no offset is given, and presents it with other numbers. */
function unpaged(
  query: Readonly<Record<string, string>>,
  numbers: JsonObject,
  isSuch = ({ query: { page_size: size } }: ServiceRequest): boolean => size === undefined,
): Begin {
  return () => async (request, serve) => {
    if (!isAt('E8', request) || request.query['offset'] !== undefined || !isSuch(request)) return serve(request);
    const answer = await serve(withQuery(request, query));
    if (recordsIn(answer, request).length === 0) return serve(request);
    return editBody(answer, (body) => change(body, 'meta', having(numbers)));
  };
}

/** Changes the order of snapshots that were created at once, in every second list. */
const swappingThoseAtOnce = knowingThoseAtOnce(async ({ request, answer, serve, memory }, isAtOnce) => {
  const whole = await serve(withQuery(request, { offset: undefined, page_size: '20' }));
  const all = recordsIn(whole, request);
  if (!isSuccess(answer) || memory.count(request.path['employee_id']) % 2 === 0) return answer;
  const place = (at: number): number => (isAtOnce(all[at] ?? {}) ? at - 1.5 : at);
  const order = all.map((record, at) => ({ record, at: place(at) })).toSorted((one, other) => one.at - other.at);
  return editBody(answer, (body) => {
    const { offset, length, total } = pageIn(body);
    return total > all.length
      ? body
      : { ...body, response: order.slice(offset, offset + length).map(({ record }) => record) };
  });
});

const failingPage = (description: string) => fault('paging.out-of-range', description).and('wire.no-server-error');
const wrongPage = breaking('paging.full-pages');
const wrongWalk = breaking('paging.tiling');

/** Violations of the page envelope and of paging (`spec/documents/8-limits.md`). */
export const pagingFaults = {
  'paging-total-text': fault('paging.envelope', 'total_records is text').by(
    meta('E1', ({ total }) => ({ total_records: String(total) })),
  ),
  'paging-without-page-size': fault('paging.envelope', 'meta lacks page_size')
    .when('a list of a single decision')
    // A list without its numbers is not walked, and what it holds counts as out of reach.
    .also('renewals.edit', 'renewals.edit-isolated')
    .by(meta('E5', ({ total }) => (total === 1 ? { page_size: undefined } : {}))),
  'paging-last-page-null': fault('paging.envelope', 'page_num is null')
    .when('the last of several pages')
    .by(meta('E8', (page) => (isLastOfSeveral(page) ? { page_num: null } : {}))),
  'paging-response-keyed': fault('paging.envelope', 'response is an object')
    .when('a list of four snapshots')
    .bodies('E8', (body) =>
      pageIn(body).total === 4 ? { ...body, response: Object.fromEntries(arrayOf(body['response']).entries()) } : body,
    ),
  'paging-offset-refused': fault('paging.offset', 'an offset is refused')
    .and('paging.last')
    .when('any but 0')
    .fails('E8', 400, (answer, { query }) => isSuccess(answer) && Number(query['offset']) > 0),
  'paging-size-refused': fault('paging.page-size', 'a page_size is refused')
    .when('from 16 to 20')
    .fails('E8', 400, (answer, { query }) => {
      const size = Number(query['page_size']);
      return isSuccess(answer) && size > 15 && size <= 20;
    }),
  'paging-more-than-a-page': fault('paging.bounds', 'meta.page_size is less than the number of records that came')
    .when('a whole groups list on one page')
    // The numbers of the next page are computed from a page of one record.
    .also('paging.page-num')
    .by(meta('E1', ({ length }) => (length > 1 ? { page_size: 1 } : {}))),
  'paging-pages-from-zero': fault('paging.bounds', 'pages are counted from 0')
    .and('paging.page-num')
    // The first page of a list is just as wrong if too large a page was asked for.
    .also('paging.out-of-range')
    .by(meta('E8', ({ number }) => ({ page_num: number - 1 }))),
  'paging-total-too-low': fault('paging.bounds', 'total_records is one too few')
    .when('the last of several pages, with two records or more')
    // The last page states the total too.
    .also('paging.full-pages', 'paging.total')
    .by(meta('E8', (page) => (isLastOfSeveral(page) && page.length > 1 ? { total_records: page.total - 1 } : {}))),
  'paging-ties-in-any-order': wrongWalk('snapshots that were created at once are listed in one order or the other')
    .when('two of one employee, every second time')
    .also('paging.offset', 'paging.full-pages', 'snapshots.list')
    .by(swappingThoseAtOnce),
  'paging-far-offset-fails': fault('paging.out-of-range', 'a page is answered with 500')
    .and('wire.no-server-error')
    .when('an offset of more than 64 bits')
    .crashes('E8', ({ query }) => String(query['offset']).length > 19),
  'paging-total-of-carriers': fault('paging.total', 'total_records counts the carriers of snapshots')
    .when('a snapshot at several carriers')
    .also('paging.full-pages', 'paging.bounds', 'paging.last', 'paging.out-of-range')
    .bodies('E8', (body) => {
      const carriers = arrayOf(body['response']).map((item) => arrayOf(objectOf(item)['fulfillment_summary']).length);
      const more = carriers.reduce((sum, count) => sum + Math.max(count - 1, 0), 0);
      return change(body, 'meta', having({ total_records: pageIn(body).total + more }));
    }),
  'paging-total-of-the-rest': fault('paging.total', 'total_records is what is left of the list')
    .when('a page after the first')
    // The numbers of a page contradict each other.
    .also('paging.full-pages', 'paging.bounds', 'paging.last', 'paging.out-of-range')
    .by(meta('E8', ({ offset, total }) => (offset > 0 ? { total_records: total - offset } : {}))),
  'paging-one-too-many': fault('paging.page-size', 'a page of one record holds two')
    .when('page_size 1')
    // A page of one record was asked for, not of two.
    .also('paging.full-pages')
    .where(asksFor(1))
    .asks('E8', { page_size: '2' }),
  'paging-size-ignored': fault('paging.page-size', 'page_size is ignored')
    .and('paging.full-pages')
    // Every page holds up to 20 records, even the one after the last offset of a smaller page.
    .also('paging.offset')
    .asks('E8', { page_size: undefined }),
  'paging-offset-rounded': fault('paging.offset', 'an offset is rounded down to the start of its page')
    .and('paging.last')
    .asks('E8', (request) => {
      const [offset, size] = [asked(request, 'offset'), asked(request, 'page_size')];
      return offset > 0 && size > 1 ? { offset: String(offset - (offset % size)) } : {};
    }),
  'paging-offset-echo': fault('paging.offset', 'meta.offset is 0')
    .when('offsets past 20')
    // A walk goes by meta.offset, and the page number fits no offset.
    .also('paging.page-num', 'paging.full-pages')
    .by(meta('E8', ({ offset }) => (offset > 20 ? { offset: 0 } : {}))),
  'paging-only-record-lost': fault('paging.last', 'the page at the last record is empty')
    .when('a list of one record, and an offset')
    .also('snapshots.list')
    .bodies('E8', (body, { query }) =>
      pageIn(body).total === 1 && query['offset'] === '0' ? { ...body, response: [] } : body,
    ),
  'paging-odd-offset-of-pairs': fault('paging.offset', 'a page begins one record early')
    .when('page_size 2 and an odd offset')
    // At the last record, the page holds two.
    .also('paging.bounds', 'paging.last')
    .by(
      shifted(
        (request) => asksFor(2)(request) && asked(request, 'offset') % 2 === 1,
        (request) => ({ offset: String(asked(request, 'offset') - 1) }),
      ),
    ),
  'paging-last-record-lost': fault('paging.last', 'the page at the last record is empty')
    .when('pages of ten records or more')
    // The walk by 25 of 26 records ends with that page.
    .also('paging.tiling', 'paging.full-pages')
    .bodies('E8', (body, request) => {
      const { offset, total } = pageIn(body);
      const isAlone = offset === total - 1 && offset > 0;
      return isAlone && asked(request, 'page_size') >= 10 ? { ...body, response: [] } : body;
    }),
  'paging-full-last-page-short': wrongPage('the last page lacks its last record')
    .when('it is full, of two records or more, and not the first')
    .also('paging.tiling', 'snapshots.list')
    .bodies('E8', (body, request) => {
      const page = pageIn(body);
      const isFull = isLastOfSeveral(page) && page.length > 1 && page.length === asked(request, 'page_size');
      return isFull ? { ...body, response: arrayOf(body['response']).slice(0, -1) } : body;
    }),
  'paging-total-remembered': fault('paging.total', 'total_records stays what it was when the list was read first')
    .when('lists of more than ten records')
    .also('paging.bounds', 'paging.full-pages', 'paging.last', 'paging.out-of-range')
    .exchanges('E8', ({ request, answer, memory }) =>
      editBody(answer, (body) => {
        const { total } = pageIn(body);
        const [path] = request.url.split('?');
        const shown = total > 10 ? memory.first(path, total) : (memory.get(path) ?? total);
        return change(body, 'meta', having({ total_records: shown }));
      }),
    ),
  'paging-total-capped': fault('paging.total', 'a list ends after 25 records, and counts no more')
    .and('snapshots.list')
    .when('an employee with more than 25 snapshots')
    .also('paging.last')
    .bodies('E8', (body) => {
      const { offset, total } = pageIn(body);
      const response = arrayOf(body['response']).slice(0, Math.max(25 - offset, 0));
      return change({ ...body, response }, 'meta', having({ total_records: Math.min(total, 25) }));
    }),
  'paging-order-by-size': wrongWalk('the list is in another order')
    .when('page_size 1')
    .where(asksFor(1))
    .exchanges('E8', async ({ request, answer, serve }) => {
      const { offset, total, length } = pageIn(objectOf(parsed(answer.text)));
      if (!isSuccess(answer) || length === 0) return answer;
      const mirrored = await serve(withQuery(request, { offset: String(total - 1 - offset) }));
      return editBody(answer, having({ response: objectOf(parsed(mirrored.text))['response'] }));
    }),
  'paging-boundary-skipped': wrongWalk('the third page begins one record late')
    .when('page_size 7')
    .also('paging.offset', 'paging.full-pages')
    .by(
      shifted(
        (request) => asked(request, 'page_size') === 7 && asked(request, 'offset') === 14,
        () => ({ offset: '15' }),
      ),
    ),
  'paging-page-not-full': wrongPage('a page holds one record less than was asked for')
    .when('page_size 19')
    .by(shifted(asksFor(19), () => ({ page_size: '18' }))),
  'paging-size-not-named': wrongPage('meta.page_size is 20 whatever was asked for')
    .when('a smaller page size')
    // A page of ten that claims a size of twenty has another number.
    .also('paging.page-num')
    .by(meta('E8', ({ size }) => ({ page_size: Math.max(size, 20) }))),
  'paging-groups-counted-wrong': wrongPage('total_records is one too many')
    .when('the list of groups')
    .by(meta('E1', ({ total }) => ({ total_records: total + 1 }))),
  'paging-decisions-counted-short': wrongPage('total_records is one too few')
    .when('a page of decisions after the first')
    .also('paging.bounds')
    .by(meta('E5', ({ offset, total }) => (offset > 0 && offset < total ? { total_records: total - 1 } : {}))),
  'paging-group-twice': wrongWalk('a page holds a record twice')
    .when('the first of three groups or more')
    // A record that is listed twice is counted twice.
    .also('paging.full-pages', 'paging.bounds')
    .pages('E1', (groups) => (groups.length > 2 ? [...groups, groups[0]] : groups)),
  'paging-record-twice': wrongWalk('a page holds a record twice, in the place of another')
    .when('the third record of a page of ten')
    .where(asksFor(10))
    .pages('E8', (records) => records.map((record, index) => (index === 2 ? records[1] : record))),
  'paging-page-num-stuck': fault('paging.page-num', 'page_num stays 1')
    .when('from the third page on')
    .by(meta('E8', ({ number }) => (number > 2 ? { page_num: 1 } : {}))),
  'paging-total-guessed': fault('paging.total', 'total_records is one too many')
    .when('the first page of several, of one record')
    .also('paging.full-pages')
    .by(
      meta('E8', ({ offset, size, total }) =>
        offset === 0 && size === 1 && total > 1 ? { total_records: total + 1 } : {},
      ),
    ),
  'paging-total-of-page': fault('paging.total', 'total_records is the length of the page')
    .when('neither a page_size nor an offset')
    .also('paging.full-pages')
    .bodies('E8', (body, { query }) =>
      (query['page_size'] ?? query['offset']) === undefined
        ? change(body, 'meta', having({ total_records: pageIn(body).length }))
        : body,
    ),
  'paging-past-end-uncounted': fault('paging.out-of-range', 'a page past the end counts no records')
    .when('an empty page of a list that has some')
    .also('paging.bounds')
    .by(meta('E8', ({ offset, total }) => (total > 0 && offset >= total ? { total_records: 0 } : {}))),
  'paging-negative-offset-fails': fault('paging.out-of-range', 'a negative offset is answered with 500')
    .and('wire.no-server-error')
    .fails('E8', 500, ({ status }, request) => status === 400 && asked(request, 'offset') < 0),
  'paging-negative-offset-with-size-fails': failingPage('a negative offset is answered with 500')
    .when('a page_size is given')
    .crashes('E8', (request) => asked(request, 'offset') < 0 && request.query['page_size'] !== undefined),
  'paging-size-zero-with-offset-fails': failingPage('a page of no size is answered with 500')
    .when('an offset other than 0')
    .crashes('E8', (request) => request.query['page_size'] === '0' && asked(request, 'offset') > 0),
  'paging-sum-overflows': failingPage('an offset and a page_size that are past 64 bits together are answered with 500')
    .when('neither is on its own')
    .crashes('E8', (request) => asked(request, 'offset') > 0 && request.query['page_size'] === String(2n ** 63n - 1n)),
  'paging-past-end-with-size-uncounted': fault('paging.out-of-range', 'a page past the end counts no records')
    .when('an empty page, and a page_size is given')
    .also('paging.bounds')
    .bodies('E8', (body, request) =>
      request.query['page_size'] !== undefined && asked(request, 'offset') > 0 && pageIn(body).length === 0
        ? change(body, 'meta', having({ total_records: 0 }))
        : body,
    ),
  'paging-capped-in-silence': wrongPage('a page holds 20 records, and names the page_size that was asked for')
    .when('sizes past 20')
    .by(
      shifted(
        (request) => asked(request, 'page_size') > 20,
        () => ({ page_size: '20' }),
      ),
    ),
  'paging-default-page-short': wrongPage('a page holds ten records, and names a page_size of 20')
    .when('neither a page_size nor an offset')
    .by(unpaged({ offset: '0', page_size: '10' }, { page_size: 20 })),
  'paging-default-begins-second': fault('paging.offset', 'a list begins with its second record')
    .when('neither a page_size nor an offset')
    // By its numbers, the page has room for the record that follows.
    .also('paging.full-pages')
    .by(unpaged({ offset: '1', page_size: '20' }, { offset: 0, page_num: 1 })),
  'paging-size-alone-begins-second': fault('paging.offset', 'a list begins with its second record')
    .when('a page_size without an offset')
    .also('paging.full-pages')
    .by(unpaged({ offset: '1' }, { offset: 0, page_num: 1 }, (request) => request.query['page_size'] !== undefined)),
  'paging-size-zero': fault('paging.out-of-range', 'a page of no size holds records')
    .when('page_size 0')
    .by(shifted(asksFor(0), () => ({ page_size: '5' }))),
  'paging-past-the-end': fault('paging.out-of-range', 'past its end a list is answered without numbers')
    .and('paging.envelope')
    .when('an offset past the total')
    .bodies('E8', (body, request) =>
      asked(request, 'offset') > pageIn(body).total ? { meta: {}, response: [] } : body,
    ),
  'paging-empty-size-zero': fault('paging.bounds', 'page_size is 0 where a page is empty')
    .when('a list without records')
    .by(meta('E5', ({ total }) => (total === 0 ? { page_size: 0 } : {}))),
};
