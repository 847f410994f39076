import { isDay } from '../../spec/index.ts';
import type { Dialect } from '../dialects.ts';
import { Problem } from '../http/problems.ts';
import { enforceDays } from '../rules/rules.ts';
import type { DayRange, Listed, Window } from '../store/database.ts';
import type { Call, Context } from './operation.ts';

/** A number with more digits than this is no position in any list. */
const counting = /^\d{1,15}$/;

function complaint(name: string, message: string, rule = 'query'): Problem {
  return new Problem('query', undefined, [{ pointer: name, rule, message }]);
}

/** A query parameter, if given. @throws Problem if it is given more than once */
function queryText(query: Call['query'], name: string): string | undefined {
  const value = query[name];
  if (value === undefined || typeof value === 'string') return value;
  throw complaint(name, 'is given more than once');
}

export function refuseOtherParameters(query: Call['query'], known: readonly string[]): void {
  const other = Object.keys(query).find((name) => !known.includes(name));
  if (other !== undefined) throw complaint(other, 'is not a parameter here');
}

function queryCount(query: Call['query'], name: string, least: number, dialect: Dialect): number | undefined {
  const value = queryText(query, name);
  if (value === undefined) return undefined;
  if (counting.test(value) && Number(value) >= least) return Number(value);
  if (dialect.badPaging === 'ignored') return undefined;
  throw complaint(name, `must be an integer from ${least} up`);
}

/** The requested page (`spec/documents/8-limits.md`). @throws Problem for values that are not valid */
export function pageRequest(query: Call['query'], dialect: Dialect): Window {
  const { maxPageSize, defaultPageSize, pageSizeOverMax } = dialect;
  const asked = queryCount(query, 'page_size', 1, dialect) ?? Math.min(defaultPageSize, maxPageSize);
  if (asked > maxPageSize && pageSizeOverMax === 'refused') {
    throw complaint('page_size', `must not be larger than ${maxPageSize}`);
  }
  const offset = queryCount(query, 'offset', 0, dialect);
  if (offset !== undefined && query['page_size'] === undefined && dialect.loneOffset === 'refused')
    throw complaint('offset', 'needs a page_size');
  if (offset === undefined && query['page_size'] !== undefined && dialect.lonePageSize === 'refused')
    throw complaint('page_size', 'needs an offset');
  return { size: Math.min(asked, maxPageSize), offset: offset ?? 0 };
}

/** The page of a list for which the documents show no paging (E1, E5): as for any other list, or all of it. */
export function wholeOrPage(query: Call['query'], dialect: Dialect): Window {
  return dialect.pagedLists === 'all' ? pageRequest(query, dialect) : { size: undefined, offset: 0 };
}

/** The envelope of a list answer (`spec/documents/2-resources.md`). @throws Problem for an offset that is refused */
export function pageBody<Item>(
  { items, total }: Listed<Item>,
  { offset, size: asked }: Window,
  dialect: Dialect,
  render: (item: Item) => object,
) {
  const { offsetPastEnd, emptyPageNum, unalignedPageNum, defaultPageSize } = dialect;
  if (offset > 0 && offset >= total && offsetPastEnd === 'refused') throw complaint('offset', 'is past the end');
  const size = asked ?? Math.max(total, defaultPageSize);
  // Past the end the page is empty and starts where the list ends, so that the envelope adds up.
  const start = Math.min(offset, total);
  const before = unalignedPageNum === 'up' ? Math.ceil(start / size) : Math.floor(start / size);
  const number = total === 0 ? emptyPageNum : before + 1;
  const meta = { offset: start, page_num: number, page_size: size, total_records: total };
  return { meta, response: items.map(render) };
}

/** Midnight UTC of a date written `YYYY-MM-DD`, in milliseconds; undefined if it is not a day of the calendar. */
export function startOfDay(date: string): number | undefined {
  return isDay(date) ? Date.parse(date) : undefined;
}

/** The day in an HTTP date, `Sat, 01 Jan 2022 00:00:00 GMT` (IMF-fixdate, RFC 9110), as `YYYY-MM-DD`. */
function dayOfHttpDate(text: string): string | undefined {
  const date = new Date(text);
  // The text of an invalid date is `Invalid Date`, which a client can send as well.
  const isSame = !Number.isNaN(date.getTime()) && date.toUTCString() === text;
  return isSame ? date.toISOString().slice(0, 10) : undefined;
}

function queryDay(query: Call['query'], name: string, forms: Dialect['filterDates']): string | undefined {
  const value = queryText(query, name);
  if (value === undefined) return undefined;
  const day = dayOfHttpDate(value);
  if (day !== undefined) return day;
  if (startOfDay(value) !== undefined && forms !== 'http-date') {
    return forms === 'http-date-and-iso' ? value : undefined;
  }
  throw complaint(name, 'must be a date like "Sat, 01 Jan 2022 00:00:00 GMT"', 'date');
}

/** The days that the filters of E5 select, bounds included. @throws Problem if one is not a date, or is refused */
export function renewalDates(context: Context, query: Call['query']): DayRange {
  const { filterDates: forms } = context.dialect;
  const exact = queryDay(query, 'renewal_date', forms);
  const start = queryDay(query, 'start_date', forms) ?? '0000-01-01';
  const end = queryDay(query, 'end_date', forms) ?? '9999-12-31';
  enforceDays(context, { from: start, to: end });
  if (exact === undefined) return { from: start, to: end };
  return { from: exact > start ? exact : start, to: exact < end ? exact : end };
}
