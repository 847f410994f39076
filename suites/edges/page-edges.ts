import { shifted } from '../../generators/index.ts';
import type { AnsweredExchange } from '../../target/exchange.ts';
import type { Memory } from '../engine/memory.ts';
import { dayOfHttpDate } from '../judging/decision-content.ts';
import { pageOf, shownPageSize } from '../judging/pages.ts';
import { recordsOf } from '../judging/reading.ts';
import { renewalDatesOf } from './decision-edges.ts';
import { edgeTable, pick, type EdgeRow, type FactsOf } from './edge.ts';
import { calendar } from './value-edges.ts';

/** The number in a query parameter; undefined if it is missing or malformed. */
function asked(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/u.test(text) ? Number(text) : undefined;
}

function readPage(exchange: AnsweredExchange) {
  const page = pageOf(exchange);
  if (page === undefined) return undefined;
  const { total, length } = page;
  const { page_size: askedSize, offset: askedOffset } = exchange.request.query;
  const [size, offset] = [asked(askedSize), asked(askedOffset)];
  const isSized = size !== undefined && size > 0 && length > 0;
  return {
    total,
    length,
    size,
    offset,
    asksForNoPage: askedSize === undefined && askedOffset === undefined,
    /** How many pages of the requested size come before this one: a fraction if it begins within a page. */
    before: isSized && offset !== undefined ? offset / size : 0,
    /** Whether it ends a list that it does not begin. */
    isLast: isSized && offset !== undefined && offset > 0 && offset + length === total,
  };
}

// oxfmt-ignore
const pageRows: readonly EdgeRow<FactsOf<typeof readPage>>[] = [
  ['a list of one record', 'a list of one becomes its only item', ({ total }) => total === 1],
  ['a list of more than 10 records', 'the list is cut after ten', ({ total }) => total > 10],
  ['a list of more than 20 records', 'the list is cut after a page', ({ total }) => total > 20],
  ['a list of exactly a shown page', 'a full page is taken for one with a next',
    ({ total }) => total === shownPageSize],
  ['no page asked for', 'the ordinary page size is 0 or none', ({ asksForNoPage }) => asksForNoPage],
  ['no page asked for of a list longer than a page', 'the rest is dropped, or the total is that of the page',
    ({ asksForNoPage, length, total }) => asksForNoPage && length < total],
  ['a page of exactly the whole list', 'a full page is taken for one with a next',
    ({ size, total }) => total > 1 && size === total],
  ['a page of one less than the whole list', 'the last record is dropped or repeated',
    ({ size, total }) => total > 1 && size === total - 1],
  ['a page of one more than the whole list', 'the page size becomes the number of records',
    ({ size, total }) => total > 1 && size === total + 1],
  ['pages of one record', 'a page size of 1 is taken for none', ({ size, total }) => total > 1 && size === 1],
  ['a page past the shown size', 'the page holds more than it says', ({ size = 0 }) => size > shownPageSize],
  ['the second page', 'the last record before or the first one after is repeated or dropped',
    ({ before }) => before === 1],
  ['the third page', 'only the second page is ever given', ({ before }) => before === 2],
  ['a full last page', 'the page is taken for one with a next',
    ({ isLast, length, size }) => isLast && length === size],
  ['a last page that is not full', 'the page is filled up with records from before',
    ({ isLast, length, size }) => isLast && length !== size],
  ['the last record alone', 'the offset is moved by one', ({ offset, total }) => total > 1 && offset === total - 1],
  ['an offset in the middle', 'the offset counts pages, not records',
    ({ offset = 0, total }) => offset > 0 && offset < total - 1],
  ['an offset between two pages', 'the offset is rounded to a page', ({ before }) => !Number.isInteger(before)],
  ['an offset at or past the total', 'the page is not empty, or the offset is wrapped',
    ({ offset = 0, total }) => total > 0 && offset >= total],
  ['an offset of 0', 'the offset counts from 1', ({ offset }) => offset === 0],
  ['an offset alone', 'the offset is only looked at with a page size',
    ({ offset, size }) => offset !== undefined && size === undefined],
  ['a page size alone', 'the page size is only looked at with an offset',
    ({ offset, size }) => offset === undefined && size !== undefined],
];

const ofDecisions = ['no page asked for', 'a list of more than 10 records', 'a list of more than 20 records'];

/** Pages of lists: all rows at E8; at E5 and E1, whose paging is open, only those that need no paging parameters. */
export const pages = edgeTable(
  readPage,
  [['E8'], 'E8: ', pageRows],
  [['E5'], 'E5: ', pick(pageRows, ...ofDecisions)],
  [['E1'], 'E1: ', pick(pageRows, 'no page asked for')],
);

const filterNames = ['renewal_date', 'start_date', 'end_date'] as const;

