import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Page } from '../invariants/paging.ts';
import { defaultPage } from './default-page.ts';

const pageOf = (pageSize: number, total: number): Page => ({
  offset: 0,
  pageNum: 1,
  pageSize,
  total,
  length: Math.min(pageSize, total),
});

describe('the page that comes by default', () => {
  test.each([
    ['a list that is cut', [pageOf(20, 21)], 'page_size 20 by default'],
    ['a list as long as its page', [pageOf(20, 20)], 'page_size 20 by default (a list no longer than that)'],
    ['a list shorter than its page', [pageOf(20, 3)], 'page_size 20 by default (a shorter list)'],
    ['lists of which one is shorter', [pageOf(20, 20), pageOf(20, 3)], 'page_size 20 by default (a shorter list)'],
    ['a list beside an empty one', [pageOf(20, 0), pageOf(20, 3)], 'page_size 20 by default (a shorter list)'],
    ['lists of a page that grows with them', [pageOf(20, 3), pageOf(25, 25)], 'the whole list by default'],
    ['an empty list', [pageOf(20, 0)], 'page_size 20 by default (a list no longer than that)'],
    ['lists of which one is cut', [pageOf(20, 4), pageOf(20, 25)], 'page_size 20 by default'],
    ['lists whose page is as long as they are', [pageOf(25, 25), pageOf(4, 4)], 'the whole list by default'],
    ['answers without a page', [undefined], 'no page by default'],
  ])('is told of %s', (_, pages, told) => {
    expect(defaultPage(pages)).toBe(told);
  });

  test('is the same statement, or none yet, however many records there are', () => {
    const size = fc.integer({ min: 1, max: 100 });
    fc.assert(
      fc.property(size, fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 3 }), (of, totals) => {
        const told = defaultPage(totals.map((total) => pageOf(of, total)));
        expect(told).toMatch(
          new RegExp(`^page_size ${of} by default( \\(a (shorter list|list no longer than that)\\))?$`),
        );
      }),
    );
  });
});
