import type { Dialect } from '../dialect/dialect.ts';
import type { Listed, Window } from '../store/page.ts';
import type { Call } from './call.ts';
import { Problem } from './problem.ts';

/** Past this many digits a number is no position in any list. */
const counting = /^\d{1,15}$/;

function complaint(name: string, message: string): Problem {
  return new Problem('query', undefined, [{ pointer: name, rule: 'query', message }]);
}

/**
 * A query parameter, when given.
 *
 * @throws Problem when it is given more than once
 */
export function queryText(query: Call['query'], name: string): string | undefined {
  const value = query[name];
  if (value === undefined || typeof value === 'string') return value;
  throw complaint(name, 'is given more than once');
}

function queryCount(query: Call['query'], name: string, least: number): number | undefined {
  const value = queryText(query, name);
  if (value === undefined) return undefined;
  if (!counting.test(value) || Number(value) < least) throw complaint(name, `must be an integer from ${least} up`);
  return Number(value);
}

/**
 * The page that `page_size` and `offset` ask for (`spec/documents/8-limits.md`).
 *
 * @throws Problem for values that are no such numbers
 */
export function pageRequest(query: Call['query'], dialect: Dialect): Window {
  const { maxPageSize, defaultPageSize, pageSizeOverMax } = dialect;
  const asked = queryCount(query, 'page_size', 1) ?? Math.min(defaultPageSize, maxPageSize);
  if (asked > maxPageSize && pageSizeOverMax === 'refused') {
    throw complaint('page_size', `must not be larger than ${maxPageSize}`);
  }
  return { size: Math.min(asked, maxPageSize), offset: queryCount(query, 'offset', 0) ?? 0 };
}

/** The envelope of a list answer (`spec/documents/2-resources.md`). */
export function pageBody<Item>(
  { items, total }: Listed<Item>,
  { offset, size }: Window,
  render: (item: Item) => object,
) {
  // Past the end the page is empty and starts where the list ends, so that the envelope adds up.
  const start = Math.min(offset, total);
  const meta = { offset: start, page_num: Math.floor(start / size) + 1, page_size: size, total_records: total };
  return { meta, response: items.map(render) };
}