function readFilters(exchange: AnsweredExchange, memory: Memory) {
  const page = pageOf(exchange);
  if (page === undefined) return undefined;
  const { query, pathParameters } = exchange.request;
  // A filter that is not in the documented form counts as absent.
  const days = filterNames.map((name) => dayOfHttpDate(query[name] ?? ''));
  const [date, start, end] = days;
  const given = days.filter((day) => day !== undefined);
  if (given.length === 0 && filterNames.some((name) => query[name] !== undefined)) return undefined;
  const dates = renewalDatesOf(pathParameters.group_id, memory);
  if (given.length === 0) dates.total = page.total;
  return {
    date,
    start,
    end,
    given,
    names: filterNames.filter((_, position) => days[position] !== undefined),
    /** How many decisions matched, and the renewal dates of those on the page. */
    total: page.total,
    listed: new Set(recordsOf(exchange).map(({ record }) => record.renewal_date)),
    dates,
  };
}

type FilterRow = EdgeRow<FactsOf<typeof readFilters>>;

/** A row for lists that were filtered by exactly these parameters. */
const by = (how: string, why: string, ...names: readonly string[]): FilterRow => [
  `filtered by ${how}`,
  why,
  (list) => list.names.join() === names.join(),
];

/** Makes rows that apply only to lists filtered in one way. */
const rowsOf =
  (applies: FilterRow[2]) =>
  (name: string, why: string, reached: FilterRow[2]): FilterRow => [
    name,
    why,
    (list) => applies(list) && reached(list),
  ];

const ofDate = rowsOf(({ date, given }) => date !== undefined && given.length === 1);
const ofRange = rowsOf(({ date, given }) => date === undefined && given.length > 0);

const kindsOfDays = pick(calendar, 'leap day', 'last day of a year', 'first day of a year', 'last day of a month');

// oxfmt-ignore
const filterRows: readonly FilterRow[] = [
  ['no filter', 'a missing filter is taken for an empty date', ({ given }) => given.length === 0],
  by('renewal_date alone', 'the filter needs another one', 'renewal_date'),
  by('start_date alone', 'the filter needs the end', 'start_date'),
  by('end_date alone', 'the filter needs the start', 'end_date'),
  by('start_date and end_date', 'only one of the two is looked at', 'start_date', 'end_date'),
  by('renewal_date and start_date', 'only one of the two is looked at', 'renewal_date', 'start_date'),
  by('renewal_date and end_date', 'only one of the two is looked at', 'renewal_date', 'end_date'),
  by('all three', 'only one of them is looked at', ...filterNames),
  ['filters that exclude each other', 'filters widen instead of narrowing',
    ({ date = '', start = date, end = date }) => date !== '' && (date < start || date > end)],
  ofDate('a date that no decision has', 'nothing found is everything, or an error', ({ total }) => total === 0),
  ofDate('a date that one decision has', 'a list of one becomes its only item', ({ total }) => total === 1),
  ofDate('a date that several decisions have', 'only one of them is listed', ({ total }) => total > 1),
  ofDate('a date that more than 10 decisions have', 'the list is cut after ten', ({ total }) => total > 10),
  ofRange('a range with no decision', 'nothing found is everything, or an error', ({ total }) => total === 0),
  ofRange('a range with one decision', 'a list of one becomes its only item', ({ total }) => total === 1),
  ofRange('a range with all decisions', 'a bound is left out',
    ({ total, dates }) => total > 1 && total === dates.total),
  ofRange('a decision on the first day of a range', 'the first day is left out',
    ({ start, listed }) => listed.has(start)),
  ofRange('a decision on the last day of a range', 'the last day is left out', ({ end, listed }) => listed.has(end)),
  ofRange('a decision on the day before a range', 'the day before is taken in',
    ({ start, dates }) => start !== undefined && dates.current.has(shifted(start, -1))),
  ofRange('a decision on the day after a range', 'the day after is taken in',
    ({ end, dates }) => end !== undefined && dates.current.has(shifted(end, 1))),
  ofRange('a range of one day with decisions on it', 'a day is taken for an empty range',
    ({ start, end, listed }) => start !== undefined && start === end && listed.has(start)),
  ofRange('a range from after to before', 'the bounds are swapped',
    ({ start, end }) => start !== undefined && end !== undefined && start > end),
  ofDate('a renewal date that an edit moved a decision from', 'the decision is still found under its old date',
    ({ date = '', dates }) => dates.left.has(date)),
  ofDate('a renewal date that an edit moved a decision to', 'the decision is not found under its new date',
    ({ date = '', dates }) => dates.entered.has(date)),
  ...kindsOfDays.map(([name, , isSuch]): FilterRow =>
    [`filter has ${name}`, 'the filter is read as another day', ({ given }) => given.some(isSuch)]),
];

export const filters = edgeTable(readFilters, [['E5'], 'E5: ', filterRows]);
