import {
  breaks,
  createdSnapshot,
  employeeId,
  group,
  groups,
  holds,
  id,
  item,
  items,
  page,
  type Sample,
  sample,
  type SampleTable,
  saysNothing,
} from './exchange-samples.test-data.ts';

const records = (count: number): readonly unknown[] =>
  Array.from({ length: count }, (_, index) => item({ id: id(500 + index), version: id(600 + index) }));

/** A page of an employee's list: so many records, envelope, query. */
function listed(count: number, meta: Readonly<Record<string, unknown>>, query: Record<string, string> = {}): Sample {
  return items([], { text: JSON.stringify(page(records(count), meta)), query });
}

/** A page of two records at most, of a list of so many, asked for at an offset. */
function pageOfTwo(count: number, offset: number, page_num: number, total_records: number): Sample {
  const query = { offset: String(offset), page_size: '2' };
  return listed(count, { offset, page_num, page_size: 2, total_records }, query);
}

const ofOwn = { path: { employee_id: employeeId }, access: 'first' } as const;

const envelope = (json: unknown, more: Partial<Sample> = {}): readonly Sample[] => [sample('E5', json, more)];

/** Samples of page envelopes. */
export const pagingSamples: SampleTable = {
  'paging.envelope': [
    breaks('a bare array', ...envelope([])),
    breaks('a response that is an object', ...envelope({ ...page([]), response: {} })),
    holds('an empty list', ...envelope(page([]))),
    holds('members that are not shown', ...envelope({ ...page([], { total_pages: 1 }), links: {} })),
    saysNothing('a refusal', ...envelope({ error: 'no' }, { status: 404 })),
    saysNothing('one record', sample('E7', {})),
  ],
  'paging.bounds': [
    breaks('a negative offset', listed(1, { offset: -1 })),
    breaks('page 0 of a list with records', listed(1, { page_num: 0 })),
    breaks('a page size of 0 without records', listed(0, { page_size: 0 })),
    breaks('more records than the page size', listed(3, { page_size: 2 })),
    breaks('more records than the total', listed(3, { total_records: 2 })),
    breaks('records past the total', pageOfTwo(2, 4, 3, 5)),
    holds('an empty list of page 0', listed(0, { page_num: 0 })),
    saysNothing('an offset past the end', listed(0, { offset: 9, total_records: 5 }, { offset: '9' })),
    saysNothing('a negative offset that was asked for', listed(0, { offset: -1, total_records: 5 }, { offset: '-1' })),
  ],
  'paging.page-size': [
    breaks('more records than were asked for', listed(3, {}, { page_size: '2' })),
    breaks(
      'a refusal',
      createdSnapshot(),
      sample('E8', {}, { ...ofOwn, status: 400, query: { page_size: '20', offset: '0' } }),
    ),
    holds('as many as were asked for', listed(2, { page_size: 2, total_records: 5 }, { page_size: '2' })),
    saysNothing('a page size that was not asked for', listed(3, {})),
    saysNothing(
      'a refusal of a list of somebody else',
      sample('E8', {}, { ...ofOwn, status: 400, query: { page_size: '20' } }),
    ),
  ],
  'paging.tiling': [
    breaks('a record twice on a page', items([item(), item({ id: id(700), version: id(701) }), item()])),
    breaks('a group twice on a page', groups([group(), group()])),
    holds('two records', listed(2, {})),
    saysNothing('groups', groups([group(), group({ id: id(702), version: id(703) })])),
  ],
  'paging.full-pages': [
    breaks('an empty first page of a list with records', listed(0, { total_records: 3 })),
    breaks('another page size than was asked for', listed(2, { total_records: 5 }, { page_size: '2' })),
    holds('a first page', listed(2, { page_size: 2, total_records: 5 }, { page_size: '2' })),
    saysNothing('an empty list', listed(0, {})),
    saysNothing('a whole list called a page of its length', listed(2, { page_size: 2 }, { page_size: '20' })),
  ],
  'paging.page-num': [
    breaks('a page counted from 0', pageOfTwo(2, 2, 1, 4)),
    holds('the third page', pageOfTwo(1, 4, 3, 5)),
    saysNothing('an offset between pages', pageOfTwo(2, 3, 7, 5)),
    saysNothing('an empty list', listed(0, { page_num: 0 })),
  ],
};
