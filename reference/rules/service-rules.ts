import type { Dialect } from '../dialects.ts';
import type { DayRange } from '../store/database.ts';
import { daysBetween, type Rule } from './rule.ts';

const choice = (about: string, dialect: Partial<Dialect>, more: Partial<Rule> = {}): Rule => ({
  about,
  dialect,
  ...more,
});

const slowly = (about: string, dialect: Partial<Dialect>): Rule => choice(about, dialect, { slows: true });

/** A rule about the range of a list; a bound that is left open counts as the first or last of all days. */
const range = (about: string, refusesDays: (days: DayRange) => boolean): Rule => ({ about, refusesDays });

const lengthOf = ({ from, to }: DayRange): number =>
  from === '0000-01-01' || to === '9999-12-31' ? 0 : daysBetween(from, to);

/** Rules about how requests come, rather than about what is in a body. */
export const serviceRules = {
  'page-size-20': choice('a page_size is 20 at most', { maxPageSize: 20, pageSizeOverMax: 'refused' }),
  'offset-within-list': choice('an offset is within the list', { offsetPastEnd: 'refused' }),
  'offset-with-page-size': choice('an offset comes with a page_size', { loneOffset: 'refused' }),
  'page-size-with-offset': choice('a page_size comes with an offset', { lonePageSize: 'refused' }),
  'filters-as-http-dates': choice('a filter by date is an HTTP date', { filterDates: 'http-date' }),
  'range-of-two-years': range('start_date and end_date are two years apart at most', (days) => lengthOf(days) > 731),
  'range-of-31-days': range('start_date and end_date are 31 days apart at most', (days) => lengthOf(days) > 31),
  'range-of-days': range('a start_date is before the end_date', ({ from, to }) => from >= to),
  'range-in-order': range('a start_date is not after the end_date', ({ from, to }) => from > to),
  'parameters-documented': choice('a list has no query parameters but the documented ones', {
    unknownParameters: 'refused',
    pagedLists: 'snapshots',
  }),
  'further-decision-the-same': choice(
    'a further decision of a group is the one that it has, with other content',
    { furtherDecision: 'the same' },
    {
      outOfReach: [
        'renewals.plan-forms',
        'renewals.edit',
        'renewals.edit-listed',
        'renewals.edit-isolated',
        'renewals.refused-edit-unchanged',
        'renewals.filter-bounds',
        'renewals.invalid-body',
      ],
    },
  ),
  'no-catalogue': choice(
    'carriers and plans are not looked up, and no configuration names any',
    { catalogue: 'any' },
    { outOfReach: ['groups.fixture-listed'], oneOf: 'catalogue' },
  ),
  'refusals-silent': choice(
    'a refusal does not say what it is for',
    { errorShape: 'empty' },
    { oneOf: 'words of refusals' },
  ),
  'clock-ahead': choice('the clock of the service is ten minutes ahead', { clockSkew: 600 }, { oneOf: 'clock' }),
  'clock-behind': choice('the clock of the service is ten minutes behind', { clockSkew: -600 }, { oneOf: 'clock' }),
  'lists-lag': slowly('a list shows what was written after a second and a half', { listLag: 1500 }),
  'lists-renewed': slowly('lists are renewed at every full second', { listUpdates: 'together' }),
  'lists-kept': slowly('a list that was read is given again for a second and a half', { listCache: 1500 }),
  'ids-as-issued': choice('identifiers in a path are in capital letters, as they are issued', {
    idCase: 'upper',
    idLookup: 'as-issued',
  }),
  'reads-lag': slowly('a new snapshot can be read after 0.8 seconds', { readLag: 800 }),
  'replica-lags': slowly('of two replicas that answer reads in turn, one shows what was written after a second or so', {
    replicas: 2,
    listLag: 1500,
    readLag: 800,
  }),
  'three-requests-a-second': slowly('a second has three requests at most', { rateLimit: 3 }),
  'connections-60-a-minute': slowly('a minute has 60 requests for group connections at most', { connectionLimit: 60 }),
  'token-requests-5-a-minute': slowly('a minute has five token requests at most', { tokenLimit: 5 }),
  'limit-as-403': choice('a second has fifty requests at most, and more are answered with 403', {
    rateLimit: 50,
    throttleStatus: 403,
  }),
  'denials-ban': slowly('after twenty answers of 401 everything is refused for a second', { denials: 20 }),
  'six-connections': choice('six connections are open at the same time', { mostConnections: 6 }),
  'four-at-once': choice('four requests are answered at the same time', { atOnce: 4, latency: 10 }),
  'one-at-once': slowly('one request is answered at a time', { atOnce: 1, latency: 2 }),
  'far-away': slowly('an answer takes 0.3 seconds', { latency: 300 }),
  'lock-out': slowly('a client gets no token for a minute after three wrong secrets in a row', { secretTries: 3 }),
  'one-token': choice('a new token makes the others of its client bad', { liveTokens: 'newest' }),
  'accept-json': choice('a request that has an Accept header accepts JSON', { accept: 'json' }),
  'tokens-without-issue-time': choice(
    'tokens do not say when they were issued',
    { tokenIssuedAt: false },
    { outOfReach: ['token.lifetime'] },
  ),
} satisfies Readonly<Record<string, Rule>>;
