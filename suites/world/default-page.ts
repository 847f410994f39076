import type { Page } from '../invariants/paging.ts';

/**
 * What the answers of one endpoint, not asked for a page, say of the page that it gives then. That must not hang on how many
 * records there happen to be: a list that is just as long as its page may or may not be cut when it grows. A page that is
 * longer than its list does not go with it, and shows its size.
 *
 * @param pages - of lists that may be of different lengths; undefined for an answer without the numbers of a page
 */
export function defaultPage(pages: readonly (Page | undefined)[]): string {
  const numbered = pages.filter((page) => page !== undefined);
  const [first] = numbered;
  if (first === undefined) return 'no page by default';
  const cut = numbered.find(({ length, total }) => length < total);
  if (cut !== undefined) return `page_size ${cut.pageSize} by default`;
  const filled = numbered.filter(({ length }) => length > 0);
  // A page size that goes with the list is none.
  if (new Set(filled.map(({ pageSize }) => pageSize)).size > 1) return 'the whole list by default';
  const longer = filled.find(({ length, pageSize }) => length < pageSize);
  return longer === undefined
    ? `page_size ${first.pageSize} by default (a list no longer than that)`
    : `page_size ${longer.pageSize} by default (a shorter list)`;
}
