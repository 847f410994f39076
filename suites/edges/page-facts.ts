import type { AnsweredExchange } from '../../target/exchange.ts';
import { pageOf, shownPageSize } from '../rules/pages.ts';

/** Where a page lies in its list, and how it was asked for. */
export type PageFact =
  | 'a list of one record'
  | 'a list of exactly a shown page'
  | 'a list of more than 10 records'
  | 'a list of more than 20 records'
  | 'a page of exactly the whole list'
  | 'a page of one less than the whole list'
  | 'a page of one more than the whole list'
  | 'pages of one record'
  | 'a page past the shown size'
  | 'several pages'
  | 'the second page'
  | 'the third page'
  | 'a full last page'
  | 'a last page that is not full'
  | 'the last record alone'
  | 'an offset in the middle'
  | 'an offset between two pages'
  | 'an offset at or past the total'
  | 'no page asked for'
  | 'no page asked for of a list longer than a page'
  | 'an offset alone'
  | 'a page size alone'
  | 'an offset of 0';

/** A number that was asked for; undefined when none was, or no sound one. */
function asked(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/u.test(text) ? Number(text) : undefined;
}

/** The facts of a page that was answered (E1, E5, E8). */
export function* pageFacts(exchange: AnsweredExchange): Iterable<PageFact> {
  const page = pageOf(exchange);
  if (page === undefined) return;
  const { total, length } = page;
  const { query } = exchange.request;
  const [size, offset] = [asked(query.page_size), asked(query.offset)];
  if (total === 1) yield 'a list of one record';
  if (total === shownPageSize) yield 'a list of exactly a shown page';
  if (total > 10) yield 'a list of more than 10 records';
  if (total > 20) yield 'a list of more than 20 records';
  if (length > 0 && length < total) yield 'several pages';
  if (query.page_size === undefined && query.offset === undefined) yield 'no page asked for';
  if (query.page_size === undefined && query.offset === undefined && length < total)
    yield 'no page asked for of a list longer than a page';
  if (size !== undefined && offset === undefined) yield 'a page size alone';
  if (offset !== undefined && size === undefined) yield 'an offset alone';
  if (size !== undefined && size > shownPageSize) yield 'a page past the shown size';
  if (total > 1 && size !== undefined) {
    if (size === total) yield 'a page of exactly the whole list';
    if (size === total - 1) yield 'a page of one less than the whole list';
    if (size === total + 1) yield 'a page of one more than the whole list';
    if (size === 1) yield 'pages of one record';
  }
  if (offset !== undefined) yield* offsetFacts(offset, size, total, length);
}

function* offsetFacts(offset: number, size: number | undefined, total: number, length: number): Iterable<PageFact> {
  if (offset === 0) yield 'an offset of 0';
  if (offset >= total && total > 0) yield 'an offset at or past the total';
  if (offset === total - 1 && total > 1) yield 'the last record alone';
  if (offset > 0 && offset < total - 1) yield 'an offset in the middle';
  if (size === undefined || size === 0 || length === 0) return;
  if (offset % size !== 0) yield 'an offset between two pages';
  if (offset === size) yield 'the second page';
  if (offset === 2 * size) yield 'the third page';
  if (offset > 0 && offset + length === total)
    yield length === size ? 'a full last page' : 'a last page that is not full';
}
