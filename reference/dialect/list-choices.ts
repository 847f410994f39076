import { choice, type Numbers } from './choice.ts';

/** What is open about lists (`spec/documents/8-limits.md`). */
export const listChoices = {
  defaultPageSize: choice<Numbers>('page size when none is asked for', [20, 10, 50, 100, 3, 1], {
    weights: [10, 3, 2, 2, 2, 1],
  }),
  maxPageSize: choice<Numbers>('largest page', [100, 20, 50, 1000]),
  pageSizeOverMax: choice('a page size above the largest', ['capped', 'refused']),
  pagedLists: choice('lists that are paged; others are answered whole, whatever is asked', ['all', 'snapshots']),
  offsetPastEnd: choice('an offset past the end of a list', ['empty', 'refused']),
  badPaging: choice('offsets and page sizes that are none', ['refused', 'ignored']),
  emptyPageNum: choice('page_num of an empty list', [1, 0]),
  unalignedPageNum: choice('page_num of a page that begins in the midst of another: that one or the next', [
    'down',
    'up',
  ]),
  listOrder: choice('order of lists', ['oldest-first', 'newest-first', 'by-id', 'scattered']),
  filterDates: choice('date forms in filters', ['http-date-and-iso', 'http-date', 'http-date-iso-ignored']),
};
