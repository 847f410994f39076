import { change, listOf, objectOf, type JsonObject } from './change.ts';
import { answerWith, isSuccess, parsed, withBody, withQuery, type ServiceRequest } from './exchange.ts';
import type { Behaviour, Fault } from './fault.ts';
import { answers, isAt, requests, successes } from './rewrite.ts';

interface Page {
  readonly offset: number;
  readonly size: number;
  readonly total: number;
  readonly length: number;
}

function pageIn(body: JsonObject): Page {
  const meta = objectOf(body['meta']);
  return {
    offset: Number(meta['offset']),
    size: Number(meta['page_size']),
    total: Number(meta['total_records']),
    length: listOf(body['response']).length,
  };
}

const isLast = ({ offset, length, total }: Page): boolean => length > 0 && offset + length >= total;

const asked = ({ query }: ServiceRequest, name: 'page_size' | 'offset'): number => Number(query[name] ?? Number.NaN);

/** Lists with a single record per page from the other end; the rest of the answer stays as it was. */
function fromTheOtherEnd(): Behaviour {
  return async (request, serve) => {
    const answer = await serve(request);
    const body = isSuccess(answer) ? objectOf(parsed(answer.text)) : {};
    const { offset, total, length } = pageIn(body);
    if (!isAt('E8', request) || asked(request, 'page_size') !== 1 || length === 0) return answer;
    const mirrored = await serve(withQuery(request, { offset: String(total - 1 - offset) }));
    return withBody(answer, { ...body, response: objectOf(parsed(mirrored.text))['response'] });
  };
}

/** Asks for one page and says that it is another. */
function shifted(
  applies: (request: ServiceRequest) => boolean,
  to: (request: ServiceRequest) => Readonly<Record<string, string>>,
  meta: (meta: JsonObject, request: ServiceRequest) => JsonObject,
): () => Behaviour {
  return () => async (request, serve) => {
    if (!isAt('E8', request) || !applies(request)) return serve(request);
    const answer = await serve(withQuery(request, to(request)));
    const body = objectOf(parsed(answer.text));
    return isSuccess(answer) ? withBody(answer, { ...body, meta: meta(objectOf(body['meta']), request) }) : answer;
  };
}

const withMeta = (body: JsonObject, more: JsonObject): JsonObject => ({
  ...body,
  meta: { ...objectOf(body['meta']), ...more },
});

