import type { Dialect } from '../dialect/dialect.ts';
import { dayOfHttpDate, startOfDay } from '../domain/calendar.ts';
import type { DateRange } from '../store/decisions.ts';
import type { Call } from './call.ts';
import { queryText } from './page-request.ts';
import { Problem } from './problem.ts';

const earliest = '0000-01-01';
const latest = '9999-12-31';

function queryDay(query: Call['query'], name: string, forms: Dialect['filterDates']): string | undefined {
  const value = queryText(query, name);
  if (value === undefined) return undefined;
  const day = dayOfHttpDate(value);
  if (day !== undefined) return day;
  if (startOfDay(value) !== undefined && forms !== 'http-date') {
    return forms === 'http-date-and-iso' ? value : undefined;
  }
  const message = 'must be a date like "Sat, 01 Jan 2022 00:00:00 GMT"';
  throw new Problem('query', undefined, [{ pointer: name, rule: 'date', message }]);
}

/**
 * The renewal dates that the filters of E5 leave: all three narrow together, the bounds are included
 * (`spec/documents/4-endpoints.md`).
 *
 * @throws Problem when a filter is no date
 */
export function dateRange(query: Call['query'], forms: Dialect['filterDates']): DateRange {
  const exact = queryDay(query, 'renewal_date', forms);
  const start = queryDay(query, 'start_date', forms) ?? earliest;
  const end = queryDay(query, 'end_date', forms) ?? latest;
  if (exact === undefined) return { from: start, to: end };
  return { from: exact > start ? exact : start, to: exact < end ? exact : end };
}
