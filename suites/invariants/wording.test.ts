import { expect, test } from 'vitest';
import { unsoundness } from './paging.ts';
import { breachesOf } from './schema-breaches.ts';

const meta = { offset: 0, page_num: 1, page_size: 20, total_records: 0 };

test.for([
  ['page-meta', { ...meta, offset: '0' }, '/offset', 'is not an integer', 'an integer'],
  ['page-meta', { ...meta, offset: undefined }, '/offset', 'is missing', 'present'],
  ['group', { id: 'x' }, '/id', 'is not a UUID', 'a UUID'],
  ['renewal-decision', { renewal_date: '1 May' }, '/renewal_date', 'is not a date YYYY-MM-DD', 'a date YYYY-MM-DD'],
  [
    'group-connection',
    { status: 'gone' },
    '/status',
    'is none of the allowed values',
    expect.arrayContaining(['created']),
  ],
] as const)('of %s, %j: %s %s', ([schema, value, pointer, message, expected]) => {
  const breach = breachesOf(schema, value).find((one) => one.pointer === pointer);
  expect(breach).toMatchObject({ message: `${pointer} ${message}`, expected });
});

test('a later page with too many records is told by what it holds, a first one by the total', () => {
  const page = { offset: 24, pageNum: 13, pageSize: 2, total: 25, length: 2 };
  expect(unsoundness(page)).toMatchObject({
    message: 'a page at offset 24 holds 2 records where total_records 25 leaves 1',
    pointer: '/response',
    expected: 'at most 1 record',
    actual: 2,
  });
  expect(unsoundness({ ...page, offset: 0, pageSize: 30, length: 26 })).toMatchObject({
    pointer: '/meta/total_records',
    expected: 'at least 26',
    actual: 25,
  });
});
