import {
  group,
  groups,
  id,
  item,
  items,
  page,
  sample,
  type Sample,
  type SampleTable,
} from './exchange-samples.test-data.ts';

const records = (count: number): readonly unknown[] =>
  Array.from({ length: count }, (_, index) => item({ id: id(500 + index), version: id(600 + index) }));

/** A page of an employee's list: so many records, envelope, query. */
function listed(count: number, meta: Readonly<Record<string, unknown>>, query: Record<string, string> = {}): Sample {
  return items([], { text: JSON.stringify(page(records(count), meta)), query });
}

const envelope = (json: unknown, more: Partial<Sample> = {}): readonly Sample[] => [sample('E5', json, more)];

/** Samples of page envelopes. */
export const pagingSamples: SampleTable = {
  'paging.envelope': {
    breaks: {
      'a bare array': envelope([]),
      'no meta': envelope({ response: [] }),
      'a response that is an object': envelope({ ...page([]), response: {} }),
      'a total in text': envelope(page([], { total_records: '0' })),
      'a page size with a fraction': envelope(page([], { page_size: 20.5 })),
    },
    holds: {
      'an empty list': envelope(page([])),
      'members that are not shown': envelope({ ...page([], { total_pages: 1 }), links: {} }),
    },
    saysNothing: { 'a refusal': envelope({ error: 'no' }, { status: 404 }), 'one record': [sample('E7', {})] },
  },
  'paging.bounds': {
    breaks: {
      'a negative offset': [listed(1, { offset: -1 })],
      'page 0 of a list with records': [listed(1, { page_num: 0 })],
      'a page size of 0 with records': [listed(1, { page_size: 0 })],
      'more records than the page size': [listed(3, { page_size: 2 })],
      'more records than the total': [listed(3, { total_records: 2 })],
      'records past the total': [
        listed(2, { offset: 4, page_num: 3, page_size: 2, total_records: 5 }, { offset: '4', page_size: '2' }),
      ],
    },
    holds: {
      'an empty list of page 0': [listed(0, { page_num: 0 })],
      'a full last page': [
        listed(2, { offset: 2, page_num: 2, page_size: 2, total_records: 4 }, { offset: '2', page_size: '2' }),
      ],
      'a large page size that was capped': [listed(2, { page_size: 100, total_records: 2 }, { page_size: '999' })],
    },
    saysNothing: {
      'an offset past the end': [listed(0, { offset: 9, total_records: 5 }, { offset: '9' })],
      'a negative offset that was asked for': [listed(0, { offset: -1, total_records: 5 }, { offset: '-1' })],
    },
  },
  'paging.page-size': {
    breaks: { 'more records than were asked for': [listed(3, {}, { page_size: '2' })] },
    holds: {
      'as many as were asked for': [listed(2, { page_size: 2, total_records: 5 }, { page_size: '2' })],
    },
    saysNothing: {
      'a list of one record': [listed(1, { page_size: 1 }, { page_size: '1' })],
      'a page size that was not asked for': [listed(3, {})],
      'a page size of 0': [listed(3, {}, { page_size: '0' })],
    },
  },
  'paging.tiling': {
    breaks: {
      'a record twice on a page': [items([item(), item({ id: id(700), version: id(701) }), item()])],
      'a group twice on a page': [groups([group(), group()])],
    },
    holds: { 'two records': [listed(2, {})] },
    saysNothing: {
      'one record': [listed(1, {})],
      groups: [groups([group(), group({ id: id(702), version: id(703) })])],
    },
  },
  'paging.full-pages': {
    breaks: {
      'an empty first page of a list with records': [listed(0, { total_records: 3 })],
      'another page size than was asked for': [listed(2, { total_records: 5 }, { page_size: '2' })],
    },
    holds: {
      'a first page': [listed(2, { page_size: 2, total_records: 5 }, { page_size: '2' })],
      'a last page': [
        listed(1, { offset: 4, page_num: 3, page_size: 2, total_records: 5 }, { offset: '4', page_size: '2' }),
      ],
    },
    saysNothing: {
      'an empty list': [listed(0, {})],
      'a whole list called a page of its length': [listed(2, { page_size: 2 }, { page_size: '20' })],
      'an offset past the end': [listed(0, { offset: 9, total_records: 5 }, { offset: '9' })],
    },
  },
  'paging.page-num': {
    breaks: {
      'a page counted from 0': [
        listed(2, { offset: 2, page_num: 1, page_size: 2, total_records: 4 }, { offset: '2', page_size: '2' }),
      ],
    },
    holds: {
      'the third page': [
        listed(1, { offset: 4, page_num: 3, page_size: 2, total_records: 5 }, { offset: '4', page_size: '2' }),
      ],
    },
    saysNothing: {
      'an offset between pages': [
        listed(2, { offset: 3, page_num: 7, page_size: 2, total_records: 5 }, { offset: '3', page_size: '2' }),
      ],
      'an empty list': [listed(0, { page_num: 0 })],
    },
  },
};
