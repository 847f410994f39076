import { shifted } from '../../generators/index.ts';
import type { AnsweredExchange } from '../../target/exchange.ts';
import type { Memory } from '../engine/memory.ts';
import { dayOfHttpDate } from '../rules/decision-content.ts';
import { pageOf } from '../rules/pages.ts';
import { idKey, recordsOf } from '../rules/reading.ts';
import { datesIn, type DatesOfGroup } from './decision-dates.ts';
import { dateFeatures, type FeatureName } from './features.ts';

/** How a group's decisions were filtered, and what passed. */
export type FilterFact =
  | 'no filter'
  | 'filtered by renewal_date alone'
  | 'filtered by start_date alone'
  | 'filtered by end_date alone'
  | 'filtered by start_date and end_date'
  | 'filtered by renewal_date and start_date'
  | 'filtered by renewal_date and end_date'
  | 'filtered by all three'
  | 'a date that no decision has'
  | 'a date that one decision has'
  | 'a date that several decisions have'
  | 'a date that more than 10 decisions have'
  | 'a date that more than 20 decisions have'
  | 'a range with no decision'
  | 'a range with one decision'
  | 'a range with all decisions'
  | 'a range from after to before'
  | 'a decision on the first day of a range'
  | 'a decision on the last day of a range'
  | 'a decision on the day before a range'
  | 'a decision on the day after a range'
  | 'a range of one day with decisions on it'
  | 'filters that exclude each other'
  | 'a renewal date that an edit moved a decision from'
  | 'a renewal date that an edit moved a decision to'
  | 'an ISO date as a filter'
  | `filter has ${FeatureName}`;

const names = ['renewal_date', 'start_date', 'end_date'] as const;
type Filters = Readonly<Partial<Record<(typeof names)[number], string>>>;

/** The days that a list is filtered by; a filter in another form than the shown one counts as none. */
function filtersOf(query: Readonly<Record<string, string>>): Filters {
  return Object.fromEntries(
    names.flatMap((name) => {
      const day = dayOfHttpDate(query[name] ?? '');
      return day === undefined ? [] : [[name, day]];
    }),
  );
}

/** The facts of a filtered list of decisions (E5). */
export function* filterFacts(exchange: AnsweredExchange, memory: Memory): Iterable<FilterFact> {
  const { endpoint, query, pathParameters } = exchange.request;
  const page = pageOf(exchange);
  if (endpoint !== 'E5' || page === undefined) return;
  if (names.some((name) => /^\d{4}-\d{2}-\d{2}$/u.test(query[name] ?? ''))) yield 'an ISO date as a filter';
  const filters = filtersOf(query);
  const dates = datesIn(idKey(pathParameters.group_id), memory);
  const { renewal_date: date, start_date: start, end_date: end } = filters;
  const given = names.filter((name) => filters[name] !== undefined);
  if (given.length === 0) {
    if (names.some((name) => query[name] !== undefined)) return;
    dates.total = page.total;
    yield 'no filter';
    return;
  }
  if (given.length === 3) yield 'filtered by all three';
  else if (given.length === 1) yield `filtered by ${given[0] ?? 'renewal_date'} alone`;
  else if (date === undefined) yield 'filtered by start_date and end_date';
  else yield start === undefined ? 'filtered by renewal_date and end_date' : 'filtered by renewal_date and start_date';
  for (const day of Object.values(filters))
    for (const one of dateFeatures(day)) yield `filter has ${one as FeatureName}`;
  const isExclusive =
    date !== undefined && ((start !== undefined && date < start) || (end !== undefined && date > end));
  if (isExclusive) yield 'filters that exclude each other';
  if (date === undefined) yield* rangeFacts(exchange, filters, page.total, dates);
  else if (given.length === 1) yield* dateFacts(date, page.total, dates);
}

function* dateFacts(date: string, total: number, dates: DatesOfGroup): Iterable<FilterFact> {
  if (total === 0) yield 'a date that no decision has';
  if (total === 1) yield 'a date that one decision has';
  if (total > 1) yield 'a date that several decisions have';
  if (total > 10) yield 'a date that more than 10 decisions have';
  if (total > 20) yield 'a date that more than 20 decisions have';
  if (dates.left.has(date)) yield 'a renewal date that an edit moved a decision from';
  if (dates.reached.has(date)) yield 'a renewal date that an edit moved a decision to';
}

function* rangeFacts(
  exchange: AnsweredExchange,
  { start_date: start, end_date: end }: Filters,
  total: number,
  dates: DatesOfGroup,
): Iterable<FilterFact> {
  if (total === 0) yield 'a range with no decision';
  if (total === 1) yield 'a range with one decision';
  if (total > 1 && total === dates.total) yield 'a range with all decisions';
  if (start !== undefined && end !== undefined && start > end) yield 'a range from after to before';
  const listed = new Set(recordsOf(exchange).map(({ record }) => record.renewal_date));
  if (listed.has(start)) yield 'a decision on the first day of a range';
  if (listed.has(end)) yield 'a decision on the last day of a range';
  if (start !== undefined && dates.current.has(shifted(start, -1))) yield 'a decision on the day before a range';
  if (end !== undefined && dates.current.has(shifted(end, 1))) yield 'a decision on the day after a range';
  if (start !== undefined && start === end && listed.has(start)) yield 'a range of one day with decisions on it';
}
