import { change, listOf } from './change.ts';
import { withQuery, type ServiceRequest } from './exchange.ts';
import type { Behaviour, Fault } from './fault.ts';
import { anotherId, answers, refusing, requests, successes } from './rewrite.ts';

type Filter = 'renewal_date' | 'start_date' | 'end_date';
const filters: readonly Filter[] = ['renewal_date', 'start_date', 'end_date'];

const given = ({ query }: ServiceRequest): readonly Filter[] => filters.filter((name) => query[name] !== undefined);
const isGivenAlone = (request: ServiceRequest, name: Filter): boolean => given(request).join() === name;

/** An HTTP date moved by a number of days; as it is when it is no date. */
function moved(text: string | undefined, days: number): string | undefined {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? text : new Date(time + days * 86_400_000).toUTCString();
}

/** The first and last day of the month of an HTTP date, as HTTP dates. */
function monthOf(text: string | undefined): readonly [string, string] {
  const date = new Date(text ?? '');
  const day = (month: number, at: number): string => new Date(Date.UTC(date.getUTCFullYear(), month, at)).toUTCString();
  return [day(date.getUTCMonth(), 1), day(date.getUTCMonth() + 1, 0)];
}

/** Sends a list request with other filters, where some are given. */
function filtering(edit: (request: ServiceRequest) => Readonly<Record<string, string | undefined>>): () => Behaviour {
  return requests('E5', (request) => (given(request).length === 0 ? request : withQuery(request, edit(request))));
}

/** Violations of E5 (`spec/documents/4-endpoints.md`). */
export const renewalListFaults: readonly Fault[] = [
  {
    name: 'renewals-list-partial',
    description: 'the list is answered with 206',
    breaks: ['renewals.list', 'renewals.filters-optional'],
    // Filtered lists have the same status.
    also: ['renewals.filter-date', 'renewals.filter-range', 'renewals.filter-bounds', 'renewals.filter-combined'],
    begin: answers('E5', (answer) => (answer.status === 200 ? { ...answer, status: 206 } : answer)),
  },
  {
    name: 'renewals-far-future-hidden',
    description: 'the list ends with the year 2035',
    when: 'a list without filters, and a later renewal date',
    breaks: ['renewals.list'],
    begin: requests('E5', (request) =>
      given(request).length > 0 ? request : withQuery(request, { end_date: 'Mon, 31 Dec 2035 00:00:00 GMT' }),
    ),
  },
  {
    name: 'renewals-foreign-listed',
    description: 'a listed decision belongs to another group',
    when: 'the fifth decision of a list',
    breaks: ['renewals.list'],
    // It is another group's under the same version, and after an edit too.
    also: ['versions.change-with-record', 'renewals.edit'],
    begin: successes('E5', (body) =>
      change(body, 'response[]', (record, position) =>
        position === 4 ? change(record, 'group_id', anotherId) : record,
      ),
    ),
  },
  {
    name: 'renewals-filter-by-month',
    description: 'the filter renewal_date lists the whole month',
    when: 'another decision in the same month',
    breaks: ['renewals.filter-date'],
    begin: filtering((request) => {
      if (!isGivenAlone(request, 'renewal_date')) return {};
      const [start_date, end_date] = monthOf(request.query['renewal_date']);
      return { renewal_date: undefined, start_date, end_date };
    }),
  },
  {
    name: 'renewals-ten-a-day',
    description: 'the filter renewal_date lists ten decisions at most',
    when: 'more than ten decisions on one day',
    breaks: ['renewals.filter-date'],
    // Whoever looks for the eleventh does not find it.
    also: ['renewals.edit-listed'],
    begin: successes('E5', (body, request) =>
      isGivenAlone(request, 'renewal_date')
        ? change(
            change(body, 'meta.total_records', (total) => Math.min(Number(total), 10)),
            'response',
            (all) => listOf(all).slice(0, 10),
          )
        : body,
    ),
  },
  {
    name: 'renewals-past-refused',
    description: 'a filter in the past is refused',
    when: 'days before 2023',
    breaks: ['renewals.filters-optional'],
    begin: refusing('E5', (request) =>
      given(request).some((name) => Date.parse(request.query[name] ?? '') < Date.UTC(2023, 0, 1)),
    ),
  },
  {
    name: 'renewals-end-needs-start',
    description: 'end_date is refused without start_date',
    when: 'end_date alone',
    breaks: ['renewals.filters-optional', 'renewals.filter-range', 'renewals.filter-bounds'],
    begin: refusing('E5', (request) => isGivenAlone(request, 'end_date')),
  },
  {
    name: 'renewals-start-ignored',
    description: 'start_date drops nothing',
    breaks: ['renewals.filter-range', 'renewals.filter-bounds', 'renewals.filter-combined'],
    begin: filtering(() => ({ start_date: undefined })),
  },
  {
    name: 'renewals-end-by-year',
    description: 'end_date drops decisions of later years only',
    when: 'a later day of the same year',
    breaks: ['renewals.filter-range', 'renewals.filter-bounds'],
    begin: filtering((request) =>
      isGivenAlone(request, 'end_date')
        ? {
            end_date: new Date(
              Date.UTC(new Date(request.query['end_date'] ?? '').getUTCFullYear(), 11, 31),
            ).toUTCString(),
          }
        : {},
    ),
  },
  {
    name: 'renewals-end-excluded',
    description: 'a decision on the day of end_date is dropped',
    when: 'end_date alone, and a decision on that very day',
    breaks: ['renewals.filter-bounds'],
    begin: filtering((request) =>
      isGivenAlone(request, 'end_date') ? { end_date: moved(request.query['end_date'], -1) } : {},
    ),
  },
  {
    name: 'renewals-start-excluded',
    description: 'a decision on the day of start_date is dropped',
    when: 'start_date alone, and a decision on that very day',
    breaks: ['renewals.filter-bounds'],
    begin: filtering((request) =>
      isGivenAlone(request, 'start_date') ? { start_date: moved(request.query['start_date'], 1) } : {},
    ),
  },
  {
    name: 'renewals-range-half-open',
    description: 'end_date is ignored beside start_date',
    when: 'both ends of a range',
    breaks: ['renewals.filter-combined'],
    // The ends of a range are looked at there too.
    also: ['renewals.filter-bounds'],
    begin: filtering(({ query }) => (query['start_date'] === undefined ? {} : { end_date: undefined })),
  },
  {
    name: 'renewals-date-wins',
    description: 'renewal_date alone counts beside other filters',
    when: 'all three filters together, and a date out of range',
    breaks: ['renewals.filter-combined'],
    begin: filtering(({ query }) =>
      query['renewal_date'] === undefined ? {} : { start_date: undefined, end_date: undefined },
    ),
  },
];