/** Violations of the page envelope and of paging (`spec/documents/8-limits.md`). */
export const pagingFaults: readonly Fault[] = [
  {
    name: 'paging-total-text',
    description: 'total_records is text',
    breaks: ['paging.envelope'],
    begin: successes('E1', (body) => change(body, 'meta.total_records', String)),
  },
  {
    name: 'paging-without-page-size',
    description: 'meta lacks page_size',
    when: 'a list of a single decision',
    breaks: ['paging.envelope'],
    // Without its numbers a list is not walked, and what it holds counts as out of reach.
    also: ['renewals.edit', 'renewals.edit-isolated'],
    begin: successes('E5', (body) =>
      pageIn(body).total === 1 ? change(body, 'meta.page_size', () => undefined) : body,
    ),
  },
  {
    name: 'paging-last-page-null',
    description: 'page_num is null',
    when: 'the last of several pages',
    breaks: ['paging.envelope'],
    // A page whose numbers are not whole is no page to walk by.
    also: ['paging.last'],
    begin: successes('E8', (body) => {
      const page = pageIn(body);
      return isLast(page) && page.offset > 0 ? withMeta(body, { page_num: null }) : body;
    }),
  },
  {
    name: 'paging-more-than-a-page',
    description: 'meta.page_size is less than the number of records that came',
    when: 'a whole groups list on one page',
    breaks: ['paging.bounds'],
    // The numbers of the next page are worked out from a page of one record.
    also: ['paging.page-num'],
    begin: successes('E1', (body) => (pageIn(body).length > 1 ? withMeta(body, { page_size: 1 }) : body)),
  },
  {
    name: 'paging-pages-from-zero',
    description: 'pages are counted from 0',
    breaks: ['paging.bounds', 'paging.page-num'],
    // The first page of a list is as unsound where too large a page was asked for.
    also: ['paging.out-of-range'],
    begin: successes('E8', (body) => change(body, 'meta.page_num', (number) => Number(number) - 1)),
  },
  {
    name: 'paging-total-too-low',
    description: 'total_records is one too few',
    when: 'the last of several pages, with two records or more',
    breaks: ['paging.bounds'],
    begin: successes('E8', (body) => {
      const page = pageIn(body);
      return isLast(page) && page.offset > 0 && page.length > 1
        ? withMeta(body, { total_records: page.total - 1 })
        : body;
    }),
  },
  {
    name: 'paging-one-too-many',
    description: 'a page of one record holds two',
    when: 'page_size 1',
    breaks: ['paging.page-size'],
    // Two records are not the page of one that was asked for.
    also: ['paging.full-pages'],
    begin: requests('E8', (request) =>
      asked(request, 'page_size') === 1 ? withQuery(request, { page_size: '2' }) : request,
    ),
  },
  {
    name: 'paging-size-ignored',
    description: 'page_size is ignored',
    breaks: ['paging.page-size', 'paging.full-pages'],
    // Every page holds up to 20 records, also the one after the last offset of a smaller page.
    also: ['paging.offset'],
    begin: requests('E8', (request) => withQuery(request, { page_size: undefined })),
  },
  {
    name: 'paging-offset-rounded',
    description: 'an offset is rounded down to the start of its page',
    breaks: ['paging.offset', 'paging.last'],
    begin: requests('E8', (request) => {
      const [offset, size] = [asked(request, 'offset'), asked(request, 'page_size')];
      return offset > 0 && size > 1 ? withQuery(request, { offset: String(offset - (offset % size)) }) : request;
    }),
  },
  {
    name: 'paging-offset-echo',
    description: 'meta.offset is 0',
    when: 'offsets past 20',
    breaks: ['paging.offset'],
    // A walk that goes by meta.offset and a page number that fits no offset.
    also: ['paging.page-num', 'paging.full-pages'],
    begin: successes('E8', (body) => (pageIn(body).offset > 20 ? withMeta(body, { offset: 0 }) : body)),
  },
  {
    name: 'paging-last-record-lost',
    description: 'the page at the last record is empty',
    when: 'pages of ten records or more',
    breaks: ['paging.last'],
    // The walk by 24 of 25 records ends with that page.
    also: ['paging.tiling', 'paging.full-pages'],
    begin: successes('E8', (body, request) => {
      const page = pageIn(body);
      const alone = page.offset === page.total - 1 && page.offset > 0;
      return alone && asked(request, 'page_size') >= 10 ? { ...body, response: [] } : body;
    }),
  },
  {
    name: 'paging-order-by-size',
    description: 'the list is in another order',
    when: 'page_size 1',
    breaks: ['paging.tiling'],
    begin: fromTheOtherEnd,
  },
  {
    name: 'paging-boundary-skipped',
    description: 'the third page begins one record late',
    when: 'page_size 7',
    breaks: ['paging.tiling'],
    begin: shifted(
      (request) => asked(request, 'page_size') === 7 && asked(request, 'offset') === 14,
      () => ({ offset: '15' }),
      (meta) => ({ ...meta, offset: 14 }),
    ),
  },
  {
    name: 'paging-page-not-full',
    description: 'a page holds one record less than was asked for',
    when: 'page_size 19',
    breaks: ['paging.full-pages'],
    begin: shifted(
      (request) => asked(request, 'page_size') === 19,
      () => ({ page_size: '18' }),
      (meta, request) => ({
        ...meta,
        page_size: 19,
        page_num: Math.floor(Number(request.query['offset'] ?? 0) / 19) + 1,
      }),
    ),
  },
  {
    name: 'paging-page-num-stuck',
    description: 'page_num stays 1',
    when: 'from the third page on',
    breaks: ['paging.page-num'],
    begin: successes('E8', (body) => change(body, 'meta.page_num', (number) => (Number(number) > 2 ? 1 : number))),
  },
  {
    name: 'paging-total-guessed',
    description: 'total_records is one too many',
    when: 'the first page of several, of one record',
    breaks: ['paging.total'],
    begin: successes('E8', (body) => {
      const { offset, size, total } = pageIn(body);
      return offset === 0 && size === 1 && total > 1 ? withMeta(body, { total_records: total + 1 }) : body;
    }),
  },
  {
    name: 'paging-negative-offset-fails',
    description: 'a negative offset is answered with 500',
    breaks: ['paging.out-of-range', 'wire.no-server-error'],
    begin: answers('E8', (answer, request) =>
      answer.status === 400 && asked(request, 'offset') < 0 ? answerWith(500) : answer,
    ),
  },
  {
    name: 'paging-size-zero',
    description: 'a page of no size holds records',
    when: 'page_size 0',
    breaks: ['paging.out-of-range'],
    begin: shifted(
      (request) => asked(request, 'page_size') === 0,
      () => ({ page_size: '5' }),
      (meta) => ({ ...meta, page_size: 0 }),
    ),
  },
  {
    name: 'paging-past-the-end',
    description: 'past its end a list is answered without numbers',
    when: 'an offset past the total',
    breaks: ['paging.out-of-range', 'paging.envelope'],
    begin: answers('E8', (answer, request) => {
      const body = objectOf(parsed(answer.text));
      return isSuccess(answer) && asked(request, 'offset') > pageIn(body).total
        ? withBody(answer, { meta: {}, response: [] })
        : answer;
    }),
  },
];
